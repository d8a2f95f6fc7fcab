// See combinations.h.
#include "engines/modular/combinations.h"

#include <fmt/format.h>

namespace heddle::modular {

namespace {

constexpr size_t maxListed = 24; // combinations of one thread

struct Read {
  LoadId load;
  std::vector<SourceId> sources;
};

// The loads of a thread, each with what it could read if nothing were known of order.
std::vector<Read> readsOf(const Facts& facts, const Interferences& interferences, ccfg::ThreadId thread) {
  std::vector<Read> reads;
  const auto& loads = facts.sites.loads();
  for (LoadId l = 0; l < loads.size(); ++l) {
    if (loads[l].thread != thread || !loads[l].once || facts.program.edges[loads[l].edge].primitive) continue;
    Read r{l, {initialContent}};
    for (StoreId s : facts.sites.storesTo(loads[l].cell))
      if (!interferences.stores[s].empty()) r.sources.push_back(s + 1);
    reads.push_back(std::move(r));
  }
  return reads;
}

std::string nameOf(const Facts& facts, const ReadsFrom& r) {
  const ccfg::Program& p = facts.program;
  const LoadSite& load = facts.sites.loads()[r.load];
  const auto lineOf = [&](ccfg::EdgeId e) { return p.edges[e].pos.line; };
  const std::string from = r.sources[0] == initialContent
                               ? "initial"
                               : fmt::format("line {}", lineOf(facts.sites.stores()[r.sources[0] - 1].edge));
  const ccfg::Object& o = p.objects[facts.memory.cells()[load.cell].object];
  return fmt::format("{}@{}<-{}", o.name, lineOf(load.edge), from);
}

} // namespace

void listCombinations(const Facts& facts, Order& order, const Interferences& interferences,
                      Statistics& statistics) {
  for (ccfg::ThreadId t = 0; t < facts.program.threads.size(); ++t) {
    const std::vector<Read> reads = readsOf(facts, interferences, t);
    size_t count = 1;
    for (const Read& r : reads) count = std::min(maxListed + 1, count * r.sources.size());
    if (reads.empty() || count > maxListed) continue;
    for (size_t i = 0; i < count; ++i) {
      Combination c;
      std::string name = "modular.combination." + facts.program.threads[t].name;
      size_t rest = i;
      for (const Read& r : reads) {
        c.push_back({r.load, {r.sources[rest % r.sources.size()]}});
        rest /= r.sources.size();
        name += "." + nameOf(facts, c.back());
      }
      statistics.set(name, order.isFeasible(c, ccfg::none) ? 1 : 0);
    }
  }
}

} // namespace heddle::modular
