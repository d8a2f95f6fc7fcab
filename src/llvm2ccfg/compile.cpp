// Runs Clang's front end in this process, at -O0, without any LLVM pass: each C access stays one IR access.
// The user's files are compiled by way of their preprocessed text, see sourcetree/expanded.h. Neighbours:
// frontend.cpp asks for the modules, library.cpp for the library functions written in C.

#include "llvm2ccfg/compile.h"

#include "llvm2ccfg/compiler_flags.h"
#include "llvm2ccfg/library.h"
#include "llvm2ccfg/models/verifier_names.h"
#include "llvm2ccfg/overlay.h"
#include "sourcetree/attach.h"
#include "sourcetree/statements.h"
#include "support/error.h"

#include <clang/AST/ASTConsumer.h>
#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/AST/RecursiveASTVisitor.h>
#include <clang/Basic/Diagnostic.h>
#include <clang/Basic/DiagnosticSema.h>
#include <clang/CodeGen/CodeGenAction.h>
#include <clang/Frontend/ASTUnit.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/CompilerInvocation.h>
#include <clang/Frontend/MultiplexConsumer.h>
#include <clang/Frontend/TextDiagnosticPrinter.h>
#include <clang/Frontend/Utils.h>
#include <clang/Lex/PPCallbacks.h>
#include <clang/Lex/Preprocessor.h>
#include <clang/Lex/PreprocessorOptions.h>
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
  // The last consumer sees the whole tree before code generation consumes it; may be null.
  CompileAction(llvm::LLVMContext* context, std::unique_ptr<clang::PPCallbacks> watcher,
                std::unique_ptr<clang::ASTConsumer> consumer)
      : EmitLLVMOnlyAction(context), watcher_(std::move(watcher)), consumer_(std::move(consumer)) {}

  std::set<std::string> casts; // names of functions

protected:
  bool BeginSourceFileAction(clang::CompilerInstance& ci) override {
    if (watcher_ != nullptr) ci.getPreprocessor().addPPCallbacks(std::move(watcher_));
    return EmitLLVMOnlyAction::BeginSourceFileAction(ci);
  }

  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance& ci,
                                                        llvm::StringRef file) override {
    std::unique_ptr<clang::ASTConsumer> codegen = EmitLLVMOnlyAction::CreateASTConsumer(ci, file);
    if (codegen == nullptr) return codegen;
    std::vector<std::unique_ptr<clang::ASTConsumer>> all; // code generation comes last
    all.push_back(std::make_unique<InlineKeeper>());
    all.push_back(std::make_unique<CastCollector>(casts));
    if (consumer_ != nullptr) all.push_back(std::move(consumer_));
    all.push_back(std::move(codegen));
    return std::make_unique<clang::MultiplexConsumer>(std::move(all));
  }

private:
  std::unique_ptr<clang::PPCallbacks> watcher_;
  std::unique_ptr<clang::ASTConsumer> consumer_;
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
  return r.overlay == nullptr ? overlay : withTexts(overlay, *r.overlay);
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
  code.DebugPrefixMap.clear(); // files are shown, and found again, under their own names
  code.DebugCompilationDir.clear();
  invocation.getDependencyOutputOpts() = clang::DependencyOutputOptions();
  invocation.getDiagnosticOpts().DiagnosticSerializationFile.clear();
  invocation.getDiagnosticOpts().DiagnosticLogFile.clear();
}

// One file with all that compiling it needs; it may be compiled more than once.
class Compilation {
public:
  Compilation(const CompileRequest& r, llvm::LLVMContext& context)
      : request_(r), context_(context), files_(fileSystem(r)) {
    makeDiagnostics();
    std::vector<std::string> args = compilerArguments(r);
    std::vector<const char*> argv;
    for (const std::string& a : args) argv.push_back(a.c_str());
    clang::CreateInvocationOptions options;
    options.Diags = diagnostics_;
    options.VFS = files_;
    invocation_ = clang::createInvocation(argv, options);
    if (invocation_ == nullptr || diagnostics_->hasErrorOccurred())
      throw InputError(messages_.empty() ? "cannot set up the compiler for '" + r.file + "'" : messages_);
    disarm(*invocation_);
  }

  std::unique_ptr<llvm::Module> compile(SourceFacts* facts) {
    std::unique_ptr<llvm::Module> module = facts == nullptr ? nullptr : compileExpanded(*facts);
    if (module == nullptr) {
      unsigned removed = 0;
      CompileAction action(&context_, std::make_unique<RemovedAssertions>(removed), nullptr);
      module = run(action, *invocation_);
      if (facts != nullptr)
        facts->removedAssertions += removed, facts->withoutStatements.push_back(request_.file);
    }
    if (module == nullptr) fail();
    return module;
  }

  std::unique_ptr<clang::ASTUnit> tree() {
    makeDiagnostics();
    auto manager = llvm::makeIntrusiveRefCnt<clang::FileManager>(clang::FileSystemOptions(), files_);
    auto unit = clang::ASTUnit::LoadFromCompilerInvocation(
        std::make_shared<clang::CompilerInvocation>(*invocation_),
        std::make_shared<clang::PCHContainerOperations>(), diagnostics_, manager.get());
    stream_.flush();
    if (unit == nullptr || diagnostics_->hasErrorOccurred() || printer_->foundUndeclaredCall()) fail();
    return unit;
  }

private:
  [[noreturn]] void fail() {
    while (!messages_.empty() && messages_.back() == '\n') messages_.pop_back();
    throw InputError(messages_.empty() ? "cannot compile '" + request_.file + "'" : messages_);
  }

  void makeDiagnostics() {
    messages_.clear();
    auto options = llvm::makeIntrusiveRefCnt<clang::DiagnosticOptions>();
    const bool accept = std::ranges::count(request_.flags, acceptUndeclared) != 0;
    printer_ = new ErrorPrinter(stream_, options.get(), request_.text == nullptr, accept);
    diagnostics_ = new clang::DiagnosticsEngine(new clang::DiagnosticIDs(), options, printer_); // owns it
  }

  // Null if that fails; the messages say why.
  std::unique_ptr<llvm::Module> run(CompileAction& action, const clang::CompilerInvocation& settings) {
    makeDiagnostics();
    clang::CompilerInstance compiler;
    compiler.setInvocation(std::make_shared<clang::CompilerInvocation>(settings));
    clang::ProcessWarningOptions(*diagnostics_, compiler.getDiagnosticOpts());
    compiler.setDiagnostics(diagnostics_.get());
    compiler.createFileManager(files_);
    compiler.setVerboseOutputStream(std::make_unique<llvm::raw_null_ostream>());
    const bool ok = compiler.ExecuteAction(action);
    stream_.flush();
    std::unique_ptr<llvm::Module> module = action.takeModule();
    if (!ok || printer_->foundUndeclaredCall()) return nullptr;
    for (const std::string& name : action.casts)
      if (llvm::Function* f = module == nullptr ? nullptr : module->getFunction(name))
        f->addFnAttr(castFunction);
    return module;
  }

  // By way of the preprocessed text, for the table of statements. Null if that fails: the messages for the
  // user are those about his own text.
  std::unique_ptr<llvm::Module> compileExpanded(SourceFacts& facts) {
    unsigned removed = 0;
    const std::unique_ptr<sourcetree::ExpandedSource> source =
        sourcetree::ExpandedSource::of(*invocation_, files_, std::make_unique<RemovedAssertions>(removed));
    if (source == nullptr) return nullptr;
    clang::CompilerInvocation settings(*invocation_);
    const clang::InputKind kind = settings.getFrontendOpts().Inputs.front().getKind();
    settings.getFrontendOpts().Inputs = {clang::FrontendInputFile(
        llvm::MemoryBufferRef(source->text(), request_.file), kind.getPreprocessed())};
    clang::PreprocessorOptions& preprocessor = settings.getPreprocessorOpts();
    preprocessor.Macros.clear();
    preprocessor.Includes.clear();
    preprocessor.MacroIncludes.clear();
    preprocessor.UsePredefines = false;
    sourcetree::StatementOfToken ofToken;
    const size_t known = facts.table.rows.size();
    CompileAction action(&context_, nullptr,
                         sourcetree::collectStatements(*source, request_.directory, facts.table, ofToken));
    std::unique_ptr<llvm::Module> module = run(action, settings);
    if (module == nullptr) {
      facts.table.rows.resize(known);
      return nullptr;
    }
    sourcetree::attachStatements(*module, *source, ofToken);
    facts.removedAssertions += removed;
    return module;
  }

  const CompileRequest& request_;
  llvm::LLVMContext& context_;
  llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> files_;
  std::string messages_;
  llvm::raw_string_ostream stream_{messages_};
  ErrorPrinter* printer_ = nullptr;
  llvm::IntrusiveRefCntPtr<clang::DiagnosticsEngine> diagnostics_;
  std::shared_ptr<clang::CompilerInvocation> invocation_;
};

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

void checkFile(const CompileRequest& r) {
  if (r.text != nullptr) return;
  const std::string path = (std::filesystem::path(r.directory) / r.file).string();
  auto files = llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>(llvm::vfs::getRealFileSystem());
  if (r.overlay != nullptr) files = withTexts(files, *r.overlay);
  const llvm::ErrorOr<llvm::vfs::Status> status = files->status(path);
  if (!status && status.getError() == std::errc::no_such_file_or_directory)
    throw InputError("'" + r.file + "': no such file");
  if (!status) return; // the compiler knows why
  if (status->isDirectory()) throw InputError("'" + r.file + "' is a folder, not a file");
  if (status->isRegularFile() && status->getSize() == 0) throw InputError("'" + r.file + "' is empty");
}

} // namespace

std::unique_ptr<llvm::Module> compileFile(const CompileRequest& r, llvm::LLVMContext& context,
                                          SourceFacts* facts) {
  checkFile(r);
  bool ir = r.file.ends_with(".bc") || r.file.ends_with(".ll");
  std::unique_ptr<llvm::Module> module;
  surviveCrash(r, [&] { module = ir ? readIr(r, context) : Compilation(r, context).compile(facts); });
  return module;
}

std::unique_ptr<clang::ASTUnit> syntaxTree(const CompileRequest& r) {
  checkFile(r);
  std::unique_ptr<clang::ASTUnit> unit;
  llvm::LLVMContext unused;
  surviveCrash(r, [&] { unit = Compilation(r, unused).tree(); });
  return unit;
}

} // namespace heddle::llvm2ccfg
