// Forward must-analysis of the ownership of one word at a time; see wordlocks.h.
#include "ccfg/analysis/locks/wordlocks.h"

#include "ccfg/analysis/memory/escape.h"
#include "logic/eval.h"

#include <algorithm>
#include <deque>
#include <map>

namespace heddle::ccfg::analysis {

namespace {

using Condition = std::pair<RegId, uint64_t>; // the register has this value

struct State {
  enum class Kind : uint8_t {
    Nothing, // is known
    Read,    // in this atomic step; if one of the conditions holds the word is free
    Free,    // it is, in this atomic step
    OwnerIf, // one of the conditions holds
    Owner,
  };
  Kind kind = Kind::Nothing;
  std::vector<Condition> conditions;   // Read, OwnerIf: sorted
  std::map<RegId, uint64_t> constants; // what registers were set to
  bool operator==(const State&) const = default;

  void forget(RegId r) {
    std::erase_if(conditions, [&](const Condition& c) { return c.first == r; });
    constants.erase(r);
  }
  void become(Kind k) {
    kind = k;
    if (k != Kind::Read && k != Kind::OwnerIf) conditions.clear();
  }
};

using Kind = State::Kind;

// Of the two states of an owner-to-be: what holds in either.
void meetOwners(State& a, const State& b) {
  if (a.kind == Kind::Owner && b.kind == Kind::Owner) return;
  std::vector<Condition> conditions;
  const auto decides = [](const State& other, const Condition& c) { // the other is not meant by c
    const auto at = other.constants.find(c.first);
    return at != other.constants.end() && at->second != c.second;
  };
  const auto add = [&](const State& s, const State& other) {
    std::vector<Condition> own = s.conditions;
    if (s.kind == Kind::Owner) own.assign(s.constants.begin(), s.constants.end());
    if (s.kind != Kind::Owner && s.kind != Kind::OwnerIf) return;
    for (const Condition& c : own) {
      const bool shared = std::ranges::find(other.conditions, c) != other.conditions.end();
      const bool owner = other.kind == Kind::Owner || (other.kind == Kind::OwnerIf && shared);
      if (owner || decides(other, c)) conditions.push_back(c);
    }
  };
  add(a, b);
  add(b, a);
  std::sort(conditions.begin(), conditions.end());
  conditions.erase(std::unique(conditions.begin(), conditions.end()), conditions.end());
  a.become(conditions.empty() ? Kind::Nothing : Kind::OwnerIf);
  a.conditions = std::move(conditions);
}

// True if the old state changed.
bool meet(State& old, const State& other) {
  const State before = old;
  const auto inStep = [](Kind k) { return k == Kind::Read || k == Kind::Free; };
  if (inStep(old.kind) && inStep(other.kind)) {
    if (old.kind != other.kind || old.kind == Kind::Read) {
      const bool oldFree = old.kind == Kind::Free, otherFree = other.kind == Kind::Free;
      std::vector<Condition> both = oldFree ? other.conditions : old.conditions;
      if (!oldFree && !otherFree)
        std::erase_if(both, [&](const Condition& c) {
          return std::ranges::find(other.conditions, c) == other.conditions.end();
        });
      old.kind = Kind::Read;
      old.conditions = std::move(both);
    }
  } else if (inStep(old.kind) || inStep(other.kind)) {
    old.become(Kind::Nothing);
  } else {
    meetOwners(old, other);
  }
  std::erase_if(old.constants, [&](const auto& entry) {
    const auto at = other.constants.find(entry.first);
    return at == other.constants.end() || at->second != entry.second;
  });
  return old != before;
}

class Ownership {
public:
  Ownership(const Program& p, const PointsTo& pointsTo, const Mhb& mhb, WordLock& lock)
      : program_(p), pointsTo_(pointsTo), mhb_(mhb), lock_(lock), states_(p.locations.size()) {}

  // False: the word is no lock.
  bool find() {
    if (!findValues()) return false;
    std::deque<LocId> work;
    for (const Thread& t : program_.threads) {
      states_[t.entry] = State{};
      work.push_back(t.entry);
    }
    while (!work.empty()) {
      const LocId l = work.front();
      work.pop_front();
      for (EdgeId e : program_.out(l)) {
        State after = *states_[l];
        apply(e, after, [](EdgeId) {});
        const LocId to = program_.edges[e].to;
        const bool first = !states_[to];
        if (first) states_[to] = after;
        if (first || meet(*states_[to], after)) work.push_back(to);
      }
    }
    return check();
  }

  bool owns(LocId l) const { return states_[l] && states_[l]->kind == Kind::Owner; }

private:
  enum class Access : uint8_t { No, Maybe, Exact };

  Access accesses(Term address, unsigned bytes) const {
    const TargetSet targets = pointsTo_.targets(address);
    if (targets.empty()) return Access::Maybe; // nothing is known of it
    const Offsets place = Offsets::exact(lock_.offset);
    for (const Target& t : targets) {
      if (t.object != lock_.object || !overlap(t.offsets, bytes, place, lock_.bytes)) continue;
      const bool exact = targets.size() == 1 && t.offsets == place && bytes == lock_.bytes;
      return exact ? Access::Exact : Access::Maybe;
    }
    return Access::No;
  }

  // The values that are written besides the free one: constants, or numbers of threads, which are not 0.
  bool findValues() {
    bool found = false;
    for (const Edge& e : program_.edges)
      for (const Operation& op : e.ops) {
        const auto* s = std::get_if<Store>(&op);
        if (s == nullptr || accesses(s->addr, s->bytes) != Access::Exact) continue;
        if (!s->value.isConst()) {
          allConstant_ = lock_.oneValue = false;
          continue;
        }
        found = true;
        if (s->value.value() != lock_.free && std::ranges::find(values_, s->value.value()) == values_.end())
          values_.push_back(s->value.value());
      }
    if (values_.size() != 1) lock_.oneValue = false;
    return found;
  }

  bool isSelf(Term value, const Edge& e) const {
    const Thread& t = program_.threads[program_.locations[e.from].thread];
    return lock_.free == 0 && value.op() == logic::Op::Var && value.value() == t.self;
  }

  template <typename F>
  void apply(EdgeId id, State& s, F freed) const {
    const Edge& e = program_.edges[id];
    const bool inside = e.atomicGroup || program_.locations[e.from].atomic || program_.locations[e.to].atomic;
    for (const Operation& op : e.ops) {
      if (const auto* store = std::get_if<Store>(&op)) {
        applyStore(*store, id, s, freed);
      } else if (const auto* assume = std::get_if<Assume>(&op)) {
        applyAssume(assume->cond, s);
      } else if (const auto* set = std::get_if<Set>(&op)) {
        applySet(*set, s);
      } else {
        for (RegId r : writtenRegisters(op)) s.forget(r);
        const auto* load = std::get_if<Load>(&op);
        if (load == nullptr || !inside || s.kind == Kind::Owner) continue;
        if (accesses(load->addr, load->bytes) != Access::Exact) continue;
        s.kind = Kind::Read;
        s.conditions = {{load->dst, lock_.free}};
      }
    }
    if (!program_.locations[e.to].atomic && (s.kind == Kind::Read || s.kind == Kind::Free))
      s.become(Kind::Nothing);
  }

  template <typename F>
  void applyStore(const Store& store, EdgeId e, State& s, F freed) const {
    const Access access = accesses(store.addr, store.bytes);
    if (access == Access::No) return;
    const bool busy =
        access == Access::Exact && (isSelf(store.value, program_.edges[e]) ||
                                    (store.value.isConst() && store.value.value() != lock_.free));
    if (busy) {
      if (s.kind == Kind::Free) s.become(Kind::Owner);
      if (s.kind == Kind::Read) s.become(s.conditions.empty() ? Kind::Nothing : Kind::OwnerIf);
      return;
    }
    const bool mayFree = access == Access::Exact && (s.kind == Kind::Owner || s.kind == Kind::Free);
    if (!mayFree) freed(e);
    s.become(Kind::Nothing);
  }

  static void applySet(const Set& set, State& s) {
    std::vector<Condition> conditions;
    std::vector<std::pair<RegId, uint64_t>> constants;
    for (const Assignment& a : set.assignments) {
      if (a.value.isConst()) constants.emplace_back(a.reg, a.value.value());
      if (a.value.op() != logic::Op::Var) continue;
      const auto from = static_cast<RegId>(a.value.value());
      for (const Condition& c : s.conditions)
        if (c.first == from) conditions.emplace_back(a.reg, c.second);
      if (const auto at = s.constants.find(from); at != s.constants.end())
        constants.emplace_back(a.reg, at->second);
    }
    for (const Assignment& a : set.assignments) s.forget(a.reg);
    s.conditions.insert(s.conditions.end(), conditions.begin(), conditions.end());
    std::sort(s.conditions.begin(), s.conditions.end());
    for (const auto& [reg, value] : constants) s.constants[reg] = value;
  }

  void applyAssume(Term cond, State& s) const {
    if (s.kind != Kind::Read && s.kind != Kind::OwnerIf) return;
    const bool holds =
        std::ranges::any_of(s.conditions, [&](const Condition& c) { return implies(cond, c); });
    if (holds) s.become(s.kind == Kind::Read ? Kind::Free : Kind::Owner);
  }

  // Is the condition true whenever this one is? Tried for all values that the register may have.
  bool implies(Term cond, const Condition& c) const {
    const std::vector<uint32_t> symbols = logic::symbolsOf(cond);
    if (symbols.size() != 1 || symbols[0] != c.first) return false;
    const auto holds = [&](uint64_t v) { return logic::evaluate(cond, [&](Term) { return v; }) != 0; };
    if (program_.regWidth(c.first) == 1) return !holds(1 - c.second);
    const bool isEq = cond.op() == logic::Op::Eq && cond.kid(1).isConst() &&
                      cond.kid(1).value() == c.second && cond.kid(0).op() == logic::Op::Var;
    const bool isEqSwapped = cond.op() == logic::Op::Eq && cond.kid(0).isConst() &&
                             cond.kid(0).value() == c.second && cond.kid(1).op() == logic::Op::Var;
    if (isEq || isEqSwapped) return true;
    // What was read from the word, if it is only ever written constants.
    return allConstant_ && c.second == lock_.free && 8 * lock_.bytes == program_.regWidth(c.first) &&
           std::ranges::none_of(values_, holds);
  }

  // Who may make the word free is its owner, or does so before it is used by others, or after.
  bool check() const {
    std::vector<EdgeId> uses, foreign;
    for (EdgeId e = 0; e < program_.edges.size(); ++e) {
      const LocId from = program_.edges[e].from;
      if (!states_[from]) continue;
      bool isForeign = false;
      State s = *states_[from];
      apply(e, s, [&](EdgeId) { isForeign = true; });
      if (isForeign)
        foreign.push_back(e);
      else if (touches(e))
        uses.push_back(e);
    }
    return std::ranges::all_of(foreign, [&](EdgeId f) {
      return makesFree(f) && std::ranges::all_of(uses, [&](EdgeId u) { return mhb_.orderedBefore(f, u); });
    });
  }

  bool touches(EdgeId e) const {
    return std::ranges::any_of(program_.edges[e].ops, [&](const Operation& op) {
      const auto* store = std::get_if<Store>(&op);
      const auto* load = std::get_if<Load>(&op);
      return (store != nullptr && accesses(store->addr, store->bytes) != Access::No) ||
             (load != nullptr && accesses(load->addr, load->bytes) != Access::No);
    });
  }

  bool makesFree(EdgeId e) const { // for sure
    return std::ranges::all_of(program_.edges[e].ops, [&](const Operation& op) {
      const auto* s = std::get_if<Store>(&op);
      if (s == nullptr || accesses(s->addr, s->bytes) == Access::No) return true;
      return accesses(s->addr, s->bytes) == Access::Exact && s->value.isConst() &&
             s->value.value() == lock_.free;
    });
  }

  const Program& program_;
  const PointsTo& pointsTo_;
  const Mhb& mhb_;
  WordLock& lock_;
  std::vector<uint64_t> values_; // constants that are written, but for the free one
  bool allConstant_ = true;
  std::vector<std::optional<State>> states_;
};

// What the word starts with; nothing: it is not known.
std::optional<uint64_t> initialOf(const Object& o, int64_t offset, unsigned bytes) {
  if (o.kind != ObjectKind::Global || o.uninitialised || offset < 0) return {};
  const auto at = static_cast<uint64_t>(offset);
  uint64_t value = 0;
  for (const InitPiece& piece : o.init) {
    if (piece.offset + piece.bytes <= at || at + bytes <= piece.offset) continue;
    if (piece.offset != at || piece.bytes != bytes || !piece.value.isConst()) return {};
    value = piece.value.value();
  }
  return value;
}

// Words that are read in atomic steps of the program's own.
std::vector<WordLock> candidates(const Program& p, const PointsTo& pointsTo) {
  const std::vector<bool> single = singleInstanceObjects(p, pointsTo);
  std::vector<WordLock> result;
  for (const Edge& e : p.edges) {
    if (e.sync || e.primitive || !(e.atomicGroup || p.locations[e.from].atomic)) continue;
    for (const Operation& op : e.ops) {
      const auto* load = std::get_if<Load>(&op);
      if (load == nullptr) continue;
      const TargetSet targets = pointsTo.targets(load->addr);
      if (targets.size() != 1 || !targets.begin()->offsets.isExact() || !single[targets.begin()->object])
        continue;
      const Target& t = *targets.begin();
      const auto free = initialOf(p.objects[t.object], t.offsets.residue, load->bytes);
      if (!free) continue;
      const WordLock lock{t.object, t.offsets.residue, load->bytes, *free};
      if (std::ranges::find(result, lock) == result.end()) result.push_back(lock);
    }
  }
  return result;
}

} // namespace

WordLocks::WordLocks(const Program& p, const PointsTo& pointsTo, const Mhb& mhb)
    : owned_(p.locations.size()) {
  for (WordLock lock : candidates(p, pointsTo)) {
    Ownership ownership(p, pointsTo, mhb, lock);
    if (!ownership.find()) continue;
    bool used = false;
    for (LocId l = 0; l < p.locations.size(); ++l)
      if (ownership.owns(l)) {
        owned_[l].push_back(static_cast<uint32_t>(locks_.size()));
        used = true;
      }
    if (used) locks_.push_back(lock);
  }
}

} // namespace heddle::ccfg::analysis
