// Calls in a walked thread: into functions whose bitcode is at hand, of the thread library, and of everything
// else, whose recorded results are constants.
#include "llvm2ccfg/rewalk/walker.h"

#include <fmt/format.h>
#include <llvm/IR/DebugInfoMetadata.h>

#include <algorithm>

namespace heddle::llvm2ccfg {

using trace::Event;
using trace::EventKind;
using trace::SiteKind;

void ThreadWalk::enterCallee(const llvm::CallBase* i, const llvm::Function* f) {
  std::vector<WalkValue> arguments;
  for (const llvm::Value* v : i->args()) arguments.push_back(valueOf(v));
  push(f, i, arguments);
}

void ThreadWalk::call(const llvm::CallBase* i) {
  if (const auto* known = llvm::dyn_cast<llvm::IntrinsicInst>(i)) return intrinsic(known);
  const llvm::Function* f = i->getCalledFunction();
  const uint32_t site = shared_.modules.siteOf(i);
  if (f != nullptr && !f->isDeclaration() && site == 0) return enterCallee(i, f);
  if (site != 0 && trace_.sites[site].kind != SiteKind::Result) return library(i, site);
  outside(i, site);
}

namespace {

// Into memory that the program reads, as far as is known.
bool mayWrite(const llvm::CallBase* i) {
  static const std::set<llvm::StringRef> output = {
      "printf", "fprintf", "dprintf", "vprintf",      "vfprintf",       "puts",    "fputs",
      "fputc",  "fwrite",  "write",   "__printf_chk", "__fprintf_chk",  "perror",  "syslog",
      "putc",   "fflush",  "free",    "nanosleep",    "__vfprintf_chk", "vdprintf"};
  const llvm::Function* f = i->getCalledFunction();
  if (f != nullptr && f->isDeclaration() && output.contains(f->getName())) return false;
  return !i->onlyReadsMemory() && std::any_of(i->arg_begin(), i->arg_end(), [&](const llvm::Use& v) {
    return v->getType()->isPointerTy() && !i->onlyReadsMemory(i->getArgOperandNo(&v));
  });
}

} // namespace

// A function that the module does not define, or that a pointer names: where the events say that an
// instrumented one was entered it is followed. What others do shows in what is read afterwards.
void ThreadWalk::outside(const llvm::CallBase* i, uint32_t site) {
  skipUnsited();
  const Event* e = peek();
  if (e != nullptr && e->kind == EventKind::Enter) {
    const llvm::Function* entered = shared_.modules.functionAt(e->site);
    const llvm::Function* named = i->getCalledFunction();
    if (entered != nullptr && (named == nullptr || entered->getName() == named->getName()))
      return enterCallee(i, entered);
    // The library calls back; its result, if it is recorded, comes later.
    if (entered != nullptr && (site != 0 || (named != nullptr && entered->hasAddressTaken()))) {
      frames_.back().next = i;
      return push(entered, nullptr, std::vector<WalkValue>(entered->arg_size()));
    }
  }
  if (maySynchronize(i)) shared_.unseen.try_emplace({thread_, i}, Unseen{thread_, at_, placeOf(i)});
  const bool depends = std::any_of(i->arg_begin(), i->arg_end(), [&](const llvm::Value* v) {
    return !v->getType()->isMetadataTy() && valueOf(v).symbolic();
  });
  if (depends && mayWrite(i))
    gap(fmt::format("{}: what is written may depend on what it is given", placeOf(i)));
  if (site == 0) return set(i, {});
  const WalkValue result = number(i->getType(), events_[expect(site, EventKind::Result)].value);
  set(i, depends ? unknown(result) : result);
}

void ThreadWalk::library(const llvm::CallBase* i, uint32_t site) {
  const SiteKind kind = trace_.sites[site].kind;
  const auto result = [&](uint64_t n) {
    if (!i->getType()->isVoidTy()) set(i, number(i->getType(), n));
  };
  const auto argument = [&](unsigned n) {
    const WalkValue v = n < i->arg_size() ? valueOf(i->getArgOperand(n)) : WalkValue{};
    concretise(v);
    return v.constant == nullptr ? uint64_t{0} : numberOf(v.constant).value_or(0);
  };
  result(0);
  switch (kind) {
  case SiteKind::AtomicBegin:
  case SiteKind::AtomicEnd:
    return model_.mark(expect(site, EventKind::Mark));
  case SiteKind::Create: {
    const bool c11 = i->arg_size() == 3;
    const WalkValue given = valueOf(i->getArgOperand(c11 ? 2 : 3));
    if (const Event* e = peek(); e == nullptr || e->site != site) return result(1); // it failed
    const uint32_t event = expect(site, EventKind::Create);
    shared_.arguments[static_cast<uint32_t>(events_[event].value)] = {
        given.symbolic() ? known(given.constant) : given, given.symbolic()};
    const WalkValue start = valueOf(i->getArgOperand(c11 ? 1 : 2));
    if (start.constant != nullptr)
      if (const auto* f = llvm::dyn_cast<llvm::Function>(start.constant->stripPointerCasts());
          f != nullptr && !f->isDeclaration())
        shared_.starts[static_cast<uint32_t>(events_[event].value)] = f;
    return model_.create(event);
  }
  case SiteKind::Join:
    argument(0);
    if (const Event* e = peek(); e == nullptr || e->site != site) return result(1);
    return model_.join(expect(site, EventKind::Join));
  case SiteKind::SemOpen: {
    if (const Event* e = peek(); e == nullptr || e->site != site) return; // it failed
    const uint32_t event = expect(site, EventKind::Sync);
    result(events_[event].address);
    return model_.semaphoreOpens(event);
  }
  case SiteKind::WaitRelease: {
    uint32_t event = 0;
    for (unsigned n = 0; n < 4; ++n) model_.sync(event = expect(site + n, EventKind::Sync));
    return result(events_[event].value);
  }
  case SiteKind::BarrierArrive: {
    model_.sync(expect(site, EventKind::Sync));
    const uint32_t event = expect(site + 1, EventKind::Sync);
    model_.sync(event);
    return result(events_[event].value);
  }
  case SiteKind::OnceBegin:
    return once(i, site);
  default:
    break;
  }
  const uint32_t event = expect(site, EventKind::Sync);
  const llvm::StringRef name = i->getCalledFunction()->getName();
  if (kind == SiteKind::Init && name == "sem_init") return model_.semaphoreStarts(event, argument(2));
  if (kind == SiteKind::Init && name == "pthread_barrier_init")
    return model_.barrierStarts(event, argument(2));
  model_.sync(event);
  if (kind >= SiteKind::Lock && kind != SiteKind::Unlock && kind < SiteKind::Init)
    result(events_[event].value);
}

// The routine, if this call ran it, comes before the end of the call.
void ThreadWalk::once(const llvm::CallBase* i, uint32_t site) {
  if (!onceBegun_.contains(i)) expect(site, EventKind::Sync);
  if (const Event* e = peek(); e != nullptr && e->kind == EventKind::Enter) {
    if (const llvm::Function* f = shared_.modules.functionAt(e->site)) {
      onceBegun_.insert(i);
      frames_.back().next = i;
      return push(f, nullptr, {});
    }
  }
  onceBegun_.erase(i);
  model_.sync(expect(site + 1, EventKind::Sync));
}

void ThreadWalk::block(const llvm::MemIntrinsic* i, uint32_t site) {
  const auto* copy = llvm::dyn_cast<llvm::MemTransferInst>(i);
  const WalkValue bytes = valueOf(i->getLength());
  concretise(bytes);
  const auto n = bytes.constant == nullptr ? std::nullopt : numberOf(bytes.constant);
  if (!n) throw Lost{"a copy of unknown length"};
  if (*n == 0) return;
  if (copy != nullptr)
    learnAddress(copy->getRawSource(), events_[expect(site, EventKind::RangeRead)].address);
  const Event& to = events_[expect(site + 1, EventKind::RangeWrite)];
  learnAddress(i->getRawDest(), to.address);
  forget(to.address, *n);
}

void ThreadWalk::intrinsic(const llvm::IntrinsicInst* i) {
  const uint32_t site = shared_.modules.siteOf(i);
  if (const auto* memory = llvm::dyn_cast<llvm::MemIntrinsic>(i))
    return site != 0 ? block(memory, site) : throw Lost{"a copy between local variables"};
  if (i->getType()->isVoidTy()) return;
  if (i->getIntrinsicID() == llvm::Intrinsic::expect ||
      i->getIntrinsicID() == llvm::Intrinsic::threadlocal_address)
    return set(i,
               i->getIntrinsicID() == llvm::Intrinsic::expect ? valueOf(i->getArgOperand(0)) : WalkValue{});
  compute(i);
}

} // namespace heddle::llvm2ccfg
