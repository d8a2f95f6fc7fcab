// See memorymodel.h.
#include "ccfg/transform/memorymodel.h"

#include "ccfg/transform/modelbuilder.h"

#include <array>

#include <fmt/format.h>

namespace heddle::ccfg::transform {

namespace {

constexpr size_t mostEdges = 30'000; // of the copy
// Accesses and barriers of one thread that are late at a time: the most that makes no larger copy.
constexpr std::array<size_t, 4> limits = {8, 5, 3, 2};

} // namespace

WithModel withMemoryModel(const analysis::Facts& facts, MemoryModel model) {
  const Derived simple = withConstants(facts); // fewer addresses that depend on registers
  const analysis::Facts simpleFacts(*simple.program);
  const analysis::Delays delays(simpleFacts, model);
  WithModel out;
  for (const size_t mostLate : limits) {
    ModelBuilder builder(simpleFacts, delays, model, mostLate);
    out.why = builder.unsupported();
    if (!out.why.empty() || builder.run(out, mostEdges)) return out;
  }
  out.why = fmt::format("under {}, too many accesses may be late at a time", memoryModelName(model));
  return out;
}

} // namespace heddle::ccfg::transform
