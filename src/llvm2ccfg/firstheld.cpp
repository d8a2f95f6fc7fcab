// See firstheld.h. The address is followed through the code that is not optimised yet: into variables, and
// out of functions that return it.
#include "llvm2ccfg/firstheld.h"

#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/Instructions.h>

#include <optional>

namespace heddle::llvm2ccfg {

namespace {

constexpr int mostHops = 12; // from variable to variable, and from function to caller

struct Held {
  std::string name;
  const llvm::DIType* type = nullptr; // of the pointer
};

// Behind typedef, const and volatile.
const llvm::DIType* stripped(const llvm::DIType* t) {
  namespace dwarf = llvm::dwarf;
  while (const auto* d = llvm::dyn_cast_or_null<llvm::DIDerivedType>(t)) {
    if (d->getTag() == dwarf::DW_TAG_pointer_type || d->getTag() == dwarf::DW_TAG_member) return t;
    t = d->getBaseType();
  }
  return t;
}

// Null: void, or nothing that tells how the bytes are used.
const llvm::DIType* pointee(const llvm::DIType* t) {
  const auto* pointer = llvm::dyn_cast_or_null<llvm::DIDerivedType>(stripped(t));
  return pointer != nullptr && pointer->getTag() == llvm::dwarf::DW_TAG_pointer_type
             ? stripped(pointer->getBaseType())
             : nullptr;
}

const llvm::DICompositeType* structure(const llvm::Module& module, llvm::StringRef name) {
  llvm::DebugInfoFinder finder;
  finder.processModule(module);
  for (const llvm::DIType* t : finder.types())
    if (const auto* c = llvm::dyn_cast<llvm::DICompositeType>(t);
        c != nullptr && c->getName() == name && !c->isForwardDecl())
      return c;
  return nullptr;
}

// The member that the address of a store goes to.
std::optional<Held> member(const llvm::Module& module, const llvm::GetElementPtrInst* address) {
  const auto* type = llvm::dyn_cast<llvm::StructType>(address->getSourceElementType());
  if (type == nullptr || !type->hasName() || address->getNumIndices() != 2) return std::nullopt;
  const auto* index = llvm::dyn_cast<llvm::ConstantInt>(address->getOperand(2));
  if (index == nullptr) return std::nullopt;
  const uint64_t offset = module.getDataLayout()
                              .getStructLayout(const_cast<llvm::StructType*>(type))
                              ->getElementOffset(static_cast<unsigned>(index->getZExtValue()));
  const llvm::DICompositeType* c = structure(module, type->getName().split('.').second);
  if (c == nullptr) return std::nullopt;
  for (const llvm::DINode* e : c->getElements())
    if (const auto* m = llvm::dyn_cast<llvm::DIDerivedType>(e);
        m != nullptr && m->getOffsetInBits() == 8 * offset && !m->getName().empty())
      return Held{m->getName().str(), m->getBaseType()};
  return std::nullopt;
}

std::optional<Held> variable(const llvm::Module& module, const llvm::Value* address) {
  if (const auto* g = llvm::dyn_cast<llvm::GlobalVariable>(address)) {
    llvm::SmallVector<llvm::DIGlobalVariableExpression*, 1> debug;
    g->getDebugInfo(debug);
    return Held{g->getName().str(), debug.empty() ? nullptr : debug[0]->getVariable()->getType()};
  }
  if (const auto* address2 = llvm::dyn_cast<llvm::GetElementPtrInst>(address))
    return member(module, address2);
  auto* local = llvm::dyn_cast<llvm::AllocaInst>(const_cast<llvm::Value*>(address));
  if (local == nullptr || !local->hasName()) return std::nullopt;
  for (const llvm::DbgVariableRecord* r : llvm::findDVRDeclares(local))
    return Held{r->getVariable()->getName().str(), r->getVariable()->getType()};
  for (const llvm::DbgDeclareInst* d : llvm::findDbgDeclares(local))
    return Held{d->getVariable()->getName().str(), d->getVariable()->getType()};
  return std::nullopt;
}

class Finder {
public:
  explicit Finder(const llvm::Module& module) : module_(module) {}

  // The first variable with a type that tells something; else the first one.
  void follow(const llvm::Value* value, const Activation* activation) {
    if (++hops_ > mostHops || isTyped()) return;
    for (const llvm::User* user : value->users()) {
      if (isTyped()) return;
      if (llvm::isa<llvm::ReturnInst>(user)) {
        if (activation->parent != nullptr && activation->call != nullptr)
          follow(activation->call, activation->parent);
        continue;
      }
      const auto* store = llvm::dyn_cast<llvm::StoreInst>(user);
      if (store == nullptr || store->getValueOperand() != value) continue;
      const std::optional<Held> held = variable(module_, store->getPointerOperand());
      if (held && (!found || pointee(held->type) != nullptr)) found = held;
      if (isTyped()) return;
      if (llvm::isa<llvm::AllocaInst>(store->getPointerOperand()))
        for (const llvm::User* load : store->getPointerOperand()->users())
          if (llvm::isa<llvm::LoadInst>(load)) follow(load, activation);
    }
  }

  std::optional<Held> found;

private:
  bool isTyped() const { return found && pointee(found->type) != nullptr; }

  const llvm::Module& module_;
  int hops_ = 0;
};

} // namespace

void nameByPointer(ModuleMap& map, const Activation* activation, const llvm::CallBase* call,
                   ccfg::Object& object) {
  Finder finder(map.module);
  finder.follow(call, activation);
  if (!finder.found) return;
  object.pointer = finder.found->name;
  const llvm::DIType* element = pointee(finder.found->type);
  const ccfg::TypeRef one = element == nullptr ? nullptr : map.typeOf(element);
  if (!one || one->size == 0) return;
  if (object.size == one->size) {
    object.type = one;
    return;
  }
  auto several = std::make_shared<ccfg::Type>();
  several->kind = ccfg::Type::Kind::Array;
  several->element = one;
  several->count = object.size / one->size;
  several->size = several->count * one->size;
  object.type = several;
}

} // namespace heddle::llvm2ccfg
