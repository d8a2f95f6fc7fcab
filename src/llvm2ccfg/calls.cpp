// Who is called: a function of the program (inlined), one of several (through a pointer), a library function
// that has a model, or one that nobody knows. intrinsics.cpp has LLVM's own.

#include "llvm2ccfg/models/models.h"
#include "llvm2ccfg/translator.h"
#include "llvm2ccfg/walk.h"
#include "support/error.h"

#include <algorithm>

namespace heddle::llvm2ccfg {

ThreadWalker::Flow ThreadWalker::call(Item& item, const llvm::CallBase* i) {
  if (i->isInlineAsm()) {
    assembler(item, i);
    return Flow::Next;
  }
  if (const auto* f = llvm::dyn_cast<llvm::Function>(i->getCalledOperand()->stripPointerCastsAndAliases()))
    return map_.isAbsent(f) ? callNowhere(item) : callFunction(item, i, f);
  Term target = item.cursor.scalar(item.activation, i->getCalledOperand());
  if (target.op() == logic::Op::Address) {
    const std::string& name = map_.program.objects[target.value()].name;
    if (const llvm::Function* f = map_.module.getFunction(name)) return callFunction(item, i, f);
  }
  return callIndirect(item, i);
}

ThreadWalker::Flow ThreadWalker::callFunction(Item& item, const llvm::CallBase* i, const llvm::Function* f) {
  if (f->isIntrinsic()) return intrinsic(item, i, f);
  std::string name = f->getName().str();
  if (name.starts_with("\1")) name = name.substr(1);
  const ModelTable& table = f->isDeclaration() ? models() : overridingModels();
  if (auto row = table.find(name); row != table.end()) {
    ModelCall m(*this, item.cursor, item.activation, i, name);
    row->second(m);
    if (m.returned) return Flow::Next;
    item.next = nullptr;
    return Flow::Elsewhere;
  }
  if (!f->isDeclaration()) return inlineCall(item, i, f, nullptr);
  if (const std::string why = whyUnsupported(name); !why.empty())
    map_.unsupported(i, "function '" + name + "', which " + why);
  if (name.starts_with("__VERIFIER_nondet_")) {
    ModelCall m(*this, item.cursor, item.activation, i, name);
    models().at("__VERIFIER_nondet_int")(m);
    return Flow::Next;
  }
  return callUnknown(item, i, f);
}

// A structure that is passed by value: the callee has a copy, which ends with it.
ccfg::RegId ThreadWalker::copyArgument(Item& item, const llvm::CallBase* i, unsigned n, Activation* callee) {
  Cursor& c = item.cursor;
  const unsigned width = map_.program.pointerWidth();
  uint64_t size = map_.module.getDataLayout().getTypeAllocSize(i->getParamByValType(n));
  ccfg::Object object{"copy@" + callee->function->getName().str(),
                      ccfg::ObjectKind::Local,
                      size,
                      true,
                      false,
                      {},
                      nullptr,
                      c.position()};
  ccfg::ObjectId site = map_.program.addObject(std::move(object));
  ccfg::RegId address = c.temp("copy", width);
  c.startEdge();
  c.append(ccfg::Alloc{address, site, map_.terms.constant(size, width), false});
  c.startEdge();
  copyBytes(
      c, map_.program.regTerm(address), [&] { return c.scalar(item.activation, i->getArgOperand(n)); }, size);
  callee->frees.push_back(address);
  return address;
}

// The arguments as the callee's parameters take them. The callee may be declared otherwise than the call has
// it: widths are made to fit, and what is not passed is what the register happened to hold.
std::vector<Leaves> ThreadWalker::arguments(Item& item, const llvm::CallBase* i, Activation* callee) {
  Cursor& c = item.cursor;
  const llvm::Function* f = callee->function;
  for (unsigned n = 0; n < i->arg_size(); ++n)
    if (i->isByValArgument(n)) callee->copies[n] = copyArgument(item, i, n, callee);
  std::vector<Leaves> out(f->arg_size());
  for (unsigned n = 0; n < f->arg_size(); ++n) {
    std::vector<llvm::Type*> wanted = map_.leafTypes(f->getArg(n)->getType());
    const size_t passed =
        n < i->arg_size() ? map_.leafTypes(i->getArgOperand(n)->getType()).size() : size_t{0};
    for (size_t k = passed; k < wanted.size(); ++k) {
      ccfg::RegId any = c.temp("argument", map_.bitsOf(wanted[k]));
      c.append(ccfg::Nondet{any, 0, UINT64_MAX, "an argument that the call does not pass"});
      c.startEdge();
      out[n].push_back(map_.program.regTerm(any));
    }
  }
  for (unsigned n = 0; n < f->arg_size(); ++n) {
    std::vector<llvm::Type*> wanted = map_.leafTypes(f->getArg(n)->getType());
    Leaves leaves = n < i->arg_size() ? c.get(item.activation, i->getArgOperand(n)) : Leaves{};
    if (auto copy = callee->copies.find(n); copy != callee->copies.end())
      leaves = {map_.program.regTerm(copy->second)};
    leaves.insert(leaves.end(), out[n].begin(), out[n].end());
    leaves.resize(wanted.size());
    for (size_t k = 0; k < wanted.size(); ++k)
      leaves[k] = map_.terms.resize(leaves[k], map_.bitsOf(wanted[k]));
    out[n] = std::move(leaves);
  }
  return out;
}

ThreadWalker::Flow ThreadWalker::inlineCall(Item& item, const llvm::CallBase* i, const llvm::Function* f,
                                            const Meeting* meeting) {
  Activation* callee = activate(f, item.activation, i);
  if (callee->recursion > map_.options.recursionBound) {
    ccfg::AssumptionId bound = map_.assume(ccfg::AssumptionKind::RecursionBound,
                                           "recursion of '" + f->getName().str() + "' is cut off at depth " +
                                               std::to_string(map_.options.recursionBound),
                                           map_.position(i->getDebugLoc()), true, false);
    halt(item.cursor, ccfg::HaltKind::Cutoff, bound);
    item.next = nullptr;
    return Flow::Elsewhere;
  }
  if (meeting != nullptr) {
    callee->meet = meeting->place;
    callee->meetRegisters = meeting->registers;
    callee->meetOwner = meeting->owner;
  }
  std::vector<Leaves> args = arguments(item, i, callee);
  enter(item, callee, args);
  return Flow::Elsewhere;
}

// One edge for each function that the pointer may mean; they meet after the call.
ThreadWalker::Flow ThreadWalker::callIndirect(Item& item, const llvm::CallBase* i) {
  logic::TermManager& tm = map_.terms;
  Cursor& c = item.cursor;
  c.startEdge();
  Term target = c.scalar(item.activation, i->getCalledOperand());
  Meeting meeting;
  meeting.place = map_.program.addLocation(thread_);
  meeting.owner =
      activations_.emplace_back(std::make_unique<Activation>()).get(); // only counts who came first
  for (llvm::Type* t : map_.leafTypes(i->getType()))
    meeting.registers.push_back(c.temp("call.result", map_.bitsOf(t)));
  Term nobody = tm.trueTerm(), unexpected = tm.falseTerm();
  std::vector<const llvm::Function*> candidates = map_.addressTaken(i->getFunctionType());
  const size_t meant = map_.sortByMeaning(candidates, i->getCalledOperand());
  for (size_t n = meant; n < candidates.size(); ++n)
    unexpected = tm.orOf(unexpected, tm.eq(target, map_.program.addressOf(map_.objectOf(candidates[n]))));
  candidates.resize(meant);
  for (const llvm::Function* f : candidates) {
    Term here = tm.eq(target, map_.program.addressOf(map_.objectOf(f)));
    nobody = tm.andOf(nobody, tm.notOf(here));
    if (here.isFalse()) continue;
    Item next{item.activation, i, c};
    next.cursor.at(item.activation, i);
    next.cursor.append(ccfg::Assume{here});
    Flow flow = f->isDeclaration() ? callFunction(next, i, f) : inlineCall(next, i, f, &meeting);
    if (flow == Flow::Next) meetAfterCall(next, i, meeting);
    if (next.next != nullptr) work_.push_back(std::move(next));
  }
  Term ofAnotherType = tm.falseTerm();
  for (const llvm::Function* f : map_.addressTakenOfOtherType(i->getFunctionType()))
    ofAnotherType = tm.orOf(ofAnotherType, tm.eq(target, map_.program.addressOf(map_.objectOf(f))));
  const auto cutOff = [&](Term cond, const std::string& text) {
    if (cond.isFalse()) return;
    Cursor cursor = c;
    cursor.append(ccfg::Assume{cond});
    halt(cursor, ccfg::HaltKind::Cutoff,
         map_.assume(ccfg::AssumptionKind::Other, text, c.position(), true, false));
    nobody = tm.andOf(nobody, tm.notOf(cond));
  };
  cutOff(ofAnotherType, "calls through a pointer of another function type are cut off");
  cutOff(unexpected, "calls through a pointer that came from outside are cut off");
  c.append(ccfg::Assume{nobody});
  return callNowhere(item);
}

ThreadWalker::Flow ThreadWalker::callNowhere(Item& item) {
  item.cursor.append(
      ccfg::Assert{map_.terms.falseTerm(), ccfg::Property::Memory, "call through a pointer to no function"});
  halt(item.cursor, ccfg::HaltKind::Abort);
  item.next = nullptr;
  return Flow::Elsewhere;
}

// A callee that had no body of its own (a model) joins the others after an indirect call.
void ThreadWalker::meetAfterCall(Item& item, const llvm::CallBase* i, const Meeting& meeting) {
  Cursor& c = item.cursor;
  Leaves value = i->getType()->isVoidTy() ? Leaves{} : c.get(item.activation, i);
  for (size_t n = 0; n < meeting.registers.size() && n < value.size(); ++n)
    c.setLocal(meeting.registers[n], value[n]);
  c.drop(item.activation, i);
  finishMeeting(item, item.activation, i, meeting);
}

void ThreadWalker::finishMeeting(Item& item, Activation* caller, const llvm::CallBase* call,
                                 const Meeting& meeting) {
  Cursor& c = item.cursor;
  item.activation = caller;
  item.next = call->getNextNode();
  c.at(caller, item.next);
  c.closeInto(meeting.place);
  Leaves result;
  for (ccfg::RegId r : meeting.registers) result.push_back(map_.program.regTerm(r));
  if (!result.empty()) c.bind(caller, call, result);
  if (meeting.owner->meetWalked) item.next = nullptr;
  meeting.owner->meetWalked = true;
}

// Nobody knows what it does: write any memory it can reach, call back, lock, never return. Only of functions
// that are known to be harmless, or that the user trusts, the result is all there is.
ccfg::AssumptionId ThreadWalker::assumptionAbout(const std::string& name, bool resultIsUsed, SourcePos at) {
  const std::vector<std::string>& trusted = map_.options.trusted;
  if (std::find(trusted.begin(), trusted.end(), name) != trusted.end())
    return map_.assume(ccfg::AssumptionKind::HavockedFunction,
                       "'" + name + "' is trusted to return any value and change nothing", at, false, false);
  if (isHarmlessFunction(name))
    return map_.assume(ccfg::AssumptionKind::HavockedFunction, "the result of '" + name + "' is arbitrary",
                       at, false, resultIsUsed);
  std::string text =
      "no source for '" + name +
      "'; assuming that it returns any value and changes nothing. Add its file to the command line.";
  map_.noteBodiless(name, at);
  return map_.assume(ccfg::AssumptionKind::HavockedFunction, text, at, true, true);
}

ThreadWalker::Flow ThreadWalker::callUnknown(Item& item, const llvm::CallBase* i, const llvm::Function* f) {
  std::string name = f->getName().str();
  Cursor& c = item.cursor;
  bool used = !i->getType()->isVoidTy() && !i->use_empty();
  ccfg::AssumptionId a = assumptionAbout(name, used, c.position());
  c.startEdge();
  if (used)
    for (ccfg::RegId r : c.home(item.activation, i))
      c.append(ccfg::Nondet{r, 0, UINT64_MAX, "result of " + name});
  else
    c.append(ccfg::Fence{ccfg::MemOrder::Relaxed});
  c.assumption(a);
  c.edge().text = name + "(...)";
  c.startEdge();
  return Flow::Next;
}

} // namespace heddle::llvm2ccfg
