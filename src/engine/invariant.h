// What holds whenever a thread stands at a location: the evidence of a proof by abstract interpretation. It
// knows nothing of the domain that it comes from, so anyone can check it against a concrete state.
#pragma once

#include "ccfg/program.h"

#include <vector>

namespace heddle::engine {

// Values that lie between both pairs of bounds and are `residue` modulo `stride`.
struct Range {
  unsigned width = 1;
  uint64_t unsignedMin = 0, unsignedMax = 0;
  int64_t signedMin = 0, signedMax = 0;
  uint64_t stride = 1, residue = 0;

  bool contains(uint64_t value) const;
  bool operator==(const Range&) const = default;
};

struct Place {
  ccfg::RegId reg = ccfg::none;       // a register of the thread, or
  ccfg::ObjectId object = ccfg::none; // memory, whoever looks: `bytes` at `offset`
  uint64_t offset = 0;
  unsigned bytes = 0;

  bool operator==(const Place&) const = default;
};

struct Bound {
  Place place;
  Range range;
};

struct Relation {
  enum class Kind : uint8_t {
    AtMost, // firstSign * first + secondSign * second <= bound, of the signed values, as integers
    Equal,  // first = second + bound, modulo two to the width, which is that of both
  };
  Kind kind = Kind::AtMost;
  Place first, second;
  unsigned firstWidth = 1, secondWidth = 1; // bits
  int firstSign = 1, secondSign = -1;       // 1 or -1
  int64_t bound = 0;

  bool holds(uint64_t first, uint64_t second) const;
  bool operator==(const Relation&) const = default;
};

struct Invariant {
  ccfg::LocId location = ccfg::none;
  bool reachable = true; // false: no thread ever stands here
  std::vector<Bound> bounds;
  std::vector<Relation> relations;
};

} // namespace heddle::engine
