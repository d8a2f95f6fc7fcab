// What every engine is: (program, question, budget) -> Result.
#pragma once

#include "engine/evidence.h"
#include "engine/problem.h"
#include "support/budget.h"
#include "support/statistics.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace heddle::engine {

enum class Verdict : uint8_t { True, False, Unknown };

struct Result {
  Verdict verdict = Verdict::Unknown;
  std::string why;    // Unknown: the reason, short enough for the last line
  std::string engine; // who found it
  ccfg::PropertySet asked;
  // Shown to hold, even when the verdict is Unknown: then of executions up to a violation of what is not.
  ccfg::PropertySet proved;
  Evidence evidence;                         // False: always a Schedule, and confirmed
  Recheck recheck;                           // of the evidence
  std::vector<ccfg::Assumption> assumptions; // what it rests on
  Statistics statistics;

  // The evidence if it is of that kind, else null.
  const ccfg::Schedule* counterexample() const { return std::get_if<ccfg::Schedule>(&evidence); }
  ccfg::Schedule* counterexample() { return std::get_if<ccfg::Schedule>(&evidence); }
  const Invariants* invariants() const { return std::get_if<Invariants>(&evidence); }
};

// Told now and then how far an engine is; for the progress line.
struct Progress {
  std::string text;
};
using ProgressSink = std::function<void(const Progress&)>;

class Engine {
public:
  virtual ~Engine() = default;
  virtual std::string name() const = 0;
  virtual Result run(const Problem& problem, const Budget& budget, const ProgressSink& progress) = 0;

  // The same, where nobody else works on the program.
  Result ask(const ccfg::Program& program, const Question& question, const Budget& budget = {},
             const ProgressSink& progress = {}) {
    return run(Problem(program, question), budget, progress);
  }
};

ccfg::PropertySet unproved(const Result& r); // of what was asked

// What is known of one property. True, where the result is not: of executions up to a violation of another.
struct PropertyVerdict {
  ccfg::Property property = ccfg::Property::Assert;
  Verdict verdict = Verdict::Unknown;
  std::string why; // Unknown: the reason
};

// Of all that was asked, in the order of properties. `more`: what was found of the rest of the question after
// a violation, the search for the next one each time; the last of them found none.
std::vector<PropertyVerdict> byProperty(const Result& r, const std::vector<const Result*>& more = {});

// The honest verdict: an assumption that touches a proof turns True into Unknown unless the user accepted its
// kind; one that touches the counterexample turns False into Unknown.
void applyAssumptions(Result& r, bool acceptAssumptions);

} // namespace heddle::engine
