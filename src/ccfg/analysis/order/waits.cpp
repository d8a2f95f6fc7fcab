// Finds conditions on words of memory and the stores that satisfy them; see waits.h.
#include "ccfg/analysis/order/waits.h"

#include "ccfg/analysis/graph/reaching.h"
#include "ccfg/analysis/memory/escape.h"
#include "ccfg/analysis/order/mhb.h"
#include "logic/eval.h"

#include <algorithm>

namespace heddle::ccfg::analysis {

namespace {

constexpr size_t maxSources = 64; // of one wait; more tell nothing worth its cost

struct Writer {
  OpPlace at;
  TargetSet targets;
  unsigned bytes;
  std::optional<uint64_t> value; // if it is constant
};

// A condition as a function of what one load reads: the load, and terms of one symbol each, innermost first.
struct WaitCondition {
  OpPlace load;
  std::vector<std::pair<RegId, Term>> steps;

  bool holdsFor(uint64_t value) const {
    for (const auto& [symbol, term] : steps) value = logic::evaluate(term, [&](Term) { return value; });
    return value != 0;
  }
};

bool mentionsAddress(Term t) {
  bool found = false;
  logic::evaluate(t, [&](Term leaf) {
    found = found || leaf.op() == logic::Op::Address;
    return 0;
  });
  return found;
}

class WaitFinder {
public:
  WaitFinder(const Program& p, const PointsTo& pointsTo)
      : program_(p), pointsTo_(pointsTo), single_(singleInstanceObjects(p, pointsTo)),
        writers_(p.objects.size()) {
    for (EdgeId e = 0; e < p.edges.size(); ++e)
      for (size_t i = 0; i < p.edges[e].ops.size(); ++i) addWriter({e, i});
  }

  std::optional<Waits::Wait> wait(OpPlace assume, Term cond) const;

private:
  std::optional<WaitCondition> condition(OpPlace assume, Term cond) const;
  // Nothing: it may be anything. Of what Alloc makes there is none: that is a writer.
  std::optional<uint64_t> initial(const Target& t, unsigned bytes) const;
  bool isOnePlace(const TargetSet& t) const {
    return t.size() == 1 && t.begin()->offsets.isExact() && single_[t.begin()->object];
  }
  void addWriter(OpPlace at);

  const Program& program_;
  const PointsTo& pointsTo_;
  std::vector<bool> single_;
  std::vector<std::vector<Writer>> writers_; // by object
};

void WaitFinder::addWriter(OpPlace at) {
  const Operation& op = program_.edges[at.edge].ops[at.op];
  if (const auto* s = std::get_if<Store>(&op)) {
    Writer w{at, pointsTo_.targets(s->addr), s->bytes, std::nullopt};
    if (s->value.isConst()) w.value = s->value.value();
    ObjectId last = none;
    for (const Target& t : w.targets)
      if (std::exchange(last, t.object) != t.object) writers_[t.object].push_back(w);
  }
  if (const auto* a = std::get_if<Alloc>(&op)) {
    const ObjectId o = pointsTo_.abstractOf(a->site);
    Writer w{at, {}, 0, std::nullopt};
    w.targets.insert({o, Offsets::any()});
    if (a->zeroed) w.value = 0;
    writers_[o].push_back(w);
  }
}

std::optional<WaitCondition> WaitFinder::condition(OpPlace assume, Term cond) const {
  WaitCondition result{assume, {}};
  Term term = cond;
  for (int depth = 0; depth < 8; ++depth) {
    const std::vector<RegId> symbols = logic::symbolsOf(term);
    if (symbols.size() != 1 || mentionsAddress(term)) return std::nullopt;
    result.steps.insert(result.steps.begin(), {symbols[0], term});
    const auto def = reachingDefinition(program_, result.load, symbols[0]);
    if (!def) return std::nullopt;
    result.load = *def;
    const Operation& op = program_.edges[def->edge].ops[def->op];
    if (std::holds_alternative<Load>(op)) return result;
    term = assignedValue(op, symbols[0]);
    if (term.node() == nullptr) return std::nullopt;
  }
  return std::nullopt;
}

std::optional<uint64_t> WaitFinder::initial(const Target& t, unsigned bytes) const {
  const Object& o = program_.objects[t.object];
  if (o.uninitialised) return std::nullopt;
  uint64_t value = 0;
  for (const InitPiece& piece : o.init) {
    if (!overlap(t.offsets, bytes, Offsets::exact(static_cast<int64_t>(piece.offset)), piece.bytes)) continue;
    if (!t.offsets.isExact() || t.offsets.residue != static_cast<int64_t>(piece.offset) ||
        piece.bytes != bytes || !piece.value.isConst())
      return std::nullopt;
    value = piece.value.value();
  }
  return value;
}

enum class Meeting : uint8_t { No, Partly, Whole };

// Whole: where it meets the word it writes all of it, and nothing else.
Meeting meeting(const Target& t, unsigned bytes, const Writer& w) {
  if (w.bytes == 0) return Meeting::Whole; // an Alloc
  Meeting result = Meeting::No;
  for (const Target& u : w.targets) {
    if (u.object != t.object || !overlap(t.offsets, bytes, u.offsets, w.bytes)) continue;
    const bool total = w.bytes == bytes && overlapIsTotal(t.offsets, u.offsets, bytes);
    result = total && result != Meeting::Partly ? Meeting::Whole : Meeting::Partly;
  }
  return result;
}

std::optional<Waits::Wait> WaitFinder::wait(OpPlace assume, Term cond) const {
  const auto condition = this->condition(assume, cond);
  if (!condition) return std::nullopt;
  const OpPlace from = condition->load;
  const auto& load = std::get<Load>(program_.edges[from.edge].ops[from.op]);
  const TargetSet targets = pointsTo_.targets(load.addr);
  if (targets.empty() || program_.regWidth(load.dst) != 8 * load.bytes) return std::nullopt;
  const auto satisfies = [&](const std::optional<uint64_t>& v) { return !v || condition->holdsFor(*v); };
  Waits::Wait wait{assume.edge, from.edge, {}, {}};
  for (const Target& t : targets) {
    const bool isGlobal = program_.objects[t.object].kind == ObjectKind::Global;
    if (isGlobal && satisfies(initial(t, load.bytes))) wait.sources.push_back({none});
    for (const Writer& w : writers_[t.object]) {
      const Meeting how = meeting(t, load.bytes, w);
      if (how == Meeting::No) continue;
      if (how == Meeting::Whole && w.bytes != 0 && isOnePlace(targets) && isOnePlace(w.targets))
        wait.overwriters.push_back(w.at.edge);
      if (how == Meeting::Whole && !satisfies(w.value)) continue;
      // What its own edge has written before it reads tells nothing of earlier times.
      if (w.at.edge == from.edge && w.at.op < from.op) return std::nullopt;
      wait.sources.push_back({w.at.edge});
    }
  }
  if (wait.sources.size() > maxSources) return std::nullopt;
  return wait;
}

// Parts that must all hold.
void conjuncts(Term t, std::vector<Term>& parts) {
  if (t.op() != logic::Op::And || t.width() != 1) return parts.push_back(t);
  conjuncts(t.kid(0), parts);
  conjuncts(t.kid(1), parts);
}

// Not if it surely comes later, or something else has surely been written over it when the load comes.
bool mayBeMet(const Waits::Wait& w, Waits::Source s, const Mhb& known) {
  if (s.edge != none && known.orderedBefore(w.load, s.edge)) return false;
  return std::ranges::none_of(w.overwriters, [&](EdgeId o) {
    return o != s.edge && known.mhb(o, w.load) && (s.edge == none || known.orderedBefore(s.edge, o));
  });
}

} // namespace

Waits::Waits(const Program& p, const PointsTo& pointsTo) {
  const WaitFinder finder(p, pointsTo);
  for (EdgeId e = 0; e < p.edges.size(); ++e)
    for (size_t i = 0; i < p.edges[e].ops.size(); ++i) {
      const auto* a = std::get_if<Assume>(&p.edges[e].ops[i]);
      if (a == nullptr) continue;
      std::vector<Term> parts;
      conjuncts(a->cond, parts);
      for (Term part : parts)
        if (auto wait = finder.wait({e, i}, part)) waits_.push_back(std::move(*wait));
    }
}

PriorEvents Waits::prior(const Mhb& known) const {
  PriorEvents result;
  for (const Wait& w : waits_) {
    PriorGroup group;
    bool fromStart = false;
    for (const Source& s : w.sources) {
      if (!mayBeMet(w, s, known)) continue;
      fromStart = fromStart || s.edge == none;
      if (s.edge != none) group.push_back({PriorEvent::Kind::Edge, s.edge});
    }
    if (fromStart || group.empty()) continue;
    std::ranges::sort(group);
    group.erase(std::unique(group.begin(), group.end()), group.end());
    result[w.edge].push_back(std::move(group));
  }
  return result;
}

} // namespace heddle::ccfg::analysis
