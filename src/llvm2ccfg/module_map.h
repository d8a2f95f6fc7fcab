// The module's globals as memory objects, C types for reports, source positions, and the messages about what
// is not supported. One ModuleMap serves the translation of all threads of a program.
#pragma once

#include "ccfg/program.h"
#include "llvm2ccfg/compile.h"
#include "llvm2ccfg/frontend.h"
#include "llvm2ccfg/function_info.h"
#include "llvm2ccfg/function_pointers.h"

#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Module.h>

#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

namespace heddle::llvm2ccfg {

using ccfg::Term;
using Leaves = std::vector<Term>; // the scalars of a value; an aggregate has several

// Thrown where the place is not known; the walk adds it.
struct UnsupportedHere {
  std::string construct;
};

class ModuleMap {
public:
  ModuleMap(const llvm::Module& module, ccfg::Program& program, const FrontendOptions& options);

  const llvm::Module& module;
  ccfg::Program& program;
  const FrontendOptions& options;
  logic::TermManager& terms;

  // Types
  unsigned bitsOf(const llvm::Type* t) const;  // of a scalar; throws Unsupported for others
  unsigned bytesOf(const llvm::Type* t) const; // bytes that a load or store of it touches
  struct Leaf {
    llvm::Type* type;
    uint64_t offset; // in bytes, where the value lies in memory
  };
  std::vector<Leaf> leaves(llvm::Type* t) const; // a wide number has two
  std::vector<llvm::Type*> leafTypes(llvm::Type* t) const;
  ccfg::TypeRef typeOf(const llvm::DIType* t);
  ccfg::TypeRef localType(const llvm::AllocaInst* a); // from the debug records, or null

  // Globals and constants
  ccfg::ObjectId objectOf(const llvm::GlobalObject* g); // functions and variables; not thread-local ones
  bool isAbsent(const llvm::GlobalValue* g) const; // a weak symbol that nobody defines: its address is null
  Leaves constantLeaves(const llvm::Constant* c);
  Term labelAddress(const llvm::BasicBlock* label); // of a computed goto
  void initialise(ccfg::Object& object, const llvm::GlobalVariable& g);

  // Functions that an indirect call of this type can reach.
  std::vector<const llvm::Function*> addressTaken(const llvm::FunctionType* type) const;
  // Those that no cast in the source makes be called so, and that would do with another number of arguments.
  std::vector<const llvm::Function*> addressTakenOfOtherType(const llvm::FunctionType* type) const;
  const FunctionInfo& info(const llvm::Function* f);

  // Places
  SourcePos position(const llvm::DebugLoc& loc);
  SourcePos position(const llvm::DISubprogram* s);

  [[noreturn]] void unsupported(const llvm::Instruction* at, const std::string& construct);
  [[noreturn]] void unsupported(SourcePos pos, const std::string& construct);
  ccfg::AssumptionId assume(ccfg::AssumptionKind kind, const std::string& text, SourcePos pos, bool misses,
                            bool adds);
  void warn(const std::string& text) const;
  // A function that is called and has neither a body nor a model; all of them are told in one warning.
  void noteBodiless(const std::string& function, SourcePos at) {
    bodiless_[function].insert(program.posString(at));
  }
  void warnOfBodiless() const;
  bool uses(const std::string& function) const; // is a function of this name called anywhere?
  // Those of the candidates that the pointer may mean, as far as can be told, come first: how many. Values
  // from outside are not followed, so something must be said of the others, too.
  size_t sortByMeaning(std::vector<const llvm::Function*>& candidates, const llvm::Value* pointer);
  // The answer to a question about the whole module, which is looked for once.
  bool remember(const std::string& question, const std::function<bool()>& answer);
  bool isMeantAtomic(const llvm::Function* f) const {
    return meantAtomic_.contains(f);
  } // its body is a block

private:
  Term constantTerm(const llvm::Constant* c);
  Term constantExpression(const llvm::ConstantExpr* c);
  void addInit(ccfg::Object& object, const llvm::Constant* c, uint64_t offset);
  ccfg::TypeRef makeType(const llvm::DIType* t);
  ccfg::TypeRef makeComposite(const llvm::DICompositeType* t);
  uint32_t fileIndex(const llvm::DIFile* f);

  std::unordered_map<const llvm::GlobalObject*, ccfg::ObjectId> objects_;
  std::unordered_map<const llvm::Function*, ccfg::ObjectId> labels_;
  std::unordered_map<const llvm::DIType*, ccfg::TypeRef> types_;
  std::unordered_map<const llvm::Function*, std::unique_ptr<FunctionInfo>> infos_;
  std::unique_ptr<FunctionPointers> pointers_;
  std::unordered_map<const llvm::DIFile*, uint32_t> files_;
  std::map<std::string, bool> answers_;
  std::map<std::string, std::set<std::string>> bodiless_; // places
  std::set<const llvm::Function*> meantAtomic_;
};

} // namespace heddle::llvm2ccfg
