// See switches.h. A program is translated once; only the verdict counts, the reasons for `unknown` are many.
#include "switches.h"

#include "dice.h"
#include "llvm2ccfg/frontend.h"
#include "oracle.h"
#include "support/error.h"

#include <fmt/core.h>

#include <fstream>
#include <optional>
#include <sstream>

namespace heddle::random {
namespace {

constexpr const char* strategies[] = {"full", "oia", "uia", "mia"};
constexpr const char* heuristics[] = {"S0", "S1", "S2a", "S2b", "S3", "layers"};
constexpr unsigned combinations = 1u << std::size(heuristics);

struct Expected {
  engine::Verdict verdict;
  ccfg::PropertySet asked = ccfg::PropertySet::defaults();
};

// Nothing if there is no verdict of true or false, or more flags than the properties.
std::optional<Expected> expectedOf(const std::string& file) {
  std::ifstream in(file);
  std::string line, verdict, flag, properties;
  Expected e{};
  while (std::getline(in, line)) {
    std::istringstream words(line);
    std::string slashes, key;
    words >> slashes >> key;
    if (key == "verdict:") words >> verdict;
    if (key == "flags:") {
      if (!(words >> flag >> properties) || flag != "--property" || words >> flag) return std::nullopt;
      e.asked = {};
      std::istringstream names(properties);
      for (std::string name; std::getline(names, name, ',');)
        e.asked.add(ccfg::propertyFromName(name).value());
    }
  }
  if (verdict.rfind("true", 0) != 0 && verdict.rfind("false", 0) != 0) return std::nullopt;
  e.verdict = verdict[0] == 't' ? engine::Verdict::True : engine::Verdict::False;
  return e;
}

std::unique_ptr<ccfg::Program> translated(const std::string& file, ccfg::PropertySet asked) {
  llvm2ccfg::FrontendOptions options;
  options.inputs = {file};
  options.compilerFlags = {std::string("-I") + HEDDLE_RANDOM_SOURCE_DIR + "/../../include"};
  options.checkMemory = asked.has(ccfg::Property::Memory);
  options.checkOverflow = asked.has(ccfg::Property::Overflow);
  return llvm2ccfg::translate(options);
}

std::string settingText(unsigned number) {
  std::string without;
  for (unsigned h = 0; h < std::size(heuristics); ++h)
    if ((number >> h & 1) != 0) without += (without.empty() ? "" : ",") + std::string(heuristics[h]);
  const std::string text = fmt::format("bounded --strategy {}", strategies[number / combinations]);
  return without.empty() ? text : text + " --without " + without;
}

std::vector<unsigned> settingsFor(const SwitchesOptions& o, size_t file) {
  constexpr unsigned all = std::size(strategies) * combinations;
  std::vector<unsigned> numbers;
  Dice dice(o.seed + file);
  for (unsigned k = 0; k < (o.draws == 0 ? all : o.draws); ++k)
    numbers.push_back(o.draws == 0 ? k : static_cast<unsigned>(dice.below(all)));
  return numbers;
}

} // namespace

SwitchesTally checkSwitches(const std::vector<std::string>& files, const SwitchesOptions& options) {
  SwitchesTally t;
  for (size_t f = 0; f < files.size(); ++f) {
    const auto expected = expectedOf(files[f]);
    if (!expected) {
      ++t.skipped;
      continue;
    }
    ++t.programs;
    const auto model = translated(files[f], expected->asked);
    for (const unsigned number : settingsFor(options, f)) {
      const Setting setting = parseSetting(settingText(number));
      const engine::Result r = ask(*model, setting, expected->asked, options.seconds);
      ++t.answers;
      if (r.verdict == engine::Verdict::Unknown) ++t.unknown;
      if (r.verdict == engine::Verdict::Unknown || r.verdict == expected->verdict) continue;
      ++t.wrong;
      fmt::print("{}: `{}' gives a wrong verdict\n", files[f], setting.text);
    }
  }
  return t;
}

} // namespace heddle::random
