// A question about a concurrent trace program is written into a copy of a part of it: edges get operations
// that keep account of what has happened, in words of memory that nobody else uses, and an assertion that
// fails when it has. Threads are straight lines, so every edge is taken at most once.
#pragma once

#include "ccfg/transform/copier.h"
#include "engine/result.h"

#include <map>
#include <set>
#include <unordered_map>

namespace heddle::predict {

using ccfg::EdgeId;
using ccfg::Program;
using ccfg::RegId;
using ccfg::ThreadId;
using logic::Term;

ThreadId threadOf(const Program& p, EdgeId e);
std::set<ThreadId> allThreads(const Program& p);

// What is copied. Two ways to leave threads out, one to show that something is feasible, the other that it is
// not: they don't move, so that who joins one of them waits for ever; or they do anything, so that memory
// that they write has any content whenever it is read (`free`), and who joins one goes on. In the second case
// locks are free when the other threads don't have them: what those do with a lock only keeps others from it.
struct Part {
  std::set<ThreadId> threads;
  std::map<ThreadId, EdgeId> last{}; // such a thread stops behind that edge
  bool free = false;
  std::set<EdgeId> asked{}; // free: these make their accesses all the same. Assertions of others are assumed
};
// The threads of the edges, and those that create them.
std::set<ThreadId> threadsFor(const Program& p, const std::set<EdgeId>& edges);

class Query {
public:
  Query(const Program& original, const Part& part);

  Program& program() { return p_; }
  logic::TermManager& terms() { return *p_.terms; }
  EdgeId edge(EdgeId original) const; // none: it is not in the part
  // The edge before it in its thread; the first one has none.
  EdgeId before(EdgeId e) const;

  // Adds operations to an edge of the copy, which becomes atomic.
  class Writer {
  public:
    Term load(unsigned word);
    Term load(Term address, unsigned bytes);
    void store(unsigned word, Term value);
    void failIf(Term condition, const std::string& message);
    std::vector<ccfg::Operation>& ops() { return q_.p_.edges[edge_].ops; }

  private:
    friend class Query;
    Writer(Query& q, EdgeId edge) : q_(q), edge_(edge) {}
    Query& q_;
    EdgeId edge_;
  };
  Writer at(EdgeId e);
  // Only the accesses of these edges count in blocks (ccfg/atomicblocks.h).
  void countOnly(const std::set<EdgeId>& originals);

  // The last thing that is done with a question. The schedule of the result, if there is one, names edges of
  // the original.
  engine::Result ask(ccfg::Property property, engine::Engine& engine, const Budget& budget);

private:
  void copyThread(ThreadId t, EdgeId last);
  void copyEdge(EdgeId e, ccfg::LocId& here);
  void stop(ccfg::LocId here);
  bool has(ThreadId original) const { return part_.threads.contains(original); }
  bool joinsAnother(const ccfg::Edge& e) const;
  void findOutside();
  Term wordAddress(unsigned n);

  const Program& original_;
  const Part part_;
  ccfg::transform::Copier copier_;
  Program& p_;                               // the copy
  std::unordered_map<EdgeId, EdgeId> edges_; // from the original
  std::set<RegId> handles_;                  // of all threads that are started, in the original
  std::set<ccfg::ObjectId> outside_;         // free: what other threads write
  ccfg::ObjectId account_ = ccfg::none;
};

} // namespace heddle::predict
