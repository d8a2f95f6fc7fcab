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

#include <algorithm>
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

class WitnessMaker {
public:
  WitnessMaker(const Trace& trace, const std::vector<EventRef>& order, const trace::SharedVariables& shared)
      : trace_(trace), order_(order), shared_(shared), occurrences_(trace) {}

  // What was before the window, as it happened; then the schedule.
  trace::Witness make(const Triple& triple, const ccfg::Schedule& schedule,
                      const llvm2ccfg::TraceProgram& model, llvm2ccfg::Window window) {
    trace::Witness w;
    w.strict = true;
    w.command.push_back(trace_.program);
    w.command.insert(w.command.end(), trace_.arguments.begin(), trace_.arguments.end());
    for (size_t i = 0; i < window.begin; ++i) {
      const trace::Event& e = eventAt(order_[i]);
      if (!e.isAccess() || shared_.of(trace_, e) != trace::noVariable) add(w, order_[i], trace::Role::None);
    }
    for (const ccfg::ScheduleStep& step : schedule.steps)
      if (const auto found = model.events.find(step.edge); found != model.events.end())
        add(w, found->second,
            found->second == triple.first    ? trace::Role::First
            : found->second == triple.remote ? trace::Role::Remote
            : found->second == triple.second ? trace::Role::Second
                                             : trace::Role::None);
    return w;
  }

private:
  const trace::Event& eventAt(EventRef r) const { return trace_.threads[r.thread].events[r.event]; }

  void add(trace::Witness& w, EventRef ref, trace::Role role) {
    const trace::Event& e = eventAt(ref);
    if (!canBeForced(trace_, e)) return;
    const trace::Site& site = trace_.site(e);
    trace::WitnessStep s;
    s.thread = trace_.threads[ref.thread].number;
    s.module = trace_.modules[site.module].hash;
    s.index = site.index;
    s.occurrence = occurrences_.of(ref);
    s.bytes = site.bytes;
    s.where = report::placeText(site);
    s.what = report::eventText(trace_, e, false);
    s.role = role;
    w.steps.push_back(std::move(s));
  }

  const Trace& trace_;
  const std::vector<EventRef>& order_;
  const trace::SharedVariables& shared_;
  Occurrences occurrences_;
};

class Prediction {
public:
  Prediction(const Options& options, const Trace& trace)
      : options_(options), trace_(trace), order_(totalOrder(trace)),
        blocks_(findBlocks(trace, functions(options))), shared_(trace), engine_(bounded::makeBounded({})),
        witnesses_(trace, order_, shared_) {
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

  // Of a long trace, windows around the potential violations, which overlap so that neighbours share one.
  void decide(const std::vector<Triple>& triples) {
    const size_t size = options_.window;
    if (order_.size() <= 3 * size) return decideIn({}, triples);
    std::vector<std::vector<size_t>> position;
    for (const trace::Thread& t : trace_.threads) position.emplace_back(t.events.size());
    for (size_t i = 0; i < order_.size(); ++i) position[order_[i].thread][order_[i].event] = i;
    std::map<size_t, std::vector<Triple>> windows; // by their begin
    for (const Triple& t : triples) {
      const auto [first, last] =
          std::minmax({position[t.first.thread][t.first.event], position[t.remote.thread][t.remote.event],
                       position[t.second.thread][t.second.event]});
      const size_t begin = first < size / 4 ? 0 : (first - size / 4) / (size / 4) * (size / 4);
      if (last >= begin + size)
        ++report_.beyondWindows;
      else
        windows[begin].push_back(t);
    }
    for (const auto& [begin, inside] : windows) decideIn({begin, begin + size}, inside);
    report_.windows = windows.size();
    report_.windowed = true;
  }

  void decideIn(llvm2ccfg::Window window, const std::vector<Triple>& triples) {
    const std::string program =
        options_.programArguments.empty() ? trace_.program : options_.programArguments[0];
    model_ = llvm2ccfg::rewalk(trace_, order_, blocks_, shared_, program, window);
    for (const std::string& note : model_.notes)
      if (std::find(report_.notes.begin(), report_.notes.end(), note) == report_.notes.end())
        report_.notes.push_back(note);
    report_.modelEvents = std::max<uint64_t>(report_.modelEvents, model_.events.size());
    if (options_.recordedValues) predict::fixValues(*model_.program, recordedValues());
    if (!options_.modelFile.empty()) OutputFile(options_.modelFile).write(ccfg::printText(*model_.program));
    std::vector<Triple> known;
    std::vector<predict::TripleEdges> edges;
    for (const Triple& t : triples) {
      const bool byValues =
          hasValue(t.first) && hasValue(t.remote) && hasValue(t.second) && !isInBlock(t.remote);
      const predict::TripleEdges e = {edgeOf(t.first), edgeOf(t.remote), edgeOf(t.second), byValues};
      if (e.first == ccfg::none || e.remote == ccfg::none || e.second == ccfg::none) {
        report_.undecided.push_back(predicted(t, "the trace could not be followed to it"));
        continue;
      }
      known.push_back(t);
      edges.push_back(e);
    }
    const auto check = options_.prefixes ? predict::checkTriples : predict::checkWhole;
    const std::vector<engine::Result> results = check(*model_.program, edges, *engine_, budget_);
    for (size_t i = 0; i < known.size(); ++i) decided(known[i], results[i], window);
  }

  ccfg::EdgeId edgeOf(EventRef e) const {
    const auto found = model_.edges.find({e.thread, e.event});
    return found == model_.edges.end() ? ccfg::none : found->second;
  }

  bool hasValue(EventRef r) const { return trace_.site(trace_.threads[r.thread].events[r.event]).hasValue; }

  bool isInBlock(EventRef r) const {
    return std::any_of(blocks_.begin(), blocks_.end(), [&](const trace::Block& b) {
      return b.thread == r.thread && b.begin <= r.event && r.event <= b.end;
    });
  }

  std::map<ccfg::EdgeId, uint64_t> recordedValues() const {
    std::map<ccfg::EdgeId, uint64_t> out;
    for (const auto& [edge, ref] : model_.events) {
      const trace::Event& e = trace_.threads[ref.thread].events[ref.event];
      if ((e.kind == EventKind::Read || e.kind == EventKind::Update) && hasValue(ref)) out[edge] = e.value;
    }
    return out;
  }

  static report::PredictedTriple predicted(const Triple& t, const std::string& why) {
    return {t.first, t.remote, t.second, {}, false, why};
  }

  void decided(const Triple& t, const engine::Result& r, llvm2ccfg::Window window) {
    if (r.verdict == engine::Verdict::True) {
      ++report_.infeasible;
      return;
    }
    report::PredictedTriple p = predicted(t, r.why);
    if (r.verdict == engine::Verdict::Unknown || !r.counterexample) {
      report_.undecided.push_back(std::move(p));
      return;
    }
    p.witness = witnesses_.make(t, *r.counterexample, model_, window);
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
  WitnessMaker witnesses_;
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
  return static_cast<int>(found.undecided.empty() && found.unconfirmed.empty() && found.regions != 0 &&
                                  !found.windowed && found.complete && options.prefixes &&
                                  !options.recordedValues
                              ? ExitCode::Proved
                              : ExitCode::Unknown);
}

} // namespace heddle::cli
