// All the values a choice may take, one combination after the other.
//
// A choice among at most 256 values takes every one. A wider one takes a fixed set: 0 1 2 3, -1, the
// smallest and the largest signed value, and the ends of the range; that is recorded as an assumption, since
// behaviours are missing.
#pragma once

#include "interp/chooser.h"

#include <set>
#include <vector>

namespace heddle::interp {

// The values that are tried for a choice; `complete` tells if they are all there are.
struct Candidates {
  std::vector<uint64_t> listed; // if empty: all
  uint64_t lo = 0, count = 0;   // of all
  uint64_t spread = 0;          // nonzero: the i-th value has the bits of i at the ones of `spread`
  uint64_t fixed = 0;           // added to every value
  bool complete = true;

  uint64_t size() const { return listed.empty() ? count : listed.size(); }
  uint64_t at(uint64_t i) const;
};
Candidates candidatesFor(const Choice& c);

// Runs a step once for each combination: start(); do { step(..., *this) } while (next());
class Enumerator : public Chooser {
public:
  void start() {
    taken_.clear();
    position_ = 0;
    cutShort_ = false;
  }
  bool next();
  // Since start(): a choice had more values than are tried. If no combination is enabled then another may be.
  bool cutShort() const { return cutShort_; }
  uint64_t choose(const Choice& c) override;

  // What had to be cut short so far, as assumptions of a result.
  std::vector<ccfg::Assumption> assumptions(const ccfg::Program& p) const;

private:
  struct Taken {
    Candidates candidates;
    uint64_t index;
  };
  std::vector<Taken> taken_;
  size_t position_ = 0;
  bool cutShort_ = false;
  std::set<std::pair<ccfg::EdgeId, uint32_t>> cut_; // edge, operation
};

} // namespace heddle::interp
