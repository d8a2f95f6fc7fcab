// Asks an engine about a C program: from text to verdict, in this process.
#pragma once

#include "ccfg/program.h"
#include "engine/result.h"

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace heddle::random {

// A folder of our own below the system's temporary one, gone at the end.
class Workplace {
public:
  Workplace();
  ~Workplace();
  Workplace(const Workplace&) = delete;
  Workplace& operator=(const Workplace&) = delete;
  const std::filesystem::path& path() const { return path_; }
  std::string write(const std::string& name, const std::string& text) const; // gives the full path

private:
  std::filesystem::path path_;
};

// An engine with options, as the command line would have them: "explore --por none", "bounded --strategy oia
// --without S0,S3". "blind" says true always, "wrong" says false.
struct Setting {
  std::string text;
  std::function<std::unique_ptr<engine::Engine>()> make;
  engine::Question question; // its properties are none
  bool recheck = false;      // a proof as a tree is re-checked before it is believed
};
Setting parseSetting(const std::string& text); // UsageError
// The setting with heuristics of `bounded` switched off at random, and now and then another solver.
Setting varied(const Setting& setting, uint64_t seed);

std::unique_ptr<ccfg::Program> modelOf(const std::string& file, const std::vector<std::string>& flags = {},
                                       bool spuriousWakeups = true);

ccfg::PropertySet only(ccfg::Property property);
// One property at a time, so that no violation hides another; and sets, on which a reduction may depend.
std::vector<ccfg::PropertySet> usualQuestions();

// Runs the engine; a schedule that it gives is executed before it is believed.
engine::Result ask(const ccfg::Program& model, const Setting& setting, ccfg::PropertySet asked,
                   double seconds);

} // namespace heddle::random
