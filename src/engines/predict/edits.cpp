#include "engines/predict/edits.h"

namespace heddle::predict {

Account::Account(Program& p) : program_(p) {
  ccfg::Object o;
  o.name = "what has happened";
  o.size = 8 * words;
  object_ = p.addObject(std::move(o));
}

Term Account::word(unsigned n) const {
  return program_.terms->add(program_.addressOf(object_), program_.terms->constant(8 * n, 64));
}

RegId Account::scratch(ThreadId thread, unsigned n, unsigned width) {
  const auto [found, added] = registers_.try_emplace({thread, n, width}, 0);
  if (added) found->second = program_.addRegister(thread, "account", width);
  return found->second;
}

Edits::~Edits() {
  for (auto& [edge, before] : before_) program_.edges[edge] = std::move(before);
}

ccfg::Edge& Edits::edit(EdgeId e) {
  before_.try_emplace(e, program_.edges[e]);
  return program_.edges[e];
}

void Edits::countOnly(const std::set<EdgeId>& these) {
  for (EdgeId e = 0; e < program_.edges.size(); ++e)
    if (!program_.edges[e].library && !these.contains(e)) edit(e).library = true;
}

void Edits::onlyThreads(const std::set<ThreadId>& these) {
  std::set<RegId> handles; // of those that are not started
  for (EdgeId e = 0; e < program_.edges.size(); ++e)
    for (const ccfg::Operation& op : program_.edges[e].ops)
      if (const auto* fork = std::get_if<ccfg::Fork>(&op); fork != nullptr && !these.contains(fork->thread)) {
        handles.insert(fork->handle);
        edit(e).ops.clear();
        break;
      }
  for (EdgeId e = 0; e < program_.edges.size(); ++e)
    for (const ccfg::Operation& op : program_.edges[e].ops)
      if (const auto* join = std::get_if<ccfg::Join>(&op); join != nullptr && waits(*join, handles)) {
        edit(e).ops = {ccfg::Assume{program_.terms->falseTerm()}};
        break;
      }
}

// A handle that is no register of its creator may be that of any thread.
bool Edits::waits(const ccfg::Join& join, const std::set<RegId>& handles) const {
  for (const RegId r : logic::symbolsOf(join.handle))
    if (handles.contains(r)) return true;
  return join.handle.op() != logic::Op::Var || !isForked(join.handle);
}

bool Edits::isForked(Term handle) const {
  for (const ccfg::Edge& e : program_.edges)
    for (const ccfg::Operation& op : e.ops)
      if (const auto* fork = std::get_if<ccfg::Fork>(&op);
          fork != nullptr && program_.regTerm(fork->handle) == handle)
        return true;
  return false;
}

ThreadId threadOf(const Program& p, EdgeId e) { return p.locations[p.edges[e].from].thread; }

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

} // namespace heddle::predict
