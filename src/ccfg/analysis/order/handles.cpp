// Traces handles back to forks; see handles.h.
#include "ccfg/analysis/order/handles.h"

#include "ccfg/analysis/memory/escape.h"

#include <algorithm>
#include <set>

namespace heddle::ccfg::analysis {

using logic::Op;

namespace {

struct Definition {
  EdgeId edge;
  const Operation* op;
};

struct StoreSite {
  EdgeId edge;
  const Store* store;
  TargetSet targets;
};

struct Index {                                      // of the whole program, made once
  std::vector<bool> single;                         // by object
  std::vector<std::vector<Definition>> definitions; // by register
  std::vector<std::vector<StoreSite>> stores;       // by object
  std::vector<std::vector<Definition>> allocs;      // by object
  std::vector<std::vector<Term>> arguments;         // by parameter register

  Index(const Program& p, const PointsTo& pointsTo)
      : single(singleInstanceObjects(p, pointsTo)), definitions(p.terms->symbolCount()),
        stores(p.objects.size()), allocs(p.objects.size()), arguments(p.terms->symbolCount()) {
    for (EdgeId e = 0; e < p.edges.size(); ++e)
      for (const Operation& op : p.edges[e].ops) {
        for (RegId r : writtenRegisters(op)) definitions[r].push_back({e, &op});
        if (const auto* a = std::get_if<Alloc>(&op)) allocs[pointsTo.abstractOf(a->site)].push_back({e, &op});
        if (const auto* f = std::get_if<Fork>(&op))
          for (size_t i = 0; i < f->args.size(); ++i)
            arguments[p.threads[f->thread].params[i]].push_back(f->args[i]);
        if (const auto* s = std::get_if<Store>(&op)) {
          TargetSet targets = pointsTo.targets(s->addr);
          ObjectId last = none;
          for (const Target& t : targets)
            if (std::exchange(last, t.object) != t.object) stores[t.object].push_back({e, s, targets});
        }
      }
  }
};

// Finds the forks behind one handle. What is reached twice is looked at once: it adds nothing more.
class Trace {
public:
  Trace(const Program& p, const PointsTo& pointsTo, const Index& index)
      : program_(p), pointsTo_(pointsTo), index_(index) {}

  std::optional<std::vector<EdgeId>> run(Term handle) {
    follow(handle);
    while (known_ && !work_.empty()) {
      RegId r = work_.back();
      work_.pop_back();
      followRegister(r);
    }
    if (!known_) return std::nullopt;
    return std::vector<EdgeId>(forks_.begin(), forks_.end());
  }

private:
  void follow(Term t) {
    switch (t.op()) {
    case Op::Const:
      if (t.value() != 0) known_ = false; // 0 is no thread's number
      return;
    case Op::Var:
      if (seen_.insert(static_cast<RegId>(t.value())).second) work_.push_back(static_cast<RegId>(t.value()));
      return;
    case Op::Ite:
      follow(t.kid(1));
      follow(t.kid(2));
      return;
    case Op::ZExt:
      if (t.kid(0).width() >= 32) return follow(t.kid(0));
      break;
    case Op::Extract: // thread numbers fit 32 bits
      if (t.value() == 0 && t.width() >= 32) return follow(t.kid(0));
      break;
    default:
      break;
    }
    known_ = false;
  }

  void followRegister(RegId r) { // a register that is not set yet is 0
    const Thread& thread = program_.threads[program_.reg(r).thread];
    bool isParam = std::find(thread.params.begin(), thread.params.end(), r) != thread.params.end();
    if (r == thread.self || (isParam && &thread == &program_.threads[0])) known_ = false;
    for (Term argument : index_.arguments[r]) follow(argument);
    for (const Definition& d : index_.definitions[r]) followDefinition(r, d);
  }

  void followDefinition(RegId r, const Definition& d) {
    if (const auto* s = std::get_if<Set>(d.op)) {
      for (const Assignment& a : s->assignments)
        if (a.reg == r) follow(a.value);
    } else if (std::holds_alternative<Fork>(*d.op)) {
      forks_.insert(d.edge);
    } else if (const auto* l = std::get_if<Load>(d.op)) {
      followLoad(d.edge, *l);
    } else {
      known_ = false;
    }
  }

  void followLoad(EdgeId edge, const Load& l) {
    TargetSet targets = pointsTo_.targets(l.addr);
    if (targets.empty() || program_.regWidth(l.dst) < 32) known_ = false;
    for (const Target& t : targets) {
      followInitial(edge, l, t);
      for (const StoreSite& s : index_.stores[t.object])
        for (const Target& u : s.targets)
          if (u.object == t.object && overlap(t.offsets, l.bytes, u.offsets, s.store->bytes)) {
            if (s.store->bytes != l.bytes || !overlapIsTotal(t.offsets, u.offsets, l.bytes)) known_ = false;
            follow(s.store->value);
          }
    }
  }

  void followInitial(EdgeId edge, const Load& l, const Target& t) {
    const Object& o = program_.objects[t.object];
    bool arbitrary = o.uninitialised && o.kind == ObjectKind::Global;
    for (const Definition& a : index_.allocs[t.object])
      arbitrary = arbitrary || !std::get<Alloc>(*a.op).zeroed;
    if (arbitrary && !isWrittenBefore(edge, l, t)) known_ = false;
    for (const InitPiece& piece : o.init)
      if (overlap(t.offsets, l.bytes, Offsets::exact(static_cast<int64_t>(piece.offset)), piece.bytes) &&
          !piece.value.isConst(0))
        known_ = false;
  }

  // Does every way from the object's beginning to the load pass a store to exactly these bytes? Only within
  // the thread of the load.
  bool isWrittenBefore(EdgeId load, const Load& l, const Target& t) const {
    if (!index_.single[t.object]) return false;
    ThreadId thread = program_.locations[program_.edges[load].from].thread;
    std::set<EdgeId> writes;
    for (const StoreSite& s : index_.stores[t.object])
      if (s.targets.size() == 1 && t.offsets.isExact() && s.targets.begin()->offsets == t.offsets &&
          s.store->bytes >= l.bytes)
        writes.insert(s.edge);
    std::vector<LocId> stack;
    if (program_.objects[t.object].kind == ObjectKind::Global)
      stack.push_back(program_.threads[thread].entry);
    for (const Definition& a : index_.allocs[t.object]) stack.push_back(program_.edges[a.edge].to);
    std::set<LocId> seen(stack.begin(), stack.end());
    while (!stack.empty()) {
      LocId at = stack.back();
      stack.pop_back();
      if (program_.locations[at].thread != thread) return false;
      for (EdgeId e : program_.out(at)) {
        if (e == load) return false;
        if (writes.count(e) == 0 && seen.insert(program_.edges[e].to).second)
          stack.push_back(program_.edges[e].to);
      }
    }
    return true;
  }

  const Program& program_;
  const PointsTo& pointsTo_;
  const Index& index_;
  bool known_ = true;
  std::set<EdgeId> forks_;
  std::set<RegId> seen_;
  std::vector<RegId> work_;
};

} // namespace

Handles::Handles(const Program& p, const PointsTo& pointsTo) : joined_(p.edges.size()) {
  Index index(p, pointsTo);
  for (EdgeId e = 0; e < p.edges.size(); ++e)
    for (const Operation& op : p.edges[e].ops)
      if (const auto* j = std::get_if<Join>(&op)) {
        // Two joins on one edge: what the last one waits for is certain, the rest is not needed.
        joined_[e] = Trace(p, pointsTo, index).run(j->handle);
      }
}

} // namespace heddle::ccfg::analysis
