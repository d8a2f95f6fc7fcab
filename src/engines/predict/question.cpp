#include "engines/predict/question.h"

#include "support/error.h"

namespace heddle::predict {

ThreadId threadOf(const Program& p, EdgeId e) { return p.locations[p.edges[e].from].thread; }

std::set<ThreadId> allThreads(const Program& p) {
  std::set<ThreadId> out;
  for (ThreadId t = 0; t < p.threads.size(); ++t) out.insert(t);
  return out;
}

std::set<ThreadId> threadsFor(const Program& p, const std::set<EdgeId>& edges) {
  std::set<ThreadId> out = {0};
  for (const EdgeId e : edges) out.insert(threadOf(p, e));
  for (bool grown = true; grown;) {
    grown = false;
    for (EdgeId e = 0; e < p.edges.size(); ++e)
      for (const ccfg::Operation& op : p.edges[e].ops)
        if (const auto* fork = std::get_if<ccfg::Fork>(&op); fork != nullptr && out.contains(fork->thread))
          grown |= out.insert(threadOf(p, e)).second;
  }
  return out;
}

// ---- the copy

Question::Question(const Program& original, const Part& part) : original_(original), part_(part) {
  p_.dataModel = original.dataModel;
  p_.files = original.files;
  for (const ThreadId t : part.threads) {
    ccfg::Thread thread;
    thread.name = original.threads[t].name;
    thread.function = original.threads[t].function;
    thread.pos = original.threads[t].pos;
    threads_[t] = p_.addThread(std::move(thread));
    registers_[original.threads[t].self] = p_.threads[threads_[t]].self;
  }
  HEDDLE_CHECK(part.threads.contains(0), "a part without main");
  for (const ccfg::Edge& e : original.edges)
    for (const ccfg::Operation& op : e.ops)
      if (const auto* fork = std::get_if<ccfg::Fork>(&op); fork != nullptr && threads_.contains(fork->thread))
        handles_.insert(fork->handle);
  if (part.free) findOutside();
  for (const ThreadId t : part.threads) {
    const auto last = part.last.find(t);
    copyThread(t, last == part.last.end() ? ccfg::none : last->second);
  }
}

// Of an address in a concurrent trace program: an object and a number.
static ccfg::ObjectId objectOf(Term address) {
  while (address.op() == logic::Op::Add) address = address.kid(0).isConst() ? address.kid(1) : address.kid(0);
  HEDDLE_CHECK(address.op() == logic::Op::Address, "an address that is not known");
  return static_cast<ccfg::ObjectId>(address.value());
}

static bool isLocking(const ccfg::Edge& e) {
  using ccfg::SyncKind;
  return e.sync && (e.sync->kind == SyncKind::Acquire || e.sync->kind == SyncKind::Release ||
                    e.sync->kind == SyncKind::AcquireShared || e.sync->kind == SyncKind::ReleaseShared);
}

// A lock that is used otherwise, by a failed attempt to take it, or that is taken in the beginning, is memory
// like any other.
void Question::findOutside() {
  std::set<ccfg::ObjectId> onlyLocked;
  for (ccfg::ObjectId o = 0; o < original_.objects.size(); ++o)
    if (original_.objects[o].init.empty()) onlyLocked.insert(o);
  for (EdgeId e = 0; e < original_.edges.size(); ++e)
    for (const ccfg::Operation& op : original_.edges[e].ops) {
      const auto* load = std::get_if<ccfg::Load>(&op);
      const auto* store = std::get_if<ccfg::Store>(&op);
      if (load == nullptr && store == nullptr) continue;
      const ccfg::ObjectId o = objectOf(load != nullptr ? load->addr : store->addr);
      if (!isLocking(original_.edges[e])) onlyLocked.erase(o);
      if (store != nullptr && !threads_.contains(threadOf(original_, e))) outside_.insert(o);
    }
  for (const ccfg::ObjectId o : onlyLocked) outside_.erase(o);
}

void Question::copyThread(ThreadId t, EdgeId last) {
  ccfg::LocId here = p_.threads[threads_[t]].entry;
  for (ccfg::LocId at = original_.threads[t].entry; at != original_.threads[t].exit;) {
    HEDDLE_CHECK(original_.out(at).size() == 1, "a thread of a trace that is no line");
    const EdgeId e = original_.out(at)[0];
    const ccfg::Edge& edge = original_.edges[e];
    if (edge.to == at || (joinsAnother(edge) && !part_.free)) return stop(here);
    if (!joinsAnother(edge)) copyEdge(e, here);
    if (e == last) return stop(here);
    at = edge.to;
  }
}

// The thread goes no further.
void Question::stop(ccfg::LocId here) {
  if (p_.threads[p_.locations[here].thread].exit == here) return;
  ccfg::Edge e;
  e.from = e.to = here;
  e.ops.push_back(ccfg::Assume{terms().falseTerm()});
  p_.addEdge(std::move(e));
  originals_.push_back(ccfg::none);
}

void Question::copyEdge(EdgeId e, ccfg::LocId& here) {
  const ccfg::Edge& edge = original_.edges[e];
  ccfg::Edge out;
  for (const ccfg::Operation& op : edge.ops) {
    const auto* fork = std::get_if<ccfg::Fork>(&op);
    if (fork != nullptr && !threads_.contains(fork->thread)) break; // what follows keeps the handle
    const auto* load = std::get_if<ccfg::Load>(&op);
    const bool isFree = load != nullptr && part_.free && outside_.contains(objectOf(load->addr));
    const auto* assertion = std::get_if<ccfg::Assert>(&op);
    if (assertion != nullptr && !part_.asked.contains(e))
      out.ops.push_back(ccfg::Assume{copy(assertion->cond)});
    else if (!isFree || part_.asked.contains(e))
      out.ops.push_back(copy(op));
    if (isFree) out.ops.push_back(ccfg::Nondet{copyRegister(load->dst), 0, UINT64_MAX, "another thread"});
  }
  const ThreadId thread = p_.locations[here].thread;
  const bool ends = edge.to == original_.threads[threadOf(original_, e)].exit;
  if (out.ops.empty() && !edge.ops.empty() && !ends) return;
  out.from = here;
  out.to = ends ? p_.threads[thread].exit : p_.addLocation(thread);
  out.atomicGroup = edge.atomicGroup;
  out.library = edge.library;
  out.text = edge.text;
  out.pos = edge.pos;
  if (edge.sync)
    out.sync = ccfg::Sync{edge.sync->kind, copy(edge.sync->object),
                          edge.sync->object2 ? copy(edge.sync->object2) : Term(), edge.sync->reentrant};
  p_.locations[here].pos = edge.pos;
  here = out.to;
  edges_[e] = p_.addEdge(std::move(out));
  originals_.push_back(e);
}

// A handle that is no register of its creator may be that of any thread.
bool Question::joinsAnother(const ccfg::Edge& e) const {
  if (threads_.size() == original_.threads.size()) return false;
  for (const ccfg::Operation& op : e.ops)
    if (const auto* join = std::get_if<ccfg::Join>(&op))
      if (join->handle.op() != logic::Op::Var || !handles_.contains(static_cast<RegId>(join->handle.value())))
        return true;
  return false;
}

ccfg::Operation Question::copy(const ccfg::Operation& op) {
  using Result = ccfg::Operation;
  return std::visit(
      ccfg::Overloaded{
          [&](const ccfg::Assume& o) -> Result { return ccfg::Assume{copy(o.cond)}; },
          [&](const ccfg::Load& o) -> Result {
            return ccfg::Load{copyRegister(o.dst), copy(o.addr), o.bytes, o.order, o.isVolatile};
          },
          [&](const ccfg::Store& o) -> Result {
            return ccfg::Store{copy(o.addr), copy(o.value), o.bytes, o.order, o.isVolatile};
          },
          [&](const ccfg::Fork& o) -> Result {
            return ccfg::Fork{threads_.at(o.thread), {}, copyRegister(o.handle)};
          },
          [&](const ccfg::Join& o) -> Result { return ccfg::Join{copy(o.handle), ccfg::none}; },
          [&](const ccfg::Assert& o) -> Result { return ccfg::Assert{copy(o.cond), o.property, o.message}; },
          [&](const ccfg::Nondet& o) -> Result {
            ccfg::Nondet out = o;
            out.dst = copyRegister(o.dst);
            return out;
          },
          [&](const ccfg::Mark& o) -> Result { return o; }, [&](const ccfg::Halt& o) -> Result { return o; },
          [&](const auto&) -> Result { throw InternalError("no operation of a concurrent trace program"); }},
      op);
}

Term Question::copy(Term t) {
  if (const auto known = terms_.find(t); known != terms_.end()) return known->second;
  Term out;
  switch (t.op()) {
  case logic::Op::Const:
    out = terms().constant(t.value(), t.width());
    break;
  case logic::Op::Var:
    out = p_.regTerm(copyRegister(static_cast<RegId>(t.value())));
    break;
  case logic::Op::Address:
    out = p_.addressOf(copyObject(static_cast<ccfg::ObjectId>(t.value())));
    break;
  default: {
    Term kids[3];
    for (unsigned i = 0; i < t.arity(); ++i) kids[i] = copy(t.kid(i));
    out = terms().make(t.op(), t.width(), kids[0], kids[1], kids[2], t.value());
  }
  }
  return terms_[t] = out;
}

RegId Question::copyRegister(RegId r) {
  const auto [found, added] = registers_.try_emplace(r, 0);
  if (added) {
    const ccfg::Register& reg = original_.reg(r);
    found->second = p_.addRegister(threads_.at(reg.thread), reg.name, original_.regWidth(r), reg.type);
  }
  return found->second;
}

ccfg::ObjectId Question::copyObject(ccfg::ObjectId o) {
  if (const auto known = objects_.find(o); known != objects_.end()) return known->second;
  ccfg::Object object = original_.objects[o];
  object.init.clear();
  for (const ccfg::InitPiece& piece : original_.objects[o].init) // bytes: numbers, no addresses
    object.init.push_back({piece.offset, piece.bytes, copy(piece.value)});
  return objects_[o] = p_.addObject(std::move(object));
}

// ---- writing into it

EdgeId Question::edge(EdgeId original) const {
  const auto found = edges_.find(original);
  return found == edges_.end() ? ccfg::none : found->second;
}

EdgeId Question::before(EdgeId e) const {
  const auto& in = p_.in(p_.edges[e].from);
  return in.empty() ? ccfg::none : in[0];
}

Question::Writer Question::at(EdgeId e) {
  p_.edges[e].atomicGroup = true;
  return {*this, e};
}

Term Question::wordAddress(unsigned n) {
  constexpr unsigned words = 16;
  HEDDLE_CHECK(n < words, "the account has no such word");
  if (account_ == ccfg::none) {
    ccfg::Object o;
    o.name = "what has happened";
    o.size = 8 * words;
    account_ = p_.addObject(std::move(o));
  }
  return terms().add(p_.addressOf(account_), terms().constant(8 * n, 64));
}

Term Question::Writer::load(unsigned word) { return load(q_.wordAddress(word), 8); }

Term Question::Writer::load(Term address, unsigned bytes) {
  const RegId r = q_.p_.addRegister(threadOf(q_.p_, edge_), "account", 8 * bytes);
  ops().push_back(ccfg::Load{r, address, bytes, ccfg::MemOrder::SeqCst});
  return q_.p_.regTerm(r);
}

void Question::Writer::store(unsigned word, Term value) {
  ops().push_back(ccfg::Store{q_.wordAddress(word), q_.terms().resize(value, 64), 8, ccfg::MemOrder::SeqCst});
}

void Question::Writer::failIf(Term condition, const std::string& message) {
  ops().push_back(ccfg::Assert{q_.terms().notOf(condition), ccfg::Property::Assert, message});
}

void Question::countOnly(const std::set<EdgeId>& originals) {
  for (EdgeId e = 0; e < p_.edges.size(); ++e)
    if (!originals.contains(originals_[e])) p_.edges[e].library = true;
}

engine::Result Question::ask(ccfg::Property property, engine::Engine& engine, const Budget& budget) {
  p_.reindex();
  ccfg::verify(p_);
  ccfg::PropertySet asked;
  asked.add(property);
  engine::Result r = engine.run(p_, asked, budget, [](const engine::Progress&) {});
  if (r.counterexample)
    for (ccfg::ScheduleStep& step : r.counterexample->steps) step.edge = originals_[step.edge];
  return r;
}

} // namespace heddle::predict
