// Globals, positions and messages; types.cpp has the types, constants.cpp the constants.

#include "llvm2ccfg/module_map.h"

#include "llvm2ccfg/annotations.h"
#include "llvm2ccfg/models/models.h"
#include "support/error.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/Instructions.h>

#include <algorithm>
#include <filesystem>

namespace heddle::llvm2ccfg {

ModuleMap::ModuleMap(const llvm::Module& m, ccfg::Program& p, const FrontendOptions& o)
    : module(m), program(p), options(o), terms(*p.terms), meantAtomic_(functionsMeantAtomic(m, o.atomic)) {}

ccfg::ObjectId ModuleMap::objectOf(const llvm::GlobalObject* g) {
  if (auto it = objects_.find(g); it != objects_.end()) return it->second;
  ccfg::Object object;
  object.name = g->getName().str();
  if (llvm::isa<llvm::Function>(g)) {
    object.kind = ccfg::ObjectKind::Function;
    object.size = 1;
    object.readOnly = true;
    return objects_[g] = program.addObject(std::move(object));
  }
  const auto* v = llvm::cast<llvm::GlobalVariable>(g);
  object.size = module.getDataLayout().getTypeAllocSize(v->getValueType());
  object.readOnly = v->isConstant();
  llvm::SmallVector<llvm::DIGlobalVariableExpression*, 1> debug;
  v->getDebugInfo(debug);
  if (!debug.empty()) {
    object.type = typeOf(debug[0]->getVariable()->getType());
    object.pos = {fileIndex(debug[0]->getVariable()->getFile()), debug[0]->getVariable()->getLine(), 0};
    object.name = debug[0]->getVariable()->getName().str();
    if (object.name.empty()) object.name = g->getName().str();
  }
  // Entered before its initialiser is read: initialisers may point to each other in circles.
  ccfg::ObjectId id = program.addObject(std::move(object));
  objects_[g] = id;
  ccfg::Object filled = program.objects[id];
  initialise(filled, *v);
  program.objects[id] = std::move(filled);
  return id;
}

bool ModuleMap::isAbsent(const llvm::GlobalValue* g) const {
  return g->hasExternalWeakLinkage() && !models().contains(g->getName().str());
}

void ModuleMap::initialise(ccfg::Object& object, const llvm::GlobalVariable& g) {
  llvm::StringRef name = g.getName();
  if (name == "stdin" || name == "stdout" || name == "stderr") {
    // A stream is only handed on; any address that is not null will do.
    object.init.push_back({0, program.pointerWidth() / 8, program.addressOf(objects_.at(&g))});
    return;
  }
  if (!g.hasInitializer()) {
    object.uninitialised = true;
    assume(ccfg::AssumptionKind::Other,
           "global variable '" + object.name + "' has no definition: its initial value is arbitrary",
           object.pos, false, true);
    return;
  }
  addInit(object, g.getInitializer(), 0);
}

namespace {

// C lets a call go through a type with other parameter types of the same shape; the number must fit.
bool fits(const llvm::Function& f, const llvm::FunctionType* type) {
  const llvm::FunctionType* t = f.getFunctionType();
  bool count = t->isVarArg() || type->isVarArg() || t->getNumParams() == type->getNumParams();
  return count && (type->getReturnType()->isVoidTy() || !t->getReturnType()->isVoidTy());
}

bool isOnlyStarted(const llvm::Function& f) {
  return llvm::all_of(f.uses(), [](const llvm::Use& u) {
    const auto* call = llvm::dyn_cast<llvm::CallBase>(u.getUser());
    const llvm::Function* callee = call != nullptr ? call->getCalledFunction() : nullptr;
    return call != nullptr &&
           (call->isCallee(&u) || (callee != nullptr && (callee->getName() == "pthread_create" ||
                                                         callee->getName() == "thrd_create")));
  });
}

} // namespace

std::vector<const llvm::Function*> ModuleMap::addressTaken(const llvm::FunctionType* type) const {
  std::vector<const llvm::Function*> out;
  for (const llvm::Function& f : module) {
    if (!f.hasAddressTaken() || f.isIntrinsic()) continue;
    if (fits(f, type) || (f.hasFnAttribute(castFunction) && !f.isDeclaration())) out.push_back(&f);
  }
  return out;
}

std::vector<const llvm::Function*> ModuleMap::addressTakenOfOtherType(const llvm::FunctionType* type) const {
  std::vector<const llvm::Function*> out;
  for (const llvm::Function& f : module) {
    if (!f.hasAddressTaken() || f.isIntrinsic() || isOnlyStarted(f)) continue;
    if (!fits(f, type) && (!f.hasFnAttribute(castFunction) || f.isDeclaration())) out.push_back(&f);
  }
  return out;
}

size_t ModuleMap::sortByMeaning(std::vector<const llvm::Function*>& candidates, const llvm::Value* pointer) {
  if (candidates.size() < 2) return candidates.size();
  if (pointers_ == nullptr) pointers_ = std::make_unique<FunctionPointers>(module);
  const std::set<const llvm::Function*> meant = pointers_->targets(pointer);
  const auto others = std::stable_partition(candidates.begin(), candidates.end(),
                                            [&](const llvm::Function* f) { return meant.contains(f); });
  return others == candidates.begin() ? candidates.size() : static_cast<size_t>(others - candidates.begin());
}

const FunctionInfo& ModuleMap::info(const llvm::Function* f) {
  std::unique_ptr<FunctionInfo>& i = infos_[f];
  if (i == nullptr) i = std::make_unique<FunctionInfo>(*f);
  return *i;
}

uint32_t ModuleMap::fileIndex(const llvm::DIFile* f) {
  if (f == nullptr) return 0;
  if (auto it = files_.find(f); it != files_.end()) return it->second;
  std::filesystem::path path(f->getFilename().str());
  std::filesystem::path directory(f->getDirectory().str());
  std::error_code ec;
  // A path relative to the compilation's folder is shown relative to ours, if it is the same.
  if (path.is_relative() && !directory.empty() && directory != std::filesystem::current_path(ec))
    path = directory / path;
  return files_[f] = program.files.add(path.lexically_normal().string());
}

SourcePos ModuleMap::position(const llvm::DebugLoc& loc) {
  if (!loc) return {};
  const llvm::DILocation* l = loc.get();
  return {fileIndex(l->getFile()), l->getLine(), l->getColumn()};
}

SourcePos ModuleMap::position(const llvm::DISubprogram* s) {
  if (s == nullptr) return {};
  return {fileIndex(s->getFile()), s->getLine(), 0};
}

void ModuleMap::unsupported(SourcePos pos, const std::string& construct) {
  throw InputError((pos.known() ? program.posString(pos) + ": " : std::string()) +
                   "unsupported: " + construct);
}

void ModuleMap::unsupported(const llvm::Instruction* at, const std::string& construct) {
  SourcePos pos = position(at->getDebugLoc());
  std::string where = pos.known() ? "" : " (in function '" + at->getFunction()->getName().str() + "')";
  unsupported(pos, construct + where);
}

ccfg::AssumptionId ModuleMap::assume(ccfg::AssumptionKind kind, const std::string& text, SourcePos pos,
                                     bool misses, bool adds) {
  return program.addAssumption({kind, text, pos, misses, adds});
}

void ModuleMap::warn(const std::string& text) const {
  if (options.warn) options.warn(text);
}

void ModuleMap::warnOfBodiless() const {
  if (bodiless_.empty()) return;
  const bool one = bodiless_.size() == 1;
  std::string list;
  for (const auto& [function, places] : bodiless_) {
    list += (list.empty() ? "'" : ", '") + function + "' (" + *places.begin();
    if (places.size() > 1) list += " and " + std::to_string(places.size() - 1) + " more";
    list += ")";
  }
  warn(std::to_string(bodiless_.size()) + (one ? " function" : " functions") + " without a body: " + list +
       "; assuming that " + (one ? "it returns any value and changes" : "they return any value and change") +
       " nothing. Add " + (one ? "its file" : "their files") + " to the command line.");
}

bool ModuleMap::uses(const std::string& function) const {
  const llvm::Function* f = module.getFunction(function);
  return f != nullptr && !f->use_empty();
}

bool ModuleMap::remember(const std::string& question, const std::function<bool()>& answer) {
  if (auto it = answers_.find(question); it != answers_.end()) return it->second;
  return answers_[question] = answer();
}

} // namespace heddle::llvm2ccfg
