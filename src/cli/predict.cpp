// `heddle predict`: from one recorded run to the atomicity violations that other interleavings of it show,
// each with a witness that is forced on the program before it is reported.
#include "ccfg/text.h"
#include "cli/commands.h"
#include "cli/input.h"
#include "cli/output.h"
#include "cli/replay.h"
#include "cli/terminal.h"
#include "engines/bounded/bounded.h"
#include "engines/predict/potential.h"
#include "engines/predict/serial.h"
#include "engines/predict/symbolic.h"
#include "llvm2ccfg/rewalk/rewalk.h"
#include "report/prediction.h"
#include "support/error.h"

#include <filesystem>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace heddle::cli {

namespace {

using predict::Potential;
using predict::Triple;
using trace::EventKind;
using trace::EventRef;
using trace::SiteKind;
using trace::Trace;

// Events at which the runtime lets a thread wait for its turn (src/runtime/replay.c); the second halves of
// waits, barriers and once follow from the first.
bool canBeForced(const Trace& trace, const trace::Event& e) {
  if (e.kind == EventKind::Read || e.kind == EventKind::Write || e.kind == EventKind::Update ||
      e.kind == EventKind::Create || e.kind == EventKind::Join)
    return true;
  if (e.kind != EventKind::Sync) return false;
  switch (trace.site(e).kind) {
  case SiteKind::WaitBegin:
  case SiteKind::WaitEnd:
  case SiteKind::BarrierLeave:
  case SiteKind::OnceBegin:
  case SiteKind::OnceEnd:
    return false;
  default:
    return true;
  }
}

class Occurrences { // of an event's site in its thread, up to the event
public:
  explicit Occurrences(const Trace& trace) : trace_(trace), counts_(trace.threads.size()) {}
  uint32_t of(EventRef ref) {
    std::vector<uint32_t>& known = counts_[ref.thread];
    if (known.empty()) {
      std::map<uint32_t, uint32_t> seen;
      for (const trace::Event& e : trace_.threads[ref.thread].events) known.push_back(++seen[e.site]);
    }
    return known[ref.event];
  }

private:
  const Trace& trace_;
  std::vector<std::vector<uint32_t>> counts_;
};

trace::Witness makeWitness(const Trace& trace, const Triple& triple, const ccfg::Schedule& schedule,
                           const llvm2ccfg::TraceProgram& model, Occurrences& occurrences) {
  trace::Witness w;
  w.strict = true;
  w.command.push_back(trace.program);
  w.command.insert(w.command.end(), trace.arguments.begin(), trace.arguments.end());
  for (const ccfg::ScheduleStep& step : schedule.steps) {
    const auto found = model.events.find(step.edge);
    if (found == model.events.end()) continue;
    const trace::Event& e = trace.threads[found->second.thread].events[found->second.event];
    if (!canBeForced(trace, e)) continue;
    const trace::Site& site = trace.site(e);
    trace::WitnessStep s;
    s.thread = trace.threads[found->second.thread].number;
    s.module = trace.modules[site.module].hash;
    s.index = site.index;
    s.occurrence = occurrences.of(found->second);
    s.bytes = site.bytes;
    s.where = report::placeText(site);
    s.what = report::eventText(trace, e, false);
    if (found->second == triple.first) s.role = trace::Role::First;
    if (found->second == triple.remote) s.role = trace::Role::Remote;
    if (found->second == triple.second) s.role = trace::Role::Second;
    w.steps.push_back(std::move(s));
  }
  return w;
}

class Prediction {
public:
  Prediction(const Options& options, const Trace& trace)
      : options_(options), trace_(trace), order_(totalOrder(trace)),
        blocks_(findBlocks(trace, functions(options))), shared_(trace), engine_(bounded::makeBounded({})),
        occurrences_(trace) {
    budget_.setTimeout(options.timeout);
  }

  report::PredictionReport run() {
    report_.regions = blocks_.size();
    report_.threads = trace_.threads.size();
    report_.variables = shared_.count();
    report_.events = trace_.eventCount();
    report_.serialViolations = predict::checkSerial(trace_, order_, blocks_).size();
    if (blocks_.empty()) return std::move(report_);
    const predict::MustOrder must(trace_, order_);
    const predict::LockHistories locks(trace_);
    const Potential potential =
        predict::findPotential(trace_, blocks_, shared_, must, locks, options_.perPlaces);
    report_.potential = potential.all;
    report_.afterMustOrder = potential.afterMustOrder;
    report_.withoutData = potential.withoutData;
    report_.complete = potential.complete;
    if (!potential.triples.empty()) decide(potential.triples);
    return std::move(report_);
  }

private:
  static std::set<std::string> functions(const Options& o) { return {o.atomic.begin(), o.atomic.end()}; }

  void decide(const std::vector<Triple>& triples) {
    const std::string program =
        options_.programArguments.empty() ? trace_.program : options_.programArguments[0];
    model_ = llvm2ccfg::rewalk(trace_, order_, blocks_, shared_, program);
    report_.notes = model_.notes;
    report_.modelEvents = model_.events.size();
    if (!options_.modelFile.empty()) OutputFile(options_.modelFile).write(ccfg::printText(*model_.program));
    std::vector<Triple> known;
    std::vector<predict::TripleEdges> edges;
    for (const Triple& t : triples) {
      edges.push_back({edgeOf(t.first), edgeOf(t.remote), edgeOf(t.second)});
      const predict::TripleEdges& e = edges.back();
      if (e.first != ccfg::none && e.remote != ccfg::none && e.second != ccfg::none) {
        known.push_back(t);
        continue;
      }
      edges.pop_back();
      report_.undecided.push_back(predicted(t, "the trace could not be followed to it"));
    }
    const std::vector<engine::Result> results =
        predict::checkTriples(*model_.program, edges, *engine_, budget_);
    for (size_t i = 0; i < known.size(); ++i) decided(known[i], results[i]);
  }

  ccfg::EdgeId edgeOf(EventRef e) const {
    const auto found = model_.edges.find({e.thread, e.event});
    return found == model_.edges.end() ? ccfg::none : found->second;
  }

  static report::PredictedTriple predicted(const Triple& t, const std::string& why) {
    return {t.first, t.remote, t.second, {}, false, why};
  }

  void decided(const Triple& t, const engine::Result& r) {
    if (r.verdict == engine::Verdict::True) {
      ++report_.infeasible;
      return;
    }
    report::PredictedTriple p = predicted(t, r.why);
    if (r.verdict == engine::Verdict::Unknown || !r.counterexample) {
      report_.undecided.push_back(std::move(p));
      return;
    }
    p.witness = makeWitness(trace_, t, *r.counterexample, model_, occurrences_);
    if (!options_.programArguments.empty()) p.witness.command = options_.programArguments;
    confirm(p);
  }

  void confirm(report::PredictedTriple& p) {
    const bool atHand = options_.confirm && std::filesystem::exists(p.witness.command[0]);
    if (!atHand) {
      p.why = options_.confirm ? "the program is not at hand" : "";
      report_.violations.push_back(std::move(p));
      return;
    }
    const ReplayResult result = replayWitness(p.witness, options_.patience, true);
    p.why = fmt::format("{}: {}", outcomeName(result.outcome), result.text);
    p.reproduced = result.outcome == ReplayOutcome::Reproduced;
    (p.reproduced ? report_.violations : report_.unconfirmed).push_back(std::move(p));
  }

  const Options& options_;
  const Trace& trace_;
  std::vector<EventRef> order_;
  std::vector<trace::Block> blocks_;
  trace::SharedVariables shared_;
  std::unique_ptr<engine::Engine> engine_;
  Occurrences occurrences_;
  Budget budget_;
  llvm2ccfg::TraceProgram model_;
  report::PredictionReport report_;
};

} // namespace

int runPredict(const Options& options) {
  std::optional<OutputFile> json;
  if (!options.jsonFile.empty()) json.emplace(options.jsonFile);
  const Trace trace = trace::readTrace(options.inputs[0]);
  Budget clock;
  report::PredictionReport found = Prediction(options, trace).run();
  found.seconds = clock.elapsed();
  if (json) json->write(report::predictionJson(trace, found).dump(1) + "\n");
  if (options.jsonFile != "-") printOut(report::predictionText(trace, found));
  for (size_t i = 0; i < found.violations.size() && !options.witnessFile.empty(); ++i)
    OutputFile(i == 0 ? options.witnessFile : fmt::format("{}.{}", options.witnessFile, i + 1))
        .write(toJson(found.violations[i].witness).dump(1) + "\n");
  if (!found.violations.empty()) return static_cast<int>(ExitCode::Violation);
  return static_cast<int>(found.undecided.empty() && found.unconfirmed.empty() && found.regions != 0
                              ? ExitCode::Proved
                              : ExitCode::Unknown);
}

} // namespace heddle::cli
