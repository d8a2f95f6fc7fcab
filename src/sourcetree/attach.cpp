// See the header.

#include "sourcetree/attach.h"

#include "sourcetree/expanded.h"

#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

namespace heddle::sourcetree {

namespace {

// On functions whose discriminators are ours: bitcode of the user's may have others.
constexpr const char* mark = "heddle-statements";

class Attachment {
public:
  Attachment(const ExpandedSource& source, const StatementOfToken& ofToken)
      : source_(source), ofToken_(ofToken) {}

  const llvm::DILocation* of(const llvm::DILocation* l) {
    const llvm::DILocation*& known = done_[l];
    if (known == nullptr) known = make(*l);
    return known;
  }

private:
  const llvm::DILocation* make(const llvm::DILocation& l) {
    const std::optional<size_t> token = source_.tokenAt(nameOf(l.getFile()), l.getLine(), l.getColumn());
    const ccfg::StatementId statement = token ? ofToken_[*token] : 0;
    llvm::DILocalScope* scope = l.getScope();
    if (statement != 0)
      scope = llvm::DILexicalBlockFile::get(l.getContext(), scope, scope->getFile(), statement);
    return llvm::DILocation::get(l.getContext(), l.getLine(), token ? source_.column(*token) : 0, scope);
  }

  const std::string& nameOf(const llvm::DIFile* f) {
    std::string& name = names_[f];
    if (name.empty()) name = absoluteName(f->getFilename(), f->getDirectory());
    return name;
  }

  const ExpandedSource& source_;
  const StatementOfToken& ofToken_;
  std::unordered_map<const llvm::DILocation*, const llvm::DILocation*> done_;
  std::unordered_map<const llvm::DIFile*, std::string> names_;
};

} // namespace

void attachStatements(llvm::Module& m, const ExpandedSource& source, const StatementOfToken& ofToken) {
  Attachment attachment(source, ofToken);
  for (llvm::Function& f : m) {
    if (f.isDeclaration()) continue;
    f.addFnAttr(mark);
    for (llvm::BasicBlock& b : f)
      for (llvm::Instruction& i : b)
        if (const llvm::DebugLoc& l = i.getDebugLoc()) i.setDebugLoc(llvm::DebugLoc(attachment.of(l.get())));
  }
}

namespace {

ccfg::StatementId ownStatement(const llvm::Instruction& i) {
  const llvm::DebugLoc& l = i.getDebugLoc();
  const auto* scope = l ? llvm::dyn_cast<llvm::DILexicalBlockFile>(l->getScope()) : nullptr;
  return scope != nullptr && i.getFunction()->hasFnAttribute(mark) ? scope->getDiscriminator() : 0;
}

} // namespace

// Clang gives the branch of a `do` the place of what it compiled before, and the value of `a && b` none: a
// branch goes with what it decides by, and a phi with what it is for.
ccfg::StatementId statementOf(const llvm::Instruction& i) {
  const llvm::Value* decides = nullptr;
  if (const auto* branch = llvm::dyn_cast<llvm::BranchInst>(&i); branch != nullptr && branch->isConditional())
    decides = branch->getCondition();
  if (const auto* choice = llvm::dyn_cast<llvm::SwitchInst>(&i)) decides = choice->getCondition();
  const auto* computed = llvm::dyn_cast_or_null<llvm::Instruction>(decides);
  ccfg::StatementId statement = computed != nullptr ? ownStatement(*computed) : 0;
  if (statement == 0) statement = ownStatement(i);
  const auto* phi = llvm::dyn_cast<llvm::PHINode>(&i);
  for (unsigned nested = 0; statement == 0 && phi != nullptr && !phi->use_empty() && nested < 100; ++nested) {
    const auto* user = llvm::cast<llvm::Instruction>(*phi->user_begin());
    statement = ownStatement(*user);
    phi = llvm::dyn_cast<llvm::PHINode>(user);
  }
  return statement;
}

} // namespace heddle::sourcetree
