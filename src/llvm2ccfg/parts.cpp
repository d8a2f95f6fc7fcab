// Values made of parts: taking them apart, putting them together, choosing between them. Neighbour:
// instructions.cpp computes with the parts.

#include "llvm2ccfg/walk.h"

namespace heddle::llvm2ccfg {

namespace {

// Index of the first leaf of the element that `indices` name, within the leaves of `type`.
size_t leafIndex(const ModuleMap& map, llvm::Type* type, llvm::ArrayRef<unsigned> indices) {
  size_t at = 0;
  for (unsigned index : indices) {
    for (unsigned i = 0; i < index; ++i)
      at += map.leafTypes(llvm::ExtractValueInst::getIndexedType(type, {i})).size();
    type = llvm::ExtractValueInst::getIndexedType(type, {index});
  }
  return at;
}

void put(Leaves& all, size_t at, const Leaves& part) {
  std::copy(part.begin(), part.end(), all.begin() + static_cast<long>(at));
}

Leaves take(const Leaves& all, size_t at, size_t count) {
  auto first = all.begin() + static_cast<long>(at);
  return Leaves(first, first + static_cast<long>(count));
}

} // namespace

bool ThreadWalker::parts(Item& item, const llvm::Instruction* i) {
  Cursor& c = item.cursor;
  Activation* a = item.activation;
  if (llvm::isa<llvm::FreezeInst>(i)) {
    c.bind(a, i, c.get(a, i->getOperand(0)));
    return true;
  }
  if (llvm::isa<llvm::SelectInst>(i)) {
    Leaves which = c.get(a, i->getOperand(0));
    Leaves yes = c.get(a, i->getOperand(1)), no = c.get(a, i->getOperand(2));
    const size_t per = yes.size() / which.size(); // one condition for all, or one for each element
    for (size_t n = 0; n < yes.size(); ++n) yes[n] = map_.terms.ite(which[n / per], yes[n], no[n]);
    c.bind(a, i, yes);
    return true;
  }
  if (const auto* e = llvm::dyn_cast<llvm::ExtractValueInst>(i)) {
    size_t from = leafIndex(map_, e->getAggregateOperand()->getType(), e->getIndices());
    c.bind(a, i, take(c.get(a, e->getAggregateOperand()), from, map_.leafTypes(e->getType()).size()));
    return true;
  }
  if (const auto* e = llvm::dyn_cast<llvm::InsertValueInst>(i)) {
    Leaves all = c.get(a, e->getAggregateOperand());
    put(all, leafIndex(map_, e->getType(), e->getIndices()), c.get(a, e->getInsertedValueOperand()));
    c.bind(a, i, all);
    return true;
  }
  return elements(item, i);
}

// Of vectors. An index that is not known chooses among all; one that is too large is undefined.
bool ThreadWalker::elements(Item& item, const llvm::Instruction* i) {
  Cursor& c = item.cursor;
  Activation* a = item.activation;
  auto isAt = [&](const llvm::Value* index, size_t k) {
    Term at = c.scalar(a, index);
    return map_.terms.eq(at, map_.terms.constant(k, at.width()));
  };
  if (const auto* e = llvm::dyn_cast<llvm::ExtractElementInst>(i)) {
    Leaves out = lane(item, e->getVectorOperand(), 0);
    const auto* type = llvm::cast<llvm::FixedVectorType>(e->getVectorOperandType());
    for (size_t k = 1; k < type->getNumElements(); ++k) {
      Leaves here = lane(item, e->getVectorOperand(), k);
      for (size_t n = 0; n < out.size(); ++n)
        out[n] = map_.terms.ite(isAt(e->getIndexOperand(), k), here[n], out[n]);
    }
    c.bind(a, i, out);
    return true;
  }
  if (llvm::isa<llvm::InsertElementInst>(i)) {
    Leaves element = c.get(a, i->getOperand(1));
    bindLanes(item, i, [&](size_t k) {
      Leaves old = lane(item, i->getOperand(0), k);
      for (size_t n = 0; n < old.size(); ++n)
        old[n] = map_.terms.ite(isAt(i->getOperand(2), k), element[n], old[n]);
      return old;
    });
    return true;
  }
  if (const auto* s = llvm::dyn_cast<llvm::ShuffleVectorInst>(i)) {
    const auto* type = llvm::cast<llvm::FixedVectorType>(s->getOperand(0)->getType());
    const auto count = static_cast<int>(type->getNumElements());
    bindLanes(item, i, [&](size_t k) {
      int from = std::max(0, s->getMaskValue(static_cast<unsigned>(k))); // -1: any element will do
      return lane(item, s->getOperand(from < count ? 0 : 1), static_cast<size_t>(from % count));
    });
    return true;
  }
  return false;
}

} // namespace heddle::llvm2ccfg
