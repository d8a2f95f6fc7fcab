// `heddle predict`: from one recorded run to the violations that other interleavings of it show, each with a
// witness that is forced on the program before it is reported.
#include "ccfg/text.h"
#include "cli/commands.h"
#include "cli/output.h"
#include "cli/replay.h"
#include "cli/terminal.h"
#include "cli/watchdog.h"
#include "cli/witness_maker.h"
#include "engines/bounded/bounded.h"
#include "engines/predict/other.h"
#include "engines/predict/potential.h"
#include "engines/predict/recorded.h"
#include "engines/predict/serial.h"
#include "support/error.h"
#include "trace/infer.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

namespace heddle::cli {

namespace {

using ccfg::Property;
using report::Predicted;
using trace::EventKind;
using trace::EventRef;
using trace::Trace;

ccfg::PropertySet askedProperties(const Options& options) {
  ccfg::PropertySet asked = options.properties;
  if (!options.propertiesGiven) asked = {};
  if (!options.propertiesGiven) asked.add(Property::Atomicity);
  for (const Property p : {Property::Memory, Property::Overflow})
    if (asked.has(p))
      throw UsageError(fmt::format("`predict` does not support property `{}`", ccfg::propertyName(p)));
  return asked;
}

class Prediction {
public:
  Prediction(const Options& options, const Trace& trace, const Budget& budget)
      : options_(options), asked_(askedProperties(options)), trace_(trace), order_(totalOrder(trace, budget)),
        blocks_(findBlocks(trace, {options.atomic.begin(), options.atomic.end()})), shared_(trace),
        engine_(bounded::makeBounded({})), witnesses_(trace, order_, shared_), budget_(budget) {}

  report::PredictionReport run() {
    report_.threads = trace_.threads.size();
    report_.variables = shared_.count();
    report_.events = trace_.eventCount();
    report_.atomicityAsked = asked_.has(Property::Atomicity);
    try {
      predict();
    } catch (const OutOfBudget& spent) { // what was found until then is reported
      stopped(report_, spent);
    }
    return std::move(report_);
  }

  static void stopped(report::PredictionReport& report, const OutOfBudget& spent) {
    report.complete = false;
    report.stopped = true;
    report.notes.push_back("stopped before everything was checked: " + spent.why);
  }

private:
  void predict() {
    const predict::MustOrder must(trace_, order_);
    const predict::LockHistories locks(trace_);
    std::vector<Predicted> candidates;
    if (asked_.has(Property::Atomicity)) addTriples(must, locks, candidates);
    addOthers(must, locks, candidates);
    if (!candidates.empty() || asked_.has(Property::Assert)) decide(candidates);
  }

  // ---- candidates

  void addTriples(const predict::MustOrder& must, const predict::LockHistories& locks,
                  std::vector<Predicted>& out) {
    if (blocks_.empty() && options_.inferAtomic) {
      trace::InferredBlocks inferred = trace::inferBlocks(trace_);
      blocks_ = std::move(inferred.blocks);
      report_.inferred = std::move(inferred.proposals);
    }
    report_.regions = blocks_.size();
    noteMissingFunctions();
    report_.serialViolations = predict::checkSerial(trace_, order_, blocks_, budget_).size();
    const predict::Potential potential =
        predict::findPotential(trace_, blocks_, shared_, must, locks, options_.perPlaces, budget_);
    report_.potential = potential.all;
    report_.afterMustOrder = potential.afterMustOrder;
    report_.withoutData = potential.withoutData;
    report_.complete = potential.complete;
    for (const predict::Triple& t : potential.triples)
      out.push_back(
          candidate(Property::Atomicity, {{"first", t.first}, {"remote", t.remote}, {"second", t.second}}));
  }

  void noteMissingFunctions() {
    std::set<std::string> entered;
    for (const trace::Thread& t : trace_.threads)
      for (const trace::Event& e : t.events)
        if (e.kind == EventKind::Enter) entered.insert(trace_.site(e).name);
    for (const std::string& name : options_.atomic)
      if (!entered.contains(name))
        report_.notes.push_back(fmt::format("no call of `{}` was recorded: it was not called, has no "
                                            "events, or was inlined by the compiler",
                                            name));
  }

  void addOthers(const predict::MustOrder& must, const predict::LockHistories& locks,
                 std::vector<Predicted>& out) {
    const size_t before = out.size();
    const size_t most = std::min(options_.perPlaces, mostLikeEachOther);
    const auto add = [&](Property property, const predict::Meetings& meetings) {
      report_.complete &= meetings.complete;
      for (const predict::Meeting& m : meetings.all) {
        Predicted p = candidate(property, {});
        for (const EventRef e : m.events)
          p.events.push_back({property == Property::Deadlock ? "waits"
                              : p.events.empty()             ? "first"
                                                             : "second",
                              e});
        out.push_back(std::move(p));
      }
    };
    if (asked_.has(Property::Race))
      add(Property::Race, predict::findRaces(trace_, shared_, must, locks, most, budget_));
    if (asked_.has(Property::Deadlock))
      add(Property::Deadlock, predict::findDeadlocks(trace_, must, most, longestCycle, budget_));
    if (asked_.has(Property::LockMisuse)) {
      for (const EventRef e : predict::findDestructions(trace_))
        out.push_back(candidate(Property::LockMisuse, {{"destroys", e}}));
      for (const EventRef e : predict::findMisuses(trace_)) {
        const trace::Event& event = trace_.threads[e.thread].events[e.event];
        const bool locks = trace_.site(event).kind == trace::SiteKind::Lock;
        out.push_back(candidate(Property::LockMisuse, {{locks ? "locks" : "unlocks", e}}));
      }
    }
    report_.others = out.size() - before;
  }

  static Predicted candidate(Property property, std::vector<report::PredictedEvent> events) {
    Predicted p;
    p.property = property;
    p.events = std::move(events);
    return p;
  }

  // ---- windows

  // What becomes part of a model; everything else is of one thread alone, and only walked through.
  bool isShared(const trace::Event& e) const {
    if (e.isAccess()) return shared_.of(trace_, e) != trace::noVariable;
    return e.kind == trace::EventKind::Sync || e.kind == trace::EventKind::Create ||
           e.kind == trace::EventKind::Join;
  }

  // Of a long trace, windows around the candidates, which overlap so that neighbours share one. Only events
  // that a model would have are counted: a window may hold many others.
  void decide(const std::vector<Predicted>& candidates) {
    const size_t size = options_.window;
    std::vector<size_t> counted;           // positions in the order
    std::vector<std::vector<size_t>> rank; // by event: how many are counted before it
    for (const trace::Thread& t : trace_.threads) rank.emplace_back(t.events.size());
    for (size_t i = 0; i < order_.size(); ++i) {
      rank[order_[i].thread][order_[i].event] = counted.size();
      if (isShared(trace_.threads[order_[i].thread].events[order_[i].event])) counted.push_back(i);
    }
    if (counted.size() <= 3 * size) return decideIn({}, candidates);
    std::map<size_t, std::vector<Predicted>> windows; // by the rank of their begin
    for (const Predicted& p : candidates) {
      size_t first = SIZE_MAX, last = 0;
      for (const report::PredictedEvent& e : p.events) {
        first = std::min(first, rank[e.event.thread][e.event.event]);
        last = std::max(last, rank[e.event.thread][e.event.event]);
      }
      const size_t begin = first < size / 4 ? 0 : (first - size / 4) / (size / 4) * (size / 4);
      if (last >= begin + size)
        ++report_.beyondWindows;
      else
        windows[begin].push_back(p);
    }
    for (const auto& [begin, inside] : windows) {
      const size_t end = begin + size < counted.size() ? counted[begin + size] : order_.size();
      decideIn({begin == 0 ? 0 : counted[begin], end}, inside);
    }
    report_.windows = windows.size();
    report_.windowed = true;
    if (asked_.has(Property::Assert))
      report_.notes.push_back("assertions were checked only in the windows of other candidates");
  }

  void makeModel(llvm2ccfg::Window window) {
    const std::string program =
        options_.programArguments.empty() ? trace_.program : options_.programArguments[0];
    model_ = llvm2ccfg::rewalk(trace_, order_, blocks_, shared_, program, window, budget_);
    for (const std::string& note : model_.notes)
      if (std::find(report_.notes.begin(), report_.notes.end(), note) == report_.notes.end())
        report_.notes.push_back(note);
    report_.modelEvents = std::max<uint64_t>(report_.modelEvents, model_.events.size());
    findGaps();
    if (options_.recordedValues) predict::fixValues(*model_.program, recordedValues());
    if (!options_.modelFile.empty()) OutputFile(options_.modelFile).write(ccfg::printText(*model_.program));
  }

  // Why something may happen although the model excludes it.
  void findGaps() {
    if (trace_.lost != 0)
      model_.gaps.push_back(fmt::format("{} events in signal handlers were not recorded", trace_.lost));
    if (trace_.stop != HEDDLE_COMPLETE) model_.gaps.push_back("recording stopped before the program did");
    if (!model_.gaps.empty()) return;
    const ccfg::EdgeId strange =
        predict::firstNotRepeated(*model_.program, {order_, model_.events, recordedValues()}, budget_);
    if (strange == ccfg::none) return;
    const ccfg::Edge& e = model_.program->edges[strange];
    model_.gaps.push_back(fmt::format(
        "the recorded run continues at {}:{}, but its model can't: something synchronizes or writes unseen",
        std::filesystem::path(model_.program->files.name(e.pos.file)).filename().string(), e.pos.line));
  }

  void decideIn(llvm2ccfg::Window window, const std::vector<Predicted>& candidates) {
    makeModel(window);
    std::vector<Predicted> triples;
    std::vector<predict::TripleEdges> triplesEdges;
    for (const Predicted& p : candidates) {
      std::vector<ccfg::EdgeId> edges;
      for (const report::PredictedEvent& e : p.events) edges.push_back(edgeOf(e.event));
      if (const auto spent = budget_.exhausted()) {
        undecided(p, *spent);
      } else if (std::find(edges.begin(), edges.end(), ccfg::none) != edges.end()) {
        undecided(p, "the trace could not be followed that far");
      } else if (p.property == Property::Atomicity) {
        triples.push_back(p);
        triplesEdges.push_back({edges[0], edges[1], edges[2], comparesValues(p)});
      } else if (!isKnown(p)) {
        const predict::Asked asked =
            p.property != Property::LockMisuse ? predict::askMeeting(*model_.program, edges)
            : p.events[0].role == "destroys"   ? predict::askDestruction(*model_.program, edges[0])
                                               : predict::askMisuse(*model_.program, edges[0]);
        decided(p, predict::decideFully(*model_.program, asked, *engine_, budget_), window);
      }
    }
    const auto check = options_.prefixes ? predict::checkTriples : predict::checkWhole;
    const std::vector<engine::Result> results = check(*model_.program, triplesEdges, *engine_, budget_);
    for (size_t i = 0; i < triples.size(); ++i) decided(triples[i], results[i], window);
    if (asked_.has(Property::Assert)) decideAssertions(window);
  }

  void decideAssertions(llvm2ccfg::Window window) {
    report_.complete &= model_.notes.empty(); // else there may be others that the walk did not come to
    for (const llvm2ccfg::TraceAssertion& a : model_.assertions) {
      Predicted p = candidate(Property::Assert, {});
      p.place =
          fmt::format("{}:{} in {}", std::filesystem::path(a.file).filename().string(), a.line, a.function);
      p.text = a.text;
      ++report_.others;
      if (const auto spent = budget_.exhausted())
        undecided(p, *spent);
      else if (!isKnown(p))
        decided(p,
                predict::decideFully(*model_.program, predict::askAssertion(*model_.program, a.edge),
                                     *engine_, budget_),
                window);
    }
  }

  // ---- about candidates

  ccfg::EdgeId edgeOf(EventRef e) const {
    const auto found = model_.edges.find({e.thread, e.event});
    return found == model_.edges.end() ? ccfg::none : found->second;
  }

  bool hasValue(EventRef r) const { return trace_.site(trace_.threads[r.thread].events[r.event]).hasValue; }

  // Does guarded independence apply?
  bool comparesValues(const Predicted& p) const {
    const EventRef remote = p.events[1].event;
    const bool inBlock = std::any_of(blocks_.begin(), blocks_.end(), [&](const trace::Block& b) {
      return b.thread == remote.thread && b.begin <= remote.event && remote.event <= b.end;
    });
    return !inBlock && std::all_of(p.events.begin(), p.events.end(),
                                   [&](const report::PredictedEvent& e) { return hasValue(e.event); });
  }

  std::map<ccfg::EdgeId, uint64_t> recordedValues() const {
    std::map<ccfg::EdgeId, uint64_t> out = model_.unknowns;
    for (const auto& [edge, ref] : model_.events) {
      const trace::Event& e = trace_.threads[ref.thread].events[ref.event];
      if ((e.kind == EventKind::Read || e.kind == EventKind::Update) && hasValue(ref)) out[edge] = e.value;
    }
    return out;
  }

  // Of other violations than broken blocks one at the same places is enough.
  bool isKnown(const Predicted& p) const { return shown_.contains(placesOf(p)); }
  std::vector<std::string> placesOf(const Predicted& p) const {
    std::vector<std::string> out = {p.place};
    for (const report::PredictedEvent& e : p.events)
      out.push_back(std::to_string(trace_.threads[e.event.thread].events[e.event.event].site));
    std::sort(out.begin(), out.end());
    out.push_back(std::string(ccfg::propertyName(p.property)));
    return out;
  }

  // ---- answers

  void undecided(Predicted p, const std::string& why) {
    p.why = why;
    report_.undecided.push_back(std::move(p));
  }

  void decided(Predicted p, const engine::Result& r, llvm2ccfg::Window window) {
    if (r.verdict == engine::Verdict::True && !model_.gaps.empty()) {
      const size_t more = model_.gaps.size() - 1;
      undecided(std::move(p), model_.gaps[0] + (more == 0 ? "" : fmt::format("; and {} more", more)));
    } else if (r.verdict == engine::Verdict::True) {
      ++report_.infeasible;
    } else if (r.verdict == engine::Verdict::Unknown || !r.counterexample) {
      undecided(std::move(p), r.why);
    } else {
      p.witness = witnesses_.make(p, *r.counterexample, model_, window);
      if (!options_.programArguments.empty()) p.witness.command = options_.programArguments;
      confirm(p);
    }
  }

  // What its threads did before that may synchronize them: a few places.
  std::string unseenBefore(const Predicted& p) const {
    constexpr size_t most = 4;
    std::set<std::string> places;
    for (const report::PredictedEvent& e : p.events)
      for (const llvm2ccfg::Unseen& u : model_.unseen)
        if (u.thread == e.event.thread && u.event <= e.event.event && places.size() < most)
          places.insert(u.place);
    return fmt::format("{}", fmt::join(places, ", "));
  }

  void confirm(Predicted& p) {
    const bool atHand = options_.confirm && std::filesystem::exists(p.witness.command[0]);
    if (atHand) {
      const double patience = std::clamp(budget_.remaining(), 0.0, options_.patience);
      const ReplayResult result = replayWitness(p.witness, patience, true);
      p.why = fmt::format("{}: {}", outcomeName(result.outcome), result.text);
      p.reproduced = result.outcome == ReplayOutcome::Reproduced;
    } else if (options_.confirm) {
      p.why = "the program is not available";
    }
    const std::string unseen = p.reproduced ? "" : unseenBefore(p);
    if (!unseen.empty())
      p.why += fmt::format("{}possible unless one of these unseen calls synchronizes: {}",
                           p.why.empty() ? "" : "; ", unseen);
    const bool counts = p.reproduced || (!atHand && unseen.empty());
    if (counts) shown_.insert(placesOf(p));
    (counts ? report_.violations : report_.unconfirmed).push_back(std::move(p));
  }

  static constexpr size_t longestCycle = 4;        // threads of a deadlock
  static constexpr unsigned mostLikeEachOther = 3; // races and deadlocks at the same places

  const Options& options_;
  ccfg::PropertySet asked_;
  const Trace& trace_;
  std::vector<EventRef> order_;
  std::vector<trace::Block> blocks_;
  trace::SharedVariables shared_;
  std::unique_ptr<engine::Engine> engine_;
  WitnessMaker witnesses_;
  Budget budget_;
  llvm2ccfg::TraceProgram model_;
  std::set<std::vector<std::string>> shown_;
  report::PredictionReport report_;
};

bool allInfeasible(const Options& options, const report::PredictionReport& found) {
  const bool askedAll = found.regions != 0 || !found.atomicityAsked;
  return found.undecided.empty() && found.unconfirmed.empty() && askedAll && !found.windowed &&
         found.complete && options.prefixes && !options.recordedValues;
}

// Returns whether all files could be written. The text is printed in any case.
bool deliver(const Options& options, const std::optional<OutputFile>& json, const Trace& trace,
             const report::PredictionReport& found) {
  bool written = true;
  const auto write = [&](const OutputFile& file, const std::string& text) {
    written = file.tryWrite(text) && written;
  };
  if (json) write(*json, dumpJson(report::predictionJson(trace, found)));
  if (options.jsonFile != "-") printOut(report::predictionText(trace, found));
  for (size_t i = 0; i < found.violations.size() && !options.witnessFile.empty(); ++i)
    write(OutputFile(i == 0 ? options.witnessFile : fmt::format("{}.{}", options.witnessFile, i + 1)),
          dumpJson(toJson(found.violations[i].witness)));
  return written;
}

} // namespace

int runPredict(const Options& options) {
  std::optional<OutputFile> json;
  if (!options.jsonFile.empty()) json.emplace(options.jsonFile);
  const Budget budget = budgetOf(options);
  Watchdog watchdog(options, budget, [](const std::string& why) {
    warn(why);
    return static_cast<int>(ExitCode::Unknown);
  });
  watchdog.grant();
  Trace trace;
  report::PredictionReport found;
  try {
    trace = trace::readTrace(options.inputs[0], budget);
    found = Prediction(options, trace, budget).run();
  } catch (const OutOfBudget& spent) {
    Prediction::stopped(found, spent);
  }
  watchdog.dismiss();
  found.seconds = budget.elapsed();
  const int code = static_cast<int>(!found.violations.empty()       ? ExitCode::Violation
                                    : allInfeasible(options, found) ? ExitCode::Proved
                                                                    : ExitCode::Unknown);
  return deliver(options, json, trace, found) ? code : outputLost + code;
}

} // namespace heddle::cli
