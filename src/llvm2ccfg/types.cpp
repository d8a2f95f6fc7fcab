// LLVM types by their sizes, and C types from the debug information, for reports.

#include "llvm2ccfg/module_map.h"

#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/DebugProgramInstruction.h>
#include <llvm/IR/IntrinsicInst.h>

namespace heddle::llvm2ccfg {

unsigned ModuleMap::bitsOf(const llvm::Type* t) const {
  if (t->isPointerTy()) return program.pointerWidth();
  if (t->isFloatTy()) return 32;
  if (t->isDoubleTy() || t->isX86_FP80Ty())
    return 64; // long double is computed as double; an assumption says so
  if (t->isIntegerTy() && t->getIntegerBitWidth() <= 64) return t->getIntegerBitWidth();
  if (t->isIntegerTy()) throw UnsupportedHere{"integers wider than 64 bits"};
  if (t->isVectorTy()) throw UnsupportedHere{"vector types"};
  throw UnsupportedHere{"a value of a type that is no scalar"};
}

unsigned ModuleMap::bytesOf(const llvm::Type* t) const { return (bitsOf(t) + 7) / 8; }

std::vector<llvm::Type*> ModuleMap::leafTypes(llvm::Type* t) const {
  if (auto* s = llvm::dyn_cast<llvm::StructType>(t)) {
    std::vector<llvm::Type*> out;
    for (llvm::Type* e : s->elements()) {
      std::vector<llvm::Type*> sub = leafTypes(e);
      out.insert(out.end(), sub.begin(), sub.end());
    }
    return out;
  }
  auto repeat = [&](llvm::Type* element, uint64_t count) {
    std::vector<llvm::Type*> out;
    for (uint64_t i = 0; i < count; ++i) {
      std::vector<llvm::Type*> sub = leafTypes(element);
      out.insert(out.end(), sub.begin(), sub.end());
    }
    return out;
  };
  if (auto* a = llvm::dyn_cast<llvm::ArrayType>(t)) return repeat(a->getElementType(), a->getNumElements());
  if (auto* v = llvm::dyn_cast<llvm::FixedVectorType>(t))
    return repeat(v->getElementType(), v->getNumElements());
  if (t->isVoidTy()) return {};
  return {t};
}

ccfg::TypeRef ModuleMap::typeOf(const llvm::DIType* t) {
  if (t == nullptr) return nullptr;
  if (auto it = types_.find(t); it != types_.end()) return it->second;
  types_[t] = nullptr; // a type that contains itself (through a pointer) ends here
  return types_[t] = makeType(t);
}

ccfg::TypeRef ModuleMap::makeType(const llvm::DIType* t) {
  namespace dwarf = llvm::dwarf;
  using Kind = ccfg::Type::Kind;
  if (const auto* c = llvm::dyn_cast<llvm::DICompositeType>(t)) return makeComposite(c);
  auto out = std::make_shared<ccfg::Type>();
  out->size = t->getSizeInBits() / 8;
  out->name = t->getName().str();
  if (const auto* b = llvm::dyn_cast<llvm::DIBasicType>(t)) {
    switch (b->getEncoding()) {
    case dwarf::DW_ATE_boolean:
      out->kind = Kind::Bool;
      break;
    case dwarf::DW_ATE_float:
      out->kind = Kind::Float;
      break;
    case dwarf::DW_ATE_signed_char:
      out->kind = Kind::Char;
      break;
    case dwarf::DW_ATE_signed:
      out->kind = Kind::Signed;
      break;
    default:
      out->kind = Kind::Unsigned;
      break;
    }
    return out;
  }
  const auto* d = llvm::dyn_cast<llvm::DIDerivedType>(t);
  if (d == nullptr) return out;
  if (d->getTag() == dwarf::DW_TAG_pointer_type) {
    out->kind = Kind::Pointer;
    return out;
  }
  return typeOf(d->getBaseType()); // typedef, const, volatile, _Atomic
}

ccfg::TypeRef ModuleMap::makeComposite(const llvm::DICompositeType* c) {
  namespace dwarf = llvm::dwarf;
  using Kind = ccfg::Type::Kind;
  auto out = std::make_shared<ccfg::Type>();
  out->size = c->getSizeInBits() / 8;
  out->name = c->getName().str();
  switch (c->getTag()) {
  case dwarf::DW_TAG_structure_type:
  case dwarf::DW_TAG_union_type:
    out->kind = c->getTag() == dwarf::DW_TAG_union_type ? Kind::Union : Kind::Struct;
    for (const llvm::DINode* e : c->getElements())
      if (const auto* m = llvm::dyn_cast<llvm::DIDerivedType>(e);
          m != nullptr && m->getTag() == dwarf::DW_TAG_member)
        out->fields.push_back({m->getName().str(), m->getOffsetInBits() / 8, typeOf(m->getBaseType())});
    return out;
  case dwarf::DW_TAG_enumeration_type:
    out->kind = Kind::Enum;
    for (const llvm::DINode* e : c->getElements())
      if (const auto* v = llvm::dyn_cast<llvm::DIEnumerator>(e))
        out->enumerators.push_back({v->getName().str(), v->getValue().getSExtValue()});
    return out;
  case dwarf::DW_TAG_array_type:
    break;
  default:
    return out;
  }
  // Dimensions are listed outermost first; build from the innermost.
  ccfg::TypeRef element = typeOf(c->getBaseType());
  std::vector<uint64_t> counts;
  for (const llvm::DINode* e : c->getElements())
    if (const auto* s = llvm::dyn_cast<llvm::DISubrange>(e)) {
      auto* count = llvm::dyn_cast_if_present<llvm::ConstantInt*>(s->getCount());
      counts.push_back(count != nullptr && count->getSExtValue() > 0 ? count->getZExtValue() : 0);
    }
  for (auto n = counts.rbegin(); n != counts.rend(); ++n) {
    auto array = std::make_shared<ccfg::Type>();
    array->kind = Kind::Array;
    array->count = *n;
    array->size = element ? element->size * *n : 0;
    array->element = element;
    element = array;
  }
  return element;
}

ccfg::TypeRef ModuleMap::localType(const llvm::AllocaInst* a) {
  for (llvm::DbgVariableRecord* r : llvm::findDVRDeclares(const_cast<llvm::AllocaInst*>(a)))
    return typeOf(r->getVariable()->getType());
  for (llvm::DbgDeclareInst* d : llvm::findDbgDeclares(const_cast<llvm::AllocaInst*>(a)))
    return typeOf(d->getVariable()->getType());
  return nullptr;
}

} // namespace heddle::llvm2ccfg
