// Pending accesses and races. A race is a state in which two threads are about to make conflicting accesses.
#include "interp/pending.h"

#include <fmt/format.h>

namespace heddle::interp {

using ccfg::none;

bool conflicts(const Access& a, const Access& b) {
  if (!(a.isWrite || b.isWrite) || (a.isAtomic && b.isAtomic)) return false;
  return a.address < b.address + b.bytes && b.address < a.address + a.bytes;
}

bool inSection(const ccfg::Program& p, ccfg::EdgeId e) {
  return p.locations[p.edges[e].from].atomic || p.locations[p.edges[e].to].atomic;
}

namespace {

std::string nameOf(const ccfg::Object& o) { return o.pointer.empty() ? o.name : o.pointer; }

} // namespace

std::string cellOf(const Code& code, const StateView& s, const Access& a) {
  const ObjectPlace place = placeOf(code, s, a.address);
  if (place.object == none) return "memory";
  const ccfg::Object& o = code.program().objects[place.object];
  return "`" + (a.isFree ? partOf(o, nameOf(o), 0, 0) : partOf(o, nameOf(o), place.offset, a.bytes)) + "`";
}

namespace {

const char* verbOf(const Access& a) { return a.isFree ? "freed" : a.isWrite ? "written" : "read"; }

} // namespace

namespace {

ccfg::Violation violationOf(const Race& r) {
  return {ccfg::Property::Race, "", r.first.thread, r.first.edge, r.second.thread, r.second.edge};
}

} // namespace

std::optional<Race> findRace(const std::vector<PendingAccess>& pending, const KnownViolations* known) {
  for (size_t i = 0; i < pending.size(); ++i)
    for (size_t j = i + 1; j < pending.size(); ++j) {
      const PendingAccess &a = pending[i], &b = pending[j];
      if (a.thread != b.thread && !(a.inSection && b.inSection) && conflicts(a.access, b.access) &&
          (known == nullptr || !known->has(violationOf({a, b}))))
        return Race{a, b};
    }
  return std::nullopt;
}

std::string raceMessage(const Code& code, const StateView& s, const Race& r) {
  return raceMessage(cellOf(code, s, r.first.access), r);
}

std::string raceMessage(const std::string& cell, const Race& r) {
  const Access &a = r.first.access, &b = r.second.access;
  const char* const verb = b.isFree ? "frees" : b.isWrite ? "writes" : "reads";
  return fmt::format("data race{}: {} is {} by thread {}{} while thread {} {} it{}",
                     a.isAtomic || b.isAtomic ? " between an atomic and a plain access" : "", cell, verbOf(a),
                     r.first.thread, a.isAtomic ? " (atomic)" : "", r.second.thread, verb,
                     b.isAtomic ? " (atomic)" : "");
}

std::optional<ccfg::Violation> raceViolation(const Code& code, const StateView& s,
                                             const std::vector<PendingAccess>& pending) {
  const std::optional<Race> race = findRace(pending, &code.known());
  if (!race) return std::nullopt;
  ccfg::Violation v = violationOf(*race);
  v.message = raceMessage(code, s, *race);
  return v;
}

ObjectPlace placeOf(const Code& code, const StateView& s, uint64_t address) {
  const Layout& layout = code.layout();
  if (const ccfg::ObjectId o = layout.staticAt(address); o != none) return {o, address - layout.address(o)};
  const uint32_t index = s.findObject(address);
  if (index == none) return {};
  const ObjectEntry object = s.object(index);
  return {object.site, address - (static_cast<uint64_t>(object.slot) << layout.shift())};
}

bool Prober::pendingOf(const StateView& s, uint32_t thread, std::vector<PendingAccess>& pending) {
  const ccfg::Program& p = machine_.code().program();
  bool canMove = false;
  for (ccfg::EdgeId e : p.out(s.location(thread))) {
    StepLog log;
    enumerator_.start();
    do {
      scratch_.assign(s.bytes());
      if (machine_.step(scratch_, thread, e, enumerator_, &log) == StepKind::Disabled) continue;
      canMove = true;
      for (const Access& a : log.accesses) pending.push_back({thread, e, inSection(p, e), a});
    } while (enumerator_.next());
    canMove |= enumerator_.cutShort();
  }
  return canMove;
}

std::vector<PendingAccess> Prober::pending(const StateView& s) {
  std::vector<PendingAccess> all;
  for (uint32_t t = 1; t <= s.threadCount(); ++t) pendingOf(s, t, all);
  return all;
}

} // namespace heddle::interp
