// Events, pieces, link sets; see interference.h.
#include "engines/bounded/interference.h"

#include "support/error.h"
#include "symbolic/alignment.h"

#include <algorithm>
#include <bit>
#include <numeric>
#include <set>

namespace heddle::bounded {

using ccfg::analysis::Target;

Interference::Interference(const Facts& facts, Skeleton& s, logic::Solver& solver,
                           const PruningOptions& options, const Budget& budget)
    : facts_(facts), s_(s), solver_(solver), budget_(budget), t_(*s.terms),
      initial_(facts.program, facts.layout, s),
      locks_(s, [this](EventIndex a, EventIndex b) { return a != b && surelyBefore(a, b); }),
      guarded_(*this, s) {
  declareEvents();
  orderForksAndJoins();
  orderFlushes();
  cutIntoPieces();
  if (options.lockOrder) findLocks();
  addLockLemmas();
  if (options.lockOrder && facts.memoryModel == ccfg::MemoryModel::Sc) findGuarded();
  findLinks(options);
}

double Interference::averageLinks() const {
  double sum = 0;
  for (const Read& r : reads_) sum += static_cast<double>(r.links.size());
  return reads_.empty() ? 0 : sum / static_cast<double>(reads_.size());
}

// ---- events

void Interference::declareEvents() {
  chains_.resize(s_.instances.size());
  for (EventIndex e = 0; e < s_.events.size(); ++e)
    if (e != s_.finalEvent && s_.events[e].store == none) chains_[s_.events[e].instance].push_back(e);
  events_.resize(s_.events.size());
  previous_.assign(s_.events.size(), none);
  for (const std::vector<EventIndex>& chain : chains_) {
    const logic::ChainId c = solver_.newChain();
    for (size_t i = 0; i < chain.size(); ++i) {
      events_[chain[i]] = solver_.newEvent(c);
      if (i > 0) previous_[chain[i]] = chain[i - 1];
    }
  }
  declareFlushes();
  if (s_.finalEvent == none) return;
  events_[s_.finalEvent] = solver_.newEvent(solver_.newChain());
  for (const Instance& i : s_.instances) solver_.alwaysBefore(events_[i.last], events_[s_.finalEvent]);
}

// A join orders the other thread's end before everything after it only if nothing after it happens without
// it.
bool Interference::passedByAllLater(StepId step) const {
  for (EventIndex e : chains_[s_.steps[step].instance])
    if (e > s_.steps[step].event && s_.events[e].step != none && !s_.dominates(step, s_.events[e].step))
      return false;
  return true;
}

bool Interference::isCertain(const Join& j) const {
  if (!passedByAllLater(j.step)) return false;
  // The end of the thread itself comes after the join only if the thread gets there: others may wait for it
  // without.
  const InstanceId joiner = s_.steps[j.step].instance;
  return joiner == 0 && std::none_of(s_.joins.begin(), s_.joins.end(), [&](const Join& other) {
           const Term main = t_.constant(s_.instances[0].number, other.handle.width());
           return s_.steps[other.step].instance != 0 && !t_.eq(other.handle, main).isFalse();
         });
}

void Interference::orderForksAndJoins() {
  for (const Instance& i : s_.instances)
    if (i.fork != none) solver_.alwaysBefore(events_[s_.steps[i.fork].event], events_[i.first]);
  std::vector<const Join*> conditional;
  for (const Join& j : s_.joins) {
    const bool certain = j.handle.isConst() && isCertain(j);
    if (!certain) {
      conditional.push_back(&j);
      continue;
    }
    for (const Instance& i : s_.instances)
      if (i.number == j.handle.value()) solver_.alwaysBefore(events_[i.last], events_[j.event]);
  }
  for (const Join& j : s_.joins) { // it waits until one of those that it may mean has ended
    std::vector<Term> any{t_.notOf(j.executed)};
    for (const Instance& i : s_.instances) {
      const Term isIt = t_.eq(j.handle, t_.constant(i.number, j.handle.width()));
      if (!isIt.isFalse()) any.push_back(t_.andOf(isIt, i.ended));
      if (isIt.isFalse() || !j.result || !i.result) continue;
      s_.clauses.push_back(
          {t_.notOf(j.executed), t_.notOf(isIt), t_.eq(j.result, t_.resize(i.result, j.result.width()))});
    }
    s_.clauses.push_back(std::move(any));
  }
  for (const JoinProbe& probe : s_.joinProbes) {
    Term open = t_.falseTerm();
    for (const Instance& i : s_.instances)
      open =
          t_.orOf(open, t_.andOf(t_.eq(probe.handle, t_.constant(i.number, probe.handle.width())), i.ended));
    s_.clauses.push_back({t_.eq(probe.open, open)});
  }
  for (const Join* j : conditional)
    for (const Instance& i : s_.instances) {
      const Term isIt = t_.eq(j->handle, t_.constant(i.number, j->handle.width()));
      if (!isIt.isFalse() && i.last != j->event && s_.events[j->event].instance != s_.events[i.last].instance)
        s_.clauses.push_back({t_.notOf(j->executed), t_.notOf(isIt), before(i.last, j->event)});
    }
}

Term Interference::before(EventIndex a, EventIndex b) const { return solver_.before(events_[a], events_[b]); }

std::optional<bool> Interference::known(PieceId a, PieceId b) const {
  const Access &x = s_.accesses[pieces_[a].access], &y = s_.accesses[pieces_[b].access];
  if (x.event == y.event) return x.rank < y.rank;
  if (seesOwn(x, y)) return x.issue < y.issue;
  return solver_.known(events_[x.event], events_[y.event]);
}

Term Interference::precedes(PieceId a, PieceId b) const {
  const Access &x = s_.accesses[pieces_[a].access], &y = s_.accesses[pieces_[b].access];
  if (x.event == y.event) return t_.boolean(x.rank < y.rank);
  if (seesOwn(x, y)) return t_.boolean(x.issue < y.issue);
  // In sections of one lock: as the sections are.
  if (s_.events[x.event].instance != s_.events[y.event].instance)
    if (const auto sections = locks_.common(pieces_[a].access, pieces_[b].access))
      return before(s_.steps[sections->first->acquire].event, s_.steps[sections->second->acquire].event);
  return before(x.event, y.event);
}

// A thread sees its own stores as soon as it has made them.
bool Interference::seesOwn(const Access& x, const Access& y) const {
  return x.write != y.write && s_.events[x.event].instance == s_.events[y.event].instance;
}

bool Interference::precedesAt(const std::vector<uint32_t>& position, PieceId a, PieceId b) const {
  const Access &x = s_.accesses[pieces_[a].access], &y = s_.accesses[pieces_[b].access];
  if (x.event == y.event) return x.rank < y.rank;
  if (seesOwn(x, y)) return x.issue < y.issue;
  return position[events_[x.event]] < position[events_[y.event]];
}

// ---- pieces

void Interference::cutIntoPieces() {
  // Objects that one access may go to are taken together.
  std::map<ccfg::ObjectId, ccfg::ObjectId> parent;
  const auto find = [&](ccfg::ObjectId o) {
    while (parent.emplace(o, o).first->second != o) o = parent[o] = parent[parent[o]];
    return o;
  };
  for (const Access& a : s_.accesses)
    for (const Target& t : a.targets) parent[find(t.object)] = find(a.targets.begin()->object);
  std::map<ccfg::ObjectId, std::vector<AccessId>> together;
  for (AccessId a = 0; a < s_.accesses.size(); ++a)
    if (!s_.accesses[a].targets.empty()) together[find(s_.accesses[a].targets.begin()->object)].push_back(a);
  for (const auto& [object, accesses] : together) {
    const bool exact = std::all_of(accesses.begin(), accesses.end(),
                                   [&](AccessId a) { return s_.accesses[a].address.isConst(); });
    if (exact)
      cutExact(accesses);
    else
      cutUniform(accesses);
  }
  for (const Piece& piece : pieces_) writeCount_ += piece.write;
  accessPieces_ = pieces_.size();
}

PieceId Interference::addPiece(const Piece& p) {
  pieces_.push_back(p);
  return static_cast<PieceId>(pieces_.size() - 1);
}

void Interference::addPiece(AccessId a, uint64_t offset, unsigned bytes, uint32_t group) {
  const Access& access = s_.accesses[a];
  const Term address = t_.add(access.address, t_.constant(offset, access.address.width()));
  const Term value = t_.extract(access.value, static_cast<unsigned>(8 * offset), 8 * bytes);
  groups_[group].push_back(static_cast<PieceId>(pieces_.size()));
  pieces_.push_back({a, access.write, address, bytes, value, access.enabled, group});
}

// All addresses are known: cut wherever some access begins or ends.
void Interference::cutExact(const std::vector<AccessId>& accesses) {
  std::set<uint64_t> ends;
  for (AccessId a : accesses) {
    ends.insert(s_.accesses[a].address.value());
    ends.insert(s_.accesses[a].address.value() + s_.accesses[a].bytes);
  }
  std::map<uint64_t, uint32_t> groupAt;
  for (AccessId a : accesses) {
    budget_.check();
    const uint64_t begin = s_.accesses[a].address.value(), end = begin + s_.accesses[a].bytes;
    for (auto it = ends.find(begin); *it != end; ++it) {
      const uint64_t next = *std::next(it);
      const auto [place, isNew] = groupAt.emplace(*it, static_cast<uint32_t>(groups_.size()));
      if (isNew) groups_.emplace_back();
      addPiece(a, *it - begin, static_cast<unsigned>(next - *it), place->second);
    }
  }
}

// Some addresses are terms: cut everything into equal parts.
void Interference::cutUniform(const std::vector<AccessId>& accesses) {
  unsigned unit = 8;
  symbolic::Alignment alignment;
  for (AccessId a : accesses) {
    unit = std::min(unit, 1u << std::min(alignment.lowZeroBits(s_.accesses[a].address), 3u));
    unit = std::gcd(unit, s_.accesses[a].bytes);
  }
  const auto group = static_cast<uint32_t>(groups_.size());
  groups_.emplace_back();
  for (AccessId a : accesses) {
    budget_.check();
    for (unsigned k = 0; k < s_.accesses[a].bytes; k += unit) addPiece(a, k, unit, group);
  }
}

Term Interference::initialValue(PieceId r) {
  const Piece& piece = pieces_[r];
  const ccfg::analysis::TargetSet& targets = s_.accesses[piece.access].targets;
  if (isLiveness(targets.begin()->object)) return t_.constant(0, 8);
  std::vector<const MemoryObject*> objects;
  for (const MemoryObject& o : s_.objects)
    if (targets.containsObject(facts_.pointsTo.abstractOf(o.site))) objects.push_back(&o);
  return initial_.value(piece.address, piece.bytes, objects);
}

// ---- locks

void Interference::findLocks() {
  for (const std::vector<PieceId>& group : groups_) {
    LockSections::Word word;
    bool whole = true, acquired = false;
    for (PieceId p : group) {
      const Access& access = s_.accesses[pieces_[p].access];
      whole = whole && access.bytes == pieces_[p].bytes && access.address.isConst() &&
              access.address == s_.accesses[pieces_[group[0]].access].address;
      acquired = acquired || s_.steps[access.step].lockUse == LockUse::Acquire;
      word.accesses.push_back(pieces_[p].access);
    }
    if (!whole || !acquired) continue;
    word.initial = initialValue(group[0]);
    locks_.add(word);
  }
}

// Of two sections the one that begins first ends before the other begins. What a release reads is its own
// thread's number.
void Interference::addLockLemmas() {
  for (const Section& a : locks_.sections()) {
    budget_.check();
    for (const Section& b : locks_.sections()) {
      const Step &x = s_.steps[a.acquire], &y = s_.steps[b.acquire];
      if (a.lock != b.lock || x.instance == y.instance || surelyBefore(y.event, x.event)) continue;
      std::vector<Term> premise{t_.notOf(x.taken), t_.notOf(y.taken)};
      if (!surelyBefore(x.event, y.event)) premise.push_back(t_.notOf(before(x.event, y.event)));
      std::vector<Term> ended = premise, happened = premise;
      for (AccessId r : a.releases) {
        const Term order = before(s_.accesses[r].event, y.event);
        ended.push_back(a.releases.size() == 1 ? order : t_.andOf(order, s_.accesses[r].enabled));
        happened.push_back(s_.accesses[r].enabled);
      }
      s_.clauses.push_back(std::move(ended));
      if (a.releases.size() == 1) s_.clauses.push_back(std::move(happened));
    }
  }
  for (AccessId a = 0; a < s_.accesses.size(); ++a) {
    const Access& access = s_.accesses[a];
    if (!locks_.isImplied(a) || access.value.isConst()) continue;
    const Term self = t_.constant(s_.instances[s_.steps[access.step].instance].number, access.value.width());
    s_.clauses.push_back({t_.notOf(access.enabled), t_.eq(access.value, self)});
  }
}

void Interference::findGuarded() {
  for (uint32_t g = 0; g < groups_.size(); ++g) {
    budget_.check();
    const bool isLock = std::any_of(groups_[g].begin(), groups_[g].end(),
                                    [&](PieceId p) { return locks_.isImplied(pieces_[p].access); });
    if (isLock || !pieces_[groups_[g][0]].address.isConst()) continue;
    guarded_.add(g, initialValue(groups_[g][0]));
  }
  logic::TermCopier& rewrite = guarded_.finish();
  s_.rewrite([&](Term t) { return rewrite.copy(t); });
  for (Piece& piece : pieces_)
    for (Term* t : {&piece.address, &piece.value, &piece.enabled}) *t = rewrite.copy(*t);
}

// ---- link sets

// S2a: an action that would not be enabled with the value does not read it.
bool Interference::mayRead(const Piece& read, Term value) const {
  if (t_.eq(read.value, value).isFalse()) return false;
  const Access& access = s_.accesses[read.access];
  if (!access.condition || !value.isConst() || !(read.value == access.value)) return true;
  const auto replace = [&](Term leaf) { return leaf == access.value ? value : leaf; };
  return !t_.substitute(access.condition, replace).isFalse();
}

void Interference::findLinks(const PruningOptions& options) {
  for (PieceId r = 0; r < accessPieces_; ++r) {
    budget_.check();
    if (!pieces_[r].write && !guarded_.isResolved(r) && !locks_.isImplied(pieces_[r].access))
      reads_.push_back(linksOf(r, groups_[pieces_[r].group], options));
  }
  for (const GuardedData::Entry& e : guarded_.entries()) {
    budget_.check();
    reads_.push_back(linksOf(e.read, guarded_.writes()[e.writes], options));
  }
}

bool Interference::alwaysHappensBefore(PieceId write, PieceId read) const {
  const Piece& w = pieces_[write];
  const StepId step = s_.accesses[w.access].step, reader = s_.accesses[pieces_[read].access].step;
  return w.enabled == s_.steps[step].taken && s_.dominates(step, reader);
}

Read Interference::linksOf(PieceId r, const std::vector<PieceId>& group, const PruningOptions& options) {
  const Piece& read = pieces_[r];
  const Access& access = s_.accesses[read.access];
  Read result{r, {}, {}};
  std::vector<PieceId> certain; // writes to the same place that always come before
  for (PieceId w : group) {
    const Piece& write = pieces_[w];
    if (!write.write) continue;
    if (!ccfg::analysis::mayAlias(access.targets, access.bytes, s_.accesses[write.access].targets,
                                  s_.accesses[write.access].bytes))
      continue;
    const Term same = t_.eq(read.address, write.address);
    const std::optional<bool> order = known(w, r);
    if (same.isFalse() || order == false) continue;
    const Access& by = s_.accesses[write.access];
    const Term complete = s_.events[by.event].complete;
    const bool other = complete && by.event != access.event;
    const Link link{w, other ? t_.andOf(same, complete) : same, write.value, !order};
    result.interfering.push_back(link);
    if (same.isTrue() && order && alwaysHappensBefore(w, r)) certain.push_back(w);
    if (options.lockValues && !mayRead(read, write.value)) continue;
    result.links.push_back(link);
  }
  const Term value = initialValue(r);
  if (!options.lockValues || mayRead(read, value))
    result.links.push_back({initialWrite, t_.trueTerm(), value, false});
  if (options.prune) pruneCovered(result, certain);
  return result;
}

// A write that is followed by another to the same place, always and before the read, is never read. Nor does
// it come between another write and the read.
void Interference::pruneCovered(Read& r, const std::vector<PieceId>& certain) {
  if (certain.empty()) return;
  const auto covered = [&](const Link& l) {
    return std::any_of(certain.begin(), certain.end(), [&](PieceId d) {
      return l.write == initialWrite || (l.write != d && known(l.write, d) == true);
    });
  };
  std::erase_if(r.links, covered);
  std::erase_if(r.interfering, covered);
}

} // namespace heddle::bounded
