// Names of memory from debug information: see sites.h.
#include "instrument/sites.h"

#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Operator.h>

namespace heddle::instrument {

namespace {

struct Described {
  std::string text;
  const llvm::DIType* type = nullptr; // of the object that the text names; null: not known
};

const llvm::DIType* strip(const llvm::DIType* type) {
  while (const auto* derived = llvm::dyn_cast_or_null<llvm::DIDerivedType>(type)) {
    if (derived->getTag() == llvm::dwarf::DW_TAG_pointer_type) break;
    type = derived->getBaseType();
  }
  return type;
}

std::string offsetText(int64_t offset) {
  return offset == 0 ? "" : (offset > 0 ? "+" : "") + std::to_string(offset);
}

const llvm::DIDerivedType* memberAt(const llvm::DICompositeType* type, uint64_t offset) {
  const llvm::DIDerivedType* found = nullptr;
  for (const llvm::DINode* node : type->getElements()) {
    const auto* member = llvm::dyn_cast<llvm::DIDerivedType>(node);
    if (member == nullptr || member->getTag() != llvm::dwarf::DW_TAG_member) continue;
    if (member->getOffsetInBits() / 8 <= offset) found = member;
    if (type->getTag() == llvm::dwarf::DW_TAG_union_type) break;
  }
  return found;
}

// The part of `bytes` bytes at the offset: ".items[2]".
Described part(Described whole, int64_t offset, uint64_t bytes) {
  const auto* type = llvm::dyn_cast_or_null<llvm::DICompositeType>(strip(whole.type));
  if (type == nullptr || offset < 0) {
    const llvm::DIType* scalar = strip(whole.type);
    const uint64_t size = scalar == nullptr ? 0 : scalar->getSizeInBits() / 8;
    if (size != 0 && offset != 0 && offset % static_cast<int64_t>(size) == 0 && type == nullptr)
      return {whole.text + "[" + std::to_string(offset / static_cast<int64_t>(size)) + "]", whole.type};
    return {whole.text + offsetText(offset), offset == 0 ? whole.type : nullptr};
  }
  const auto at = static_cast<uint64_t>(offset);
  if (at == 0 && bytes != 0 && type->getSizeInBits() / 8 == bytes) return whole;
  if (at == 0 && bytes == 0 && type->getTag() == llvm::dwarf::DW_TAG_union_type)
    return whole; // pthread_mutex_t is one
  if (type->getTag() == llvm::dwarf::DW_TAG_array_type) {
    const llvm::DIType* element = type->getBaseType();
    const uint64_t size = strip(element) == nullptr ? 0 : strip(element)->getSizeInBits() / 8;
    if (size == 0) return {whole.text + offsetText(offset), nullptr};
    return part({whole.text + "[" + std::to_string(at / size) + "]", element},
                static_cast<int64_t>(at % size), bytes);
  }
  const llvm::DIDerivedType* member = memberAt(type, at);
  if (member == nullptr) return {whole.text + offsetText(offset), nullptr};
  const bool through = whole.text.ends_with("->");
  return part({whole.text + (through ? "" : ".") + member->getName().str(), member->getBaseType()},
              offset - static_cast<int64_t>(member->getOffsetInBits() / 8), bytes);
}

Described ofGlobal(const llvm::GlobalVariable* g) {
  llvm::SmallVector<llvm::DIGlobalVariableExpression*, 1> infos;
  g->getDebugInfo(infos);
  const std::string name = g->getName().str();
  return {name, infos.empty() ? nullptr : infos[0]->getVariable()->getType()};
}

Described ofLocal(const llvm::Value* v) {
  auto* mutableValue = const_cast<llvm::Value*>(v); // the functions of LLVM change nothing
  for (const llvm::DbgVariableRecord* r : llvm::findDVRDeclares(mutableValue))
    return {r->getVariable()->getName().str(), r->getVariable()->getType()};
  llvm::SmallVector<llvm::DbgValueInst*, 2> values;
  llvm::SmallVector<llvm::DbgVariableRecord*, 2> records;
  llvm::findDbgValues(values, mutableValue, &records);
  for (const llvm::DbgVariableRecord* r : records)
    if (r->getExpression()->getNumElements() == 0)
      return {r->getVariable()->getName().str(), r->getVariable()->getType()};
  return {};
}

Described describeAt(const llvm::Value* address, uint64_t bytes, const llvm::DataLayout& layout,
                     unsigned depth);

// What a pointer that was computed points to.
Described pointee(const llvm::Value* pointer, const llvm::DataLayout& layout, unsigned depth) {
  Described name = ofLocal(pointer);
  if (name.text.empty())
    if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(pointer); load != nullptr && depth > 0)
      name = describeAt(load->getPointerOperand(), 8, layout, depth - 1);
  if (name.text.empty()) return {};
  const auto* type = llvm::dyn_cast_or_null<llvm::DIDerivedType>(strip(name.type));
  const llvm::DIType* base = type == nullptr ? nullptr : type->getBaseType();
  if (llvm::isa_and_nonnull<llvm::DICompositeType>(strip(base))) return {name.text + "->", base};
  return {"*" + name.text, base};
}

Described describeAt(const llvm::Value* address, uint64_t bytes, const llvm::DataLayout& layout,
                     unsigned depth) {
  int64_t offset = 0;
  bool exact = true;
  while (const auto* gep = llvm::dyn_cast<llvm::GEPOperator>(address)) {
    llvm::APInt step(64, 0);
    if (gep->accumulateConstantOffset(layout, step))
      offset += step.getSExtValue();
    else
      exact = false;
    address = gep->getPointerOperand();
  }
  Described base;
  if (const auto* g = llvm::dyn_cast<llvm::GlobalVariable>(address))
    base = ofGlobal(g);
  else if (llvm::isa<llvm::AllocaInst>(address))
    base = ofLocal(address);
  else
    base = pointee(address, layout, depth);
  if (base.text.empty()) return {};
  if (!exact)
    return {(base.text.ends_with("->") ? base.text.substr(0, base.text.size() - 2) : base.text) + "[...]",
            nullptr};
  Described whole = part(base, offset, bytes);
  if (whole.text.ends_with("->")) whole.text = "*" + whole.text.substr(0, whole.text.size() - 2);
  return whole;
}

} // namespace

std::string describe(const llvm::Value* address, uint64_t bytes, const llvm::DataLayout& layout) {
  return describeAt(address, bytes, layout, 3).text;
}

} // namespace heddle::instrument
