#include "engines/predict/other.h"

#include "support/ticker.h"
#include "trace/lockevents.h"

#include <algorithm>
#include <array>
#include <functional>
#include <unordered_map>

namespace heddle::predict {

using trace::Event;
using trace::EventKind;
using trace::EventRef;
using trace::SiteKind;
using trace::Trace;

namespace {

const Event& eventAt(const Trace& t, EventRef r) { return t.threads[r.thread].events[r.event]; }

bool unordered(const MustOrder& must, EventRef a, EventRef b) {
  return a.thread != b.thread && !must.before(a, b) && !must.before(b, a);
}

class RaceFinder {
public:
  RaceFinder(const Trace& trace, const MustOrder& must, const LockHistories& locks, size_t perPlaces,
             const Budget& budget)
      : ticker_(budget), trace_(trace), must_(must), locks_(locks), perPlaces_(perPlaces) {}

  // Most pairs of a variable with many accesses are like others: those at the same place of a thread, with
  // the same locks, between the same creations and joins, are kept apart from others by the same.
  void variable(const std::vector<EventRef>& accesses) {
    std::map<std::array<size_t, 4>, std::vector<EventRef>> alike;
    for (const EventRef e : accesses) {
      ticker_.tick();
      alike[{e.thread, must_.stretch(e), eventAt(trace_, e).site, locks_.stateOf(e)}].push_back(e);
    }
    const size_t step = 1 + alike.size() / most;
    found.complete &= step == 1;
    size_t n = 0;
    for (auto a = alike.begin(); a != alike.end(); ++a, ++n) {
      if (n % step != 0) continue;
      size_t k = n + 1;
      for (auto b = std::next(a); b != alike.end(); ++b, ++k) {
        ticker_.tick();
        if (k % step == 0 && mayRace(a->second[0], b->second[0])) keep(a->second, b->second);
      }
    }
  }
  Meetings found;

private:
  static constexpr size_t most = 2000;
  Ticker ticker_;

  bool mayRace(EventRef a, EventRef b) const {
    const Event &x = eventAt(trace_, a), &y = eventAt(trace_, b);
    if (!x.writes() && !y.writes()) return false;
    if (trace_.site(x).atomic && trace_.site(y).atomic) return false;
    return unordered(must_, a, b) && locks_.mayMeet(a, b);
  }

  void keep(const std::vector<EventRef>& some, const std::vector<EventRef>& others) {
    size_t& kept = kept_[std::minmax(eventAt(trace_, some[0]).site, eventAt(trace_, others[0]).site)];
    for (const EventRef a : some)
      for (const EventRef b : others) {
        if (kept == perPlaces_) {
          found.complete = false;
          return;
        }
        found.all.push_back({{a, b}});
        ++kept;
      }
  }

  const Trace& trace_;
  const MustOrder& must_;
  const LockHistories& locks_;
  size_t perPlaces_;
  std::map<std::pair<uint32_t, uint32_t>, size_t> kept_;
};

struct Attempt { // to take a lock, with others in hand
  EventRef event;
  uint64_t wants;
  bool reading;                   // others may read meanwhile
  std::map<uint64_t, bool> holds; // true: for reading only

  bool holdsAgainst(uint64_t lock, bool forReading) const {
    const auto held = holds.find(lock);
    return held != holds.end() && !(held->second && forReading);
  }
};

class CycleFinder {
public:
  CycleFinder(const Trace& trace, const MustOrder& must, size_t perPlaces, size_t longest,
              const Budget& budget)
      : ticker_(budget), trace_(trace), must_(must), perPlaces_(perPlaces), longest_(longest) {
    for (uint32_t t = 0; t < trace.threads.size(); ++t) collect(t);
  }

  Meetings run() {
    for (size_t i = 0; i < attempts_.size(); ++i) extend({i});
    return std::move(found_);
  }

private:
  void collect(uint32_t thread) {
    trace::LocksOfThread locks;
    std::map<uint64_t, bool> holds;
    std::map<std::pair<uint32_t, std::map<uint64_t, bool>>, size_t> same; // by site and locks in hand
    const std::vector<Event>& events = trace_.threads[thread].events;
    for (uint32_t i = 0; i < events.size(); ++i) {
      const trace::LockEvent what = locks.follow(trace_, events[i]);
      const uint64_t lock = events[i].address;
      if (what.acquires()) {
        const SiteKind k = trace_.site(events[i]).kind;
        const bool waits = k == SiteKind::Lock || k == SiteKind::ReadLock;
        if (waits && !holds.empty()) {
          if (++same[{events[i].site, holds}] <= perPlaces_)
            add({{thread, i}, lock, what.shared, holds});
          else
            found_.complete = false;
        }
        holds[lock] = what.shared;
      } else if (what.releases()) {
        holds.erase(lock);
      }
    }
  }

  void add(const Attempt& a) {
    for (const auto& [lock, reading] : a.holds) holders_[lock].push_back(attempts_.size());
    attempts_.push_back(a);
  }

  // The first attempt of a cycle is the one with the smallest number.
  void extend(const std::vector<size_t>& path) {
    ticker_.tick();
    const Attempt& last = attempts_[path.back()];
    if (path.size() > 1 && attempts_[path[0]].holdsAgainst(last.wants, last.reading)) report(path);
    if (path.size() == longest_ || found_.all.size() >= mostCycles) {
      found_.complete = false;
      return;
    }
    for (const size_t next : holders_[last.wants]) {
      if (next <= path[0] || !attempts_[next].holdsAgainst(last.wants, last.reading) || !fits(path, next))
        continue;
      std::vector<size_t> longer = path;
      longer.push_back(next);
      extend(longer);
    }
  }

  // Threads differ, may run at once, and no lock is in two hands.
  bool fits(const std::vector<size_t>& path, size_t next) const {
    const Attempt& b = attempts_[next];
    return std::all_of(path.begin(), path.end(), [&](size_t i) {
      const Attempt& a = attempts_[i];
      return unordered(must_, a.event, b.event) &&
             std::none_of(a.holds.begin(), a.holds.end(),
                          [&](const auto& held) { return b.holdsAgainst(held.first, held.second); });
    });
  }

  void report(const std::vector<size_t>& path) {
    Meeting m;
    std::vector<uint32_t> sites;
    for (const size_t i : path) {
      m.events.push_back(attempts_[i].event);
      sites.push_back(eventAt(trace_, attempts_[i].event).site);
    }
    if (++kept_[sites] <= perPlaces_)
      found_.all.push_back(std::move(m));
    else
      found_.complete = false;
  }

  static constexpr size_t mostCycles = 1000;
  Ticker ticker_;

  const Trace& trace_;
  const MustOrder& must_;
  size_t perPlaces_, longest_;
  std::vector<Attempt> attempts_;
  std::map<uint64_t, std::vector<size_t>> holders_; // by lock
  std::map<std::vector<uint32_t>, size_t> kept_;
  Meetings found_;
};

} // namespace

Meetings findRaces(const Trace& trace, const trace::SharedVariables& variables, const MustOrder& must,
                   const LockHistories& locks, size_t perPlaces, const Budget& budget) {
  std::vector<std::vector<EventRef>> accesses(variables.count());
  for (uint32_t t = 0; t < trace.threads.size(); ++t)
    for (uint32_t i = 0; i < trace.threads[t].events.size(); ++i)
      if (const auto v = variables.of(trace, trace.threads[t].events[i]); v != trace::noVariable)
        accesses[v].push_back({t, i});
  RaceFinder finder(trace, must, locks, perPlaces, budget);
  for (const std::vector<EventRef>& of : accesses) finder.variable(of);
  return std::move(finder.found);
}

Meetings findDeadlocks(const Trace& trace, const MustOrder& must, size_t perPlaces, size_t longest,
                       const Budget& budget) {
  return CycleFinder(trace, must, perPlaces, longest, budget).run();
}

std::vector<EventRef> findDestructions(const Trace& trace) {
  std::set<uint64_t> locks;
  std::vector<EventRef> destroyed, out;
  for (uint32_t t = 0; t < trace.threads.size(); ++t)
    for (uint32_t i = 0; i < trace.threads[t].events.size(); ++i) {
      const Event& e = trace.threads[t].events[i];
      if (e.kind != EventKind::Sync) continue;
      if (trace.site(e).kind == SiteKind::Lock) locks.insert(e.address);
      if (trace.site(e).kind == SiteKind::Destroy) destroyed.push_back({t, i});
    }
  for (const EventRef& r : destroyed)
    if (locks.contains(eventAt(trace, r).address)) out.push_back(r);
  return out;
}

namespace {

// A forked child begins with locks that its parent took.
bool beginsWithoutLocks(const Trace& trace) {
  if (trace.lost != 0 || trace.threads.empty()) return false;
  const std::vector<Event>& events = trace.threads[0].events;
  return std::any_of(events.begin(), events.end(), [&](const Event& e) {
    return e.kind == EventKind::Enter && trace.site(e).name == "main";
  });
}

} // namespace

std::vector<EventRef> findMisuses(const Trace& trace) {
  std::vector<EventRef> out;
  if (!beginsWithoutLocks(trace)) return out;
  std::set<uint32_t> sites;
  for (uint32_t t = 0; t < trace.threads.size(); ++t) {
    trace::LocksOfThread locks;
    for (uint32_t i = 0; i < trace.threads[t].events.size(); ++i) {
      const Event& e = trace.threads[t].events[i];
      if (e.kind != EventKind::Sync) continue;
      const bool fails = trace.site(e).kind == SiteKind::Lock && e.value != 0;
      const bool wrong =
          trace::lockEventOf(trace, e).releases() ? !locks.holds(e.address) : fails && locks.holds(e.address);
      if (wrong && sites.insert(e.site).second) out.push_back({t, i});
      locks.follow(trace, e);
    }
  }
  return out;
}

// ---- questions

// A thread stands before its edge when it has taken the one before. It need not go on from there.
Asked askMeeting(const Program& p, const std::vector<EdgeId>& edges) {
  Asked out;
  std::vector<EdgeId> before;
  for (const EdgeId e : edges) {
    before.push_back(p.in(p.edges[e].from).at(0));
    out.edges.insert(before.back());
    out.last[threadOf(p, e)] = before.back();
  }
  out.write = [before](Query& q, bool) {
    for (unsigned i = 0; i < before.size(); ++i) {
      Query::Writer w = q.at(q.edge(before[i]));
      w.store(i, q.terms().constant(1, 64));
      Term all = q.terms().trueTerm();
      for (unsigned k = 0; k < before.size(); ++k)
        if (k != i) all = q.terms().andOf(all, q.terms().eq(w.load(k), q.terms().constant(1, 64)));
      w.failIf(all, "all threads stand before their actions");
    }
  };
  return out;
}

Asked askDestruction(const Program& p, EdgeId edge) {
  Asked out;
  out.edges = {edge};
  out.last[threadOf(p, edge)] = edge;
  out.allThreads = true; // whoever may hold it
  out.write = [edge](Query& q, bool) {
    Query::Writer w = q.at(q.edge(edge));
    const Term owner = w.load(q.program().edges[q.edge(edge)].sync->object, 4);
    w.failIf(q.terms().ne(owner, q.terms().constant(0, 32)), "a lock is destroyed while a thread holds it");
  };
  return out;
}

Asked askMisuse(const Program& p, EdgeId edge) {
  Asked out;
  out.edges = {edge};
  out.last[threadOf(p, edge)] = edge;
  out.write = [edge](Query& q, bool) {
    q.at(q.edge(edge)).failIf(q.terms().trueTerm(), "a lock is used wrongly");
  };
  return out;
}

Asked askAssertion(const Program& p, EdgeId edge) {
  Asked out;
  out.edges = {edge};
  out.last[threadOf(p, edge)] = edge;
  out.write = [](Query&, bool) {};
  return out;
}

} // namespace heddle::predict
