// REF; see refine.h.
#include "engines/bounded/refine.h"

#include "support/error.h"

#include <unordered_set>

#include <fmt/format.h>

namespace heddle::bounded {

using logic::Answer;

namespace {

// Everything at once is the fastest as long as it is not too much: each iteration of REF costs a search.
Strategy fitting(const std::vector<Read>& reads) {
  constexpr uint64_t enough = 200'000; // triples
  uint64_t triples = 0;
  for (const Read& r : reads) triples += r.links.size() * r.interfering.size();
  return triples <= enough ? Strategy::Full : Strategy::Mia;
}

} // namespace

Refinement::Refinement(Skeleton& s, const Interference& interference, logic::Solver& solver,
                       const BoundedOptions& options, const Log& log, const Budget& budget)
    : s_(s), i_(interference), solver_(solver), t_(*s.terms), options_(options), log_(log),
      states_(interference.reads().size()), tied_(interference.guarded().words()),
      relevance_(s, interference) {
  if (options_.strategy == Strategy::Auto) options_.strategy = fitting(interference.reads());
  for (size_t k = 0; k < s.clauses.size(); ++k) {
    if (k % 256 == 0) budget.check();
    solver.addClause(s.clauses[k]);
  }
  initialise(budget);
}

// Where REF starts (S1): every read sees the writes that the program orders before it; those on
// synchronization variables see all.
void Refinement::initialise(const Budget& budget) {
  const bool restricting = options_.preset == Preset::Serial ||
                           (options_.strategy == Strategy::Mia && options_.biased) ||
                           options_.strategy == Strategy::Uia;
  for (uint32_t r = 0; r < states_.size(); ++r) {
    budget.check();
    const Read& read = i_.reads()[r];
    const bool sync = s_.accesses[i_.pieces()[read.piece].access].synchronizes;
    states_[r].links.resize(read.links.size());
    if (options_.preset == Preset::ControlState && !sync) continue;
    const bool coupled = sync && options_.strategy == Strategy::Mia && options_.preset != Preset::Serial;
    include(r, restricting && !coupled);
  }
  const bool atOnce = options_.strategy == Strategy::Full || options_.strategy == Strategy::Uia;
  for (size_t w = 0; w < tied_.size() && atOnce && options_.preset != Preset::ControlState; ++w) {
    budget.check();
    tie(w);
  }
}

// ---- instances of the axioms

Term Refinement::orderTerm(const Read& read, const Link& link) const {
  return link.write == initialWrite ? t_.trueTerm() : i_.precedes(link.write, read.piece);
}

// P1: an enabled read links to a write in its set.
void Refinement::include(uint32_t r, bool restricted) {
  const Read& read = i_.reads()[r];
  ReadState& state = states_[r];
  state.inR = true;
  std::vector<Term> clause{t_.notOf(i_.pieces()[read.piece].enabled)};
  bool left = false;
  for (uint32_t l = 0; l < read.links.size(); ++l) {
    if (restricted && read.links[l].concurrent) {
      left = true;
      continue;
    }
    addLink(r, l);
    clause.push_back(state.links[l].variable);
  }
  if (left) {
    state.more = t_.var(t_.newSymbol("more", 1));
    clause.push_back(state.more);
  }
  solver_.addClause(clause);
}

// RED-U: the whole default link set.
void Refinement::widen(uint32_t r) {
  ReadState& state = states_[r];
  std::vector<Term> clause{t_.notOf(state.more)};
  for (uint32_t l = 0; l < state.links.size(); ++l) {
    if (state.links[l].inW) continue;
    addLink(r, l);
    clause.push_back(state.links[l].variable);
  }
  solver_.addClause(clause);
  state.more = {};
}

// RED-U for one write.
void Refinement::widenBy(uint32_t r, PieceId write) {
  ReadState& state = states_[r];
  if (!state.more) return;
  const std::vector<Link>& links = i_.reads()[r].links;
  const auto link = std::ranges::find(links, write, &Link::write);
  const auto l = static_cast<uint32_t>(link - links.begin());
  if (link == links.end() || state.links[l].inW) return;
  addLink(r, l);
  const Term others = t_.var(t_.newSymbol("more", 1));
  solver_.addClause(std::vector<Term>{t_.notOf(state.more), state.links[l].variable, others});
  state.more = others;
}

void Refinement::addLink(uint32_t r, uint32_t l) {
  const Link& link = i_.reads()[r].links[l];
  LinkState& state = states_[r].links[l];
  state.inW = true;
  ++sizeW_;
  state.variable = t_.var(t_.newSymbol("link", 1));
  if (link.write != initialWrite)
    solver_.addClause(std::vector<Term>{t_.notOf(state.variable), i_.pieces()[link.write].enabled});
  const bool overOnly = options_.strategy == Strategy::Oia;
  if (!overOnly) addP2(r, l);
  if (overOnly && options_.partialP2) addOrder(r, l);
  if (options_.strategy == Strategy::Full || options_.strategy == Strategy::Uia) addAllP3(r, l);
}

void Refinement::addOrder(uint32_t r, uint32_t l) {
  LinkState& state = states_[r].links[l];
  if (state.ordered) return;
  state.ordered = true;
  const Read& read = i_.reads()[r];
  solver_.addClause(std::vector<Term>{t_.notOf(state.variable), orderTerm(read, read.links[l])});
}

void Refinement::addP2(uint32_t r, uint32_t l) {
  LinkState& state = states_[r].links[l];
  if (state.inLambda) return;
  state.inLambda = true;
  ++sizeLambda_;
  const Read& read = i_.reads()[r];
  const Link& link = read.links[l];
  addOrder(r, l);
  const Term no = t_.notOf(state.variable);
  solver_.addClause(std::vector<Term>{no, link.sameAddress});
  solver_.addClause(std::vector<Term>{no, t_.eq(i_.pieces()[read.piece].value, link.value)});
}

// P3: if the read links to the write, another write to that place comes before that one or after the read.
void Refinement::addP3(uint32_t r, uint32_t l, uint32_t k) {
  const Read& read = i_.reads()[r];
  const Link &link = read.links[l], &other = read.interfering[k];
  if (other.write == link.write) return;
  LinkState& state = states_[r].links[l];
  if (state.sigma.empty()) state.sigma.resize(read.interfering.size(), false);
  if (state.sigma[k]) return;
  state.sigma[k] = true;
  ++sizeSigma_;
  std::vector<Term> clause{t_.notOf(state.variable), t_.notOf(i_.pieces()[other.write].enabled),
                           t_.notOf(other.sameAddress)};
  if (link.write != initialWrite) clause.push_back(i_.precedes(other.write, link.write));
  clause.push_back(i_.precedes(read.piece, other.write));
  for (const Term& t : clause)
    if (t.isTrue()) return;
  solver_.addClause(clause);
}

void Refinement::addAllP3(uint32_t r, uint32_t l) {
  for (uint32_t k = 0; k < i_.reads()[r].interfering.size(); ++k) addP3(r, l, k);
}

void Refinement::tie(size_t word) {
  tied_[word] = true;
  for (const std::vector<Term>& clause : i_.guarded().ties(word)) solver_.addClause(clause);
}

// ---- REF

Answer Refinement::solve(const std::vector<Term>& oneOf, const Budget& budget, const Trials& trials) {
  const Term goal = t_.var(t_.newSymbol("goal", 1));
  std::vector<Term> clause = oneOf;
  clause.push_back(t_.notOf(goal));
  solver_.addClause(clause);
  for (;;) {
    ++iterations_;
    std::vector<Term> assumptions{goal};
    for (const ReadState& state : states_)
      if (state.more) assumptions.push_back(t_.notOf(state.more));
    const Answer answer = solver_.check(assumptions, budget);
    log_.step("iteration {}: |R| = {}, sum |W| = {}, |Lambda| = {}, |Sigma| = {}: {}", iterations_,
              states_.size(), sizeW_, sizeLambda_, sizeSigma_,
              answer == Answer::Sat     ? "candidate"
              : answer == Answer::Unsat ? "proof"
                                        : solver_.reason());
    if (answer == Answer::Sat && redO(oneOf, trials)) continue;
    if (answer == Answer::Unsat && redU()) continue;
    return answer;
  }
}

const Link* Refinement::linkOf(uint32_t r) {
  for (uint32_t l = 0; l < states_[r].links.size(); ++l)
    if (states_[r].links[l].inW && isTrue(states_[r].links[l].variable)) return &i_.reads()[r].links[l];
  return nullptr;
}

void Refinement::lookAt(const std::vector<Term>& oneOf) {
  view_.emplace([&](Term leaf) { return solver_.value(leaf); });
  const std::vector<logic::EventId> order = solver_.linearisation();
  position_.assign(order.size(), 0);
  for (uint32_t k = 0; k < order.size(); ++k) position_[order[k]] = k;
  const auto shown = std::ranges::find_if(oneOf, [&](Term condition) { return isTrue(condition); });
  HEDDLE_CHECK(shown != oneOf.end(), "a candidate shows a violation");
  relevance_.mark(*view_, *shown, [&](uint32_t r) { return linkOf(r); });
}

// Layered (section 7.2): P3 only for candidates that are consistent with P2, reads left out only after both.
// In each layer first what the violation rests on; the rest only if the candidate is no execution as it is.
bool Refinement::redO(const std::vector<Term>& oneOf, const Trials& trials) {
  if (options_.preset == Preset::ControlState) return false;
  lookAt(oneOf);
  const std::function<void()> layers[] = {[this] {
                                            findP2();
                                            findGuarded();
                                          },
                                          [this] { findP3(); }, [this] { findP1(); }};
  violated_.clear();
  for (const auto& find : layers) {
    find();
    if (!options_.layered && &find != std::end(layers) - 1) continue;
    const std::vector<const Violated*> first = relevant();
    if (first.empty()) continue;
    if (trials.atOnce && trials.atOnce()) return false;
    for (const Violated* v : first) addThe(*v);
    return true;
  }
  if (violated_.empty() || (trials.last && trials.last())) return false;
  for (const Violated& v : violated_) addThe(v);
  return true;
}

void Refinement::addThe(const Violated& v) {
  if (log_.tells(LogLevel::Details)) log_.detail("  RED-O: {}", v.text());
  v.add();
}

// What one of the violations that the model shows rests on: it may be enough.
std::vector<const Refinement::Violated*> Refinement::relevant() {
  std::vector<const Violated*> found;
  for (const Violated& v : violated_)
    if (v.leaves.empty() || std::ranges::any_of(v.leaves, [&](Term leaf) { return view_->isMarked(leaf); }))
      found.push_back(&v);
  return found;
}

void Refinement::findP1() {
  for (uint32_t r = 0; r < states_.size(); ++r) {
    const PieceId piece = i_.reads()[r].piece;
    if (states_[r].inR || !isTrue(i_.pieces()[piece].enabled)) continue;
    violated_.push_back({relevance_.leavesOf(r), [this, piece] { return "P1 for " + nameOf(piece); },
                         [this, r] { include(r, false); }});
  }
}

void Refinement::findP2() {
  for (uint32_t r = 0; r < states_.size(); ++r) {
    const Read& read = i_.reads()[r];
    for (uint32_t l = 0; l < states_[r].links.size(); ++l) {
      const LinkState& state = states_[r].links[l];
      if (!state.inW || state.inLambda || !isTrue(state.variable)) continue;
      const Link& link = read.links[l];
      if (isBefore(link.write, read.piece) && isTrue(link.sameAddress) &&
          isTrue(t_.eq(i_.pieces()[read.piece].value, link.value)))
        continue;
      violated_.push_back({relevance_.leavesOf(r),
                           [this, &read, &link] {
                             return fmt::format("P2 for {} and {}", nameOf(read.piece), nameOf(link.write));
                           },
                           [this, r, l] { addP2(r, l); }});
    }
  }
}

void Refinement::findGuarded() {
  for (size_t w = 0; w < tied_.size(); ++w) {
    if (tied_[w]) continue;
    const std::vector<Term> wrong =
        i_.guarded().violated(w, position_, [&](Term t) { return view_->value(t); });
    if (wrong.empty()) continue;
    violated_.push_back(
        {wrong, [this, w] { return "values from section to section for " + nameOf(i_.guarded().example(w)); },
         [this, w] { tie(w); }});
  }
}

bool Refinement::comesBetween(const Read& read, const Link& link, const Link& other) {
  return other.write != link.write && isTrue(i_.pieces()[other.write].enabled) && isTrue(other.sameAddress) &&
         isBefore(other.write, read.piece) && isBefore(link.write, other.write);
}

// In the order of the candidate; where no atom decides, any order that agrees with the atoms will do.
bool Refinement::isBefore(PieceId a, PieceId b) const {
  if (a == initialWrite) return true;
  return i_.precedesAt(position_, a, b);
}

// Where one write comes between, others are next: the triples of the link, and if they are few of the whole
// read.
void Refinement::addP3Around(uint32_t r, uint32_t l) {
  constexpr size_t few = 512;
  const Read& read = i_.reads()[r];
  addAllP3(r, l);
  if (read.links.size() * read.interfering.size() > few) return;
  for (uint32_t other = 0; other < states_[r].links.size(); ++other)
    if (states_[r].links[other].inW) addAllP3(r, other);
}

// What comes between is what the read finds in an execution with that order: it becomes a write to link to,
// so that the next candidate may be that execution.
void Refinement::findP3() {
  for (uint32_t r = 0; r < states_.size(); ++r) {
    const Read& read = i_.reads()[r];
    if (!states_[r].inR || !isTrue(i_.pieces()[read.piece].enabled)) continue;
    for (uint32_t l = 0; l < states_[r].links.size(); ++l) {
      if (!states_[r].links[l].inW || !isTrue(states_[r].links[l].variable)) continue;
      const auto other = std::ranges::find_if(
          read.interfering, [&](const Link& k) { return comesBetween(read, read.links[l], k); });
      if (other == read.interfering.end()) continue;
      violated_.push_back({relevance_.leavesOf(r),
                           [this, &read, l, between = other->write] {
                             return fmt::format("P3 for {} and {}, between which comes {}",
                                                nameOf(read.piece), nameOf(read.links[l].write),
                                                nameOf(between));
                           },
                           [this, r, l, between = other->write] {
                             addP3Around(r, l);
                             widenBy(r, between);
                           }});
    }
  }
}

// A proof is valid if it rests on no read whose link set is restricted (definition 12).
bool Refinement::redU() {
  if (options_.preset == Preset::Serial) return false;
  std::vector<uint32_t> invalidating;
  const std::vector<Term> core = solver_.core();
  const std::unordered_set<Term> used(core.begin(), core.end());
  for (uint32_t r = 0; r < states_.size(); ++r)
    if (states_[r].more && used.count(t_.notOf(states_[r].more)) != 0) invalidating.push_back(r);
  for (uint32_t r : invalidating) {
    if (log_.tells(LogLevel::Details)) log_.detail("  RED-U: all writes for {}", nameOf(i_.reads()[r].piece));
    widen(r);
  }
  return !invalidating.empty();
}

std::string Refinement::nameOf(PieceId p) const {
  if (p == initialWrite) return "the initial value";
  const Access& a = s_.accesses[i_.pieces()[p].access];
  const Step& step = s_.steps[a.step];
  const ccfg::Program& program = i_.facts().program;
  const ccfg::ObjectId o = a.targets.begin()->object;
  return fmt::format("the {} of {} at {} by thread {}", a.write ? "write" : "read",
                     isLiveness(o) ? "a lifetime" : "`" + program.objects[o].name + "`",
                     program.posString(program.edges[step.edge].pos), s_.instances[step.instance].number);
}

} // namespace heddle::bounded
