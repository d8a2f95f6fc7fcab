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
                       const BoundedOptions& options, const Budget& budget)
    : s_(s), i_(interference), solver_(solver), t_(*s.terms), options_(options),
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

Answer Refinement::solve(const std::vector<Term>& oneOf, const Budget& budget,
                         const std::function<bool()>& realises) {
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
    say(fmt::format("iteration {}: |R| = {}, sum |W| = {}, |Lambda| = {}, |Sigma| = {}: {}", iterations_,
                    states_.size(), sizeW_, sizeLambda_, sizeSigma_,
                    answer == Answer::Sat     ? "candidate"
                    : answer == Answer::Unsat ? "proof"
                                              : solver_.reason()));
    if (answer == Answer::Sat && redO(oneOf, realises)) continue;
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
  for (Term condition : oneOf) {
    if (!isTrue(condition)) continue;
    relevance_.mark(*view_, condition, [&](uint32_t r) { return linkOf(r); });
    break; // a model that shows several violations may rest on many reads for each
  }
}

// First what the violation rests on; the rest only if the candidate is no execution as it is.
bool Refinement::redO(const std::vector<Term>& oneOf, const std::function<bool()>& realises) {
  if (options_.preset == Preset::ControlState) return false;
  lookAt(oneOf);
  relevantOnly_ = true;
  if (redOOnce()) return true;
  if (realises && realises()) return false;
  relevantOnly_ = false;
  return redOOnce();
}

// Layered (section 7.2): P3 only for candidates that are consistent with P2, reads left out only after both.
bool Refinement::redOOnce() {
  bool refined = redO2();
  refined = redOGuarded() || refined;
  if (refined && options_.layered) return true;
  refined = redO3() || refined;
  if (refined && options_.layered) return true;
  return redO1() || refined;
}

bool Refinement::redO1() {
  bool refined = false;
  for (uint32_t r = 0; r < states_.size(); ++r) {
    if (states_[r].inR || !isLookedAt(r) || !isTrue(i_.pieces()[i_.reads()[r].piece].enabled)) continue;
    include(r, false);
    refined = true;
  }
  return refined;
}

bool Refinement::redO2() {
  std::vector<std::pair<uint32_t, uint32_t>> found;
  for (uint32_t r = 0; r < states_.size(); ++r) {
    if (!isLookedAt(r)) continue;
    const Read& read = i_.reads()[r];
    for (uint32_t l = 0; l < states_[r].links.size(); ++l) {
      const LinkState& state = states_[r].links[l];
      if (!state.inW || state.inLambda || !isTrue(state.variable)) continue;
      const Link& link = read.links[l];
      if (isBefore(link.write, read.piece) && isTrue(link.sameAddress) &&
          isTrue(t_.eq(i_.pieces()[read.piece].value, link.value)))
        continue;
      found.emplace_back(r, l);
    }
  }
  for (const auto& [r, l] : found) {
    say(fmt::format("  RED-O: P2 for {} and {}", nameOf(i_.reads()[r].piece),
                    nameOf(i_.reads()[r].links[l].write)));
    addP2(r, l);
  }
  return !found.empty();
}

bool Refinement::redOGuarded() {
  const auto valueOf = [&](Term t) { return view_->value(t); };
  const auto matters = [&](Term t) { return !relevantOnly_ || view_->isMarked(t); };
  bool refined = false;
  for (size_t w = 0; w < tied_.size(); ++w) {
    if (tied_[w] || i_.guarded().agrees(w, position_, valueOf, matters)) continue;
    say(fmt::format("  RED-O: values from section to section for {}", nameOf(i_.guarded().example(w))));
    tie(w);
    refined = true;
  }
  return refined;
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

// A link that some write comes between gets all triples: where one comes, others are next.
bool Refinement::redO3() {
  struct Between {
    uint32_t r, l, k;
  };
  std::vector<Between> found;
  for (uint32_t r = 0; r < states_.size(); ++r) {
    const Read& read = i_.reads()[r];
    if (!states_[r].inR || !isLookedAt(r) || !isTrue(i_.pieces()[read.piece].enabled)) continue;
    for (uint32_t l = 0; l < states_[r].links.size(); ++l) {
      if (!states_[r].links[l].inW || !isTrue(states_[r].links[l].variable)) continue;
      for (uint32_t k = 0; k < read.interfering.size(); ++k)
        if (comesBetween(read, read.links[l], read.interfering[k])) {
          found.push_back({r, l, k});
          break;
        }
    }
  }
  for (const Between& f : found) {
    const Read& read = i_.reads()[f.r];
    say(fmt::format("  RED-O: P3 for {} and {}, between which comes {}", nameOf(read.piece),
                    nameOf(read.links[f.l].write), nameOf(read.interfering[f.k].write)));
    addAllP3(f.r, f.l);
  }
  return !found.empty();
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
    say(fmt::format("  RED-U: all writes for {}", nameOf(i_.reads()[r].piece)));
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

void Refinement::say(const std::string& text) const {
  if (options_.trace) options_.trace(text);
}

} // namespace heddle::bounded
