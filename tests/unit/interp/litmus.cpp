#include "litmus.h"

#include "ccfg/transform/memorymodel.h"
#include "interp/machine.h"
#include "support/error.h"

#include <algorithm>
#include <functional>
#include <numeric>
#include <random>

#include <fmt/format.h>

namespace heddle::litmus {

using Kind = Op::Kind;

// ---- by axioms

namespace {

bool releases(MemOrder o) { return o == MemOrder::Release || o == MemOrder::AcqRel || o == MemOrder::SeqCst; }
bool acquires(MemOrder o) { return o == MemOrder::Acquire || o == MemOrder::AcqRel || o == MemOrder::SeqCst; }

enum class Order : uint8_t { None, Local, Light, Full }; // Light, Full: by a fence, or as by one

// Are the two accesses of a thread seen in their order by everybody?
class Preserved {
public:
  Preserved(const std::vector<Op>& ops, MemoryModel model) : ops_(ops), model_(model) {}

  bool operator()(size_t i, size_t j) const {
    const Op &a = ops_[i], &b = ops_[j];
    if (model_ == MemoryModel::Sc || isFenced(i, j)) return true;
    if (a.kind == Kind::Write && a.order == MemOrder::SeqCst) return true;
    if (b.kind == Kind::Write && b.order == MemOrder::SeqCst) return true;
    if (a.kind == Kind::Read && model_ < MemoryModel::Rmo) return true;
    if (a.kind == Kind::Read) return ofRead(i, j);
    if (b.kind == Kind::Read) return false;
    return model_ == MemoryModel::Tso || a.place == b.place || releases(b.order);
  }

  Order order(size_t i, size_t j) const {
    const Op& b = ops_[j];
    Order found = (*this)(i, j) ? Order::Local : Order::None;
    if (b.kind == Kind::Write && releases(b.order)) found = Order::Light;
    for (size_t k = i; k <= j; ++k) {
      if (ops_[k].kind != Kind::Read && ops_[k].order == MemOrder::SeqCst) return Order::Full;
      if (ops_[k].kind == Kind::Fence && releases(ops_[k].order) && b.kind == Kind::Write)
        found = std::max(found, Order::Light);
    }
    return found;
  }

private:
  bool isFenced(size_t i, size_t j) const {
    for (size_t k = i + 1; k < j; ++k) {
      if (ops_[k].kind != Kind::Fence) continue;
      const MemOrder o = ops_[k].order;
      if (o == MemOrder::SeqCst) return true;
      if (releases(o) && ops_[j].kind == Kind::Write) return true;
      if (acquires(o) && ops_[i].kind == Kind::Read) return true;
    }
    return false;
  }

  bool dependsOn(size_t j, size_t i) const {
    const int read = static_cast<int>(i);
    return ops_[j].data == read || ops_[j].address == read;
  }

  bool ofRead(size_t i, size_t j) const {
    const Op &a = ops_[i], &b = ops_[j];
    if (acquires(a.order) || dependsOn(j, i) || a.place == b.place) return true;
    if (b.kind == Kind::Write && releases(b.order)) return true;
    for (size_t k = i + 1; k <= j; ++k) {
      if (b.kind == Kind::Write && ops_[k].control == static_cast<int>(i)) return true;
      if (k == j) break;
      if (b.kind == Kind::Write && ops_[k].address == static_cast<int>(i)) return true;
      // The read waits for what an earlier write of its thread to the same place writes.
      if (b.kind == Kind::Read && ops_[k].kind == Kind::Write && ops_[k].place == b.place && dependsOn(k, i))
        return true;
    }
    return false;
  }

  const std::vector<Op>& ops_;
  MemoryModel model_;
};

struct Event {
  size_t thread, op;
  int place, value; // of a write
  bool isWrite, isInitial;
};

class Candidates {
public:
  Candidates(const Litmus& test, MemoryModel model) : test_(test), model_(model) {
    for (int x = 0; x < test.places; ++x) events_.push_back({SIZE_MAX, 0, x, 0, true, true});
    std::vector<int> written(static_cast<size_t>(test.places), 0);
    for (size_t t = 0; t < test.threads.size(); ++t)
      for (size_t i = 0; i < test.threads[t].size(); ++i) {
        const Op& op = test.threads[t][i];
        if (op.kind == Kind::Fence) continue;
        const bool isWrite = op.kind == Kind::Write;
        const int value = isWrite ? ++written[static_cast<size_t>(op.place)] : 0;
        events_.push_back({t, i, op.place, value, isWrite, false});
      }
    for (size_t a = 0; a < events_.size(); ++a)
      for (size_t b = 0; b < events_.size(); ++b) {
        if (events_[a].thread != events_[b].thread || events_[a].op >= events_[b].op || events_[a].isInitial)
          continue;
        if (events_[a].place == events_[b].place) poLoc_.emplace_back(a, b);
        const Preserved preserved(test.threads[events_[a].thread], model);
        if (preserved(events_[a].op, events_[b].op)) preserved_.emplace_back(a, b);
        const Order order = preserved.order(events_[a].op, events_[b].op);
        if (order >= Order::Light) fences_.emplace_back(a, b);
        if (order == Order::Full) full_.emplace_back(a, b);
      }
    source_.resize(events_.size());
  }

  std::set<Outcome> run() {
    chooseSource(0);
    return std::move(outcomes_);
  }

private:
  using Relation = std::vector<std::pair<size_t, size_t>>;

  void chooseSource(size_t e) {
    if (e == events_.size()) return chooseOrder(0);
    if (events_[e].isWrite) return chooseSource(e + 1);
    for (size_t w = 0; w < events_.size(); ++w) {
      if (!events_[w].isWrite || events_[w].place != events_[e].place) continue;
      source_[e] = w;
      chooseSource(e + 1);
    }
  }

  void chooseOrder(int place) {
    if (place == test_.places) return check();
    std::vector<size_t> writes;
    for (size_t w = 0; w < events_.size(); ++w)
      if (events_[w].isWrite && !events_[w].isInitial && events_[w].place == place) writes.push_back(w);
    order_.resize(static_cast<size_t>(test_.places));
    do {
      std::vector<size_t>& order = order_[static_cast<size_t>(place)];
      order = {static_cast<size_t>(place)}; // its initial write comes first
      order.insert(order.end(), writes.begin(), writes.end());
      chooseOrder(place + 1);
    } while (std::next_permutation(writes.begin(), writes.end()));
  }

  using Matrix = std::vector<uint32_t>; // by event: those that it is related to

  Matrix matrix(const Relation& r) const {
    Matrix m(events_.size(), 0);
    for (const auto& [a, b] : r) m[a] |= 1u << b;
    return m;
  }
  static Matrix either(Matrix a, const Matrix& b) {
    for (size_t i = 0; i < a.size(); ++i) a[i] |= b[i];
    return a;
  }
  static Matrix then(const Matrix& a, const Matrix& b) {
    Matrix m(a.size(), 0);
    for (size_t i = 0; i < a.size(); ++i)
      for (size_t k = 0; k < a.size(); ++k)
        if ((a[i] >> k & 1) != 0) m[i] |= b[k];
    return m;
  }
  static Matrix closure(Matrix m) {
    for (size_t k = 0; k < m.size(); ++k)
      for (uint32_t& from : m)
        if ((from >> k & 1) != 0) from |= m[k];
    return m;
  }
  static Matrix orNone(Matrix m) { // the reflexive closure
    for (size_t k = 0; k < m.size(); ++k) m[k] |= 1u << k;
    return m;
  }
  static bool isIrreflexive(const Matrix& m) {
    for (size_t k = 0; k < m.size(); ++k)
      if ((m[k] >> k & 1) != 0) return false;
    return true;
  }
  bool isAcyclic(const Relation& r) const { return isIrreflexive(closure(matrix(r))); }

  // Alglave et al. 2014, figure 18.
  bool isPower(const Relation& co, const Relation& rfe, const Relation& rf, const Relation& fr) const {
    const Matrix fences = matrix(fences_), full = matrix(full_), coM = matrix(co), rfeM = matrix(rfe);
    const Matrix hb = either(either(matrix(preserved_), fences), rfeM);
    if (!isIrreflexive(closure(hb))) return false;
    const Matrix hbs = orNone(closure(hb));
    const Matrix com = orNone(closure(either(either(coM, matrix(rf)), matrix(fr))));
    const Matrix base = then(either(fences, then(rfeM, fences)), hbs);
    Matrix prop = then(then(then(com, orNone(closure(base))), full), hbs);
    for (size_t a = 0; a < events_.size(); ++a)
      for (size_t b = 0; b < events_.size(); ++b)
        if (events_[a].isWrite && events_[b].isWrite && (base[a] >> b & 1) != 0) prop[a] |= 1u << b;
    Relation fre;
    for (const auto& [r, w] : fr)
      if (events_[r].thread != events_[w].thread) fre.emplace_back(r, w);
    return isIrreflexive(then(then(matrix(fre), prop), hbs)) && isIrreflexive(closure(either(coM, prop)));
  }

  void check() {
    Relation co, rf, rfe, fr;
    for (const auto& order : order_)
      for (size_t i = 0; i < order.size(); ++i)
        for (size_t j = i + 1; j < order.size(); ++j) co.emplace_back(order[i], order[j]);
    for (size_t r = 0; r < events_.size(); ++r) {
      if (events_[r].isWrite) continue;
      rf.emplace_back(source_[r], r);
      if (events_[source_[r]].thread != events_[r].thread) rfe.emplace_back(source_[r], r);
      const auto& order = order_[static_cast<size_t>(events_[r].place)];
      for (auto w = std::find(order.begin(), order.end(), source_[r]) + 1; w != order.end(); ++w)
        fr.emplace_back(r, *w);
    }
    const auto together = [](std::initializer_list<const Relation*> parts) {
      Relation all;
      for (const Relation* part : parts) all.insert(all.end(), part->begin(), part->end());
      return all;
    };
    if (!isAcyclic(together({&poLoc_, &co, &rf, &fr}))) return;
    if (model_ == MemoryModel::Power ? !isPower(co, rfe, rf, fr)
                                     : !isAcyclic(together({&preserved_, &co, &rfe, &fr})))
      return;
    Outcome outcome;
    for (size_t e = 0; e < events_.size(); ++e)
      if (!events_[e].isWrite) outcome.push_back(events_[source_[e]].value);
    for (const auto& order : order_) outcome.push_back(events_[order.back()].value);
    outcomes_.insert(outcome);
  }

  const Litmus& test_;
  std::vector<Event> events_;
  MemoryModel model_;
  Relation poLoc_, preserved_, fences_, full_;
  std::vector<size_t> source_;             // by read
  std::vector<std::vector<size_t>> order_; // by place: its writes
  std::set<Outcome> outcomes_;
};

} // namespace

std::set<Outcome> byAxioms(const Litmus& test, MemoryModel model) { return Candidates(test, model).run(); }

// ---- as a program

namespace {

class Maker {
public:
  explicit Maker(const Litmus& test) : test_(test) {
    p_.addThread(named("main"));
    for (int x = 0; x < test.places; ++x) object(fmt::format("x{}", x));
    written_.resize(static_cast<size_t>(test.places), 0);
  }

  ccfg::Program run() {
    std::vector<ccfg::ThreadId> started;
    for (size_t t = 0; t < test_.threads.size(); ++t) started.push_back(thread(t));
    ccfg::LocId at = p_.threads[0].entry;
    for (size_t i = 0; i < started.size(); ++i) {
      const ccfg::LocId to = i + 1 == started.size() ? p_.threads[0].exit : p_.addLocation(0);
      edge(at, to, {ccfg::Fork{started[i], {}}});
      at = to;
    }
    p_.reindex();
    ccfg::verify(p_);
    return std::move(p_);
  }

private:
  static ccfg::Thread named(std::string name) {
    ccfg::Thread t;
    t.name = std::move(name);
    return t;
  }

  ccfg::ObjectId object(std::string name) {
    ccfg::Object o;
    o.name = std::move(name);
    o.size = 4;
    return p_.addObject(std::move(o));
  }

  void edge(ccfg::LocId from, ccfg::LocId to, std::vector<ccfg::Operation> ops) {
    ccfg::Edge e;
    e.from = from;
    e.to = to;
    e.ops = std::move(ops);
    p_.addEdge(std::move(e));
  }

  // Zero, though nobody can tell without the register.
  ccfg::Term zeroFrom(ccfg::RegId r) { return p_.terms->andOf(p_.regTerm(r), p_.terms->constant(8, 32)); }

  ccfg::ThreadId thread(size_t t) {
    const ccfg::ThreadId id = p_.addThread(named(fmt::format("t{}", t)));
    const auto& ops = test_.threads[t];
    std::vector<ccfg::RegId> read(ops.size(), ccfg::none);
    ccfg::LocId at = p_.threads[id].entry;
    const auto next = [&] { return std::exchange(at, p_.addLocation(id)); };
    for (size_t i = 0; i < ops.size(); ++i) {
      const Op& op = ops[i];
      if (op.control >= 0) {
        const ccfg::Term none =
            p_.terms->eq(zeroFrom(read[static_cast<size_t>(op.control)]), p_.terms->constant(0, 32));
        const ccfg::LocId from = next();
        edge(from, at, {ccfg::Assume{none}});
        edge(from, p_.threads[id].exit, {ccfg::Assume{p_.terms->notOf(none)}});
      }
      const ccfg::LocId from = next();
      edge(from, at, {operation(id, op, read, i)});
    }
    for (size_t i = 0; i < ops.size(); ++i) {
      if (read[i] == ccfg::none) continue;
      const ccfg::ObjectId result = object(fmt::format("r{}.{}", t, i));
      const ccfg::LocId from = next();
      edge(from, at, {ccfg::Store{p_.addressOf(result), p_.regTerm(read[i]), 4}});
    }
    edge(at, p_.threads[id].exit, {});
    return id;
  }

  ccfg::Operation operation(ccfg::ThreadId t, const Op& op, std::vector<ccfg::RegId>& read, size_t i) {
    if (op.kind == Kind::Fence) return ccfg::Fence{op.order};
    ccfg::Term address = p_.addressOf(static_cast<ccfg::ObjectId>(op.place));
    if (op.address >= 0)
      address = p_.terms->add(address, p_.terms->resize(zeroFrom(read[static_cast<size_t>(op.address)]), 64));
    if (op.kind == Kind::Read) {
      read[i] = p_.addRegister(t, fmt::format("r{}", i), 32);
      return ccfg::Load{read[i], address, 4, op.order};
    }
    ccfg::Term value =
        p_.terms->constant(static_cast<uint64_t>(++written_[static_cast<size_t>(op.place)]), 32);
    if (op.data >= 0) value = p_.terms->add(value, zeroFrom(read[static_cast<size_t>(op.data)]));
    return ccfg::Store{address, value, 4, op.order};
  }

  const Litmus& test_;
  ccfg::Program p_;
  std::vector<int> written_;
};

class NoChoice : public interp::Chooser {
public:
  uint64_t choose(const interp::Choice& c) override { return c.lo; }
};

std::set<Outcome> run(const ccfg::Program& p, MemoryModel model, const std::vector<ccfg::ObjectId>& results) {
  const interp::Code code(p, model);
  interp::Machine machine(code, {});
  std::set<Outcome> outcomes;
  std::set<std::vector<uint8_t>> seen;
  std::vector<interp::State> work = {machine.initialState()};
  const auto reach = [&](const interp::State& s) {
    if (seen.emplace(s.bytes().begin(), s.bytes().end()).second) work.push_back(s);
  };
  NoChoice none;
  while (!work.empty()) {
    const interp::State s = work.back();
    work.pop_back();
    const interp::StateView view = s.view();
    bool ended = view.threadCount() > 1, moves = false;
    for (uint32_t t = 1; t <= view.threadCount(); ++t) {
      ended = ended && machine.hasEnded(view, t);
      for (const ccfg::EdgeId e : p.out(view.location(t))) {
        interp::State after = s;
        const interp::StepKind kind = machine.step(after, t, e, none);
        moves = moves || kind != interp::StepKind::Disabled;
        if (kind == interp::StepKind::Done) reach(after);
      }
      for (const uint64_t address : machine.flushable(view, t)) {
        interp::State after = s;
        if (machine.flush(after, t, address)) reach(after), moves = true;
      }
    }
    HEDDLE_CHECK(ended || moves, "threads wait for each other");
    if (!ended) continue;
    Outcome outcome;
    for (const ccfg::ObjectId o : results)
      outcome.push_back(*reinterpret_cast<const int*>(view.at(code.layout().object(o).memory)));
    outcomes.insert(outcome);
  }
  return outcomes;
}

// Reads first, then places.
std::vector<ccfg::ObjectId> resultsOf(const Litmus& test, const ccfg::Program& p) {
  std::vector<ccfg::ObjectId> results;
  for (auto o = static_cast<ccfg::ObjectId>(test.places); o < p.objects.size(); ++o)
    if (p.objects[o].name[0] == 'r') results.push_back(o);
  for (int x = 0; x < test.places; ++x) results.push_back(static_cast<ccfg::ObjectId>(x));
  return results;
}

} // namespace

ccfg::Program programOf(const Litmus& test) { return Maker(test).run(); }

std::set<Outcome> byBuffers(const Litmus& test, MemoryModel model) {
  const ccfg::Program p = programOf(test);
  return run(p, model, resultsOf(test, p));
}

std::set<Outcome> byCopy(const Litmus& test, MemoryModel model) {
  const ccfg::Program p = programOf(test);
  const ccfg::analysis::Facts facts(p);
  const auto [copy, why, isInexact] = ccfg::transform::withMemoryModel(facts, model);
  HEDDLE_CHECK(why.empty(), why);
  return run(*copy.program, MemoryModel::Sc, resultsOf(test, p));
}

// ---- drawing and printing

Litmus drawn(uint64_t seed, int threads) {
  std::mt19937_64 engine(seed);
  const auto below = [&](int n) { return static_cast<int>(engine() % static_cast<uint64_t>(n)); };
  Litmus test;
  test.places = threads == 0 ? 2 + below(2) : 2;
  const bool isShort = threads != 0;
  if (threads == 0) threads = 2 + below(2);
  for (int t = 0; t < threads; ++t) {
    std::vector<Op>& ops = test.threads.emplace_back();
    std::vector<int> reads;
    const int accesses = isShort ? 1 + below(2) : threads == 2 ? 2 + below(3) : 1 + below(3);
    for (int i = 0; i < accesses; ++i) {
      const MemOrder fences[] = {MemOrder::SeqCst, MemOrder::Release, MemOrder::Acquire, MemOrder::AcqRel};
      if (i > 0 && below(5) == 0) ops.push_back({Kind::Fence, 0, fences[below(4)]});
      Op op{below(2) == 0 ? Kind::Read : Kind::Write, below(test.places)};
      const int strength = below(10);
      if (strength == 0) op.order = MemOrder::SeqCst;
      if (strength == 1) op.order = op.kind == Kind::Read ? MemOrder::Acquire : MemOrder::Release;
      if (!reads.empty() && (isShort || below(2) == 0)) {
        const int read = reads[static_cast<size_t>(below(static_cast<int>(reads.size())))];
        const int how = below(3);
        if (how == 0 && op.kind == Kind::Write) op.data = read;
        if (how == 1) op.address = read;
        if (how == 2) op.control = read;
      }
      if (op.kind == Kind::Read) reads.push_back(static_cast<int>(ops.size()));
      ops.push_back(op);
    }
  }
  return test;
}

std::string toString(const Litmus& test) {
  std::string text;
  for (const auto& ops : test.threads) {
    for (const Op& op : ops) {
      text +=
          fmt::format("{}{}{}",
                      op.kind == Kind::Read    ? "R"
                      : op.kind == Kind::Write ? "W"
                                               : "F",
                      op.kind == Kind::Fence ? "" : std::to_string(op.place),
                      op.order == MemOrder::Relaxed ? "" : fmt::format("/{}", static_cast<int>(op.order)));
      if (op.data >= 0) text += fmt::format(" data {}", op.data);
      if (op.address >= 0) text += fmt::format(" addr {}", op.address);
      if (op.control >= 0) text += fmt::format(" ctrl {}", op.control);
      text += "; ";
    }
    text += "|| ";
  }
  return text;
}

} // namespace heddle::litmus
