#include "llvm2ccfg/rewalk/walker.h"

#include <fmt/format.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/DebugInfoMetadata.h>

namespace heddle::llvm2ccfg {

using trace::Event;
using trace::EventKind;

std::string ThreadWalk::run() {
  try {
    // Constructors come before main, destructors of thread-specific data after a thread's function.
    for (skipUnsited(); peek() != nullptr; skipUnsited()) {
      enterFirst();
      while (!frames_.empty()) step();
    }
    return "";
  } catch (const Lost& lost) {
    const Event* e = peek();
    if (e == nullptr) return ""; // the run ended here
    if (model_.isAfter(at_)) {
      followed_ = false;
      return "";
    }
    const trace::Site& site = trace_.site(*e);
    const std::string text =
        fmt::format("the path of thread {} could not be followed beyond {}:{} ({} of its {} events): {}",
                    number_, site.file, site.line, at_, events_.size(), lost.why);
    gap(text);
    followEvents();
    return text;
  }
}

// Events that no instruction makes.
void ThreadWalk::skipUnsited() {
  while (peek() != nullptr && peek()->site == 0) ++at_;
}

void ThreadWalk::enterFirst() {
  // A function without events of its own is not recorded as entered: the one at hand may be called by it.
  const auto start = shared_.starts.find(number_);
  const Event* e = peek();
  const llvm::Function* f = e->kind == EventKind::Enter ? shared_.modules.functionAt(e->site) : nullptr;
  if (start != shared_.starts.end()) f = start->second;
  if (f == nullptr) throw Lost{"it begins in code without bitcode"};
  std::vector<WalkValue> arguments(f->arg_size());
  const auto given = shared_.arguments.find(number_);
  if (start != shared_.starts.end() && given != shared_.arguments.end() && !arguments.empty())
    arguments[0] = given->second.depends ? unknown(given->second.value) : given->second.value;
  if (number_ == 1 && f->getName() == "main" && !arguments.empty() && !trace_.argumentsCut)
    arguments[0] = number(f->getArg(0)->getType(), trace_.arguments.size() + 1);
  push(f, nullptr, arguments);
}

void ThreadWalk::push(const llvm::Function* f, const llvm::CallBase* call,
                      const std::vector<WalkValue>& arguments) {
  constexpr size_t deepest = 10000;
  if (frames_.size() > deepest) throw Lost{"calls are nested too deeply"};
  Frame frame;
  frame.function = f;
  frame.next = &f->getEntryBlock().front();
  frame.call = call;
  for (size_t i = 0; i < f->arg_size() && i < arguments.size(); ++i)
    frame.values[f->getArg(i)] = arguments[i];
  frames_.push_back(std::move(frame));
  if (shared_.modules.isInstrumented(f)) {
    const uint32_t entered = expect(shared_.modules.siteOf(f), EventKind::Enter);
    model_.mark(entered);
    if (const Event* e = peek();
        e != nullptr && e->kind == EventKind::Mark && trace_.site(*e).name == f->getName())
      model_.mark(at_++); // a function that is meant to be atomic
  }
}

uint32_t ThreadWalk::expect(uint32_t site, EventKind kind) {
  skipUnsited();
  const Event* e = peek();
  if (e == nullptr) throw Lost{"the trace ends"};
  if (model_.isAfter(at_)) throw Lost{"the window ends"};
  if (e->site != site || e->kind != kind) throw Lost{"the events do not match the path (a signal handler?)"};
  return at_++;
}

void ThreadWalk::step() {
  shared_.ticker.tick();
  const llvm::Instruction* i = frames_.back().next;
  if (i->isTerminator() && !llvm::isa<llvm::InvokeInst>(i)) {
    if (const auto* ret = llvm::dyn_cast<llvm::ReturnInst>(i)) return leave(ret);
    if (llvm::isa<llvm::UnreachableInst>(i)) throw Lost{"the path ends"};
    return branch(i);
  }
  if (const auto* invoke = llvm::dyn_cast<llvm::InvokeInst>(i))
    frames_.back().next = &invoke->getNormalDest()->front();
  else
    frames_.back().next = i->getNextNode();
  if (const auto* l = llvm::dyn_cast<llvm::LoadInst>(i))
    load(l);
  else if (const auto* s = llvm::dyn_cast<llvm::StoreInst>(i))
    store(s);
  else if (llvm::isa<llvm::AtomicRMWInst>(i) || llvm::isa<llvm::AtomicCmpXchgInst>(i))
    update(i);
  else if (const auto* c = llvm::dyn_cast<llvm::CallBase>(i))
    call(c);
  else
    compute(i);
}

void ThreadWalk::jump(const llvm::BasicBlock* to) {
  Frame& frame = frames_.back();
  const llvm::BasicBlock* from = frame.next->getParent();
  std::vector<std::pair<const llvm::PHINode*, WalkValue>> values; // in parallel
  for (const llvm::PHINode& phi : to->phis())
    values.emplace_back(&phi, valueOf(phi.getIncomingValueForBlock(from)));
  for (const auto& [phi, value] : values) frame.values[phi] = value;
  frame.next = &*to->getFirstNonPHIIt();
}

// The recorded value decides; that it would decide so again is the path condition g(t) of section 4.2.
void ThreadWalk::branch(const llvm::Instruction* i) {
  const llvm::Value* condition = nullptr;
  if (const auto* b = llvm::dyn_cast<llvm::BranchInst>(i)) {
    if (b->isUnconditional()) return jump(b->getSuccessor(0));
    condition = b->getCondition();
  } else if (const auto* s = llvm::dyn_cast<llvm::SwitchInst>(i)) {
    condition = s->getCondition();
  } else {
    throw Lost{"an unsupported instruction"};
  }
  const WalkValue v = valueOf(condition);
  const auto n = v.constant == nullptr ? std::nullopt : numberOf(v.constant);
  if (!n) return unknownBranch(i);
  if (const auto* b = llvm::dyn_cast<llvm::BranchInst>(i)) {
    decided(b, v, *n != 0);
    return jump(b->getSuccessor(*n != 0 ? 0 : 1));
  }
  const auto* s = llvm::cast<llvm::SwitchInst>(i);
  const auto taken = s->findCaseValue(
      llvm::ConstantInt::get(s->getContext(), llvm::APInt(condition->getType()->getIntegerBitWidth(), *n)));
  if (v.symbolic() && taken == s->case_default()) {
    for (const auto& other : s->cases())
      model_.assume(
          model_.terms().ne(v.term, model_.constant(other.getCaseValue()->getZExtValue(), v.term.width())));
  } else {
    concretise(v);
  }
  jump(taken->getCaseSuccessor());
}

namespace {

// The call by which an assertion fails, if that is all that the block leads to.
const llvm::CallBase* failureIn(const llvm::BasicBlock* block) {
  static const std::set<llvm::StringRef> names = {"__assert_fail", "__assert", "reach_error",
                                                  "__VERIFIER_error"};
  for (unsigned steps = 0; block != nullptr && steps < 3; ++steps, block = block->getSingleSuccessor())
    for (const llvm::Instruction& i : *block)
      if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&i))
        if (const llvm::Function* f = call->getCalledFunction(); f != nullptr && names.contains(f->getName()))
          return call;
  return nullptr;
}

TraceAssertion describe(const llvm::CallBase* failure) {
  TraceAssertion a;
  llvm::StringRef text;
  if (failure->arg_size() > 0 && llvm::getConstantStringInfo(failure->getArgOperand(0), text))
    a.text = "assertion `" + text.str() + "` fails";
  else
    a.text = failure->getCalledFunction()->getName().str() + "() is called";
  a.function = failure->getFunction()->getName().str();
  if (const llvm::DebugLoc& at = failure->getDebugLoc()) {
    a.line = at.getLine();
    a.file = at->getFilename().str();
    if (const llvm::DISubprogram* written = at->getScope()->getSubprogram())
      a.function = written->getName().str();
  }
  return a;
}

} // namespace

void ThreadWalk::decided(const llvm::BranchInst* b, const WalkValue& condition, bool taken) {
  const llvm::CallBase* failure = failureIn(b->getSuccessor(taken ? 1 : 0));
  if (failure == nullptr || !condition.symbolic()) return concretise(condition);
  const Term holds = taken ? condition.term : model_.terms().notOf(condition.term);
  model_.assertion(holds, describe(failure));
}

void ThreadWalk::leave(const llvm::ReturnInst* i) {
  const llvm::Function* f = frames_.back().function;
  const WalkValue result = i->getReturnValue() == nullptr ? WalkValue{} : valueOf(i->getReturnValue());
  if (shared_.modules.isInstrumented(f)) {
    if (const Event* e = peek();
        e != nullptr && e->kind == EventKind::Mark && trace_.site(*e).name == f->getName())
      model_.mark(at_++);
    model_.mark(expect(shared_.modules.siteOf(f), EventKind::Exit));
  }
  const llvm::CallBase* call = frames_.back().call;
  const std::map<const llvm::Value*, WalkValue> values = std::move(frames_.back().values);
  frames_.pop_back();
  if (call == nullptr) return;
  // Where the caller's variables are may have shown in the callee.
  for (unsigned n = 0; n < call->arg_size() && n < f->arg_size(); ++n)
    if (const auto known = values.find(f->getArg(n));
        known != values.end() && known->second.constant != nullptr)
      if (const auto address = numberOf(known->second.constant); address && *address != 0)
        learnAddress(call->getArgOperand(n), *address);
  // The caller did not define it and recorded its result.
  if (const uint32_t site = shared_.modules.siteOf(call); site != 0) expect(site, EventKind::Result);
  if (!call->getType()->isVoidTy()) set(call, result);
}

TraceProgram rewalk(const trace::Trace& trace, const std::vector<trace::EventRef>& order,
                    const std::vector<trace::Block>& blocks, const trace::SharedVariables& shared,
                    const std::string& executable, Window window, const Budget& budget) {
  llvm::LLVMContext context;
  RecordedModules modules(trace, executable, context);
  TraceModel model(trace, order, blocks, shared, window, budget);
  WalkShared common{modules, model, {}, {}, {}, Lookahead(modules), Ticker(budget)};
  std::vector<std::string> notes;
  for (uint32_t t = 0; t < trace.threads.size(); ++t) {
    model.beginThread(t);
    ThreadWalk walk(trace, t, common);
    const std::string lost = walk.run();
    model.endThread(walk.followed());
    if (!lost.empty()) notes.push_back(lost);
  }
  for (const auto& [global, address] : common.globals) {
    if (global->hasInitializer())
      model.initialBytes(address, initialBytesOf(global->getInitializer(), global->getDataLayout()));
  }
  TraceProgram out = model.finish();
  out.notes = notes;
  out.gaps = common.gaps;
  for (const auto& [where, unseen] : common.unseen) out.unseen.push_back(unseen);
  if (common.guessed != 0)
    out.notes.push_back(
        fmt::format("{} branches depend on unknown values and go as they went in the run", common.guessed));
  return out;
}

} // namespace heddle::llvm2ccfg
