// See teller.h. Neighbours: spelling.h for threads, variables and values, locks.h for who holds and who
// waits.
#include "report/teller.h"

#include "interp/pending.h"
#include "report/locks.h"
#include "support/error.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <set>

namespace heddle::report {

namespace {

using interp::StepKind;

// An access that is only looked at has no values: any will do.
class AnyValue : public interp::Chooser {
public:
  uint64_t choose(const interp::Choice& c) override {
    return (c.lo & ~c.knownBits) | (c.known & c.knownBits);
  }
};

// The five orders of three accesses that no execution without interruption can have (Wang et al. 2010,
// section 3).
std::string whyBroken(bool firstWrites, bool otherWrites, bool secondWrites) {
  const char* why = !otherWrites ? "the other thread sees an intermediate value of the block"
                    : firstWrites && secondWrites
                        ? "the other thread's write falls between two writes of the block and is lost"
                    : firstWrites  ? "the block does not read back what it wrote"
                    : secondWrites ? "the block overwrites the other thread's value without having read it"
                                   : "the block may read two different values";
  const auto letter = [](bool writes) { return writes ? 'W' : 'R'; };
  return fmt::format("{}-{}-{}: {}", letter(firstWrites), letter(otherWrites), letter(secondWrites), why);
}

} // namespace

class Teller::Execution {
public:
  Execution(interp::Machine& machine, const ccfg::Schedule& schedule, const std::optional<OfRun>& run)
      : program_(machine.code().program()), run_(run), machine_(machine), names_(machine.code()),
        locks_(machine_, names_) {
    story_.violation = run ? run->violation : schedule.violation;
    story_.memoryModel = schedule.memoryModel;
    begins(1, 0);
    story_.threads.push_back({names_.number(1), program_.threads[0].function, 0, {}});
  }

  void step(const ccfg::ScheduleStep& s, StepKind kind, const interp::State& before,
            const interp::State& after, const interp::StepLog& log) {
    after_ = &after;
    if (s.isFlush()) return flush(s, before.view(), log);
    const ccfg::Edge& edge = program_.edges[s.edge];
    const auto [pos, stack] = program_.userPlace(edge.pos, edge.stack);
    Event event{names_.number(s.thread), pos, stack, edge.library || stack != edge.stack, edge.text, {}};
    addBefore(event, s, before.view());
    if (kind == StepKind::Violation) event.effects.clear(); // it did not happen
    addAfter(event, s.thread, before.view(), edge, log);
    story_.events.push_back(std::move(event));
    blockSteps_.push_back({s.thread, s.edge, log.accesses});
    eventOf_.push_back(story_.events.size() - 1);
  }

  void ends(const interp::State& state) {
    after_ = &state;
    dropPrivateEffects();
    const ccfg::Violation& v = story_.violation;
    if (v.edge != ccfg::none) story_.violationPos = userPos(program_.edges[v.edge]);
    if (v.property == ccfg::Property::Race) addRace(v, state);
    if (v.property == ccfg::Property::Deadlock) addDeadlock();
    if (v.property == ccfg::Property::Atomicity) addBrokenBlock();
    addStanding();
  }

  Story story(const ccfg::Violation& shown) {
    story_.violation = shown;
    story_.violation.thread = names_.number(shown.thread);
    story_.violation.otherThread = names_.number(shown.otherThread);
    // As the interpreter says it, but by the names of this story.
    if (!raceCell_.empty() && !run_)
      story_.violation.message = interp::raceMessage("`" + raceCell_ + "`", race_);
    return std::move(story_);
  }

private:
  SourcePos userPos(const ccfg::Edge& edge) const { return program_.userPlace(edge.pos, edge.stack).first; }
  interp::StateView view() const { return after_->view(); }

  void begins(uint32_t instance, ccfg::ThreadId thread) {
    if (run_) names_.setNumber(instance, run_->numbers.at(thread));
  }

  // Shown at the place of the store that reaches memory.
  void flush(const ccfg::ScheduleStep& s, const interp::StateView& before, const interp::StepLog& log) {
    const auto store = std::find_if(buffered_.begin(), buffered_.end(), [&](const Buffered& b) {
      return b.thread == s.thread && b.address == s.values.at(0);
    });
    HEDDLE_CHECK(store != buffered_.end(), "a store reaches memory that was not made");
    Event event{names_.number(s.thread), store->pos, store->stack, store->library, "", {}};
    buffered_.erase(store);
    if (!event.library) addAccess(event, before, log.accesses.at(0), "reaches memory");
    story_.events.push_back(std::move(event));
  }

  // What must be asked before the step changes the registers.
  void addBefore(Event& event, const ccfg::ScheduleStep& s, const interp::StateView& before) {
    Effect sync = locks_.take(before, s);
    if (!sync.text.empty()) event.effects.push_back(std::move(sync));
    for (const ccfg::Operation& op : program_.edges[s.edge].ops)
      if (const auto* join = std::get_if<ccfg::Join>(&op))
        if (auto instance = machine_.evaluate(before, s.thread, join->handle)) {
          const auto ended = static_cast<uint32_t>(*instance);
          note(event, names_.thread(ended) + " has ended", {Act::Kind::Join, "", "", names_.number(ended)});
        }
  }

  void addAfter(Event& event, uint32_t thread, const interp::StateView& before, const ccfg::Edge& edge,
                const interp::StepLog& log) {
    if (!edge.library && !run_) addChoices(event, edge, log); // a run's are not the user's
    for (const interp::Access& access : log.accesses) {
      if (access.isFree)
        addFree(event, before, access);
      else if (!edge.library)
        addAccess(event, before, access, access.isBuffered ? "is on its way" : "");
      if (access.isBuffered)
        buffered_.push_back({thread, access.address, event.pos, event.stack, edge.library});
    }
    addAllocation(event, edge, log);
    if (log.forked == 0) return;
    for (const ccfg::Operation& op : edge.ops)
      if (const auto* fork = std::get_if<ccfg::Fork>(&op)) {
        begins(log.forked, fork->thread);
        const std::string& function = program_.threads[fork->thread].function;
        story_.threads.push_back({names_.number(log.forked), function, event.thread, event.pos});
        note(event, "starts " + names_.thread(log.forked),
             {Act::Kind::Start, "", "", names_.number(log.forked)});
      }
  }

  void addChoices(Event& event, const ccfg::Edge& edge, const interp::StepLog& log) {
    for (const ccfg::Operation& op : edge.ops) {
      const auto* nondet = std::get_if<ccfg::Nondet>(&op);
      if (nondet == nullptr || nondet->origin.empty()) continue;
      for (const interp::RegisterValue& r : log.registers) {
        if (r.reg != nondet->dst) continue;
        const std::string value =
            names_.valueOfType(view(), program_.reg(r.reg).type, r.value, program_.regWidth(r.reg));
        note(event, fmt::format("{} gives {}", nondet->origin, value));
        break;
      }
    }
  }

  void addAllocation(Event& event, const ccfg::Edge& edge, const interp::StepLog& log) {
    for (const ccfg::Operation& op : edge.ops)
      if (const auto* alloc = std::get_if<ccfg::Alloc>(&op); alloc != nullptr && log.allocated != 0)
        if (program_.objects[alloc->site].kind == ccfg::ObjectKind::Heap)
          note(event, "allocates " + names_.whole(view(), log.allocated));
  }

  // Of a thread's own variable the end is no more interesting than what it does to it.
  void addFree(Event& event, const interp::StateView& before, const interp::Access& access) {
    const Names::Place place = names_.placeOf(before, access.address);
    const bool isVariable =
        place.object != ccfg::none && program_.objects[place.object].kind == ccfg::ObjectKind::Local;
    if (isVariable && program_.files.isLibrary(program_.objects[place.object].pos.file)) return;
    if (isVariable) {
      touchedBy_[place.base].insert(event.thread);
      ofLocals_.push_back({story_.events.size(), event.effects.size(), place.base});
    }
    const std::string thing = names_.whole(before, access.address);
    note(event, (isVariable ? "ends the life of " : "frees ") + thing, {Act::Kind::Free, thing});
  }

  // `what` happens to a store; empty: it is seen at once.
  void addAccess(Event& event, const interp::StateView& before, const interp::Access& access,
                 const std::string& what) {
    const Names::Place place = names_.placeOf(stateOf(before, access), access.address);
    if (place.object != ccfg::none && program_.files.isLibrary(program_.objects[place.object].pos.file))
      return;
    if (place.object != ccfg::none && names_.isLocal(place.object)) {
      touchedBy_[place.base].insert(event.thread);
      ofLocals_.push_back({story_.events.size(), event.effects.size(), place.base});
    }
    const Effect effect = accessEffect(before, access);
    if (what.empty()) return event.effects.push_back(effect);
    note(event, fmt::format("{} = {} {}", effect.text, effect.after, what));
    if (access.isBuffered) return;
    event.effects.back().act = {Act::Kind::Land, effect.text};
    event.effects.back().before = effect.before;
    event.effects.back().after = effect.after;
  }

  // What a thread does to its own locals is of little interest beside what it shares, except where it fails.
  void dropPrivateEffects() {
    if (story_.threads.size() < 2) return;
    for (auto local = ofLocals_.rbegin(); local != ofLocals_.rend(); ++local) {
      if (touchedBy_[local->base].size() > 1 || local->event + 1 == story_.events.size()) continue;
      std::vector<Effect>& effects = story_.events[local->event].effects;
      effects.erase(effects.begin() + static_cast<std::ptrdiff_t>(local->effect));
    }
  }

  // An object that the step itself made is known only afterwards.
  interp::StateView stateOf(const interp::StateView& before, const interp::Access& access) const {
    return names_.placeOf(before, access.address).object != ccfg::none ? before : view();
  }

  Effect accessEffect(const interp::StateView& before, const interp::Access& access) {
    const interp::StateView state = stateOf(before, access);
    auto shown = [&](uint64_t number) { return names_.value(state, access.address, access.bytes, number); };
    const std::string cell = names_.cell(state, access.address, access.bytes);
    if (!access.isWrite) return {Effect::Kind::Read, cell, "", shown(access.value)};
    const auto old = names_.peek(before, access.address, access.bytes);
    return {Effect::Kind::Write, cell, old ? shown(*old) : "?", shown(access.value)};
  }

  std::vector<interp::Access> nextAccesses(const interp::State& state, uint32_t thread, ccfg::EdgeId e) {
    interp::State copy = state;
    interp::StepLog log;
    AnyValue chooser;
    machine_.step(copy, thread, e, chooser, &log);
    return log.accesses;
  }

  void addRace(const ccfg::Violation& v, const interp::State& state) {
    const auto first = nextAccesses(state, v.thread, v.edge),
               second = nextAccesses(state, v.otherThread, v.otherEdge);
    for (const interp::Access& a : first)
      for (const interp::Access& b : second) {
        if (!interp::conflicts(a, b)) continue;
        raceCell_ = a.isFree ? names_.whole(view(), a.address) : names_.cell(view(), a.address, a.bytes);
        race_ = {{v.thread, v.edge, false, a}, {v.otherThread, v.otherEdge, false, b}};
        story_.pending = {racing(v.thread, v.edge, a), racing(v.otherThread, v.otherEdge, b)};
        return;
      }
    throw InternalError("the two accesses of a race do not conflict");
  }

  Pending racing(uint32_t thread, ccfg::EdgeId e, const interp::Access& access) {
    const ccfg::Edge& edge = program_.edges[e];
    const char* verb = access.isFree ? "frees" : access.isWrite ? "writes" : "reads";
    const std::string what = access.isFree ? names_.whole(view(), access.address)
                                           : names_.cell(view(), access.address, access.bytes);
    return {names_.number(thread),
            userPos(edge),
            edge.text,
            fmt::format("{} {}{}", verb, what, access.isAtomic ? " (atomic)" : ""),
            locks_.heldBy(thread),
            true};
  }

  void addBrokenBlock() {
    const auto found = run_ ? knownBlock() : interp::brokenBlock(machine_.code(), blockSteps_);
    HEDDLE_CHECK(found.has_value(), "no three accesses break the block");
    const auto add = [&](size_t step, const interp::Access& a) {
      story_.broken.push_back(racing(blockSteps_[step].thread, blockSteps_[step].edge, a));
      story_.broken.back().step = eventOf_[step];
    };
    add(found->first, found->a1);
    add(found->other, found->b);
    add(found->second, found->a2);
    story_.whyBroken = whyBroken(found->a1.isWrite, found->b.isWrite, found->a2.isWrite);
  }

  // Each edge of a run's model is taken once. An update reads and writes: it counts as a write.
  std::optional<interp::BrokenBlock> knownBlock() const {
    std::vector<size_t> steps;
    for (const ccfg::EdgeId e : run_->accesses)
      for (size_t i = 0; i < blockSteps_.size(); ++i)
        if (blockSteps_[i].edge == e && !blockSteps_[i].accesses.empty()) steps.push_back(i);
    if (steps.size() != 3) return std::nullopt;
    const auto of = [&](size_t n) { return blockSteps_[steps[n]].accesses.back(); };
    return interp::BrokenBlock{steps[0], steps[1], steps[2], of(0), of(1), of(2)};
  }

  void addDeadlock() {
    for (const interp::ThreadStatus& t : interp::Prober(machine_).status(view())) {
      if (t.ended) continue;
      Pending p = locks_.waiting(view(), t.number);
      p.canMove = t.canMove;
      if (t.canMove) p.what = "can go on";
      story_.pending.push_back(std::move(p));
    }
  }

  // Last: it may be the first to name an object, and names are numbered as they appear.
  void addStanding() {
    for (uint32_t t = 1; t <= view().threadCount(); ++t)
      if (!machine_.hasEnded(view(), t)) story_.standing.push_back(locks_.waiting(view(), t));
  }

  static void note(Event& event, std::string text, Act act = {}) {
    event.effects.push_back({Effect::Kind::Note, std::move(text), "", "", std::move(act)});
  }

  std::string raceCell_; // what both sides of a race access
  interp::Race race_;

  struct LocalEffect {
    size_t event, effect; // indices in the story
    uint64_t base;        // of the object
  };

  struct Buffered { // a store that has not reached memory
    uint32_t thread;
    uint64_t address;
    SourcePos pos;
    ccfg::StackId stack;
    bool library;
  };

  const ccfg::Program& program_;
  const std::optional<OfRun>& run_;
  interp::Machine& machine_;
  const interp::State* after_ = nullptr; // the last step
  Names names_;
  Locks locks_;
  std::map<uint64_t, std::set<uint32_t>> touchedBy_; // threads, by base of a local
  std::vector<LocalEffect> ofLocals_;
  std::vector<Buffered> buffered_; // in order
  std::vector<interp::BlockStep> blockSteps_;
  std::vector<size_t> eventOf_; // by index in blockSteps_
  Story story_;
};

Teller::Teller(std::optional<OfRun> run) : run_(std::move(run)) {}
Teller::~Teller() = default;

void Teller::begins(interp::Machine& machine, const ccfg::Schedule& schedule) {
  execution_ = std::make_unique<Execution>(machine, schedule, run_);
}

void Teller::step(const ccfg::ScheduleStep& step, StepKind kind, const interp::State& before,
                  const interp::State& after, const interp::StepLog& log) {
  execution_->step(step, kind, before, after, log);
}

void Teller::ends(const interp::State& state) { execution_->ends(state); }

Story Teller::story(const ccfg::Violation& shown) { return execution_->story(shown); }

} // namespace heddle::report
