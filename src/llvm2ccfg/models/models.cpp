// The table itself, and what models have in common.

#include "llvm2ccfg/models/models.h"
#include "llvm2ccfg/models/verifier_names.h"

#include <llvm/Analysis/ValueTracking.h>

#include <algorithm>
#include <vector>

namespace heddle::llvm2ccfg {

ModelCall::ModelCall(ThreadWalker& w, Cursor& c, Activation* a, const llvm::CallBase* i, std::string n)
    : walker(w), cursor(c), activation(a), call(i), name(std::move(n)), map(w.map()), program(map.program),
      tm(map.terms) {}

Term ModelCall::arg(unsigned n) {
  if (n >= argCount()) map.unsupported(call, "a call of '" + name + "' with too few arguments");
  return cursor.scalar(activation, call->getArgOperand(n));
}

Term ModelCall::pointer(unsigned n) { return arg(n, program.pointerWidth()); }

Term ModelCall::arg(unsigned n, unsigned width) { return tm.resize(arg(n), width); }

bool ModelCall::argIsNull(unsigned n) { return n >= argCount() || arg(n).isConst(0); }

std::string ModelCall::argString(unsigned n) {
  llvm::StringRef text;
  if (n < argCount() && llvm::getConstantStringInfo(call->getArgOperand(n), text)) return text.str();
  return "";
}

namespace {

// "&m" for an address that is known, "..." else.
std::string argumentText(ModelCall& c, unsigned n) {
  if (n >= c.argCount()) return "";
  Term t = c.arg(n);
  uint64_t offset = 0;
  if (t.op() == logic::Op::Add && t.kid(1).isConst()) {
    offset = t.kid(1).value();
    t = t.kid(0);
  }
  if (t.op() != logic::Op::Address) return "...";
  const ccfg::Object& o = c.program.objects[t.value()];
  std::string name = o.name.substr(0, o.name.find('@'));
  return (o.kind == ccfg::ObjectKind::Function ? "" : "&") +
         (offset == 0 ? name : ccfg::cellName(name, o.type, offset, 1));
}

} // namespace

Action ModelCall::action(ccfg::LocId from) {
  Action a(cursor, from);
  std::string text = name + "(";
  for (unsigned n = 0; n < argCount() && n < 2; ++n) text += (n > 0 ? ", " : "") + argumentText(*this, n);
  a.text(text + (argCount() > 2 ? ", ...)" : ")"));
  return a;
}

void ModelCall::returns(Term value) {
  if (call->getType()->isVoidTy()) return;
  cursor.bind(activation, call, {tm.resize(value, map.bitsOf(call->getType()))});
}

void ModelCall::returns(uint64_t value) {
  if (!call->getType()->isVoidTy()) returns(num(value, map.bitsOf(call->getType())));
}

ccfg::RegId ModelCall::resultRegister() {
  return call->getType()->isVoidTy() || call->use_empty() ? ccfg::none : cursor.home(activation, call)[0];
}

Action& ModelCall::setResult(Action& a, uint64_t value) {
  ccfg::RegId r = resultRegister();
  return r == ccfg::none ? a : a.set(r, num(value, program.regWidth(r)));
}

Term ModelCall::selfBit() {
  Term index = tm.sub(tm.zext(self(), 64), num(1, 64));
  return tm.make(logic::Op::Shl, 64, num(1, 64), index);
}

namespace {

// A bit for each thread; see library/cancel.c.
const llvm::GlobalVariable* cancelTable(const ModuleMap& map) {
  return map.module.getNamedGlobal("__heddle_cancel_requested");
}

} // namespace

// Somebody asked the thread to end, and it has not said that it will not.
Term ModelCall::isCancelled(Action& a) {
  const unsigned width = program.pointerWidth();
  Term number = tm.resize(self(), width), three = num(3, width);
  Term byte = a.load(tm.add(program.addressOf(map.objectOf(cancelTable(map))),
                            tm.make(logic::Op::LShr, width, number, three)),
                     8, "cancel");
  Term bit = tm.make(logic::Op::Shl, 8, num(1, 8), tm.andOf(tm.resize(self(), 8), num(7, 8)));
  Term asked = tm.ne(tm.andOf(byte, bit), num(0, 8));
  const llvm::GlobalVariable* disabled = map.module.getNamedGlobal("__heddle_cancel_disabled");
  if (disabled == nullptr) return asked;
  Term refuses = a.load(walker.tlsAddress(cursor, disabled), 32, "disabled");
  return tm.andOf(asked, tm.eq(refuses, num(0)));
}

// A thread that is being cancelled, or has called pthread_exit, is not cancelled again; one whose function
// has returned may be, while its destructors run.
bool ModelCall::mayBeCancelled() const {
  if (cancelTable(map) == nullptr) return false;
  for (const Activation* a = activation; a != nullptr; a = a->parent)
    if (a->function != nullptr && a->function->getName() == "__heddle_thread_end" && !a->alone) return false;
  return true;
}

ccfg::LocId ModelCall::notCancelled(ccfg::LocId from) {
  if (!mayBeCancelled()) return from;
  ccfg::LocId to = fresh();
  Action a = action(from);
  a.assume(tm.notOf(isCancelled(a))).to(to);
  return to;
}

ccfg::LocId ModelCall::alreadyCancelled(ccfg::LocId from) {
  ccfg::LocId to = fresh();
  Action a = action(from);
  a.assume(isCancelled(a)).to(to);
  return to;
}

ccfg::LocId ModelCall::cancelledAtOnce(ccfg::LocId from) {
  cancelledWhileWaiting(from);
  return notCancelled(from);
}

void ModelCall::cancelledWhileWaiting(ccfg::LocId waiting, const std::function<void(Action&)>& does,
                                      const std::function<ccfg::LocId(ccfg::LocId)>& then) {
  if (!mayBeCancelled()) return;
  ccfg::LocId gone = fresh();
  Action a = action(waiting);
  a.assume(isCancelled(a));
  if (does) does(a);
  a.to(gone);
  Cursor end = cursor;
  end.standAt(then ? then(gone) : gone);
  walker.exitThread(end, activation, num(~0ull, program.pointerWidth()));
}

void ModelCall::cancelledAtAnyTime(ccfg::LocId from) {
  const llvm::GlobalVariable* asynchronous = map.module.getNamedGlobal("__heddle_cancel_asynchronous");
  if (asynchronous == nullptr || !mayBeCancelled()) return;
  Action a = action(from);
  Term atAnyTime = a.load(walker.tlsAddress(cursor, asynchronous), 32, "asynchronous");
  a.assume(tm.andOf(isCancelled(a), tm.ne(atAnyTime, num(0))));
  a.to(walker.cancelledEnd(cursor, activation, num(~0ull, program.pointerWidth())));
}

ccfg::LocId ModelCall::stuck() {
  ccfg::LocId l = fresh();
  action(l).assume(tm.falseTerm()).to(l);
  return l;
}

const ModelTable& models() {
  static const ModelTable table = [] {
    ModelTable t;
    addThreadModels(t);
    addMutexModels(t);
    addRwlockModels(t);
    addConditionModels(t);
    addSemaphoreModels(t);
    addMemoryModels(t);
    addVerifierModels(t);
    addEnvironmentModels(t);
    return t;
  }();
  return table;
}

const ModelTable& overridingModels() {
  static const ModelTable table = [] {
    ModelTable out;
    for (const char* name : overridingNames) out[name] = models().at(name);
    return out;
  }();
  return table;
}

std::string whyUnsupported(const std::string& name) {
  static const std::vector<std::pair<std::string, std::vector<std::string>>> reasons = {
      {"jumps out of functions",
       {"setjmp", "_setjmp", "sigsetjmp", "__sigsetjmp", "longjmp", "_longjmp", "siglongjmp"}},
      {"starts another process",
       {"fork", "vfork", "_Fork", "clone", "execl", "execle", "execlp", "execv", "execve", "execvp",
        "posix_spawn", "posix_spawnp"}},
      {"replaces the stack", {"setcontext", "getcontext", "swapcontext", "makecontext"}},
      {"lets a signal arrive later",
       {"alarm", "setitimer", "ualarm", "timer_create", "timer_settime", "sigqueue"}},
      {"gives a long double", {"strtold", "wcstold"}},
      {"waits for a signal", {"pause", "sigsuspend", "sigwaitinfo", "sigtimedwait"}}};
  for (const auto& [why, names] : reasons)
    if (std::find(names.begin(), names.end(), name) != names.end()) return why;
  return "";
}

} // namespace heddle::llvm2ccfg
