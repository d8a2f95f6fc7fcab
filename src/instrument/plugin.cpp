// A pass plugin for clang, which `heddle cc` loads: it instruments every function for the recorder.
//
// It works after the compiler's simplifications and before its vectorizer: so that what is recorded are the
// accesses that the program makes, and no more than the compiler leaves of them; that is also why the order
// of events is that of the binary. The module as it is at that point, with the sites as metadata, is kept in
// the executable.
#include "instrument/copies.h"
#include "instrument/plan.h"
#include "instrument/pointers.h"

#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Passes/PassPlugin.h>
#include <llvm/Support/xxhash.h>
#include <llvm/Transforms/Scalar/LoopUnrollPass.h>
#include <llvm/Transforms/Utils/ModuleUtils.h>

#include <set>

namespace heddle::instrument {

namespace {

// Clang keeps annotations in an array of (function, text, ...); the text is that of heddle.h.
std::set<llvm::Function*> meantAtomic(const llvm::Module& m) {
  std::set<llvm::Function*> found;
  const llvm::GlobalVariable* all = m.getGlobalVariable("llvm.global.annotations");
  const auto* entries = all == nullptr || !all->hasInitializer()
                            ? nullptr
                            : llvm::dyn_cast<llvm::ConstantArray>(all->getInitializer());
  for (unsigned i = 0; entries != nullptr && i < entries->getNumOperands(); ++i) {
    const llvm::Value* entry = entries->getOperand(i);
    const auto* fields = llvm::cast<llvm::ConstantStruct>(entry);
    const auto* text = llvm::dyn_cast<llvm::GlobalVariable>(fields->getOperand(1)->stripPointerCasts());
    const auto* data = text == nullptr || !text->hasInitializer()
                           ? nullptr
                           : llvm::dyn_cast<llvm::ConstantDataSequential>(text->getInitializer());
    auto* f = llvm::dyn_cast<llvm::Function>(fields->getOperand(0)->stripPointerCasts());
    if (f != nullptr && data != nullptr && data->isCString() && data->getAsCString() == "heddle_atomic")
      found.insert(f);
  }
  return found;
}

// Before the optimizer: a function that is meant to be atomic has to stay a function.
struct KeepMarkedFunctions : llvm::PassInfoMixin<KeepMarkedFunctions> {
  llvm::PreservedAnalyses run(llvm::Module& m, llvm::ModuleAnalysisManager&) {
    for (llvm::Function* f : meantAtomic(m)) {
      f->removeFnAttr(llvm::Attribute::AlwaysInline);
      f->addFnAttr(llvm::Attribute::NoInline);
    }
    return llvm::PreservedAnalyses::all();
  }
  static bool isRequired() { return true; }
};

struct Instrument : llvm::PassInfoMixin<Instrument> {
  llvm::PreservedAnalyses run(llvm::Module& m, llvm::ModuleAnalysisManager&);
  static bool isRequired() { return true; }
};

bool mayInstrument(const llvm::Function& f) {
  return !f.isDeclaration() && !f.hasAvailableExternallyLinkage() &&
         !f.hasFnAttribute(llvm::Attribute::Naked) &&
         !f.hasFnAttribute(llvm::Attribute::DisableSanitizerInstrumentation);
}

// They run before the program is ready to record.
std::set<const llvm::Function*> resolvers(const llvm::Module& m) {
  std::set<const llvm::Function*> found;
  for (const llvm::GlobalIFunc& i : m.ifuncs()) found.insert(i.getResolverFunction());
  return found;
}

llvm::GlobalVariable* constantBytes(llvm::Module& m, llvm::StringRef bytes, const char* name) {
  llvm::Constant* data = llvm::ConstantDataArray::getString(m.getContext(), bytes, false);
  return new llvm::GlobalVariable(m, data->getType(), true, llvm::GlobalValue::PrivateLinkage, data, name);
}

// The section of the executable that src/llvm2ccfg reads back: magic, hash, size, bitcode; aligned to 8.
void keepBitcode(llvm::Module& m, const llvm::SmallString<0>& bitcode, uint64_t hash) {
  llvm::Type* word = llvm::Type::getInt64Ty(m.getContext());
  const auto number = [&](uint64_t n) { return llvm::ConstantInt::get(word, n); };
  constexpr uint64_t magic = 0x4342454c44444548; // "HEDDLEBC"
  llvm::Constant* record =
      llvm::ConstantStruct::getAnon({number(magic), number(hash), number(bitcode.size()),
                                     llvm::ConstantDataArray::getString(m.getContext(), bitcode, false)});
  auto* g = new llvm::GlobalVariable(m, record->getType(), true, llvm::GlobalValue::PrivateLinkage, record,
                                     "heddle.bitcode");
  g->setSection(".heddle.bc");
  g->setAlignment(llvm::Align(8));
  llvm::appendToCompilerUsed(m, {g});
}

// struct HeddleModule of src/runtime/runtime.h, and a constructor that announces it before all others.
void announce(llvm::Module& m, const SiteTable& sites, uint64_t hash, llvm::GlobalVariable* base) {
  llvm::IRBuilder<> b(m.getContext());
  llvm::Constant* fields[] = {b.getInt64(hash), b.getInt32(sites.count()),
                              b.getInt32(static_cast<uint32_t>(sites.text().size())),
                              constantBytes(m, sites.text(), "heddle.sites"), base};
  llvm::Constant* record = llvm::ConstantStruct::getAnon(fields);
  auto* module = new llvm::GlobalVariable(m, record->getType(), false, llvm::GlobalValue::PrivateLinkage,
                                          record, "heddle.module");
  llvm::FunctionCallee announceModule =
      m.getOrInsertFunction("__heddle_register", b.getVoidTy(), b.getPtrTy());
  llvm::Function* constructor = llvm::createSanitizerCtor(m, "heddle.constructor");
  b.SetInsertPoint(constructor->getEntryBlock().getTerminator());
  b.CreateCall(announceModule, {module});
  llvm::appendToGlobalCtors(m, constructor, 0);
}

bool callsOneOf(const llvm::Function& f, const std::set<const llvm::Function*>& these) {
  for (const llvm::BasicBlock& block : f)
    for (const llvm::Instruction& i : block)
      if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&i);
          call != nullptr && these.contains(call->getCalledFunction()))
        return true;
  return false;
}

// Functions with events, and those that call them, record their begin and end: so blocks can be named by any
// function in which something happens. Metadata tells whoever reads the trace back.
void markRecorded(std::vector<FunctionPlan>& plans) {
  std::set<const llvm::Function*> recorded;
  for (bool grown = true; grown;) {
    grown = false;
    for (FunctionPlan& plan : plans) {
      if (plan.recorded) continue;
      plan.recorded = !plan.places.empty() || plan.meantAtomic || callsOneOf(*plan.function, recorded);
      if (!plan.recorded) continue;
      grown = true;
      recorded.insert(plan.function);
      plan.function->setMetadata("heddle.recorded", llvm::MDNode::get(plan.function->getContext(), {}));
    }
  }
}

llvm::PreservedAnalyses Instrument::run(llvm::Module& m, llvm::ModuleAnalysisManager&) {
  const std::set<llvm::Function*> marked = meantAtomic(m);
  const std::set<const llvm::Function*> early = resolvers(m);
  wrapPointers(m);
  SiteTable sites;
  std::vector<FunctionPlan> plans;
  for (llvm::Function& f : m)
    if (mayInstrument(f) && !early.contains(&f)) {
      expandCopies(f);
      plans.push_back(planFunction(f, marked.contains(&f), sites));
    }
  if (sites.count() == 0) return llvm::PreservedAnalyses::all();
  markRecorded(plans);

  llvm::SmallString<0> bitcode;
  llvm::raw_svector_ostream out(bitcode);
  llvm::WriteBitcodeToFile(m, out);
  const uint64_t hash = llvm::xxh3_64bits(llvm::arrayRefFromStringRef(bitcode.str()));

  llvm::Type* word = llvm::Type::getInt32Ty(m.getContext());
  auto* base = new llvm::GlobalVariable(m, word, false, llvm::GlobalValue::InternalLinkage,
                                        llvm::ConstantInt::get(word, 0), "heddle.base");
  for (const FunctionPlan& plan : plans)
    if (plan.recorded) instrumentFunction(plan, base);
  keepBitcode(m, bitcode, hash);
  announce(m, sites, hash, base);
  return llvm::PreservedAnalyses::none();
}

// What the optimizer would do later: instrumented loops are too large for it. Accesses of several rounds are
// one run (run.h).
auto unrollLoops() {
  llvm::LoopUnrollOptions options;
  options.setPartial(true).setRuntime(true);
  return llvm::createModuleToFunctionPassAdaptor(llvm::LoopUnrollPass(options));
}

} // namespace

} // namespace heddle::instrument

extern "C" LLVM_ATTRIBUTE_WEAK llvm::PassPluginLibraryInfo llvmGetPassPluginInfo() {
  using namespace heddle::instrument;
  return {LLVM_PLUGIN_API_VERSION, "heddle", "1", [](llvm::PassBuilder& builder) {
            builder.registerPipelineStartEPCallback(
                [](llvm::ModulePassManager& passes, llvm::OptimizationLevel) {
                  passes.addPass(KeepMarkedFunctions());
                });
            builder.registerOptimizerEarlyEPCallback(
                [](llvm::ModulePassManager& passes, llvm::OptimizationLevel level) {
                  if (level.getSpeedupLevel() >= 2) passes.addPass(unrollLoops());
                  passes.addPass(Instrument());
                });
          }};
}
