// Loads, stores, locals, and the atomic read-modify-write instructions.

#include "llvm2ccfg/action.h"
#include "llvm2ccfg/operators.h"
#include "llvm2ccfg/walk.h"

#include "support/error.h"

namespace heddle::llvm2ccfg {

using ccfg::MemOrder;
using logic::Op;

namespace {

MemOrder orderOf(llvm::AtomicOrdering o) {
  switch (o) {
  case llvm::AtomicOrdering::NotAtomic:
    return MemOrder::Plain;
  case llvm::AtomicOrdering::Unordered:
  case llvm::AtomicOrdering::Monotonic:
    return MemOrder::Relaxed;
  case llvm::AtomicOrdering::Acquire:
    return MemOrder::Acquire;
  case llvm::AtomicOrdering::Release:
    return MemOrder::Release;
  case llvm::AtomicOrdering::AcquireRelease:
    return MemOrder::AcqRel;
  case llvm::AtomicOrdering::SequentiallyConsistent:
    return MemOrder::SeqCst;
  }
  return MemOrder::SeqCst;
}

// --volatile relaxed: an aligned access of at most a word happens at once on the machine, and code from
// before C11 relies on that.
MemOrder orderOf(ModuleMap& map, const llvm::Instruction* i, llvm::Type* type, llvm::Align align) {
  const auto* load = llvm::dyn_cast<llvm::LoadInst>(i);
  const MemOrder order =
      orderOf(load != nullptr ? load->getOrdering() : llvm::cast<llvm::StoreInst>(i)->getOrdering());
  if (order != MemOrder::Plain || !map.options.volatileRelaxed || !i->isVolatile()) return order;
  const uint64_t bytes = map.module.getDataLayout().getTypeStoreSize(type);
  const bool isWord = bytes * 8 <= map.program.pointerWidth() && align.value() >= bytes;
  return isWord && !map.program.files.isLibrary(map.position(i->getDebugLoc()).file) ? MemOrder::Relaxed
                                                                                     : order;
}

// __builtin_constant_p does not evaluate its argument.
bool isOnlyAskedForConstancy(const llvm::LoadInst* i) {
  return !i->isVolatile() && !i->use_empty() && llvm::all_of(i->users(), [](const llvm::User* u) {
    const auto* call = llvm::dyn_cast<llvm::CallBase>(u);
    return call != nullptr && call->getIntrinsicID() == llvm::Intrinsic::is_constant;
  });
}

// The parts that a load or store of this type touches: one after the other, or, if it is atomic, at once.
std::vector<ModuleMap::Leaf> accessible(const ModuleMap& map, llvm::Type* t) {
  std::vector<ModuleMap::Leaf> leaves = map.leaves(t);
  if (t->isVectorTy() && t->getScalarSizeInBits() < 8) throw UnsupportedHere{"a vector of bits in memory"};
  return leaves;
}

void startPart(Cursor& c, bool atomic, size_t part, size_t parts) {
  if (!atomic || part == 0) c.startEdge();
  if (atomic && parts > 1) c.edge().atomicGroup = true;
}

} // namespace

bool ThreadWalker::memory(Item& item, const llvm::Instruction* i) {
  if (const auto* l = llvm::dyn_cast<llvm::LoadInst>(i)) return load(item, l), true;
  if (const auto* s = llvm::dyn_cast<llvm::StoreInst>(i)) return store(item, s), true;
  if (const auto* a = llvm::dyn_cast<llvm::AllocaInst>(i)) return allocate(item, a), true;
  if (const auto* x = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(i)) return exchange(item, x), true;
  if (const auto* m = llvm::dyn_cast<llvm::AtomicRMWInst>(i)) return modify(item, m), true;
  if (const auto* f = llvm::dyn_cast<llvm::FenceInst>(i)) {
    if (f->getSyncScopeID() == llvm::SyncScope::SingleThread) return true; // for signal handlers only
    item.cursor.startEdge(); // it must not hold up the access before it
    item.cursor.append(ccfg::Fence{orderOf(f->getOrdering())});
    return true;
  }
  return false;
}

void ThreadWalker::allocate(Item& item, const llvm::AllocaInst* i) {
  Activation* a = item.activation;
  if (a->locals.contains(i)) return;
  Cursor& c = item.cursor;
  if (auto it = a->addresses.find(i); it != a->addresses.end()) {
    c.bind(a, i, {it->second});
    return;
  }
  if (a->info->isPromotable(i)) { // a scalar that is declared where C allows a jump over it
    a->locals[i] = c.temp(i->getName().str(), map_.bitsOf(i->getAllocatedType()), map_.localType(i));
    return;
  }
  // A variable-length array or alloca(): its size is known when control gets here.
  unsigned width = map_.program.pointerWidth();
  ccfg::Object object;
  object.name =
      (i->hasName() ? i->getName().str() : std::string("local")) + "@" + a->function->getName().str();
  object.kind = ccfg::ObjectKind::Local;
  object.uninitialised = true;
  object.pos = c.position();
  ccfg::ObjectId id = map_.program.addObject(std::move(object));
  c.startEdge();
  Term count = map_.terms.resize(c.scalar(a, i->getArraySize()), width);
  uint64_t element = map_.module.getDataLayout().getTypeAllocSize(i->getAllocatedType());
  ccfg::RegId address = c.home(a, i)[0];
  c.append(ccfg::Alloc{address, id, map_.terms.mul(count, map_.terms.constant(element, width)), false});
  c.startEdge();
}

// Ends the lives of variable-length arrays: those that are made after `since`, or all. An array of a scope
// that was left is null, so that the scope can be entered again.
void ThreadWalker::freeDynamic(Cursor& c, Activation* a, const llvm::Instruction* since) {
  ccfg::Set gone;
  for (const auto& [array, reg] : a->sized) {
    if (since != nullptr && !a->info->dominates(since, array)) continue;
    if (gone.assignments.empty()) c.startEdge();
    c.append(ccfg::Free{map_.program.regTerm(reg), false});
    gone.assignments.push_back({reg, map_.terms.constant(0, map_.program.pointerWidth())});
  }
  if (!gone.assignments.empty()) c.append(std::move(gone));
  if (!a->sized.empty()) c.startEdge();
}

// The end of a scope with arrays of variable length.
void ThreadWalker::restoreStack(Item& item, const llvm::CallBase* i) {
  const auto* load = llvm::dyn_cast<llvm::LoadInst>(i->getArgOperand(0));
  if (load == nullptr) return;
  for (const llvm::User* u : load->getPointerOperand()->users())
    if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(u))
      if (const auto* save = llvm::dyn_cast<llvm::CallInst>(store->getValueOperand()))
        freeDynamic(item.cursor, item.activation, save);
}

// Locals of all functions that a thread leaves by ending, other than by returning, end with it.
void ThreadWalker::endLives(Cursor& c) {
  if (!map_.options.checkMemory) return;
  const auto below = [](const Activation* a) { return a->alone ? nullptr : a->parent; };
  const Activation* a = c.activation();
  if (llvm::isa<llvm::ReturnInst>(c.instruction())) a = below(a); // returning has ended its own
  std::vector<ccfg::RegId> ending;
  for (; a != nullptr; a = below(a)) {
    const std::vector<ccfg::RegId> dynamic = a->dynamic();
    ending.insert(ending.end(), a->frees.begin(), a->frees.end());
    ending.insert(ending.end(), dynamic.begin(), dynamic.end());
  }
  freeLocals(c, ending);
}

void ThreadWalker::load(Item& item, const llvm::LoadInst* i) {
  Cursor& c = item.cursor;
  Activation* a = item.activation;
  if (const auto* local = llvm::dyn_cast<llvm::AllocaInst>(i->getPointerOperand());
      local != nullptr && a->locals.contains(local)) {
    if (auto it = commandLine_.find(local); it != commandLine_.end() && !i->use_empty()) c.relyOn(it->second);
    c.bind(a, i, {c.local(a->locals[local])});
    return;
  }
  if (isOnlyAskedForConstancy(i)) return;
  std::vector<ModuleMap::Leaf> leaves = accessible(map_, i->getType());
  std::vector<ccfg::RegId> home = c.home(a, i);
  for (size_t n = 0; n < leaves.size(); ++n) {
    startPart(c, i->isAtomic(), n, leaves.size());
    Term base = c.scalar(a, i->getPointerOperand());
    Term address = map_.terms.add(base, map_.terms.constant(leaves[n].offset, base.width()));
    c.access(ccfg::Load{home[n], address, map_.bytesOf(leaves[n].type),
                        orderOf(map_, i, i->getType(), i->getAlign()), i->isVolatile()});
  }
}

void ThreadWalker::store(Item& item, const llvm::StoreInst* i) {
  Cursor& c = item.cursor;
  Activation* a = item.activation;
  if (const auto* local = llvm::dyn_cast<llvm::AllocaInst>(i->getPointerOperand());
      local != nullptr && a->locals.contains(local)) {
    c.setLocal(a->locals[local], c.scalar(a, i->getValueOperand()));
    return;
  }
  std::vector<ModuleMap::Leaf> leaves = accessible(map_, i->getValueOperand()->getType());
  for (size_t n = 0; n < leaves.size(); ++n) {
    startPart(c, i->isAtomic(), n, leaves.size());
    Term base = c.scalar(a, i->getPointerOperand());
    Term value = c.get(a, i->getValueOperand())[n];
    Term address = map_.terms.add(base, map_.terms.constant(leaves[n].offset, base.width()));
    c.access(ccfg::Store{address, value, map_.bytesOf(leaves[n].type),
                         orderOf(map_, i, i->getValueOperand()->getType(), i->getAlign()), i->isVolatile()});
  }
}

void ThreadWalker::exchange(Item& item, const llvm::AtomicCmpXchgInst* i) {
  Cursor& c = item.cursor;
  Activation* a = item.activation;
  c.startEdge();
  Term address = c.scalar(a, i->getPointerOperand());
  const Leaves expected = c.get(a, i->getCompareOperand()), desired = c.get(a, i->getNewValOperand());
  const std::vector<ModuleMap::Leaf> parts = accessible(map_, i->getCompareOperand()->getType());
  MemOrder order = orderOf(i->getMergedOrdering());
  std::vector<ccfg::RegId> home = c.home(a, i); // {old value, success}
  Term equal = map_.terms.trueTerm();
  for (size_t n = 0; n < parts.size(); ++n)
    equal = map_.terms.andOf(equal, map_.terms.eq(map_.program.regTerm(home[n]), expected[n]));
  const auto at = [&](size_t n) {
    return map_.terms.add(address, map_.terms.constant(parts[n].offset, address.width()));
  };
  ccfg::LocId from = c.place(), to = map_.program.addLocation(thread_);
  Action success(c, from, order), failure(c, from, order);
  for (size_t n = 0; n < parts.size(); ++n) {
    success.loadInto(home[n], at(n));
    failure.loadInto(home[n], at(n));
  }
  success.assume(equal);
  for (size_t n = 0; n < parts.size(); ++n) success.store(at(n), desired[n]);
  success.set(home.back(), map_.terms.trueTerm()).byProgram().to(to);
  // A failed exchange only reads; a weak one may fail for no reason.
  if (!i->isWeak()) failure.assume(map_.terms.notOf(equal));
  failure.set(home.back(), map_.terms.falseTerm()).byProgram().to(to);
  c.standAt(to);
}

void ThreadWalker::modify(Item& item, const llvm::AtomicRMWInst* i) {
  Cursor& c = item.cursor;
  Activation* a = item.activation;
  if (map_.leaves(i->getType()).size() != 1) return exchangeWide(item, i);
  c.startEdge();
  Term address = c.scalar(a, i->getPointerOperand());
  Term value = c.scalar(a, i->getValOperand());
  unsigned bytes = map_.bytesOf(i->getValOperand()->getType());
  MemOrder order = orderOf(i->getOrdering());
  ccfg::RegId home = c.home(a, i)[0];
  Term old = map_.program.regTerm(home);
  const Term result = modification(map_.terms, i->getOperation(), old, value);
  if (!result) map_.unsupported(i, "an unusual atomic operation");
  c.edge().atomicGroup = true;
  c.access(ccfg::Load{home, address, bytes, order, i->isVolatile()});
  c.access(ccfg::Store{address, result, bytes, order, i->isVolatile()});
}

// More than 8 bytes are only exchanged.
void ThreadWalker::exchangeWide(Item& item, const llvm::AtomicRMWInst* i) {
  if (i->getOperation() != llvm::AtomicRMWInst::Xchg)
    map_.unsupported(i, "this atomic operation on more than 8 bytes");
  Cursor& c = item.cursor;
  c.startEdge();
  Term address = c.scalar(item.activation, i->getPointerOperand());
  const Leaves value = c.get(item.activation, i->getValOperand());
  const std::vector<ModuleMap::Leaf> parts = accessible(map_, i->getType());
  std::vector<ccfg::RegId> home = c.home(item.activation, i);
  const MemOrder order = orderOf(i->getOrdering());
  c.edge().atomicGroup = true;
  for (size_t n = 0; n < parts.size(); ++n) {
    Term at = map_.terms.add(address, map_.terms.constant(parts[n].offset, address.width()));
    const unsigned bytes = map_.bytesOf(parts[n].type);
    c.access(ccfg::Load{home[n], at, bytes, order, i->isVolatile()});
    c.access(ccfg::Store{at, value[n], bytes, order, i->isVolatile()});
  }
}

} // namespace heddle::llvm2ccfg
