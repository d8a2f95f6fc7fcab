// Finds locks and their gates in the guards of edges.
#include "engines/explore/heldlocks.h"

#include <algorithm>
#include <cstring>

namespace heddle::explore {

using ccfg::EdgeId;
using ccfg::LocId;
using logic::Op;
using logic::Term;

namespace {

constexpr size_t maxLocks = 24;        // each has futures of its own
constexpr size_t maxEdges = 2'000'000; // times locks
constexpr unsigned wordBytes = 4;

// Does the condition hold only if the register is 0 or the thread's number?
bool wantsFreeOrOwn(Term cond, Term reg, Term self) {
  if (cond.op() == Op::And)
    return wantsFreeOrOwn(cond.kid(0), reg, self) || wantsFreeOrOwn(cond.kid(1), reg, self);
  if (cond.op() != Op::Eq) return false;
  const auto isFreeOrOwn = [&](Term t) { return t.isConst(0) || t == self; };
  return (cond.kid(0) == reg && isFreeOrOwn(cond.kid(1))) || (cond.kid(1) == reg && isFreeOrOwn(cond.kid(0)));
}

} // namespace

HeldLocks::HeldLocks(const interp::Machine& machine, const ccfg::analysis::PointsTo& pointsTo,
                     const ccfg::analysis::Accesses& accesses)
    : code_(machine.code()), program_(code_.program()), pointsTo_(pointsTo) {
  std::vector<std::vector<Word>> gates;
  std::vector<Word> words;
  for (const ccfg::Edge& e : program_.edges) {
    gates.push_back(gatesOf(e));
    for (const Word& w : gates.back())
      // Who writes a word that is not shared is not known (Accesses), so its value names no owner.
      if (accesses.isShared(w.object) && std::find(words.begin(), words.end(), w) == words.end())
        words.push_back(w);
  }
  if (words.size() <= maxLocks && words.size() * program_.edges.size() <= maxEdges)
    for (const Word& w : words) addLock(w, gates, accesses);
  findGateLocations();
}

// An address that is always the same four bytes of static memory.
std::optional<HeldLocks::Word> HeldLocks::wordAt(Term address) const {
  const ccfg::analysis::TargetSet targets = pointsTo_.targets(address);
  if (targets.size() != 1) return std::nullopt;
  const ccfg::analysis::Target& t = *targets.begin();
  const interp::StaticObject& object = code_.layout().object(t.object);
  if (!t.offsets.isExact() || t.offsets.residue < 0 || object.memory == ccfg::none || object.readOnly)
    return std::nullopt;
  if (static_cast<uint64_t>(t.offsets.residue) + wordBytes > object.size) return std::nullopt;
  return Word{t.object, t.offsets.residue};
}

// The words that the edge loads and then wants to be 0 or its thread's number, not having written memory
// before.
// Whoever waits inside an atomic section stops everybody: that it waits depends on the word, so it is no
// gate.
std::vector<HeldLocks::Word> HeldLocks::gatesOf(const ccfg::Edge& e) const {
  std::vector<Word> result;
  if (program_.locations[e.from].atomic) return result;
  std::vector<std::pair<ccfg::RegId, Word>> loaded;
  const Term self = program_.regTerm(program_.threads[program_.locations[e.from].thread].self);
  for (const ccfg::Operation& op : e.ops) {
    if (std::holds_alternative<ccfg::Store>(op)) break;
    if (const auto* assume = std::get_if<ccfg::Assume>(&op))
      for (const auto& [reg, word] : loaded)
        if (wantsFreeOrOwn(assume->cond, program_.regTerm(reg), self)) result.push_back(word);
    for (ccfg::RegId written : ccfg::writtenRegisters(op))
      std::erase_if(loaded, [&](const auto& l) { return l.first == written; });
    const auto* load = std::get_if<ccfg::Load>(&op);
    if (!load || load->bytes != wordBytes || program_.regWidth(load->dst) != 8 * wordBytes) continue;
    if (const std::optional<Word> word = wordAt(load->addr)) loaded.emplace_back(load->dst, *word);
  }
  return result;
}

void HeldLocks::addLock(const Word& word, const std::vector<std::vector<Word>>& gatesOf,
                        const ccfg::analysis::Accesses& accesses) {
  std::vector<bool> gates(program_.edges.size());
  for (EdgeId e = 0; e < program_.edges.size(); ++e)
    gates[e] = std::find(gatesOf[e].begin(), gatesOf[e].end(), word) != gatesOf[e].end();
  ccfg::analysis::Accesses outside(accesses, program_, gates);
  std::vector<bool> writes(program_.locations.size());
  for (LocId l = 0; l < program_.locations.size(); ++l)
    writes[l] = outside.conflictsLater(l, word.object, word.offset, wordBytes, false);
  const uint32_t place = code_.layout().object(word.object).memory + static_cast<uint32_t>(word.offset);
  std::vector<bool> reachesEnd = locationsThatReachTheEnd(gates);
  locks_.push_back({place, std::move(gates), std::move(outside), std::move(writes), std::move(reachesEnd)});
}

std::vector<bool> HeldLocks::locationsThatReachTheEnd(const std::vector<bool>& gates) const {
  std::vector<bool> reaches(program_.locations.size());
  std::vector<LocId> work;
  for (const ccfg::Thread& t : program_.threads) {
    reaches[t.exit] = true;
    work.push_back(t.exit);
  }
  while (!work.empty()) {
    const LocId l = work.back();
    work.pop_back();
    for (EdgeId e : program_.in(l)) {
      const LocId from = program_.edges[e].from;
      if (gates[e] || reaches[from]) continue;
      reaches[from] = true;
      work.push_back(from);
    }
  }
  return reaches;
}

void HeldLocks::findGateLocations() {
  gateAt_.assign(program_.locations.size(), noLock);
  for (LocId l = 0; l < program_.locations.size(); ++l)
    for (uint32_t lock = 0; lock < locks_.size(); ++lock) {
      const auto isGate = [&](EdgeId e) { return locks_[lock].gates[e]; };
      const std::vector<EdgeId>& out = program_.out(l);
      if (!out.empty() && std::all_of(out.begin(), out.end(), isGate)) gateAt_[l] = lock;
    }
}

uint32_t HeldLocks::ownerOf(uint32_t lock, const interp::StateView& s) const {
  uint32_t owner;
  std::memcpy(&owner, s.at(locks_[lock].place), sizeof owner);
  return owner;
}

bool HeldLocks::isFirm(uint32_t lock, uint32_t owner, const interp::StateView& s) const {
  for (uint32_t t = 1; t <= s.threadCount(); ++t)
    if (t != owner && locks_[lock].writes[s.location(t)]) return false;
  return true;
}

} // namespace heddle::explore
