// Graph algorithms, without recursion: graphs may be deep. Components: Tarjan. Dominators: Cooper, Harvey,
// Kennedy.
#include "support/graph.h"

#include <algorithm>

namespace heddle {

Graph reversed(const Graph& g) {
  Graph result(g.size());
  for (uint32_t n = 0; n < g.size(); ++n)
    for (uint32_t s : g[n]) result[s].push_back(n);
  return result;
}

namespace {

struct Visit { // a node on the path of a depth-first walk, and its next successor to look at
  uint32_t node;
  size_t next = 0;
};

class ComponentFinder {
public:
  explicit ComponentFinder(const Graph& g) : graph_(g), index_(g.size(), 0), low_(g.size(), 0) {
    result_.of.assign(g.size(), UINT32_MAX);
  }

  Components run() {
    for (uint32_t n = 0; n < graph_.size(); ++n)
      if (index_[n] == 0) walk(n);
    return std::move(result_);
  }

private:
  void enter(uint32_t n) {
    index_[n] = low_[n] = ++counter_;
    stack_.push_back(n);
    path_.push_back({n});
  }

  void walk(uint32_t start) {
    enter(start);
    while (!path_.empty()) {
      uint32_t n = path_.back().node;
      if (path_.back().next < graph_[n].size()) {
        uint32_t s = graph_[n][path_.back().next++];
        if (index_[s] == 0)
          enter(s);
        else if (result_.of[s] == UINT32_MAX)
          low_[n] = std::min(low_[n], index_[s]);
        continue;
      }
      path_.pop_back();
      if (!path_.empty()) low_[path_.back().node] = std::min(low_[path_.back().node], low_[n]);
      if (low_[n] == index_[n]) close(n);
    }
  }

  void close(uint32_t n) {
    auto component = static_cast<uint32_t>(result_.members.size());
    result_.members.emplace_back();
    uint32_t m;
    do {
      m = stack_.back();
      stack_.pop_back();
      result_.of[m] = component;
      result_.members.back().push_back(m);
    } while (m != n);
  }

  const Graph& graph_;
  std::vector<uint32_t> index_, low_, stack_;
  std::vector<Visit> path_;
  uint32_t counter_ = 0;
  Components result_;
};

std::vector<uint32_t> postorder(const Graph& g, uint32_t root) {
  std::vector<uint32_t> order;
  std::vector<bool> seen(g.size());
  std::vector<Visit> path{{root}};
  seen[root] = true;
  while (!path.empty()) {
    uint32_t n = path.back().node;
    if (path.back().next < g[n].size()) {
      uint32_t s = g[n][path.back().next++];
      if (!seen[s]) {
        seen[s] = true;
        path.push_back({s});
      }
      continue;
    }
    order.push_back(n);
    path.pop_back();
  }
  return order;
}

} // namespace

Components stronglyConnected(const Graph& g) { return ComponentFinder(g).run(); }

DominatorTree::DominatorTree(const Graph& g, uint32_t root) : parent_(g.size(), noNode) {
  std::vector<uint32_t> order = postorder(g, root);
  std::vector<uint32_t> rank(g.size(), noNode); // higher: nearer to the root
  for (uint32_t i = 0; i < order.size(); ++i) rank[order[i]] = i;
  Graph before = reversed(g);
  auto meet = [&](uint32_t a, uint32_t b) {
    while (a != b) {
      while (rank[a] < rank[b]) a = parent_[a];
      while (rank[b] < rank[a]) b = parent_[b];
    }
    return a;
  };
  parent_[root] = root;
  for (bool changed = true; changed;) {
    changed = false;
    for (size_t i = order.size() - 1; i-- > 0;) { // reverse postorder, without the root
      uint32_t n = order[i], best = noNode;
      for (uint32_t b : before[n])
        if (parent_[b] != noNode) best = best == noNode ? b : meet(best, b);
      if (parent_[n] == best) continue;
      parent_[n] = best;
      changed = true;
    }
  }
  parent_[root] = noNode;
  number(root);
}

void DominatorTree::number(uint32_t root) {
  Graph children(parent_.size());
  for (uint32_t n = 0; n < parent_.size(); ++n)
    if (parent_[n] != noNode) children[parent_[n]].push_back(n);
  first_.assign(parent_.size(), 0);
  last_.assign(parent_.size(), 0);
  uint32_t clock = 0;
  std::vector<Visit> path{{root}};
  first_[root] = ++clock;
  while (!path.empty()) {
    uint32_t n = path.back().node;
    if (path.back().next < children[n].size()) {
      uint32_t c = children[n][path.back().next++];
      first_[c] = ++clock;
      path.push_back({c});
      continue;
    }
    last_[n] = ++clock;
    path.pop_back();
  }
}

uint32_t DominatorTree::commonDominator(uint32_t a, uint32_t b) const {
  while (!dominates(a, b)) a = parent_[a];
  return a;
}

} // namespace heddle
