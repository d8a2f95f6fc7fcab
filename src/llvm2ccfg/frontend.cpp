// The pipeline from files to a verified Program.

#include "llvm2ccfg/frontend.h"

#include "ccfg/transform/faint.h"
#include "llvm2ccfg/asynchronous.h"
#include "llvm2ccfg/atomic_calls.h"
#include "llvm2ccfg/compile.h"
#include "llvm2ccfg/compile_commands.h"
#include "llvm2ccfg/finish.h"
#include "llvm2ccfg/library.h"
#include "llvm2ccfg/lower.h"
#include "llvm2ccfg/machine_code.h"
#include "llvm2ccfg/may_fail.h"
#include "llvm2ccfg/printed.h"
#include "llvm2ccfg/startup.h"
#include "llvm2ccfg/streams.h"
#include "llvm2ccfg/timed.h"
#include "llvm2ccfg/translator.h"
#include "llvm2ccfg/unwind.h"
#include "support/error.h"

#include <llvm/IR/DiagnosticInfo.h>
#include <llvm/IR/DiagnosticPrinter.h>
#include <llvm/Linker/Linker.h>
#include <llvm/Support/raw_ostream.h>

namespace heddle::llvm2ccfg {

namespace {

// LLVM's own handler prints and ends the process.
void collectMessage(const llvm::DiagnosticInfo* info, void* messages) {
  llvm::raw_string_ostream stream(*static_cast<std::string*>(messages));
  llvm::DiagnosticPrinterRawOStream printer(stream);
  info->print(printer);
}

std::unique_ptr<llvm::Module> readAll(const FrontendOptions& o, llvm::LLVMContext& context,
                                      SourceFacts& source, const std::string& messages) {
  std::unique_ptr<llvm::Module> whole;
  for (CompileRequest& r : compileRequests(o)) {
    std::unique_ptr<llvm::Module> part = compileFile(r, context, &source);
    if (whole == nullptr) {
      whole = std::move(part);
      continue;
    }
    if (part->getDataLayout() != whole->getDataLayout())
      throw InputError("'" + r.file + "' has another data model than the files before it");
    if (llvm::Linker::linkModules(*whole, std::move(part)))
      throw InputError("'" + r.file + "' cannot be linked with the files before it: " + messages);
  }
  if (whole == nullptr) throw UsageError("no input file");
  return whole;
}

const llvm::Function* entryOf(const llvm::Module& m, const FrontendOptions& o) {
  const llvm::Function* f = m.getFunction(o.entry);
  if (f == nullptr || f->isDeclaration())
    throw InputError("no function '" + o.entry + "' in " +
                     (o.inputs.size() == 1 ? "'" + o.inputs[0] + "'" : "the input files") +
                     "; use --entry FUNC to start elsewhere, or add the file that defines it");
  return f;
}

// Is there a call that fails an assertion, or a label that stands for one?
bool assertsAnything(const llvm::Module& m) {
  for (const char* name : {"__assert_fail", "__assert", "__assert_rtn", "__assert_perror_fail", "reach_error",
                           "__VERIFIER_error"})
    if (const llvm::Function* f = m.getFunction(name); f != nullptr && !f->use_empty()) return true;
  for (const llvm::Function& f : m)
    for (const llvm::BasicBlock& b : f)
      if (b.getName() == "ERROR") return true;
  return false;
}

void warnOfMissingAssertions(const llvm::Module& m, const SourceFacts& source, const FrontendOptions& o) {
  if (!o.warn) return;
  if (source.removedAssertions != 0)
    o.warn("NDEBUG is defined: it removes " + std::to_string(source.removedAssertions) +
           (source.removedAssertions == 1 ? " use of assert" : " uses of assert"));
  if (o.expectAssertions && !assertsAnything(m)) o.warn("the program has no assertion");
}

} // namespace

std::unique_ptr<ccfg::Program> translate(const FrontendOptions& options) {
  std::string messages; // outlives the context, which writes to it
  llvm::LLVMContext context;
  context.setDiagnosticHandlerCallBack(collectMessage, &messages);
  SourceFacts source;
  std::unique_ptr<llvm::Module> module = readAll(options, context, source, messages);
  entryOf(*module, options);
  warnOfMissingAssertions(*module, source, options);
  if (options.statementGranularity && options.warn)
    for (const std::string& file : source.withoutStatements)
      options.warn("the statements of '" + file + "' are unknown: its steps are single accesses");
  addStart(*module, options.entry);
  skipWhatIsOnlyPrinted(*module);
  showStreamAccesses(*module);
  letFail(*module, options.mayFail);
  lowerAssembler(*module);
  lowerAtomicCalls(*module);
  lowerArithmetic(*module);
  checkTimes(*module);
  showCleanupHandlers(*module);
  letEndAtAnyTime(*module);
  linkLibrary(*module,
              module->getDataLayout().getPointerSize() == 8 ? ccfg::DataModel::LP64 : ccfg::DataModel::ILP32);
  std::unique_ptr<ccfg::Program> program;
  try {
    const llvm::Function* start = module->getFunction(startFunction);
    program = retell(*module, options, start != nullptr ? start : entryOf(*module, options));
  } catch (const UnsupportedHere& u) { // in the initialiser of a global variable, or a function's type
    throw InputError("unsupported: " + u.construct);
  }
  markAtomicSections(*program);
  addStatements(*program, source.table);
  if (options.statementGranularity) groupStatements(*program);
  ccfg::transform::removeFaintOperations(*program);
  removeEmptySteps(*program);
  ccfg::verify(*program);
  return program;
}

} // namespace heddle::llvm2ccfg
