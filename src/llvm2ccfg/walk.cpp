// Blocks, branches, inlined calls and returns of one thread. Neighbours: cursor.cpp draws, calls.cpp decides
// what a call means, ends.cpp ends threads and the program.

#include "llvm2ccfg/walk.h"

#include "llvm2ccfg/outlives.h"
#include "llvm2ccfg/startup.h"
#include "llvm2ccfg/translator.h"
#include "sourcetree/attach.h"
#include "support/error.h"

#include <algorithm>
#include <llvm/IR/CFG.h>
#include <llvm/IR/DebugProgramInstruction.h>
#include <llvm/IR/IntrinsicInst.h>

namespace heddle::llvm2ccfg {

ThreadWalker::ThreadWalker(ProgramTranslator& translator, ModuleMap& map, ccfg::ThreadId thread, bool once)
    : translator_(translator), map_(map), thread_(thread), once_(once) {}

void ThreadWalker::walk(const llvm::Function* entry) {
  ccfg::Program& p = map_.program;
  start_ = p.addLocation(thread_);
  last_ = keepsThreadLocals() ? p.addLocation(thread_) : p.threads[thread_].exit;
  Cursor cursor(map_, thread_, start_);
  Activation* root = activate(entry, nullptr, nullptr);
  std::vector<Leaves> args;
  size_t next = 0;
  for (const llvm::Argument& a : entry->args()) {
    Leaves leaves;
    for (llvm::Type* t : map_.leafTypes(a.getType())) {
      unsigned width = map_.bitsOf(t);
      Term value = next < p.threads[thread_].params.size() ? p.regTerm(p.threads[thread_].params[next])
                                                           : map_.terms.constant(0, width);
      ++next;
      leaves.push_back(map_.terms.resize(value, width));
    }
    args.push_back(std::move(leaves));
  }
  Item item{root, nullptr, cursor};
  if (thread_ == 0 && map_.options.entry == "main") {
    item.cursor.at(root, &entry->getEntryBlock().front());
    commandLine(item.cursor, args);
  } else if (thread_ == 0) {
    item.cursor.at(root, &entry->getEntryBlock().front());
    for (ccfg::RegId r : p.threads[0].params)
      item.cursor.append(ccfg::Nondet{r, 0, UINT64_MAX, "argument " + p.reg(r).name});
  }
  enter(item, root, args);
  work_.push_back(std::move(item));
  while (!work_.empty()) {
    Item next_ = std::move(work_.back());
    work_.pop_back();
    run(std::move(next_));
    translator_.checkSize();
  }
  endThreadLocals();
  ccfg::Edge first;
  first.from = p.threads[thread_].entry;
  first.to = start_;
  first.ops = std::move(prologue_);
  first.atomicGroup = std::ranges::count_if(first.ops, ccfg::isAccess) > 1;
  first.pos = p.threads[thread_].pos;
  p.addEdge(std::move(first));
}

namespace {

// Where the argument is kept: the one variable it is stored to, or null if it is used in other ways.
const llvm::AllocaInst* keptIn(const llvm::Argument& a) {
  if (!a.hasOneUse()) return nullptr;
  const auto* store = llvm::dyn_cast<llvm::StoreInst>(*a.user_begin());
  const auto* local =
      store != nullptr ? llvm::dyn_cast<llvm::AllocaInst>(store->getPointerOperand()) : nullptr;
  if (local == nullptr) return nullptr;
  for (const llvm::User* u : local->users())
    if (u != store && !llvm::isa<llvm::LoadInst>(u)) return nullptr;
  return local;
}

} // namespace

// The program is run without arguments: argc is 1, and argv has its name and the null that ends it. Who looks
// at them relies on that.
void ThreadWalker::commandLine(Cursor& c, std::vector<Leaves>& args) {
  ccfg::Program& p = map_.program;
  const llvm::Function* main = map_.module.getFunction(map_.options.entry);
  auto assumption = [&] {
    return map_.assume(ccfg::AssumptionKind::Other, "the program is run without arguments",
                       map_.position(main->getSubprogram()), true, false);
  };
  bool any = false;
  for (const llvm::Argument& a : main->args()) {
    if (a.use_empty()) continue;
    const llvm::AllocaInst* local = keptIn(a);
    auto isRead = [](const llvm::User* u) { return llvm::isa<llvm::LoadInst>(u) && !u->use_empty(); };
    if (local != nullptr && llvm::none_of(local->users(), isRead)) continue;
    any = true;
    if (local != nullptr)
      commandLine_[local] = assumption();
    else
      c.relyOn(assumption());
  }
  if (!any) return;
  unsigned word = p.pointerWidth() / 8;
  auto global = [&](const char* name, uint64_t size, ccfg::InitPiece first) {
    return p.addObject({name, ccfg::ObjectKind::Global, size, false, false, {first}, nullptr, {}});
  };
  ccfg::ObjectId name = global("program name", 2, {0, 1, map_.terms.constant('p', 8)});
  ccfg::ObjectId argv = global("argv", 2ull * word, {0, word, p.addressOf(name)});
  if (!args.empty() && args[0].size() == 1) args[0][0] = map_.terms.constant(1, args[0][0].width());
  if (args.size() > 1 && args[1].size() == 1) args[1][0] = p.addressOf(argv);
}

bool ThreadWalker::onceHere(const Cursor& c) const {
  return c.activation()->once && !c.activation()->info->inLoop(c.instruction()->getParent());
}

Activation* ThreadWalker::activate(const llvm::Function* f, Activation* parent, const llvm::CallBase* call) {
  auto a = std::make_unique<Activation>();
  a->function = f;
  a->info = &map_.info(f);
  a->parent = parent;
  a->call = call;
  a->once = parent == nullptr ? once_
                              : parent->once && (call == nullptr || !parent->info->inLoop(call->getParent()));
  for (Activation* up = parent; up != nullptr; up = up->parent)
    if (up->function == f) ++a->recursion;
  a->once = a->once && a->recursion == 1;
  if (f->getName() != startFunction) { // the user has not written it
    ccfg::Frame frame;
    frame.function = f->getName().str();
    if (call != nullptr) {
      frame.callSite = map_.position(call->getDebugLoc());
      frame.statement = sourcetree::statementOf(*call);
    }
    frame.parent = parent != nullptr ? parent->stack : 0;
    a->stack = map_.program.addFrame(frame);
  }
  activations_.push_back(std::move(a));
  return activations_.back().get();
}

// Stands the item at the start of the callee.
void ThreadWalker::enter(Item& item, Activation* callee, const std::vector<Leaves>& args) {
  size_t n = 0;
  for (const llvm::Argument& p : callee->function->args()) {
    if (n < args.size()) item.cursor.bind(callee, &p, args[n]);
    ++n;
  }
  item.activation = callee;
  item.next = &callee->function->getEntryBlock().front();
  item.cursor.at(callee, item.next);
  if (callee->info->returns() > 1 && callee->meet == ccfg::none) {
    callee->meet = map_.program.addLocation(thread_);
    callee->meetOwner = callee;
    for (llvm::Type* t : map_.leafTypes(callee->function->getReturnType()))
      callee->meetRegisters.push_back(
          item.cursor.temp(callee->function->getName().str() + ".result", map_.bitsOf(t)));
  }
  setUpLocals(item.cursor, callee);
  callee->meantAtomic = map_.isMeantAtomic(callee->function);
  if (callee->meantAtomic) {
    item.cursor.startEdge();
    item.cursor.append(ccfg::Mark{ccfg::MarkKind::TransactionBegin});
    item.cursor.startEdge();
  }
  if (callee->function->getName().starts_with("__VERIFIER_atomic_")) {
    callee->atomicBody = true;
    item.cursor.startEdge();
    item.cursor.append(ccfg::Mark{ccfg::MarkKind::AtomicBegin});
    item.cursor.startEdge();
  }
}

void ThreadWalker::setUpLocals(Cursor& c, Activation* a) {
  for (const llvm::AllocaInst* i : a->info->sizedAllocas()) a->sized.emplace_back(i, c.home(a, i)[0]);
  for (const llvm::AllocaInst* i : a->info->entryAllocas()) {
    std::string name = i->hasName() ? i->getName().str() : "local";
    if (name.ends_with(".addr")) name.resize(name.size() - 5);
    if (a->info->isPromotable(i)) {
      unsigned width = map_.bitsOf(i->getAllocatedType());
      ccfg::RegId reg = c.temp(name, width, map_.localType(i));
      a->locals[i] = reg;
      if (a->info->mayBeReadUninitialised(i)) {
        ccfg::RegId any = c.temp(name + ".any", width);
        c.append(ccfg::Nondet{any, 0, UINT64_MAX, "uninitialised " + name});
        c.setLocal(reg, map_.program.regTerm(any));
      }
      continue;
    }
    ccfg::Object object;
    object.name = name + "@" + a->function->getName().str();
    object.size = map_.module.getDataLayout().getTypeAllocSize(i->getAllocatedType()) *
                  llvm::cast<llvm::ConstantInt>(i->getArraySize())->getZExtValue();
    object.uninitialised = true;
    object.type = map_.localType(i);
    object.pos = map_.position(a->function->getSubprogram());
    // What exists once has a constant address, which every engine can use. The end of its life is kept for
    // property `memory` only, and where it can be noticed; main's locals live as long as the program.
    bool ofMain = thread_ == 0 && a->parent == nullptr;
    bool fixed = a->once && (!map_.options.checkMemory || ofMain || !addressMayOutlive(i));
    object.kind = fixed ? ccfg::ObjectKind::Global : ccfg::ObjectKind::Local;
    uint64_t size = object.size;
    ccfg::ObjectId id = map_.program.addObject(std::move(object));
    if (fixed) {
      a->addresses[i] = map_.program.addressOf(id);
      continue;
    }
    ccfg::RegId address = c.temp("&" + name, map_.program.pointerWidth());
    c.append(ccfg::Alloc{address, id, map_.terms.constant(size, map_.program.pointerWidth()), false});
    a->addresses[i] = map_.program.regTerm(address);
    a->frees.push_back(address);
  }
}

void ThreadWalker::run(Item item) {
  while (true) {
    const llvm::Instruction* i = item.next;
    item.cursor.at(item.activation, i);
    Flow flow = Flow::Next;
    try {
      flow = i->isTerminator() ? terminator(item, i) : step(item, i);
    } catch (const UnsupportedHere& u) {
      map_.unsupported(i, u.construct);
    }
    if (flow == Flow::Elsewhere) {
      if (item.next == nullptr) return;
    } else {
      item.next = i->getNextNode();
    }
  }
}

ThreadWalker::Flow ThreadWalker::step(Item& item, const llvm::Instruction* i) {
  if (llvm::isa<llvm::PHINode>(i)) return Flow::Next; // bound when the block was entered
  if (const auto* c = llvm::dyn_cast<llvm::CallBase>(i)) return call(item, c);
  if (memory(item, i) || compute(item, i)) return Flow::Next;
  map_.unsupported(i, std::string("LLVM instruction '") + i->getOpcodeName() + "'");
}

ThreadWalker::Flow ThreadWalker::terminator(Item& item, const llvm::Instruction* i) {
  if (const auto* b = llvm::dyn_cast<llvm::BranchInst>(i)) return branch(item, b);
  if (const auto* s = llvm::dyn_cast<llvm::SwitchInst>(i)) return switchOn(item, s);
  if (const auto* r = llvm::dyn_cast<llvm::ReturnInst>(i)) {
    finishReturn(item, r);
    return Flow::Elsewhere;
  }
  if (llvm::isa<llvm::UnreachableInst>(i)) {
    halt(item.cursor, ccfg::HaltKind::Abort);
    item.next = nullptr;
    return Flow::Elsewhere;
  }
  if (const auto* g = llvm::dyn_cast<llvm::IndirectBrInst>(i)) return computedGoto(item, g);
  map_.unsupported(i, std::string("control flow by '") + i->getOpcodeName() + "'");
}

void ThreadWalker::bindPhis(Cursor& c, Activation* a, const llvm::BasicBlock* from,
                            const llvm::BasicBlock* to) {
  std::vector<std::pair<const llvm::PHINode*, Leaves>> incoming;
  for (const llvm::PHINode& phi : to->phis())
    incoming.emplace_back(&phi, c.get(a, phi.getIncomingValueForBlock(from)));
  for (auto& [phi, leaves] : incoming) c.bind(a, phi, std::move(leaves));
}

// Goes on in `to`; where several edges meet, only the first one to come draws what follows.
void ThreadWalker::jump(Item& item, const llvm::BasicBlock* from, const llvm::BasicBlock* to) {
  Activation* a = item.activation;
  bindPhis(item.cursor, a, from, to);
  const llvm::Instruction* first = &*to->getFirstNonPHIIt();
  item.next = first;
  if (!a->info->isMerge(to)) {
    if (checkErrorLabel(item, to)) item.next = nullptr;
    return;
  }
  auto [place, fresh] = a->blocks.try_emplace(to, ccfg::none);
  if (fresh) place->second = map_.program.addLocation(thread_);
  const std::vector<ccfg::Operation>& ops = item.cursor.edge().ops;
  if (std::none_of(ops.begin(), ops.end(), ccfg::isAccess)) { // else it is at the place of the access
    item.cursor.edge().pos = item.cursor.position();
    item.cursor.edge().stack = a->stack;
  }
  ccfg::LocId target = place->second;
  item.cursor.at(a, first);
  item.cursor.closeInto(target);
  if (!fresh) {
    item.next = nullptr;
    return;
  }
  item.cursor.at(a, first);
  if (checkErrorLabel(item, to)) item.next = nullptr;
}

namespace {

// The C label of a block. Its name in LLVM may have a number added; the debug information has the original.
llvm::StringRef labelOf(const llvm::BasicBlock* b) {
  for (const llvm::Instruction& i : *b) {
    for (const llvm::DbgRecord& r : i.getDbgRecordRange())
      if (const auto* label = llvm::dyn_cast<llvm::DbgLabelRecord>(&r)) return label->getLabel()->getName();
    if (const auto* label = llvm::dyn_cast<llvm::DbgLabelInst>(&i)) return label->getLabel()->getName();
  }
  return b->getName();
}

} // namespace

// A block that carries the C label ERROR is an error location, as in SV-COMP.
bool ThreadWalker::checkErrorLabel(Item& item, const llvm::BasicBlock* b) {
  llvm::StringRef name = b->getName();
  if (!name.starts_with("ERROR") || labelOf(b) != "ERROR") return false;
  item.cursor.startEdge();
  map_.program.locations[item.cursor.place()].label = name.str();
  item.cursor.append(ccfg::Assert{map_.terms.falseTerm(), ccfg::Property::Assert, "label ERROR is reached"});
  return false;
}

void ThreadWalker::pushJump(const Item& item, Cursor cursor, const llvm::BasicBlock* from,
                            const llvm::BasicBlock* to) {
  Item next{item.activation, nullptr, std::move(cursor)};
  jump(next, from, to);
  if (next.next != nullptr) work_.push_back(std::move(next));
}

ThreadWalker::Flow ThreadWalker::branch(Item& item, const llvm::BranchInst* i) {
  const llvm::BasicBlock* from = i->getParent();
  if (i->isUnconditional()) {
    jump(item, from, i->getSuccessor(0));
    return Flow::Elsewhere;
  }
  Term known = item.cursor.scalar(item.activation, i->getCondition());
  if (known.isConst()) {
    jump(item, from, i->getSuccessor(known.isTrue() ? 0 : 1));
    return Flow::Elsewhere;
  }
  item.cursor.startEdge();
  Term cond = item.cursor.scalar(item.activation, i->getCondition());
  for (unsigned s : {1u, 0u}) {
    Cursor c = item.cursor;
    c.append(ccfg::Assume{s == 0 ? cond : map_.terms.notOf(cond)});
    pushJump(item, std::move(c), from, i->getSuccessor(s));
  }
  item.next = nullptr;
  return Flow::Elsewhere;
}

ThreadWalker::Flow ThreadWalker::switchOn(Item& item, const llvm::SwitchInst* i) {
  item.cursor.startEdge();
  Leaves value = item.cursor.get(item.activation, i->getCondition());
  Term other = map_.terms.trueTerm();
  for (const auto& c : i->cases()) {
    Leaves wanted = map_.constantLeaves(c.getCaseValue());
    Term here = map_.terms.trueTerm();
    for (size_t n = 0; n < value.size(); ++n)
      here = map_.terms.andOf(here, map_.terms.eq(value[n], wanted[n]));
    other = map_.terms.andOf(other, map_.terms.notOf(here));
    if (here.isFalse()) continue;
    Cursor cursor = item.cursor;
    cursor.append(ccfg::Assume{here});
    pushJump(item, std::move(cursor), i->getParent(), c.getCaseSuccessor());
  }
  if (!other.isFalse()) {
    Cursor cursor = item.cursor;
    cursor.append(ccfg::Assume{other});
    pushJump(item, std::move(cursor), i->getParent(), i->getDefaultDest());
  }
  item.next = nullptr;
  return Flow::Elsewhere;
}

// What control may not have reached yet is null, which can be freed.
void ThreadWalker::freeLocals(Cursor& c, const std::vector<ccfg::RegId>& locals) {
  if (locals.empty()) return;
  c.startEdge();
  for (ccfg::RegId r : locals) c.append(ccfg::Free{map_.program.regTerm(r), false});
}

// The locals' lives end with the activation, and so does the atomic section or the block that it stands for.
void ThreadWalker::endActivation(Cursor& c, Activation* a) {
  freeLocals(c, a->frees);
  freeDynamic(c, a, nullptr);
  if (a->atomicBody) {
    c.startEdge();
    c.append(ccfg::Mark{ccfg::MarkKind::AtomicEnd});
  }
  if (a->meantAtomic) {
    c.startEdge();
    c.append(ccfg::Mark{ccfg::MarkKind::TransactionEnd});
    c.startEdge();
  }
}

// A function that returns less than its call expects leaves what the register happened to hold.
void ThreadWalker::inventResult(Cursor& c, const Activation* a, Leaves& value) {
  std::vector<llvm::Type*> wanted = map_.leafTypes(a->call->getType());
  for (size_t n = 0; n < value.size() && n < wanted.size(); ++n)
    value[n] = map_.terms.resize(value[n], map_.bitsOf(wanted[n]));
  if (value.size() >= wanted.size() || a->call->use_empty()) return;
  c.startEdge();
  for (size_t n = value.size(); n < wanted.size(); ++n) {
    ccfg::RegId any = c.temp("result", map_.bitsOf(wanted[n]));
    c.append(ccfg::Nondet{any, 0, UINT64_MAX, "the result of a function that returns none"});
    value.push_back(map_.program.regTerm(any));
  }
}

void ThreadWalker::finishReturn(Item& item, const llvm::ReturnInst* ret) {
  Activation* a = item.activation;
  Cursor& c = item.cursor;
  endActivation(c, a);
  Leaves value = ret->getReturnValue() != nullptr ? c.get(a, ret->getReturnValue()) : Leaves{};
  if (a->call == nullptr) {
    Term result = value.empty() ? Term() : value[0];
    if (a->parent == nullptr && thread_ != 0 && enterThreadEnd(item, result, true)) return;
    endThread(c, result);
    item.next = nullptr;
    return;
  }
  inventResult(c, a, value);
  c.forget(a);
  item.activation = a->parent;
  item.next = a->call->getNextNode();
  if (a->meet == ccfg::none) {
    if (!value.empty()) c.bind(a->parent, a->call, value);
    return;
  }
  for (size_t n = 0; n < a->meetRegisters.size() && n < value.size(); ++n)
    c.setLocal(a->meetRegisters[n], map_.terms.resize(value[n], map_.program.regWidth(a->meetRegisters[n])));
  finishMeeting(item, a->parent, a->call, {a->meet, a->meetRegisters, a->meetOwner});
}

} // namespace heddle::llvm2ccfg
