// See driver.h.
#include "prediction/driver.h"

#include "engines/predict/other.h"
#include "engines/predict/recorded.h"
#include "prediction/candidates.h"
#include "prediction/execution.h"
#include "prediction/witness_maker.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <map>
#include <tuple>

namespace heddle::prediction {

namespace {

using ccfg::EdgeId;
using ccfg::Property;
using llvm2ccfg::Window;
using predict::EventRole;
using predict::Predicted;
using predict::PredictedEvent;
using trace::EventKind;
using trace::EventRef;

class Driver {
public:
  Driver(const trace::Trace& trace, const Options& options, const Means& means, engine::Engine& engine,
         const Budget& budget)
      : options_(options), means_(means), engine_(engine), trace_(trace), recorded_(trace, options, budget),
        witnesses_(recorded_), budget_(budget) {}

  void run(predict::Prediction& report) {
    report_ = &report;
    report.variables = recorded_.shared.count();
    const std::vector<Predicted> candidates = findCandidates(recorded_, options_, budget_, report);
    if (!candidates.empty() || options_.asked.has(Property::Assert)) decide(candidates);
  }

private:
  // ---- windows

  // What becomes part of a model; everything else is of one thread alone, and only walked through.
  bool isShared(const trace::Event& e) const {
    if (e.isAccess()) return recorded_.shared.of(trace_, e) != trace::noVariable;
    return e.kind == EventKind::Sync || e.kind == EventKind::Create || e.kind == EventKind::Join;
  }

  // Of a long trace, windows around the candidates, which overlap so that neighbours share one. Only events
  // that a model would have are counted: a window may hold many others.
  void decide(const std::vector<Predicted>& candidates) {
    const std::vector<EventRef>& order = recorded_.order;
    const size_t size = options_.window, step = std::max<size_t>(1, size / 4);
    std::vector<size_t> counted;           // positions in the order
    std::vector<std::vector<size_t>> rank; // by event: how many are counted before it
    for (const trace::Thread& t : trace_.threads) rank.emplace_back(t.events.size());
    for (size_t i = 0; i < order.size(); ++i) {
      rank[order[i].thread][order[i].event] = counted.size();
      if (isShared(eventAt(order[i]))) counted.push_back(i);
    }
    if (counted.size() <= 3 * size) return decideIn({}, candidates);
    std::map<size_t, std::vector<Predicted>> windows; // by the rank of their begin
    for (const Predicted& p : candidates) {
      size_t first = SIZE_MAX, last = 0;
      for (const PredictedEvent& e : p.events) {
        first = std::min(first, rank[e.event.thread][e.event.event]);
        last = std::max(last, rank[e.event.thread][e.event.event]);
      }
      const size_t begin = first < step ? 0 : (first - step) / step * step;
      if (last >= begin + size)
        ++report_->beyondWindows;
      else
        windows[begin].push_back(p);
    }
    for (const auto& [begin, inside] : windows) {
      const size_t end = begin + size < counted.size() ? counted[begin + size] : order.size();
      decideIn({begin == 0 ? 0 : counted[begin], end}, inside);
    }
    report_->windows = windows.size();
    report_->windowed = true;
    if (options_.asked.has(Property::Assert))
      report_->notes.push_back("assertions were checked only in the windows of other candidates");
  }

  void makeModel(Window window) {
    model_ = means_.model(recorded_, window);
    for (const std::string& note : model_.notes)
      if (std::find(report_->notes.begin(), report_->notes.end(), note) == report_->notes.end())
        report_->notes.push_back(note);
    report_->modelEvents = std::max<uint64_t>(report_->modelEvents, model_.events.size());
    findGaps();
    if (options_.recordedValues) predict::fixValues(*model_.program, recordedValues());
    if (means_.showModel) means_.showModel(*model_.program);
  }

  // Why something may happen although the model excludes it.
  void findGaps() {
    if (trace_.lost != 0)
      model_.gaps.push_back(fmt::format("{} events in signal handlers were not recorded", trace_.lost));
    if (trace_.stop != HEDDLE_COMPLETE) model_.gaps.push_back("recording stopped before the program did");
    if (!model_.gaps.empty()) return;
    const EdgeId strange = predict::firstNotRepeated(
        *model_.program, {recorded_.order, model_.events, recordedValues()}, budget_);
    if (strange == ccfg::none) return;
    const ccfg::Edge& e = model_.program->edges[strange];
    model_.gaps.push_back(fmt::format(
        "the recorded run continues at {}:{}, but its model can't: something synchronizes or writes unseen",
        std::filesystem::path(model_.program->files.name(e.pos.file)).filename().string(), e.pos.line));
  }

  // ---- one model

  void decideIn(Window window, const std::vector<Predicted>& candidates) {
    window_ = window;
    makeModel(window);
    std::vector<Predicted> triples;
    std::vector<predict::TripleEdges> triplesEdges;
    for (Predicted p : candidates) {
      std::vector<EdgeId>& edges = p.edges;
      for (const PredictedEvent& e : p.events) edges.push_back(edgeOf(e.event));
      if (const auto spent = budget_.exhausted()) {
        undecided(std::move(p), *spent);
      } else if (std::find(edges.begin(), edges.end(), ccfg::none) != edges.end()) {
        undecided(std::move(p), "the trace could not be followed that far");
      } else if (p.property == Property::Atomicity) {
        triplesEdges.push_back({edges[0], edges[1], edges[2], comparesValues(p)});
        triples.push_back(std::move(p));
      } else if (!isKnown(p)) {
        ask(p, questionOf(p));
      }
    }
    const auto check = options_.prefixes ? predict::checkTriples : predict::checkWhole;
    const std::vector<engine::Result> results = check(*model_.program, triplesEdges, engine_, budget_);
    for (size_t i = 0; i < triples.size(); ++i) decided(triples[i], results[i]);
    if (options_.asked.has(Property::Assert)) decideAssertions();
  }

  predict::Asked questionOf(const Predicted& p) const {
    if (p.property != Property::LockMisuse) return predict::askMeeting(*model_.program, p.edges);
    return p.events[0].role == EventRole::Destroys ? predict::askDestruction(*model_.program, p.edges[0])
                                                   : predict::askMisuse(*model_.program, p.edges[0]);
  }

  void ask(const Predicted& p, const predict::Asked& question) {
    decided(p, predict::decideFully(*model_.program, question, engine_, budget_));
  }

  void decideAssertions() {
    report_->complete &= model_.notes.empty(); // else there may be others that the walk did not come to
    for (const llvm2ccfg::TraceAssertion& a : model_.assertions) {
      Predicted p;
      p.property = Property::Assert;
      p.edges = {a.edge};
      p.assertion = replay::Assertion{trace_.threads[a.thread].number, a.file, a.line, a.function, a.text};
      ++report_->others;
      if (const auto spent = budget_.exhausted())
        undecided(p, *spent);
      else if (!isKnown(p))
        ask(p, predict::askAssertion(*model_.program, a.edge));
    }
  }

  // ---- about candidates

  const trace::Event& eventAt(EventRef r) const { return trace_.threads[r.thread].events[r.event]; }

  EdgeId edgeOf(EventRef e) const {
    const auto found = model_.edges.find({e.thread, e.event});
    return found == model_.edges.end() ? ccfg::none : found->second;
  }

  bool hasValue(EventRef r) const { return trace_.site(eventAt(r)).hasValue; }

  // Does guarded independence apply?
  bool comparesValues(const Predicted& p) const {
    const EventRef remote = p.events[1].event;
    const bool inBlock =
        std::any_of(recorded_.blocks.begin(), recorded_.blocks.end(), [&](const trace::Block& b) {
          return b.thread == remote.thread && b.begin <= remote.event && remote.event <= b.end;
        });
    return !inBlock && std::all_of(p.events.begin(), p.events.end(),
                                   [&](const PredictedEvent& e) { return hasValue(e.event); });
  }

  std::map<EdgeId, uint64_t> recordedValues() const {
    std::map<EdgeId, uint64_t> out = model_.unknowns;
    for (const auto& [edge, ref] : model_.events) {
      const trace::Event& e = eventAt(ref);
      if ((e.kind == EventKind::Read || e.kind == EventKind::Update) && hasValue(ref)) out[edge] = e.value;
    }
    return out;
  }

  // Of other violations than broken blocks one at the same places is enough.
  using Places = std::tuple<Property, std::vector<uint32_t>, std::string, uint32_t>; // sites; an assertion's
  bool isKnown(const Predicted& p) const { return shown_.contains(placesOf(p)); }
  Places placesOf(const Predicted& p) const {
    std::vector<uint32_t> sites;
    for (const PredictedEvent& e : p.events) sites.push_back(eventAt(e.event).site);
    std::sort(sites.begin(), sites.end());
    return {p.property, std::move(sites), p.assertion ? p.assertion->file : "",
            p.assertion ? p.assertion->line : 0};
  }

  // ---- answers

  void undecided(Predicted p, const std::string& why) {
    p.why = why;
    report_->undecided.push_back(std::move(p));
  }

  void decided(Predicted p, const engine::Result& r) {
    if (r.verdict == engine::Verdict::True && !model_.gaps.empty()) {
      const size_t more = model_.gaps.size() - 1;
      undecided(std::move(p), model_.gaps[0] + (more == 0 ? "" : fmt::format("; and {} more", more)));
    } else if (r.verdict == engine::Verdict::True) {
      ++report_->infeasible;
    } else if (r.verdict == engine::Verdict::Unknown || r.counterexample() == nullptr) {
      undecided(std::move(p), r.why);
    } else {
      p.model = model_.program;
      p.schedule = executionOf(p, *r.counterexample());
      witnesses_.make(p, model_, window_);
      if (!means_.command.empty()) p.witness.command = means_.command;
      confirm(p);
    }
  }

  // What its threads did before that may synchronize them: a few places.
  std::string unseenBefore(const Predicted& p) const {
    constexpr size_t most = 4;
    std::set<std::string> places;
    for (const PredictedEvent& e : p.events)
      for (const llvm2ccfg::Unseen& u : model_.unseen)
        if (u.thread == e.event.thread && u.event <= e.event.event && places.size() < most)
          places.insert(u.place);
    return fmt::format("{}", fmt::join(places, ", "));
  }

  void confirm(Predicted& p) {
    std::optional<replay::Result> tried;
    if (means_.replay) tried = means_.replay(p.witness);
    if (tried) {
      p.why = fmt::format("{}: {}", outcomeName(tried->outcome), tried->text);
      p.reproduced = tried->outcome == replay::Outcome::Reproduced;
    } else if (means_.replay) {
      p.why = "the program is not available";
    }
    const std::string unseen = p.reproduced ? "" : unseenBefore(p);
    if (!unseen.empty())
      p.why += fmt::format("{}possible unless one of these unseen calls synchronizes: {}",
                           p.why.empty() ? "" : "; ", unseen);
    const bool counts = p.reproduced || (!tried && unseen.empty());
    if (counts) shown_.insert(placesOf(p));
    (counts ? report_->violations : report_->unconfirmed).push_back(std::move(p));
  }

  const Options& options_;
  const Means& means_;
  engine::Engine& engine_;
  const trace::Trace& trace_;
  Recorded recorded_;
  WitnessMaker witnesses_;
  const Budget& budget_;
  llvm2ccfg::TraceProgram model_; // of the window
  Window window_;
  std::set<Places> shown_;
  predict::Prediction* report_ = nullptr;
};

} // namespace

Recorded::Recorded(const trace::Trace& t, const Options& options, const Budget& budget)
    : trace(t), order(totalOrder(t, budget)), blocks(findBlocks(t, options.atomic)), shared(t) {}

predict::Prediction predict(const trace::Trace& trace, const Options& options, const Means& means,
                            engine::Engine& engine, const Budget& budget) {
  predict::Prediction report;
  report.threads = trace.threads.size();
  report.events = trace.eventCount();
  report.atomicityAsked = options.asked.has(Property::Atomicity);
  report.narrowed = !options.prefixes || options.recordedValues;
  try {
    Driver(trace, options, means, engine, budget).run(report);
  } catch (const OutOfBudget& spent) {
    report.stop(spent.why);
  }
  report.seconds = budget.elapsed();
  return report;
}

} // namespace heddle::prediction
