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
  if (t->isDoubleTy()) return 64;
  if (t->isIntegerTy() && t->getIntegerBitWidth() <= 64) return t->getIntegerBitWidth();
  if (t->isIntegerTy()) throw UnsupportedHere{"integers wider than 64 bits"};
  if (t->isX86_FP80Ty()) throw UnsupportedHere{"long double"};
  if (t->isFloatingPointTy()) throw UnsupportedHere{"a floating-point type of an unusual size"};
  if (t->isVectorTy()) throw UnsupportedHere{"vector types"};
  throw UnsupportedHere{"a value of a non-scalar type"};
}

unsigned ModuleMap::bytesOf(const llvm::Type* t) const { return (bitsOf(t) + 7) / 8; }

std::vector<ModuleMap::Leaf> ModuleMap::leaves(llvm::Type* t) const {
  const llvm::DataLayout& layout = module.getDataLayout();
  std::vector<Leaf> out;
  auto add = [&](llvm::Type* element, uint64_t offset) {
    for (const Leaf& l : leaves(element)) out.push_back({l.type, offset + l.offset});
  };
  auto integer = [&](unsigned bits) { return llvm::IntegerType::get(t->getContext(), bits); };
  if (auto* s = llvm::dyn_cast<llvm::StructType>(t)) {
    for (unsigned n = 0; n < s->getNumElements(); ++n)
      add(s->getElementType(n), layout.getStructLayout(s)->getElementOffset(n));
  } else if (auto* a = llvm::dyn_cast<llvm::ArrayType>(t)) {
    for (uint64_t n = 0; n < a->getNumElements(); ++n)
      add(a->getElementType(), n * layout.getTypeAllocSize(a->getElementType()));
  } else if (auto* v = llvm::dyn_cast<llvm::FixedVectorType>(t)) {
    for (uint64_t n = 0; n < v->getNumElements(); ++n)
      add(v->getElementType(), n * layout.getTypeAllocSize(v->getElementType()));
  } else if (t->isIntegerTy() && t->getIntegerBitWidth() > 64 && t->getIntegerBitWidth() <= 128) {
    out = {{integer(64), 0}, {integer(t->getIntegerBitWidth() - 64), 8}};
  } else if (t->isX86_FP80Ty()) {
    out = {{integer(64), 0}, {integer(16), 8}};
  } else if (!t->isVoidTy()) {
    out = {{t, 0}};
  }
  return out;
}

std::vector<llvm::Type*> ModuleMap::leafTypes(llvm::Type* t) const {
  std::vector<llvm::Type*> out;
  for (const Leaf& l : leaves(t)) out.push_back(l.type);
  return out;
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
