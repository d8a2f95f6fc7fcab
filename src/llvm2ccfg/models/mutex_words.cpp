// See mutex.h.

#include "llvm2ccfg/models/mutex.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Operator.h>

namespace heddle::llvm2ccfg {

namespace {

// Clang gives an initialised structure a type without a name if one of its unions has another member than the
// first; so does glibc's 32-bit mutex.
bool maybeNameless(const llvm::StructType* type, const std::string& name) {
  if (type->hasName() || !name.starts_with("pthread_mutex") || type->getNumElements() != 6) return false;
  for (unsigned i = 0; i < 5; ++i)
    if (!type->getElementType(i)->isIntegerTy(32)) return false;
  return true;
}

bool isOfType(const llvm::Type* t, const std::string& name) {
  const auto* type = llvm::dyn_cast<llvm::StructType>(t);
  if (type == nullptr) return false;
  return (type->hasName() && type->getName().contains(name)) || maybeNameless(type, name);
}

bool holdsSpecial(const llvm::Constant* c, const std::string& name) {
  if (c->isNullValue()) return false;
  if (isOfType(c->getType(), name)) return true;
  if (!llvm::isa<llvm::ConstantAggregate>(c)) return false;
  for (const llvm::Use& u : c->operands())
    if (holdsSpecial(llvm::cast<llvm::Constant>(u.get()), name)) return true;
  return false;
}

// Does code store into a field of such a structure? That is how local variables are initialised.
bool storesField(const llvm::Instruction& i, const std::string& name) {
  const auto* store = llvm::dyn_cast<llvm::StoreInst>(&i);
  if (store == nullptr) return false;
  const auto* value = llvm::dyn_cast<llvm::Constant>(store->getValueOperand());
  if (value != nullptr && value->isNullValue()) return false;
  const auto* field = llvm::dyn_cast<llvm::GEPOperator>(store->getPointerOperand());
  return field != nullptr && isOfType(field->getSourceElementType(), name);
}

// Is the function ever called with a kind that is not among these bits, or not known?
bool asksForKind(ModuleMap& map, const std::string& function, uint64_t harmless) {
  return map.remember("kind by " + function, [&] {
    const llvm::Function* f = map.module.getFunction(function);
    if (f == nullptr) return false;
    for (const llvm::User* u : f->users()) {
      const auto* call = llvm::dyn_cast<llvm::CallBase>(u);
      if (call == nullptr || call->arg_size() < 2) return true;
      const auto* kind = llvm::dyn_cast<llvm::ConstantInt>(call->getArgOperand(1));
      if (kind == nullptr || (kind->getZExtValue() & ~harmless) != 0) return true;
    }
    return false;
  });
}

} // namespace

bool isInitialisedSpecially(ModuleMap& map, const std::string& type) {
  return map.remember("special " + type, [&] {
    for (const llvm::GlobalVariable& g : map.module.globals())
      if (g.hasInitializer() && holdsSpecial(g.getInitializer(), type)) return true;
    for (const llvm::Function& f : map.module)
      for (const llvm::Instruction& i : llvm::instructions(f))
        if (storesField(i, type)) return true;
    return false;
  });
}

MutexUse mutexUse(ModelCall& c) {
  MutexUse use;
  use.robust = c.map.uses("pthread_mutexattr_setrobust");
  constexpr uint64_t timed = 2; // any C11 mutex can do that
  use.kinds = use.robust || asksForKind(c.map, "pthread_mutexattr_settype", normal) ||
              asksForKind(c.map, "mtx_init", timed) || isInitialisedSpecially(c.map, "pthread_mutex");
  return use;
}

uint64_t kindOffset(const ModelCall& c) { return c.program.pointerWidth() == 64 ? 16 : 12; }

MutexWords loadMutex(ModelCall& c, Action& a, Term m, const MutexUse& use) {
  MutexWords w;
  w.owner = a.load(m, 32, "owner");
  if (!use.kinds) return w;
  w.depth = a.load(c.at(m, 4), 32, "depth");
  w.kind = a.load(c.at(m, kindOffset(c)), 32, "kind");
  if (use.robust) w.health = a.load(c.at(m, 8), 32, "health");
  return w;
}

Term isOfKind(ModelCall& c, const MutexWords& w, uint64_t kind) {
  return c.tm.eq(w.health ? c.tm.andOf(w.kind, c.num(3)) : w.kind, c.num(kind));
}

Term isRobust(ModelCall& c, const MutexWords& w) {
  if (!w.health) return c.tm.falseTerm();
  return c.tm.ne(c.tm.andOf(w.kind, c.num(robustFlag)), c.num(0));
}

// A free or destroyed mutex has no owner: its number has no bit.
Term ownerIsDead(ModelCall& c, Action& a, const MutexWords& w) {
  const llvm::GlobalVariable* ended = c.map.module.getNamedGlobal("__heddle_ended_threads");
  Term set = a.load(c.program.addressOf(c.map.objectOf(ended)), 64, "ended");
  Term bit = c.tm.make(logic::Op::Shl, 64, c.num(1, 64), c.tm.sub(c.tm.zext(w.owner, 64), c.num(1, 64)));
  return c.tm.andOf(isRobust(c, w), c.tm.ne(c.tm.andOf(set, bit), c.num(0, 64)));
}

std::vector<Take> waysToTake(const MutexUse& use) {
  std::vector<Take> ways = {Take::Free};
  if (use.kinds) ways.push_back(Take::Again);
  if (use.robust) ways.insert(ways.end(), {Take::FromDead, Take::Never});
  return ways;
}

void take(ModelCall& c, Action& a, Term m, Take how, const MutexUse& use) {
  if (how == Take::Free) {
    Term owner = a.load(m, 32, "owner");
    a.assume(c.tm.eq(owner, c.num(0)));
    if (use.robust) a.assume(c.tm.ne(a.load(c.at(m, 8), 32, "health"), c.num(notRecoverable)));
    a.store(m, c.self());
    if (use.kinds) a.store(c.at(m, 4), c.num(1));
    return;
  }
  const MutexWords w = loadMutex(c, a, m, use);
  switch (how) {
  case Take::Again:
    a.assume(c.tm.andOf(c.tm.eq(w.owner, c.self()), isOfKind(c, w, recursive)));
    a.store(c.at(m, 4), c.tm.add(w.depth, c.num(1)));
    return;
  case Take::FromDead:
    a.assume(ownerIsDead(c, a, w));
    a.store(m, c.self()).store(c.at(m, 4), c.num(1)).store(c.at(m, 8), c.num(inconsistent));
    return;
  case Take::Never:
  case Take::Free:
    a.assume(c.tm.andOf(c.tm.eq(w.owner, c.num(0)), c.tm.eq(w.health, c.num(notRecoverable))));
    return;
  }
}

uint64_t resultOf(Take how) {
  constexpr uint64_t eownerdead = 130;
  return how == Take::FromDead ? eownerdead : how == Take::Never ? enotrecoverable : 0;
}

void give(ModelCall& c, Action& a, Term m, Give how, const MutexUse& use) {
  const MutexWords w = loadMutex(c, a, m, use);
  Term inside = c.tm.ult(c.num(1), w.depth);
  a.assume(c.tm.andOf(c.tm.eq(w.owner, c.self()), how == Give::Inner ? inside : c.tm.notOf(inside)));
  if (how == Give::Inner) {
    a.store(c.at(m, 4), c.tm.sub(w.depth, c.num(1)));
    return;
  }
  a.store(m, c.num(0)).store(c.at(m, 4), c.num(0));
  if (use.robust) { // nobody repaired it
    Term broken = c.tm.eq(w.health, c.num(inconsistent));
    a.store(c.at(m, 8), c.tm.ite(broken, c.num(notRecoverable), w.health));
  }
}

} // namespace heddle::llvm2ccfg
