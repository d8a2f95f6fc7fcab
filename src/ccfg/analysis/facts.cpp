// Which analysis needs which; see facts.h.
#include "ccfg/analysis/facts.h"

#include "ccfg/analysis/graph/dominators.h"
#include "ccfg/analysis/graph/liveness.h"
#include "ccfg/analysis/graph/loops.h"
#include "ccfg/analysis/graph/nesting.h"
#include "ccfg/analysis/locks/locksets.h"
#include "ccfg/analysis/locks/mutexes.h"
#include "ccfg/analysis/locks/wordlocks.h"
#include "ccfg/analysis/memory/accesses.h"
#include "ccfg/analysis/memory/escape.h"
#include "ccfg/analysis/order/dependence.h"
#include "ccfg/analysis/order/handles.h"
#include "ccfg/analysis/order/mhb.h"

#include <array>

namespace heddle::ccfg::analysis {

namespace {

template <typename Fact>
using Lazy = std::unique_ptr<const Fact>;
template <typename Fact>
using ByOrder = std::array<Lazy<Fact>, 2>; // by OrderFrom

template <typename Fact, typename... Args>
const Fact& once(Lazy<Fact>& fact, const Args&... args) {
  if (!fact) fact = std::make_unique<const Fact>(args...);
  return *fact;
}

} // namespace

struct Facts::Made {
  Lazy<Dominators> dominators;
  Lazy<Loops> loops;
  Lazy<Nesting> nesting;
  Lazy<Liveness> liveness;
  Lazy<PointsTo> pointsTo;
  Lazy<Reuse> reuse;
  Lazy<Escape> escape;
  Lazy<Accesses> accesses;
  Lazy<Handles> handles;
  ByOrder<Mhb> mhb;
  ByOrder<Locksets> locksets;
  ByOrder<WordLocks> wordLocks;
  ByOrder<Mutexes> mutexes;
  ByOrder<Dependence> dependence;
};

Facts::Facts(const Program& p) : program_(p), made_(std::make_unique<Made>()) {}
Facts::~Facts() = default;

const Dominators& Facts::dominators() const { return once(made_->dominators, program_); }
const Loops& Facts::loops() const { return once(made_->loops, program_); }
const Nesting& Facts::nesting() const { return once(made_->nesting, program_); }
const Liveness& Facts::liveness() const { return once(made_->liveness, program_); }
const PointsTo& Facts::pointsTo() const { return once(made_->pointsTo, program_); }
const Reuse& Facts::reuse() const { return once(made_->reuse, *this); }
const Escape& Facts::escape() const { return once(made_->escape, program_, pointsTo(), reuse()); }
const Accesses& Facts::accesses() const { return once(made_->accesses, program_, pointsTo(), escape()); }
const Handles& Facts::handles() const { return once(made_->handles, program_, pointsTo()); }

const Mhb& Facts::mhb(OrderFrom from) const {
  return once(made_->mhb[static_cast<size_t>(from)], *this, from);
}

const Locksets& Facts::locksets(OrderFrom from) const {
  return once(made_->locksets[static_cast<size_t>(from)], program_, pointsTo(), mhb(from));
}

const WordLocks& Facts::wordLocks(OrderFrom from) const {
  return once(made_->wordLocks[static_cast<size_t>(from)], program_, pointsTo(), mhb(from));
}

const Mutexes& Facts::mutexes(OrderFrom from) const {
  return once(made_->mutexes[static_cast<size_t>(from)], *this, from);
}

const Dependence& Facts::dependence(OrderFrom from) const {
  return once(made_->dependence[static_cast<size_t>(from)], program_, accesses(), mhb(from), handles());
}

} // namespace heddle::ccfg::analysis
