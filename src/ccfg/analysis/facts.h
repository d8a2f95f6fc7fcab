// Facts: what the analyses say of one program, each computed when it is first asked for, and once. Engines,
// the checker of invariants and the printers of `heddle model --analysis` share them.
//
// Not for several threads at once, and the program must not change meanwhile. This header knows the analyses
// by name only: who uses one includes its header.
#pragma once

#include "ccfg/analysis/order/prior.h"

#include <memory>

namespace heddle::ccfg::analysis {

class Accesses;
class Dependence;
class Dominators;
class Escape;
class Handles;
class Liveness;
class Locksets;
class Loops;
class Mhb;
class Mutexes;
class Nesting;
class PointsTo;
class Reuse;
class WordLocks;

class Facts {
public:
  explicit Facts(const Program& p);
  ~Facts();
  Facts(const Facts&) = delete;
  Facts& operator=(const Facts&) = delete;

  const Program& program() const { return program_; }

  const Dominators& dominators() const;
  const Loops& loops() const;
  const Nesting& nesting() const;
  const Liveness& liveness() const;

  const PointsTo& pointsTo() const;
  const Reuse& reuse() const;
  const Escape& escape() const;
  const Accesses& accesses() const;
  const Handles& handles() const;

  const Mhb& mhb(OrderFrom from = OrderFrom::ForkAndJoin) const;
  const Locksets& locksets(OrderFrom from = OrderFrom::ForkAndJoin) const;
  const WordLocks& wordLocks(OrderFrom from = OrderFrom::ForkAndJoin) const;
  const Mutexes& mutexes(OrderFrom from = OrderFrom::ForkAndJoin) const;
  const Dependence& dependence(OrderFrom from = OrderFrom::ForkAndJoin) const;

private:
  struct Made;

  const Program& program_;
  std::unique_ptr<Made> made_;
};

} // namespace heddle::ccfg::analysis
