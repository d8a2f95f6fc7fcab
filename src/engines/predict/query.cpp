// See query.h. The copy is made with ccfg/transform/copier.h; what is left out of it, or may do anything,
// is decided here.
#include "engines/predict/query.h"

#include "ccfg/lockstep.h"
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

Query::Query(const Program& original, const Part& part)
    : original_(original), part_(part), copier_(original), p_(copier_.program()) {
  HEDDLE_CHECK(has(0), "a part without main");
  for (const ThreadId t : part.threads) copier_.addThread(t, original.threads[t].name);
  for (const ccfg::Edge& e : original.edges)
    for (const ccfg::Operation& op : e.ops)
      if (const auto* fork = std::get_if<ccfg::Fork>(&op); fork != nullptr && has(fork->thread))
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
  const ccfg::LockStep step = ccfg::lockStepOf(e);
  return step.acquires() || step.releases();
}

// A lock that is used otherwise, by a failed attempt to take it, or that is taken in the beginning, is memory
// like any other.
void Query::findOutside() {
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
      if (store != nullptr && !has(threadOf(original_, e))) outside_.insert(o);
    }
  for (const ccfg::ObjectId o : onlyLocked) outside_.erase(o);
}

void Query::copyThread(ThreadId t, EdgeId last) {
  ccfg::LocId here = p_.threads[copier_.firstCopy(t)].entry;
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
void Query::stop(ccfg::LocId here) {
  if (p_.threads[p_.locations[here].thread].exit == here) return;
  ccfg::Edge e;
  e.from = e.to = here;
  e.ops.push_back(ccfg::Assume{terms().falseTerm()});
  copier_.add(std::move(e), {});
}

void Query::copyEdge(EdgeId e, ccfg::LocId& here) {
  const ccfg::Edge& edge = original_.edges[e];
  const ThreadId thread = p_.locations[here].thread;
  ccfg::Edge out = copier_.withoutOperations(thread, e);
  for (const ccfg::Operation& op : edge.ops) {
    const auto* fork = std::get_if<ccfg::Fork>(&op);
    if (fork != nullptr && !has(fork->thread)) break; // what follows keeps the handle
    const auto* load = std::get_if<ccfg::Load>(&op);
    const bool isFree = load != nullptr && part_.free && outside_.contains(objectOf(load->addr));
    const auto* assertion = std::get_if<ccfg::Assert>(&op);
    if (assertion != nullptr && !part_.asked.contains(e))
      out.ops.push_back(ccfg::Assume{copier_.term(thread, assertion->cond)});
    else if (!isFree || part_.asked.contains(e))
      out.ops.push_back(copier_.operation(thread, op));
    if (isFree)
      out.ops.push_back(ccfg::Nondet{copier_.reg(thread, load->dst), 0, UINT64_MAX, "another thread"});
  }
  const bool ends = edge.to == original_.threads[threadOf(original_, e)].exit;
  if (out.ops.empty() && !edge.ops.empty() && !ends) return;
  out.from = here;
  out.to = ends ? p_.threads[thread].exit : p_.addLocation(thread);
  p_.locations[here].pos = edge.pos;
  here = out.to;
  const auto size = static_cast<uint32_t>(out.ops.size());
  edges_[e] = copier_.add(std::move(out), {{e, 0, size}});
}

// A handle that is no register of its creator may be that of any thread.
bool Query::joinsAnother(const ccfg::Edge& e) const {
  if (part_.threads.size() == original_.threads.size()) return false;
  for (const ccfg::Operation& op : e.ops)
    if (const auto* join = std::get_if<ccfg::Join>(&op))
      if (join->handle.op() != logic::Op::Var || !handles_.contains(static_cast<RegId>(join->handle.value())))
        return true;
  return false;
}

// ---- writing into it

EdgeId Query::edge(EdgeId original) const {
  const auto found = edges_.find(original);
  return found == edges_.end() ? ccfg::none : found->second;
}

EdgeId Query::before(EdgeId e) const {
  const auto& in = p_.in(p_.edges[e].from);
  return in.empty() ? ccfg::none : in[0];
}

Query::Writer Query::at(EdgeId e) {
  p_.edges[e].atomicGroup = true;
  return {*this, e};
}

Term Query::wordAddress(unsigned n) {
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

Term Query::Writer::load(unsigned word) { return load(q_.wordAddress(word), 8); }

Term Query::Writer::load(Term address, unsigned bytes) {
  const RegId r = q_.p_.addRegister(threadOf(q_.p_, edge_), "account", 8 * bytes);
  ops().push_back(ccfg::Load{r, address, bytes, ccfg::MemOrder::SeqCst});
  return q_.p_.regTerm(r);
}

void Query::Writer::store(unsigned word, Term value) {
  ops().push_back(ccfg::Store{q_.wordAddress(word), q_.terms().resize(value, 64), 8, ccfg::MemOrder::SeqCst});
}

void Query::Writer::failIf(Term condition, const std::string& message) {
  ops().push_back(ccfg::Assert{q_.terms().notOf(condition), ccfg::Property::Assert, message});
}

void Query::countOnly(const std::set<EdgeId>& originals) {
  for (ccfg::Edge& e : p_.edges) e.primitive = true;
  for (const EdgeId e : originals)
    if (const EdgeId copy = edge(e); copy != ccfg::none)
      p_.edges[copy].primitive = original_.edges[e].primitive;
}

engine::Result Query::ask(ccfg::Property property, engine::Engine& engine, const Budget& budget) {
  const ccfg::transform::Derived copy = copier_.finish();
  ccfg::PropertySet asked;
  asked.add(property);
  engine::Result r = engine.ask(*copy.program, {.properties = asked}, budget);
  if (r.counterexample() != nullptr) r.evidence = lift(copy, *r.counterexample());
  return r;
}

} // namespace heddle::predict
