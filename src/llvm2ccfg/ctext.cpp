// See ctext.h. Declarators are built from the inside out, as C reads them.
#include "llvm2ccfg/ctext.h"

#include <llvm/BinaryFormat/Dwarf.h>

namespace heddle::llvm2ccfg {

namespace dwarf = llvm::dwarf;

namespace {

const llvm::DIDerivedType* derived(const llvm::DIType* t) {
  return llvm::dyn_cast_or_null<llvm::DIDerivedType>(t);
}
const llvm::DICompositeType* composite(const llvm::DIType* t) {
  return llvm::dyn_cast_or_null<llvm::DICompositeType>(t);
}

std::string spaced(const std::string& type, const std::string& name) {
  return name.empty() ? type : type + " " + name;
}

std::string members(const llvm::DICompositeType* c) {
  std::string out = " {\n";
  for (const llvm::DINode* e : c->getElements()) {
    if (const auto* value = llvm::dyn_cast<llvm::DIEnumerator>(e))
      out += "  " + value->getName().str() + " = " + std::to_string(value->getValue().getSExtValue()) + ",\n";
    const auto* m = llvm::dyn_cast<llvm::DIDerivedType>(e);
    if (m == nullptr || m->getTag() != dwarf::DW_TAG_member) continue;
    const std::string bits = m->isBitField() ? " : " + std::to_string(m->getSizeInBits()) : "";
    out += "  " + declaration(m->getBaseType(), m->getName().str()) + bits + ";\n";
  }
  return out + "}";
}

std::string keyword(const llvm::DICompositeType* c) {
  return c->getTag() == dwarf::DW_TAG_union_type         ? "union"
         : c->getTag() == dwarf::DW_TAG_enumeration_type ? "enum"
                                                         : "struct";
}

// One without a tag can only be written out.
std::string tagged(const llvm::DICompositeType* c) {
  return c->getName().empty() ? keyword(c) + members(c) : keyword(c) + " " + c->getName().str();
}

std::string array(const llvm::DICompositeType* c, std::string name) {
  for (const llvm::DINode* e : c->getElements())
    if (const auto* s = llvm::dyn_cast<llvm::DISubrange>(e)) {
      const auto* count = llvm::dyn_cast_if_present<llvm::ConstantInt*>(s->getCount());
      name += "[" +
              (count != nullptr && count->getSExtValue() >= 0 ? std::to_string(count->getZExtValue()) : "") +
              "]";
    }
  return declaration(c->getBaseType(), name);
}

std::string qualified(const llvm::DIDerivedType* d, const std::string& name) {
  const char* word = d->getTag() == dwarf::DW_TAG_const_type      ? "const"
                     : d->getTag() == dwarf::DW_TAG_volatile_type ? "volatile"
                     : d->getTag() == dwarf::DW_TAG_atomic_type   ? "_Atomic"
                                                                  : "";
  if (isPointer(d->getBaseType()) && d->getBaseType()->getName().empty())
    return declaration(d->getBaseType(), spaced(word, name)); // the pointer itself, not what it leads to
  return *word == '\0' ? declaration(d->getBaseType(), name)
                       : word + std::string(" ") + declaration(d->getBaseType(), name);
}

} // namespace

const llvm::DIType* underlying(const llvm::DIType* t) {
  while (const llvm::DIDerivedType* d = derived(t)) {
    if (d->getTag() == dwarf::DW_TAG_pointer_type) return t;
    t = d->getBaseType();
  }
  return t;
}

bool isPointer(const llvm::DIType* t) {
  const llvm::DIDerivedType* d = derived(underlying(t));
  return d != nullptr && d->getTag() == dwarf::DW_TAG_pointer_type;
}

const llvm::DIType* pointedTo(const llvm::DIType* t) {
  return isPointer(t) ? derived(underlying(t))->getBaseType() : nullptr;
}

const llvm::DISubroutineType* functionBehind(const llvm::DIType* t) {
  return llvm::dyn_cast_or_null<llvm::DISubroutineType>(underlying(pointedTo(t)));
}

bool isComplete(const llvm::DIType* t) {
  t = underlying(t);
  if (t == nullptr || llvm::isa<llvm::DISubroutineType>(t)) return false;
  const llvm::DICompositeType* c = composite(t);
  return c == nullptr || (!c->isForwardDecl() && c->getSizeInBits() > 0);
}

std::string declaration(const llvm::DIType* t, const std::string& name) {
  if (t == nullptr) return spaced("void", name);
  if (const auto* f = llvm::dyn_cast<llvm::DISubroutineType>(t)) return declaration(f, name);
  if (const llvm::DICompositeType* c = composite(t))
    return c->getTag() == dwarf::DW_TAG_array_type ? array(c, name) : spaced(tagged(c), name);
  const llvm::DIDerivedType* d = derived(t);
  if (d == nullptr || d->getTag() == dwarf::DW_TAG_typedef) return spaced(t->getName().str(), name);
  if (d->getTag() != dwarf::DW_TAG_pointer_type) return qualified(d, name);
  const llvm::DIType* base = d->getBaseType();
  const bool binds =
      base != nullptr && (llvm::isa<llvm::DISubroutineType>(base) ||
                          (composite(base) != nullptr && base->getTag() == dwarf::DW_TAG_array_type));
  return declaration(base, binds ? "(*" + name + ")" : "*" + name);
}

std::string declaration(const llvm::DISubroutineType* f, const std::string& name,
                        const std::vector<std::string>& parameters) {
  const llvm::DITypeRefArray types = f->getTypeArray();
  std::string list;
  for (unsigned i = 1; i < types.size(); ++i) {
    if (i > 1) list += ", ";
    if (types[i] == nullptr)
      list += "..."; // debug information marks them so
    else
      list += declaration(types[i], i <= parameters.size() ? parameters[i - 1] : "");
  }
  return declaration(types.size() == 0 ? nullptr : types[0],
                     name + "(" + (list.empty() ? "void" : list) + ")");
}

void defineTypes(const llvm::DIType* t, Definitions& to, bool complete) {
  if (t == nullptr || !to.done.insert({t, complete}).second) return;
  const bool isHere = t->getFile() != nullptr && t->getFile()->getFilename() == to.file;
  if (const auto* f = llvm::dyn_cast<llvm::DISubroutineType>(t)) {
    for (const llvm::DIType* part : f->getTypeArray()) defineTypes(part, to, complete);
  } else if (const llvm::DICompositeType* c = composite(t)) {
    if (!complete && !c->getName().empty()) return;
    defineTypes(c->getBaseType(), to, complete);
    for (const llvm::DINode* e : c->getElements())
      if (const auto* m = llvm::dyn_cast<llvm::DIDerivedType>(e)) defineTypes(m->getBaseType(), to);
    const bool isTagged = isHere && !c->getName().empty() && !c->isForwardDecl();
    if (isTagged) to.text.push_back(tagged(c) + members(c) + ";\n");
  } else if (const llvm::DIDerivedType* d = derived(t)) {
    const bool isNamed = isHere && d->getTag() == dwarf::DW_TAG_typedef;
    const std::string text = "typedef " + declaration(d->getBaseType(), d->getName().str()) + ";\n";
    const llvm::DICompositeType* named = composite(d->getBaseType());
    const bool first = named != nullptr && !named->getName().empty(); // its members may use the new name
    if (isNamed && first) to.text.push_back(text);
    defineTypes(d->getBaseType(), to, complete && d->getTag() != dwarf::DW_TAG_pointer_type);
    if (isNamed && !first) to.text.push_back(text);
  }
}

} // namespace heddle::llvm2ccfg
