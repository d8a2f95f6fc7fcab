// Must-happen-before: what creating and joining threads orders in every execution (Wang et al. 2010, section
// 6). Vector clocks, one for each stretch of a thread between such events.
#pragma once

#include "trace/eventorder.h"

namespace heddle::predict {

class MustOrder {
public:
  MustOrder(const trace::Trace& trace, const std::vector<trace::EventRef>& order);

  // Does a happen before b, whatever the interleaving?
  bool before(trace::EventRef a, trace::EventRef b) const;
  // Events of a thread with the same number are before and after the same.
  size_t stretch(trace::EventRef e) const { return indexOf(e); }

private:
  struct Stretch {
    uint32_t begin;              // its first event
    std::vector<uint32_t> clock; // by thread: how many of its stretches are over before this one
  };
  const Stretch& stretchOf(trace::EventRef e) const;
  uint32_t indexOf(trace::EventRef e) const;

  std::vector<std::vector<Stretch>> stretches_; // by thread
};

} // namespace heddle::predict
