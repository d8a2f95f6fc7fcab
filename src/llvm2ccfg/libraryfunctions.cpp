// See libraryfunctions.h.
#include "llvm2ccfg/libraryfunctions.h"

#include "llvm2ccfg/ctext.h"
#include "support/error.h"

#include <llvm/IR/Instructions.h>

#include <algorithm>
#include <map>

namespace heddle::llvm2ccfg {

namespace {

using Variables = std::set<const llvm::GlobalVariable*>;

bool hasWord(const std::string& name, std::initializer_list<const char*> words) {
  return std::ranges::any_of(words, [&](const char* w) { return name.find(w) != std::string::npos; });
}

bool makesByName(const std::string& name) {
  return hasWord(name, {"create", "init", "_new", "new_", "open", "setup", "alloc", "make"});
}
bool endsByName(const std::string& name) {
  return hasWord(name, {"destroy", "dispose", "delete", "free", "fini", "close", "shutdown", "cleanup",
                        "deinit", "terminate"});
}
// First stop, then free.
bool isLast(const std::string& name) { return hasWord(name, {"destroy", "dispose", "delete", "free"}); }

// Variables that the code may change or that others may, also in functions that it calls.
void addVariables(const llvm::Function& f, std::set<const llvm::Function*>& seen, Variables& out) {
  if (!seen.insert(&f).second) return;
  for (const llvm::BasicBlock& b : f)
    for (const llvm::Instruction& i : b)
      for (const llvm::Value* operand : i.operands()) {
        const llvm::Value* v = operand->stripInBoundsConstantOffsets();
        if (const auto* g = llvm::dyn_cast<llvm::GlobalVariable>(v);
            g != nullptr && !g->isConstant() && !g->isThreadLocal())
          out.insert(g);
        if (const auto* callee = llvm::dyn_cast<llvm::Function>(v)) addVariables(*callee, seen, out);
      }
}

std::string listOf(const std::vector<const llvm::Function*>& functions) {
  std::string out;
  for (const llvm::Function* f : functions) out += (out.empty() ? "" : ", ") + f->getName().str();
  return out;
}

std::vector<const llvm::Function*> external(const llvm::Module& module) {
  std::vector<const llvm::Function*> out;
  for (const llvm::Function& f : module)
    if (!f.isDeclaration() && !f.hasLocalLinkage() && f.getSubprogram() != nullptr) out.push_back(&f);
  return out;
}

} // namespace

unsigned LibraryFunction::parameters() const {
  unsigned count = type()->getTypeArray().size();
  if (count > 1 && type()->getTypeArray()[count - 1] == nullptr) --count; // "..."
  return count == 0 ? 0 : count - 1;
}

Library::Library(const llvm::Module& module, const std::string& file, const std::vector<std::string>& only) {
  std::vector<const llvm::Function*> candidates = external(module);
  for (const llvm::Function* f : candidates)
    if (f->getName() == "main")
      throw InputError("'" + file + "' has a main already: it is checked as it is, by heddle check " + file);
  for (const std::string& name : only)
    if (std::ranges::none_of(candidates, [&](const auto* f) { return f->getName() == name; }))
      throw InputError("'" + file + "' defines no function '" + name + "' with external linkage; it has " +
                       (candidates.empty() ? "none" : listOf(candidates)));
  findHandle(candidates);
  std::map<const llvm::GlobalVariable*, unsigned> users;
  std::map<const llvm::Function*, Variables> touched;
  for (const llvm::Function* f : candidates) {
    std::set<const llvm::Function*> seen;
    addVariables(*f, seen, touched[f]);
    for (const llvm::GlobalVariable* g : touched[f]) ++users[g];
  }
  for (const llvm::Function* f : candidates) {
    const bool named = std::ranges::find(only, f->getName().str()) != only.end();
    const bool shares =
        takesHandle(*f) || std::ranges::any_of(touched[f], [&](const auto* g) { return users[g] > 1; });
    if (!only.empty() ? named : shares) functions_.emplace_back(*f, roleOf(*f));
  }
  if (functions_.empty() && candidates.size() == 1) functions_.emplace_back(*candidates[0], Role::Use);
  if (of(Role::Use).empty())
    throw InputError("'" + file +
                     "' has no functions with external linkage that share state and that threads " +
                     "would call; name some by --functions" +
                     (candidates.empty() ? "" : ": it has " + listOf(candidates)));
  if (const llvm::DISubprogram* d = candidates.front()->getSubprogram())
    unit_ = d->getFile()->getFilename().str();
}

void Library::findHandle(const std::vector<const llvm::Function*>& functions) {
  std::map<const llvm::DIType*, unsigned> count;
  std::map<const llvm::DIType*, const llvm::DIType*> written;
  unsigned most = 0;
  for (const llvm::Function* f : functions)
    for (const llvm::DIType* t : f->getSubprogram()->getType()->getTypeArray()) {
      const llvm::DIType* inside = underlying(pointedTo(t));
      if (!llvm::isa_and_nonnull<llvm::DICompositeType>(inside)) continue;
      if (inside->getFile() != nullptr && inside->getFile()->getFilename().starts_with("/usr/")) continue;
      const llvm::DIType* plain = pointedTo(t);
      while (plain != nullptr && plain->getName().empty() && llvm::isa<llvm::DIDerivedType>(plain))
        plain = llvm::cast<llvm::DIDerivedType>(plain)->getBaseType(); // const and the like
      written.emplace(inside, plain);
      if (++count[inside] > most) most = count[inside], handle_ = inside;
    }
  if (handle_ != nullptr) handle_ = written[handle_];
}

bool Library::isHandle(const llvm::DIType* t) const {
  return handle_ != nullptr && isPointer(t) && underlying(pointedTo(t)) == underlying(handle_);
}

bool Library::takesHandle(const llvm::Function& f) const {
  return std::ranges::any_of(f.getSubprogram()->getType()->getTypeArray(),
                             [&](const llvm::DIType* t) { return isHandle(t); });
}

Role Library::roleOf(const llvm::Function& f) const {
  const std::string name = f.getName().str();
  if (endsByName(name)) return Role::Unmake;
  return makesByName(name) || makes(LibraryFunction(f, Role::Make)) ? Role::Make : Role::Use;
}

bool Library::makes(const LibraryFunction& f) const {
  if (!isHandle(f.result())) return false;
  for (unsigned n = 0; n < f.parameters(); ++n)
    if (isHandle(f.parameter(n))) return false;
  return true;
}

bool Library::isMade() const {
  return std::ranges::any_of(functions_, [&](const LibraryFunction& f) { return makes(f); });
}

std::vector<const LibraryFunction*> Library::all() const {
  std::vector<const LibraryFunction*> out;
  for (const Role role : {Role::Make, Role::Use, Role::Unmake})
    for (const LibraryFunction* f : of(role)) out.push_back(f);
  return out;
}

std::vector<const LibraryFunction*> Library::of(Role role) const {
  std::vector<const LibraryFunction*> out;
  for (const LibraryFunction& f : functions_)
    if (f.role() == role) out.push_back(&f);
  const auto isEarly = [&](const LibraryFunction* f) {
    return role == Role::Make ? makes(*f) : !isLast(f->name());
  };
  if (role != Role::Use) std::ranges::stable_partition(out, isEarly);
  // One way to make it is enough, and one to end it.
  std::vector<const LibraryFunction*> kept;
  bool made = false, freed = false;
  for (const LibraryFunction* f : out) {
    bool& done = role == Role::Make ? made : freed;
    const bool counts = role == Role::Make ? makes(*f) : role == Role::Unmake && isLast(f->name());
    if (counts && done) continue;
    done = done || counts;
    kept.push_back(f);
  }
  return kept;
}

} // namespace heddle::llvm2ccfg
