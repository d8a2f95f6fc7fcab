// What threads are about to do: which accesses are pending, and do two of them race (pending.cpp); who is
// blocked, and on what (waiting.cpp).
#pragma once

#include "ccfg/schedule.h"
#include "interp/enumerate.h"
#include "interp/machine.h"

namespace heddle::interp {

struct PendingAccess {
  uint32_t thread = 0;
  ccfg::EdgeId edge = ccfg::none;
  bool inSection = false; // inside an atomic section; two of those are never concurrent
  Access access;
};

struct Race {
  PendingAccess first, second;
};

bool conflicts(const Access& a, const Access& b);
bool inSection(const ccfg::Program& p, ccfg::EdgeId e);

// The first pair of conflicting accesses of different threads, but for races that are known.
std::optional<Race> findRace(const std::vector<PendingAccess>& pending,
                             const KnownViolations* known = nullptr);
// "`x` is written here and read there, unordered": the names come from the objects.
std::string raceMessage(const Code& code, const StateView& s, const Race& r);
std::string raceMessage(const std::string& cell, const Race& r);

std::optional<ccfg::Violation> raceViolation(const Code& code, const StateView& s,
                                             const std::vector<PendingAccess>& pending);
std::string cellOf(const Code& code, const StateView& s, const Access& a); // "`x`", "`q.items[3]`"

// The object (static, or the site of a dynamic one) that holds an address, and the offset in it.
struct ObjectPlace {
  ccfg::ObjectId object = ccfg::none;
  uint64_t offset = 0;
};
ObjectPlace placeOf(const Code& code, const StateView& s, uint64_t address);

// The thread that stands in an atomic section, if one does: nobody else may move. 0: none.
uint32_t sectionHolder(const Code& code, const StateView& s);

struct Waiting {
  ccfg::EdgeId edge = ccfg::none;
  uint32_t onThread = 0;  // Join
  uint64_t onAddress = 0; // the primitive it waits on, if the edge has one
  uint32_t owner = 0;     // the thread that holds it, if known
};
struct ThreadStatus {
  uint32_t number = 0;
  ccfg::ThreadId thread = 0;
  ccfg::LocId location = 0;
  bool ended = false;
  bool canMove = false;
  std::vector<Waiting> waiting; // if it can't
};

// Tries every edge of a thread, with every choice: slow, meant for single states.
class Prober {
public:
  explicit Prober(Machine& machine) : machine_(machine), scratch_(machine.code().layout()) {}

  // The accesses of all enabled edges.
  std::vector<PendingAccess> pending(const StateView& s);
  // Adds those of one thread. True if it has an enabled edge, or one of which it is not known.
  bool pendingOf(const StateView& s, uint32_t thread, std::vector<PendingAccess>& pending);
  std::vector<ThreadStatus> status(const StateView& s);

private:
  Waiting waitingAt(const StateView& s, uint32_t thread, ccfg::EdgeId e);

  Machine& machine_;
  State scratch_;
  Enumerator enumerator_;
};

// Nobody can move, and not all have ended.
bool isDeadlock(const std::vector<ThreadStatus>& threads);
// Threads that wait for each other in a cycle, or nothing. Only cycles of locks with a known owner, and
// joins.
std::vector<uint32_t> waitCycle(const std::vector<ThreadStatus>& threads);
std::string deadlockMessage(const ccfg::Program& p, const std::vector<ThreadStatus>& threads);

} // namespace heddle::interp
