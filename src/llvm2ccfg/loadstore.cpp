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

// The parts that a load or store of this type touches, one after the other.
std::vector<ModuleMap::Leaf> accessible(const ModuleMap& map, llvm::Type* t, bool atomic) {
  std::vector<ModuleMap::Leaf> leaves = map.leaves(t);
  if (atomic && leaves.size() != 1) throw UnsupportedHere{"an atomic access to more than 8 bytes"};
  if (t->isVectorTy() && t->getScalarSizeInBits() < 8) throw UnsupportedHere{"a vector of bits in memory"};
  return leaves;
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
  std::vector<ModuleMap::Leaf> leaves = accessible(map_, i->getType(), i->isAtomic());
  std::vector<ccfg::RegId> home = c.home(a, i);
  for (size_t n = 0; n < leaves.size(); ++n) {
    c.startEdge();
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
  std::vector<ModuleMap::Leaf> leaves = accessible(map_, i->getValueOperand()->getType(), i->isAtomic());
  for (size_t n = 0; n < leaves.size(); ++n) {
    c.startEdge();
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
  Term expected = c.scalar(a, i->getCompareOperand());
  Term desired = c.scalar(a, i->getNewValOperand());
  MemOrder order = orderOf(i->getMergedOrdering());
  std::vector<ccfg::RegId> home = c.home(a, i); // {old value, success}
  Term equal = map_.terms.eq(map_.program.regTerm(home[0]), expected);
  ccfg::LocId from = c.place(), to = map_.program.addLocation(thread_);
  Action success(c, from, order);
  success.loadInto(home[0], address)
      .assume(equal)
      .store(address, desired)
      .set(home[1], map_.terms.trueTerm());
  success.byProgram().to(to);
  // A failed exchange only reads; a weak one may fail for no reason.
  Action failure(c, from, order);
  failure.loadInto(home[0], address);
  if (!i->isWeak()) failure.assume(map_.terms.notOf(equal));
  failure.set(home[1], map_.terms.falseTerm()).byProgram().to(to);
  c.standAt(to);
}

void ThreadWalker::modify(Item& item, const llvm::AtomicRMWInst* i) {
  Cursor& c = item.cursor;
  Activation* a = item.activation;
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

} // namespace heddle::llvm2ccfg
