// Runs Clang's front end in this process, at -O0, without any LLVM pass: each C access stays one IR access.
// Neighbours: frontend.cpp asks for the modules, library.cpp for the library functions written in C.

#include "llvm2ccfg/compile.h"

#include "llvm2ccfg/compiler_flags.h"
#include "llvm2ccfg/library.h"
#include "llvm2ccfg/models/verifier_names.h"
#include "support/error.h"

#include <clang/AST/ASTConsumer.h>
#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/AST/RecursiveASTVisitor.h>
#include <clang/Basic/Diagnostic.h>
#include <clang/Basic/DiagnosticSema.h>
#include <clang/CodeGen/CodeGenAction.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/CompilerInvocation.h>
#include <clang/Frontend/MultiplexConsumer.h>
#include <clang/Frontend/TextDiagnosticPrinter.h>
#include <clang/Frontend/Utils.h>
#include <clang/Lex/PPCallbacks.h>
#include <clang/Lex/Preprocessor.h>
#include <llvm/BinaryFormat/Magic.h>
#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/IR/Verifier.h>
#include <llvm/IRReader/IRReader.h>
#include <llvm/Support/CrashRecoveryContext.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Support/VirtualFileSystem.h>
#include <llvm/Support/raw_ostream.h>

#include <algorithm>
#include <exception>
#include <filesystem>
#include <functional>
#include <set>

namespace heddle::llvm2ccfg {

namespace {

// Collects the extents of statements before code generation consumes the syntax tree.
class StatementCollector : public clang::ASTConsumer, public clang::RecursiveASTVisitor<StatementCollector> {
public:
  explicit StatementCollector(std::vector<StatementRange>& out) : out_(out) {}

  void HandleTranslationUnit(clang::ASTContext& context) override {
    context_ = &context;
    TraverseDecl(context.getTranslationUnitDecl());
  }

  bool VisitCompoundStmt(clang::CompoundStmt* s) {
    for (clang::Stmt* child : s->body()) addStatement(child);
    return true;
  }
  bool VisitIfStmt(clang::IfStmt* s) { return addAll({s->getCond(), s->getThen(), s->getElse()}); }
  bool VisitWhileStmt(clang::WhileStmt* s) { return addAll({s->getCond(), s->getBody()}); }
  bool VisitDoStmt(clang::DoStmt* s) { return addAll({s->getCond(), s->getBody()}); }
  bool VisitForStmt(clang::ForStmt* s) {
    return addAll({s->getInit(), s->getCond(), s->getInc(), s->getBody()});
  }
  bool VisitSwitchStmt(clang::SwitchStmt* s) { return addAll({s->getCond()}); }
  bool VisitLabelStmt(clang::LabelStmt* s) { return addAll({s->getSubStmt()}); }
  bool VisitSwitchCase(clang::SwitchCase* s) { return addAll({s->getSubStmt()}); }

private:
  bool addAll(std::initializer_list<clang::Stmt*> statements) {
    for (clang::Stmt* s : statements)
      if (s != nullptr) addStatement(s);
    return true;
  }

  // Compound statements are made of others; only what executes as one unit counts.
  void addStatement(clang::Stmt* s) {
    if (!llvm::isa<clang::Expr>(s) && !llvm::isa<clang::DeclStmt>(s) && !llvm::isa<clang::ReturnStmt>(s))
      return;
    const clang::SourceManager& sm = context_->getSourceManager();
    clang::PresumedLoc begin = sm.getPresumedLoc(sm.getExpansionLoc(s->getBeginLoc()));
    clang::PresumedLoc end = sm.getPresumedLoc(sm.getExpansionRange(s->getEndLoc()).getEnd());
    if (begin.isInvalid() || end.isInvalid()) return;
    out_.push_back({begin.getFilename(), begin.getLine(), begin.getColumn(), end.getLine(), end.getColumn()});
  }

  std::vector<StatementRange>& out_;
  clang::ASTContext* context_ = nullptr;
};

// A function that is `inline` in C99's sense has its body elsewhere; without optimisation Clang drops the one
// that is at hand, unless it must be inlined.
class InlineKeeper : public clang::ASTConsumer {
public:
  bool HandleTopLevelDecl(clang::DeclGroupRef group) override {
    for (clang::Decl* d : group) {
      auto* f = llvm::dyn_cast<clang::FunctionDecl>(d);
      if (f == nullptr || !f->isInlined() || f->hasAttr<clang::GNUInlineAttr>() ||
          f->hasAttr<clang::AlwaysInlineAttr>())
        continue;
      f->addAttr(clang::AlwaysInlineAttr::CreateImplicit(f->getASTContext()));
    }
    return true;
  }
};

// Collects the functions whose address is cast to another type of functions: LLVM's pointers have no types.
class CastCollector : public clang::ASTConsumer, public clang::RecursiveASTVisitor<CastCollector> {
public:
  explicit CastCollector(std::set<std::string>& out) : out_(out) {}

  void HandleTranslationUnit(clang::ASTContext& context) override {
    TraverseDecl(context.getTranslationUnitDecl());
  }

  bool VisitCastExpr(clang::CastExpr* e) {
    if (e->getCastKind() != clang::CK_BitCast || !e->getType()->isFunctionPointerType()) return true;
    const clang::Expr* function = e->getSubExpr()->IgnoreParenCasts();
    if (const auto* address = llvm::dyn_cast<clang::UnaryOperator>(function))
      function = address->getSubExpr()->IgnoreParenCasts();
    if (const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(function))
      if (const auto* f = llvm::dyn_cast<clang::FunctionDecl>(name->getDecl()))
        out_.insert(f->getName().str());
    return true;
  }

private:
  std::set<std::string>& out_;
};

// Counts uses of an `assert` that does not look at its condition.
class RemovedAssertions : public clang::PPCallbacks {
public:
  explicit RemovedAssertions(unsigned& count) : count_(count) {}

  void MacroExpands(const clang::Token& name, const clang::MacroDefinition& definition, clang::SourceRange,
                    const clang::MacroArgs*) override {
    const clang::MacroInfo* macro = definition.getMacroInfo();
    if (name.getIdentifierInfo()->getName() != "assert" || macro == nullptr || macro->getNumParams() != 1)
      return;
    const bool looks = llvm::any_of(macro->tokens(), [&](const clang::Token& t) {
      return t.getIdentifierInfo() != nullptr && macro->getParameterNum(t.getIdentifierInfo()) == 0;
    });
    if (!looks) ++count_;
  }

private:
  unsigned& count_;
};

class CompileAction : public clang::EmitLLVMOnlyAction {
public:
  CompileAction(llvm::LLVMContext* context, SourceFacts* facts)
      : EmitLLVMOnlyAction(context), facts_(facts) {}

  std::set<std::string> casts; // names of functions

protected:
  bool BeginSourceFileAction(clang::CompilerInstance& ci) override {
    if (facts_ != nullptr)
      ci.getPreprocessor().addPPCallbacks(std::make_unique<RemovedAssertions>(facts_->removedAssertions));
    return EmitLLVMOnlyAction::BeginSourceFileAction(ci);
  }

  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance& ci,
                                                        llvm::StringRef file) override {
    std::unique_ptr<clang::ASTConsumer> codegen = EmitLLVMOnlyAction::CreateASTConsumer(ci, file);
    if (codegen == nullptr) return codegen;
    std::vector<std::unique_ptr<clang::ASTConsumer>> all; // code generation comes last
    all.push_back(std::make_unique<InlineKeeper>());
    all.push_back(std::make_unique<CastCollector>(casts));
    if (facts_ != nullptr && facts_->wantStatements)
      all.push_back(std::make_unique<StatementCollector>(facts_->statements));
    all.push_back(std::move(codegen));
    return std::make_unique<clang::MultiplexConsumer>(std::move(all));
  }

private:
  SourceFacts* facts_;
};

// Prints errors alone. A call of a function that nobody declared is one of them, in old C too if no program
// can have such a function; but verification tasks leave out what every verifier knows.
class ErrorPrinter : public clang::TextDiagnosticPrinter {
public:
  // `ofUser`: else it is our own library, which knows what it does.
  ErrorPrinter(llvm::raw_ostream& out, clang::DiagnosticOptions* options, bool ofUser, bool acceptUndeclared)
      : TextDiagnosticPrinter(out, options), out_(out), ofUser_(ofUser), accept_(acceptUndeclared) {}

  void HandleDiagnostic(clang::DiagnosticsEngine::Level level, const clang::Diagnostic& info) override {
    if (level != clang::DiagnosticsEngine::Note)
      shown_ = level >= clang::DiagnosticsEngine::Error || isUndeclaredCall(info);
    if (!shown_) return;
    const bool undeclared = level == clang::DiagnosticsEngine::Warning;
    TextDiagnosticPrinter::HandleDiagnostic(undeclared ? clang::DiagnosticsEngine::Error : level, info);
    if (!undeclared) return;
    found_ = true;
    if (nameIn(info) == "assert") out_ << "is #include <assert.h> missing?\n";
  }

  bool foundUndeclaredCall() const { return found_; }

private:
  static std::string nameIn(const clang::Diagnostic& info) {
    if (info.getNumArgs() == 0) return "";
    if (info.getArgKind(0) == clang::DiagnosticsEngine::ak_identifierinfo)
      return info.getArgIdentifier(0)->getName().str();
    if (info.getArgKind(0) == clang::DiagnosticsEngine::ak_c_string) return info.getArgCStr(0);
    return info.getArgKind(0) == clang::DiagnosticsEngine::ak_std_string ? info.getArgStdStr(0) : "";
  }

  bool isUndeclaredCall(const clang::Diagnostic& info) const {
    const unsigned id = info.getID();
    const bool sinceC99 = id == clang::diag::ext_implicit_function_decl_c99 ||
                          id == clang::diag::ext_implicit_lib_function_decl_c99;
    if (!ofUser_ || (!sinceC99 && id != clang::diag::warn_implicit_function_decl)) return false;
    const std::string name = nameIn(info);
    return name == "assert" || (sinceC99 && !accept_ && !isVerifiersName(name));
  }

  llvm::raw_ostream& out_;
  const bool ofUser_, accept_;
  bool shown_ = false;
  bool found_ = false;
};

constexpr const char* hostHeaders = "/usr/include/x86_64-linux-gnu";
constexpr const char* ownHeaders = "/heddle/include"; // no real folder

std::vector<std::string> compilerArguments(const CompileRequest& r) {
  std::vector<std::string> args = {"clang", "--no-default-config"};
  if (r.file.ends_with(".i"))
    args.insert(args.end(), {"-x", "cpp-output"});
  else
    args.insert(args.end(), {"-x", "c"});
  args.push_back(r.file);
  args.push_back(r.dataModel == ccfg::DataModel::ILP32 ? "-m32" : "-m64");
  // The 64-bit system's headers serve both data models, but only one finds them by itself.
  if (r.dataModel == ccfg::DataModel::ILP32) args.insert(args.end(), {"-idirafter", hostHeaders});
  args.insert(args.end(), {"-idirafter", ownHeaders});
  // Old C that other compilers accept is accepted. Warnings go to ErrorPrinter.
  args.insert(args.end(),
              {"-Qunused-arguments", "-Wno-error", "-Wimplicit-function-declaration",
               "-Wno-error=implicit-function-declaration", "-Wno-implicit-int", "-Wno-int-conversion",
               "-Wno-incompatible-function-pointer-types", "-Wno-return-type"});
  args.insert(args.end(), r.flags.begin(), r.flags.end());
  // After the user's flags, so that an -O2 of his build does not merge accesses.
  args.insert(args.end(), {"-O0", "-Xclang", "-disable-llvm-passes", "-g", "-gcolumn-info",
                           "-fno-discard-value-names", "-fsyntax-only", "-fbracket-depth=100000",
                           "-fno-stack-protector", "-fno-sanitize=all", "-D__HEDDLE__=1"});
  args.insert(args.end(), {"-Wimplicit-function-declaration", "-Wno-error=implicit-function-declaration"});
  args.push_back("-resource-dir=" HEDDLE_CLANG_RESOURCE_DIR);
  return args;
}

// 32-bit glibc headers ask for this file, which 64-bit systems lack; it is empty there too.
constexpr const char* stubs32 = "/usr/include/x86_64-linux-gnu/gnu/stubs-32.h";

llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> fileSystem(const CompileRequest& r) {
  auto memory = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
  if (r.text != nullptr) memory->addFile(r.file, 0, llvm::MemoryBuffer::getMemBuffer(r.text, r.file));
  const std::string header = std::string(ownHeaders) + "/heddle.h";
  memory->addFile(header, 0, llvm::MemoryBuffer::getMemBuffer(heddleHeader, header));
  if (!std::filesystem::exists(stubs32))
    memory->addFile(stubs32, 0, llvm::MemoryBuffer::getMemBuffer("", stubs32));
  auto real = llvm::vfs::createPhysicalFileSystem();
  auto overlay = llvm::makeIntrusiveRefCnt<llvm::vfs::OverlayFileSystem>(
      llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>(real.release()));
  overlay->pushOverlay(memory);
  if (!r.directory.empty() && overlay->setCurrentWorkingDirectory(r.directory))
    throw InputError("cannot enter folder '" + r.directory + "' named by the compilation database");
  return overlay;
}

// Nothing that loads code or writes a file is left in the settings, however it came in: compiler_flags.cpp
// goes by names, which are many.
void disarm(clang::CompilerInvocation& invocation) {
  clang::FrontendOptions& frontend = invocation.getFrontendOpts();
  frontend.ProgramAction = clang::frontend::EmitLLVMOnly;
  frontend.DisableFree = false; // the driver's default leaks, as if the process ended here
  frontend.Plugins.clear();
  frontend.AddPluginActions.clear();
  frontend.LLVMArgs.clear();
  frontend.ASTMergeFiles.clear();
  frontend.EmitSymbolGraph = frontend.EmitExtensionSymbolGraphs = false;
  for (std::string* file :
       {&frontend.OutputFile, &frontend.StatsFile, &frontend.TimeTracePath, &frontend.ModuleOutputPath,
        &frontend.SymbolGraphOutputDir, &frontend.MTMigrateDir})
    file->clear();
  clang::CodeGenOptions& code = invocation.getCodeGenOpts();
  code.DisableFree = false;
  code.PassPlugins.clear();
  for (std::string* file :
       {&code.OptRecordFile, &code.StackUsageOutput, &code.SplitDwarfFile, &code.SplitDwarfOutput,
        &code.CoverageNotesFile, &code.CoverageDataFile, &code.ThinLinkBitcodeFile, &code.SaveTempsFilePrefix,
        &code.DIBugsReportFilePath, &code.AsSecureLogFile})
    file->clear();
  invocation.getDependencyOutputOpts() = clang::DependencyOutputOptions();
  invocation.getDiagnosticOpts().DiagnosticSerializationFile.clear();
  invocation.getDiagnosticOpts().DiagnosticLogFile.clear();
}

std::unique_ptr<llvm::Module> compileC(const CompileRequest& r, llvm::LLVMContext& context,
                                       SourceFacts* facts) {
  std::string messages;
  llvm::raw_string_ostream stream(messages);
  auto diagnosticOptions = llvm::makeIntrusiveRefCnt<clang::DiagnosticOptions>();
  const bool accept = std::find(r.flags.begin(), r.flags.end(), acceptUndeclared) != r.flags.end();
  auto* printer = // owned by the engine
      new ErrorPrinter(stream, diagnosticOptions.get(), r.text == nullptr, accept);
  llvm::IntrusiveRefCntPtr<clang::DiagnosticsEngine> diagnostics =
      new clang::DiagnosticsEngine(new clang::DiagnosticIDs(), diagnosticOptions, printer);

  std::vector<std::string> args = compilerArguments(r);
  std::vector<const char*> argv;
  for (const std::string& a : args) argv.push_back(a.c_str());

  auto vfs = fileSystem(r);
  clang::CreateInvocationOptions options;
  options.Diags = diagnostics;
  options.VFS = vfs;
  std::shared_ptr<clang::CompilerInvocation> invocation = clang::createInvocation(argv, options);
  if (invocation == nullptr || diagnostics->hasErrorOccurred()) {
    stream.flush();
    throw InputError(messages.empty() ? "cannot set up the compiler for '" + r.file + "'" : messages);
  }
  disarm(*invocation);
  clang::ProcessWarningOptions(*diagnostics, invocation->getDiagnosticOpts());

  clang::CompilerInstance compiler;
  compiler.setInvocation(invocation);
  compiler.setDiagnostics(diagnostics.get());
  compiler.createFileManager(vfs);
  compiler.setVerboseOutputStream(std::make_unique<llvm::raw_null_ostream>());
  CompileAction action(&context, facts);
  bool ok = compiler.ExecuteAction(action);
  stream.flush();
  std::unique_ptr<llvm::Module> module = action.takeModule();
  if (!ok || module == nullptr || printer->foundUndeclaredCall()) {
    while (!messages.empty() && messages.back() == '\n') messages.pop_back();
    throw InputError(messages.empty() ? "cannot compile '" + r.file + "'" : messages);
  }
  for (const std::string& name : action.casts)
    if (llvm::Function* f = module->getFunction(name)) f->addFnAttr(castFunction);
  return module;
}

std::unique_ptr<llvm::Module> readIr(const CompileRequest& r, llvm::LLVMContext& context) {
  llvm::file_magic magic;
  if (r.file.ends_with(".bc") && !llvm::identify_magic(r.file, magic) && magic != llvm::file_magic::bitcode)
    throw InputError("'" + r.file + "' is not LLVM bitcode");
  llvm::SMDiagnostic error;
  std::unique_ptr<llvm::Module> module = llvm::parseIRFile(r.file, error, context);
  std::string messages;
  llvm::raw_string_ostream stream(messages);
  if (module == nullptr) {
    error.print("", stream, false);
    stream.flush();
    while (!messages.empty() && messages.back() == '\n') messages.pop_back();
    throw InputError("'" + r.file + "' is not a valid LLVM file: " + messages);
  }
  if (llvm::verifyModule(*module, &stream))
    throw InputError("'" + r.file + "' is not a valid LLVM module: " + stream.str());
  return module;
}

// LLVM's readers crash on some broken files: that is the file's fault, and must not look like ours.
void surviveCrash(const CompileRequest& r, const std::function<void()>& work) {
  std::exception_ptr error;
  llvm::CrashRecoveryContext::Enable();
  const bool survived = llvm::CrashRecoveryContext().RunSafely([&] {
    try {
      work();
    } catch (...) {
      error = std::current_exception();
    }
  });
  llvm::CrashRecoveryContext::Disable();
  if (!survived) throw InputError("'" + r.file + "' crashes the compiler: the file is broken");
  if (error) std::rethrow_exception(error);
}

} // namespace

std::unique_ptr<llvm::Module> compileFile(const CompileRequest& r, llvm::LLVMContext& context,
                                          SourceFacts* facts) {
  if (r.text == nullptr) {
    std::error_code ec;
    std::filesystem::path path =
        r.directory.empty() ? std::filesystem::path(r.file) : std::filesystem::path(r.directory) / r.file;
    if (!std::filesystem::exists(path, ec)) throw InputError("'" + r.file + "': no such file");
    if (std::filesystem::is_directory(path, ec)) throw InputError("'" + r.file + "' is a folder, not a file");
    if (std::filesystem::file_size(path, ec) == 0 && !ec) throw InputError("'" + r.file + "' is empty");
  }
  bool ir = r.file.ends_with(".bc") || r.file.ends_with(".ll");
  std::unique_ptr<llvm::Module> module;
  surviveCrash(r, [&] { module = ir ? readIr(r, context) : compileC(r, context, facts); });
  return module;
}

} // namespace heddle::llvm2ccfg
