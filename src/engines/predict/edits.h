// A question about a concurrent trace program is written into the program: edges get operations that keep
// account of what has happened, in words of memory that nobody else uses, and an assertion that fails when it
// has. Afterwards the program is as it was. Threads are straight lines, so every edge is taken at most once.
#pragma once

#include "ccfg/program.h"

#include <map>
#include <set>

namespace heddle::predict {

using ccfg::EdgeId;
using ccfg::Program;
using ccfg::RegId;
using ccfg::ThreadId;
using logic::Term;

// The words of memory and the registers that questions use, added to the program once.
class Account {
public:
  explicit Account(Program& p);
  Program& program() { return program_; }
  Term word(unsigned n) const; // the address of the nth of `words`, 8 bytes each, zero in the beginning
  RegId scratch(ThreadId thread, unsigned n, unsigned width = 64);
  static constexpr unsigned words = 16;

private:
  Program& program_;
  ccfg::ObjectId object_;
  std::map<std::tuple<ThreadId, unsigned, unsigned>, RegId> registers_;
};

// Edges that were changed for one question, put back at its end.
class Edits {
public:
  explicit Edits(Program& p) : program_(p) {}
  ~Edits();
  Edits(const Edits&) = delete;
  Edits& operator=(const Edits&) = delete;

  ccfg::Edge& edit(EdgeId e);
  // The other threads are not started; who joins one waits for ever.
  void onlyThreads(const std::set<ThreadId>& these);
  // Accesses of library models don't count in blocks (ccfg/blocks.h): all others are taken for such.
  void countOnly(const std::set<EdgeId>& these);

private:
  bool waits(const ccfg::Join& join, const std::set<RegId>& handles) const;
  bool isForked(Term handle) const;

  Program& program_;
  std::map<EdgeId, ccfg::Edge> before_;
};

ThreadId threadOf(const Program& p, EdgeId e);
// The threads of the edges, and those that create them.
std::set<ThreadId> threadsFor(const Program& p, const std::set<EdgeId>& edges);

} // namespace heddle::predict
