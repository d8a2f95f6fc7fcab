// Ways of stores; see buffering.h.
#include "ccfg/buffering.h"

#include <algorithm>

namespace heddle::ccfg {

namespace {

// Read-modify-writes, the models of library functions, and what stands in an atomic section.
bool bypassesBuffer(const Program& p, const Edge& e) {
  if (p.locations[e.from].atomic || p.locations[e.to].atomic) return true;
  return e.sync || (e.atomicGroup && std::any_of(e.ops.begin(), e.ops.end(), isAccess));
}

} // namespace

bool drains(const Program& p, const Edge& e, MemoryModel model) {
  if (model == MemoryModel::Sc) return false;
  const auto isFull =
      Overloaded{[](const Store& o) { return o.order == MemOrder::SeqCst; },
                 [](const Fence& o) { return o.order == MemOrder::SeqCst; }, [](const Fork&) { return true; },
                 [](const Join&) { return true; }, [](const auto&) { return false; }};
  const auto isFullOp = [&](const Operation& op) { return std::visit(isFull, op); };
  return bypassesBuffer(p, e) || std::any_of(e.ops.begin(), e.ops.end(), isFullOp);
}

StoreWay wayOf(const Program& p, const Edge& e, const Store& o, MemoryModel model) {
  if (model == MemoryModel::Sc || bypassesBuffer(p, e) || o.order == MemOrder::SeqCst)
    return StoreWay::Memory;
  const bool inOrder = o.order == MemOrder::Release || o.order == MemOrder::AcqRel;
  return inOrder && model >= MemoryModel::Pso ? StoreWay::BufferInOrder : StoreWay::Buffer;
}

// Loads are in order in every model, so a fence that concerns loads only is none; and so are the stores of
// tso.
bool isBarrier(const Fence& o, MemoryModel model) {
  return model >= MemoryModel::Pso && (o.order == MemOrder::Release || o.order == MemOrder::AcqRel);
}

} // namespace heddle::ccfg
