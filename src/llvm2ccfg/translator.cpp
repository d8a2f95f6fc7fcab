// The queue of threads; walk.cpp draws each.

#include "llvm2ccfg/translator.h"

#include "llvm2ccfg/startup.h"
#include "llvm2ccfg/walk.h"
#include "support/error.h"

#include <algorithm>

namespace heddle::llvm2ccfg {

namespace {

constexpr size_t maxEdges = 4'000'000;
constexpr size_t maxThreads = 10'000;

} // namespace

std::unique_ptr<ccfg::Program> retell(const llvm::Module& module, const FrontendOptions& options,
                                      const llvm::Function* entry) {
  std::set<ThreadPath> startThemselves;
  while (true) {
    std::vector<std::string> warnings; // of a drawing that is kept
    FrontendOptions quiet = options;
    quiet.warn = [&](const std::string& text) { warnings.push_back(text); };
    auto program = std::make_unique<ccfg::Program>();
    program->dataModel =
        module.getDataLayout().getPointerSize() == 8 ? ccfg::DataModel::LP64 : ccfg::DataModel::ILP32;
    if (!ProgramTranslator(module, *program, quiet, startThemselves).run(entry)) continue;
    if (options.warn) std::ranges::for_each(warnings, options.warn);
    return program;
  }
}

ProgramTranslator::ProgramTranslator(const llvm::Module& module, ccfg::Program& program,
                                     const FrontendOptions& options, std::set<ThreadPath>& startThemselves)
    : map_(module, program, options), startThemselves_(startThemselves) {}

bool ProgramTranslator::run(const llvm::Function* entry) {
  // Objects come in the module's order, so that models of one program are alike from run to run.
  for (const llvm::GlobalVariable& g : map_.module.globals())
    if (!g.isThreadLocal() && !g.getName().starts_with("llvm.") && !g.isConstant()) map_.objectOf(&g);
  if (llvm::StringRef(map_.module.getModuleInlineAsm()).find_first_not_of(" \t\n") != llvm::StringRef::npos)
    map_.assume(ccfg::AssumptionKind::Other, "assembler outside of functions is ignored", {}, true, true);
  addThread(entry, {ccfg::none, nullptr, entry, true});
  while (!queue_.empty()) {
    ccfg::ThreadId t = queue_.front();
    queue_.pop_front();
    ThreadWalker(*this, map_, t, origins_[t].once).walk(origins_[t].start);
  }
  map_.warnOfBodiless();
  return !surprised_;
}

ThreadPath ProgramTranslator::pathOf(const Origin& origin) const {
  ThreadPath path = {{origin.site, origin.start}};
  for (ccfg::ThreadId up = origin.creator; up != ccfg::none; up = origins_[up].creator)
    path.emplace_back(origins_[up].site, origins_[up].start);
  return path;
}

ccfg::ThreadId ProgramTranslator::addThread(const llvm::Function* start, Origin origin) {
  ccfg::Program& p = map_.program;
  if (startThemselves_.contains(pathOf(origin))) origin.once = false;
  if (p.threads.size() >= maxThreads)
    throw InputError("the program creates more than " + std::to_string(maxThreads) + " different threads");
  ccfg::Thread t;
  t.function = start->getName() == startFunction ? map_.options.entry : start->getName().str();
  size_t same = 0;
  for (const ccfg::Thread& other : p.threads)
    if (other.function == t.function) ++same;
  t.name = same == 0 ? t.function : t.function + "#" + std::to_string(same + 1);
  t.repeatable = !origin.once;
  t.pos = map_.position(start->getSubprogram());
  ccfg::ThreadId id = p.addThread(std::move(t));
  for (const llvm::Argument& a : start->args()) {
    std::string name = a.hasName() ? a.getName().str() : "arg";
    for (llvm::Type* leaf : map_.leafTypes(a.getType()))
      p.threads[id].params.push_back(p.addRegister(id, name, map_.bitsOf(leaf)));
  }
  if (!start->getReturnType()->isVoidTy())
    p.threads[id].result =
        p.addRegister(id, "result", map_.bitsOf(map_.leafTypes(start->getReturnType())[0]));
  origins_.push_back(origin);
  queue_.push_back(id);
  return id;
}

ccfg::ThreadId ProgramTranslator::threadFor(ccfg::ThreadId creator, const llvm::Instruction* site,
                                            const llvm::Function* start, bool once) {
  for (ccfg::ThreadId up = creator; up != ccfg::none; up = origins_[up].creator)
    if (origins_[up].site == site && origins_[up].start == start) {
      if (origins_[up].once) {
        startThemselves_.insert(pathOf(origins_[up]));
        surprised_ = true;
      }
      return up;
    }
  return addThread(start, {creator, site, start, once});
}

void ProgramTranslator::checkSize() const {
  if (map_.program.edges.size() > maxEdges)
    throw InputError("the program is too large after inlining its calls: more than " +
                     std::to_string(maxEdges) + " steps; a smaller --recursion-depth may help");
}

} // namespace heddle::llvm2ccfg
