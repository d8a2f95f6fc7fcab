#include "oracle.h"

#include "check/confirm.h"
#include "engines/explore/explore.h"
#include "llvm2ccfg/frontend.h"
#include "support/error.h"

#include <fmt/format.h>

#include <fstream>
#include <sstream>
#include <unistd.h>

namespace heddle::random {

Workplace::Workplace()
    : path_(std::filesystem::temp_directory_path() / fmt::format("heddle-fuzz-{}", ::getpid())) {
  std::filesystem::create_directories(path_);
}

Workplace::~Workplace() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

std::string Workplace::write(const std::string& name, const std::string& text) const {
  const std::string file = (path_ / name).string();
  std::ofstream out(file);
  out << text;
  out.close();
  if (!out) throw InputError("can't write " + file);
  return file;
}

namespace {

// Sees nothing: by it the tests know that a disagreement would be noticed.
class Blind : public engine::Engine {
public:
  std::string name() const override { return "blind"; }
  engine::Result run(const ccfg::Program&, ccfg::PropertySet properties, const Budget&,
                     const engine::ProgressSink&) override {
    engine::Result r;
    r.verdict = engine::Verdict::True;
    r.engine = name();
    r.asked = r.proved = properties;
    return r;
  }
};

} // namespace

Setting parseSetting(const std::string& text) {
  std::istringstream words(text);
  std::string engine, word;
  words >> engine;
  if (engine == "blind") return {text, [] { return std::make_unique<Blind>(); }};
  if (engine != "explore") throw UsageError("unknown engine in setting: " + text);
  explore::ExploreOptions options;
  while (words >> word) {
    std::string value;
    if (word != "--por" || !(words >> value)) throw UsageError("unknown option in setting: " + text);
    const auto reduction = explore::reductionFromName(value);
    if (!reduction) throw UsageError("unknown reduction in setting: " + text);
    options.reduction = *reduction;
  }
  return {text, [options] { return explore::makeExplore(options); }};
}

std::unique_ptr<ccfg::Program> modelOf(const std::string& file, const std::vector<std::string>& flags) {
  llvm2ccfg::FrontendOptions options;
  options.compilerFlags = flags;
  options.inputs = {file};
  return llvm2ccfg::translate(options);
}

ccfg::PropertySet only(ccfg::Property property) {
  ccfg::PropertySet set;
  set.add(property);
  return set;
}

engine::Result ask(const ccfg::Program& model, const Setting& setting, ccfg::PropertySet asked,
                   double seconds) {
  Budget budget;
  budget.setTimeout(seconds);
  engine::Result r = setting.make()->run(model, asked, budget, {});
  if (r.counterexample) check::confirm(model, *r.counterexample, asked);
  engine::applyAssumptions(r, false);
  return r;
}

} // namespace heddle::random
