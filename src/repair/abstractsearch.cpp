// See abstractsearch.h.
#include "repair/abstractsearch.h"

#include "repair/oracle.h"
#include "repair/product.h"

#include <algorithm>
#include <deque>
#include <fmt/format.h>
#include <unordered_map>

namespace heddle::repair {

namespace {

constexpr size_t mostStates = 200'000;
constexpr size_t mostPaths = 100'000; // partial ones
constexpr size_t mostTraces = 200;    // complete ones that are looked at
constexpr unsigned joinsBeforeWidening = 4;

struct Arc {
  uint32_t from, to; // `to` of a failing one: none
  uint32_t thread;
  std::vector<EdgeId> edges;   // none: a race
  std::set<uint32_t> racing{}; // instances
};

class AbstractSearch {
public:
  AbstractSearch(const ccfg::transform::Derived& copy, const SectionMap& sections,
                 const Abstraction& abstraction, ccfg::PropertySet properties, const Budget& budget)
      : copy_(copy), sections_(sections), facts_(*copy.program), product_(facts_, abstraction, properties),
        races_(properties.has(ccfg::Property::Race)), budget_(budget) {}

  AbstractAnswer run() {
    AbstractAnswer out;
    out.why = product_.unsupported();
    if (!out.why.empty()) return out;
    explore();
    out.states = nodes_.size();
    if (nodes_.size() > mostStates)
      out.why = fmt::format("more than {} abstract states", mostStates);
    else if (std::ranges::none_of(nodes_, [](const Node& n) { return n.fails; }))
      out.safe = true;
    else
      findTrace(out);
    return out;
  }

private:
  struct Node {
    ProductState state;
    std::vector<Arc> out;
    unsigned joins = 0;
    bool waiting = false, fails = false;
  };

  // ---- forward

  void explore() {
    add(product_.initial(), false);
    while (!work_.empty() && nodes_.size() <= mostStates) {
      budget_.check();
      const uint32_t at = work_.front();
      work_.pop_front();
      nodes_[at].waiting = false;
      // What is left of a node are the arcs of its last, largest state.
      nodes_[at].out.clear();
      nodes_[at].fails = false;
      std::vector<ProductStep> steps = product_.steps(ProductState(nodes_[at].state));
      if (races_) addRaces(at, steps);
      for (ProductStep& step : steps) {
        const uint32_t to = step.fails ? ccfg::none : add(std::move(step.to), step.retreats);
        nodes_[at].fails = nodes_[at].fails || step.fails;
        nodes_[at].out.push_back({at, to, step.thread, std::move(step.edges), {}});
      }
    }
  }

  void addRaces(uint32_t at, const std::vector<ProductStep>& steps) {
    for (size_t i = 0; i < steps.size(); ++i)
      for (size_t k = 0; k < i; ++k) {
        if (!mayRace(steps[i], steps[k])) continue;
        nodes_[at].fails = true;
        nodes_[at].out.push_back(
            {at, ccfg::none, steps[i].thread, {}, {steps[i].thread + 1, steps[k].thread + 1}});
      }
  }

  uint32_t add(ProductState s, bool retreats) {
    const auto [known, isNew] = byKey_.try_emplace(product_.key(s), static_cast<uint32_t>(nodes_.size()));
    const uint32_t id = known->second;
    if (isNew) {
      nodes_.push_back({std::move(s), {}, 0, true, false});
      work_.push_back(id);
      return id;
    }
    Node& n = nodes_[id];
    if (abstract::leq(s.env, n.state.env)) return id;
    ++n.joins;
    const bool widens = n.joins > joinsBeforeWidening && (retreats || n.joins > 10 * joinsBeforeWidening);
    const abstract::Environment joined = join(n.state.env, s.env);
    n.state.env = widens ? widen(n.state.env, joined, {}) : joined;
    if (!n.waiting) work_.push_back(id);
    n.waiting = true;
    return id;
  }

  // ---- Traces: the fewest switches first

  struct Path {
    uint32_t node, last; // thread; none: it has not begun
    Avoider avoided;
    uint32_t before; // index; none
    const Arc* arc;
  };

  void findTrace(AbstractAnswer& out) {
    std::map<unsigned, std::deque<uint32_t>> open; // by number of switches
    paths_.push_back({0, ccfg::none, Avoider(sections_), ccfg::none, nullptr});
    open[0].push_back(0);
    size_t complete = 0;
    while (!open.empty() && paths_.size() < mostPaths && complete < mostTraces && !out.failsAlone) {
      budget_.check();
      const unsigned switches = open.begin()->first;
      const uint32_t at = open.begin()->second.front();
      open.begin()->second.pop_front();
      if (open.begin()->second.empty()) open.erase(open.begin());
      for (const Arc& arc : nodes_[paths_[at].node].out) {
        const bool isSwitch = paths_[at].last != ccfg::none && paths_[at].last != arc.thread;
        Path next{arc.to, arc.thread, paths_[at].avoided, at, &arc};
        for (const TraceStep& step : stepsOf(arc)) next.avoided.step(step);
        if (arc.to == ccfg::none) {
          ++complete;
          offer(next, out);
          if (out.failsAlone) return;
        } else if (isBetter(next)) {
          open[switches + (isSwitch ? 1 : 0)].push_back(static_cast<uint32_t>(paths_.size()));
          paths_.push_back(std::move(next));
        }
      }
    }
    if (out.trace.empty() && paths_.size() >= mostPaths) out.why = "too many abstract traces";
  }

  std::vector<TraceStep> stepsOf(const Arc& arc) const {
    std::vector<TraceStep> out;
    for (const EdgeId e : arc.edges)
      for (const ccfg::transform::Piece& piece : copy_.edges[e]) out.push_back({arc.thread + 1, piece.edge});
    return out;
  }

  // No path known to the same place says more about less.
  bool isBetter(const Path& next) {
    std::vector<uint32_t>& there = byPlace_[{next.node, next.last}];
    for (const uint32_t i : there)
      if (paths_[i].avoided.goesOnLike(next.avoided) &&
          std::ranges::includes(next.avoided.soFar().clause, paths_[i].avoided.soFar().clause) &&
          (!paths_[i].avoided.soFar().clause.empty() || next.avoided.soFar().clause.empty()))
        return false;
    there.push_back(static_cast<uint32_t>(paths_.size()));
    return true;
  }

  // A trace that some section prevents is wanted: best one that fails without joins, else one with as few
  // switches as can be, since whatever prevents it prevents others.
  void offer(const Path& path, AbstractAnswer& out) {
    Avoided avoided = path.avoided.end(path.arc->racing);
    std::vector<const Arc*> arcs{path.arc};
    for (uint32_t at = path.before; paths_[at].arc != nullptr; at = paths_[at].before)
      arcs.push_back(paths_[at].arc);
    std::ranges::reverse(arcs);
    const bool alone = failsAlone(arcs);
    if (!out.trace.empty() && (avoided.clause.empty() || !(alone || isLess(avoided, out.avoided)))) return;
    out.trace.clear();
    for (const Arc* arc : arcs)
      for (const TraceStep& step : stepsOf(*arc)) out.trace.push_back(step);
    out.failsAlone = alone && !avoided.clause.empty();
    out.avoided = std::move(avoided);
  }

  bool racesIn(const ProductState& s) {
    const std::vector<ProductStep> steps = product_.steps(s);
    for (const ProductStep& a : steps)
      for (const ProductStep& b : steps)
        if (mayRace(a, b)) return true;
    return false;
  }

  static bool isLess(const Avoided& a, const Avoided& b) {
    return b.clause.empty() || (a.clause != b.clause && std::ranges::includes(b.clause, a.clause));
  }

  bool failsAlone(const std::vector<const Arc*>& arcs) {
    ProductState s = product_.initial();
    bool fails = false;
    for (const Arc* arc : arcs) {
      if (arc->edges.empty()) return racesIn(s);
      if (!product_.follow(arc->edges, arc->thread, s, fails)) return false;
      if (fails) return true;
    }
    return false;
  }

  const ccfg::transform::Derived& copy_;
  const SectionMap& sections_;
  const ccfg::analysis::Facts facts_;
  Product product_;
  const bool races_;
  const Budget& budget_;
  std::deque<Node> nodes_;
  std::deque<uint32_t> work_;
  std::unordered_map<std::string, uint32_t> byKey_;
  std::deque<Path> paths_;
  std::map<std::pair<uint32_t, uint32_t>, std::vector<uint32_t>> byPlace_;
};

} // namespace

AbstractAnswer exploreAbstractly(const ccfg::transform::Derived& copy, const SectionMap& sections,
                                 const Abstraction& abstraction, ccfg::PropertySet properties,
                                 const Budget& budget) {
  return AbstractSearch(copy, sections, abstraction, properties, budget).run();
}

} // namespace heddle::repair
