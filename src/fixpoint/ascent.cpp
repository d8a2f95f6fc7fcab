// See ascent.h.
#include "fixpoint/ascent.h"

namespace heddle::fixpoint {

Ascent::Ascent(std::vector<uint32_t> positions, std::vector<bool> heads, Pace pace)
    : positions_(std::move(positions)), heads_(std::move(heads)), pace_(pace), arrivals_(positions_.size()) {}

std::optional<Node> Ascent::next() {
  if (work_.empty()) return std::nullopt;
  const Node n = work_.begin()->second;
  work_.erase(work_.begin());
  return n;
}

Growth Ascent::arrive(Node n) {
  if (!heads_[n]) return Growth::Join;
  ++arrivals_[n];
  if (arrivals_[n] <= pace_.joins) return Growth::Join;
  return arrivals_[n] - pace_.joins <= pace_.widenings ? Growth::Widen : Growth::GiveUp;
}

} // namespace heddle::fixpoint
