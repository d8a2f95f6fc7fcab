// See candidates.h.
#include "prediction/candidates.h"

#include "engines/predict/other.h"
#include "engines/predict/potential.h"
#include "engines/predict/serial.h"
#include "trace/infer.h"

#include <algorithm>
#include <fmt/format.h>

namespace heddle::prediction {

namespace {

using ccfg::Property;
using predict::EventRole;
using predict::Predicted;

constexpr size_t longestCycle = 4;      // threads of a deadlock
constexpr size_t mostLikeEachOther = 3; // races and deadlocks at the same places

class Finder {
public:
  Finder(Recorded& recorded, const Options& options, const Budget& budget, predict::Prediction& report)
      : recorded_(recorded), trace_(recorded.trace), options_(options), budget_(budget), report_(report),
        must_(trace_, recorded.order), locks_(trace_) {}

  std::vector<Predicted> run() {
    if (options_.asked.has(Property::Atomicity)) addTriples();
    const size_t before = found_.size();
    if (options_.asked.has(Property::Race))
      addMeetings(Property::Race,
                  predict::findRaces(trace_, recorded_.shared, must_, locks_, most(), budget_));
    if (options_.asked.has(Property::Deadlock))
      addMeetings(Property::Deadlock, predict::findDeadlocks(trace_, must_, most(), longestCycle, budget_));
    if (options_.asked.has(Property::LockMisuse)) addMisuses();
    report_.others = found_.size() - before;
    return std::move(found_);
  }

private:
  size_t most() const { return std::min(options_.perPlaces, mostLikeEachOther); }

  void add(Property property, std::vector<predict::PredictedEvent> events) {
    Predicted p;
    p.property = property;
    p.events = std::move(events);
    found_.push_back(std::move(p));
  }

  void addTriples() {
    if (recorded_.blocks.empty() && options_.inferAtomic) {
      trace::InferredBlocks inferred = trace::inferBlocks(trace_);
      recorded_.blocks = std::move(inferred.blocks);
      report_.inferred = std::move(inferred.proposals);
    }
    report_.regions = recorded_.blocks.size();
    noteMissingFunctions();
    report_.serialViolations =
        predict::checkSerial(trace_, recorded_.order, recorded_.blocks, budget_).size();
    const predict::Potential potential = predict::findPotential(trace_, recorded_.blocks, recorded_.shared,
                                                                must_, locks_, options_.perPlaces, budget_);
    report_.potential = potential.all;
    report_.afterMustOrder = potential.afterMustOrder;
    report_.withoutData = potential.withoutData;
    report_.complete = potential.complete;
    for (const predict::Triple& t : potential.triples)
      add(Property::Atomicity,
          {{EventRole::First, t.first}, {EventRole::Remote, t.remote}, {EventRole::Second, t.second}});
  }

  void noteMissingFunctions() {
    std::set<std::string> entered;
    for (const trace::Thread& t : trace_.threads)
      for (const trace::Event& e : t.events)
        if (e.kind == trace::EventKind::Enter) entered.insert(trace_.site(e).name);
    for (const std::string& name : options_.atomic)
      if (!entered.contains(name))
        report_.notes.push_back(fmt::format("no call of `{}` was recorded: it was not called, has no "
                                            "events, or was inlined by the compiler",
                                            name));
  }

  void addMeetings(Property property, const predict::Meetings& meetings) {
    report_.complete &= meetings.complete;
    for (const predict::Meeting& m : meetings.all) {
      std::vector<predict::PredictedEvent> events;
      for (const trace::EventRef e : m.events)
        events.push_back({property == Property::Deadlock ? EventRole::Waits
                          : events.empty()               ? EventRole::First
                                                         : EventRole::Second,
                          e});
      add(property, std::move(events));
    }
  }

  void addMisuses() {
    for (const trace::EventRef e : predict::findDestructions(trace_))
      add(Property::LockMisuse, {{EventRole::Destroys, e}});
    for (const trace::EventRef e : predict::findMisuses(trace_)) {
      const trace::Event& event = trace_.threads[e.thread].events[e.event];
      const bool locks = trace_.site(event).kind == trace::SiteKind::Lock;
      add(Property::LockMisuse, {{locks ? EventRole::Locks : EventRole::Unlocks, e}});
    }
  }

  Recorded& recorded_;
  const trace::Trace& trace_;
  const Options& options_;
  const Budget& budget_;
  predict::Prediction& report_;
  const predict::MustOrder must_;
  const predict::LockHistories locks_;
  std::vector<Predicted> found_;
};

} // namespace

std::vector<Predicted> findCandidates(Recorded& recorded, const Options& options, const Budget& budget,
                                      predict::Prediction& report) {
  return Finder(recorded, options, budget, report).run();
}

} // namespace heddle::prediction
