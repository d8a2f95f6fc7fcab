// A recorded run: what `heddle record` wrote, read back and validated. src/runtime/format.h is the file's
// format.
#pragma once

#include "runtime/format.h"
#include "support/budget.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace heddle::trace {

enum class SiteKind : uint8_t {
  Read,
  Write,
  Update,
  RangeRead,
  RangeWrite,
  Function,
  Result,
  Create,
  Join,
  AtomicBegin,
  AtomicEnd,
  Lock,
  TryLock,
  Unlock,
  ReadLock,
  TryReadLock,
  WaitRelease,
  WaitBegin,
  WaitAcquire,
  WaitEnd,
  Signal,
  Broadcast,
  SemWait,
  SemTryWait,
  SemPost,
  BarrierArrive,
  BarrierLeave,
  OnceBegin,
  OnceEnd,
  Init,
  Destroy,
  Free,
  SemOpen, // the value is what it counts
};
std::string_view siteKindName(SiteKind k); // "read", "wait-begin", ...

// A place in the program that makes events. Made by src/instrument.
struct Site {
  SiteKind kind = SiteKind::Read;
  uint64_t bytes = 0; // of an access
  bool atomic = false;
  bool hasValue = true;
  bool meantAtomic = false; // a function
  uint32_t module = 0;
  uint32_t index = 0; // in the module
  uint32_t line = 0, column = 0;
  std::string file, function;
  std::string name; // of the variable, the object, or the function
};

struct Module {
  uint64_t hash = 0; // with an index it names a site in every run of the same program
  uint32_t base = 0; // number of its first site in this trace
  uint32_t count = 0;
};

enum class EventKind : uint8_t {
  Read = HEDDLE_READ,
  Write = HEDDLE_WRITE,
  Update = HEDDLE_UPDATE,
  RangeRead = HEDDLE_RANGE_READ,
  RangeWrite = HEDDLE_RANGE_WRITE,
  Sync = HEDDLE_SYNC,
  Enter = HEDDLE_ENTER,
  Exit = HEDDLE_EXIT,
  Result = HEDDLE_RESULT,
  Start = HEDDLE_START,
  End = HEDDLE_END,
  Create = HEDDLE_CREATE,
  Join = HEDDLE_JOIN,
  Mark = HEDDLE_MARK,
  Lost = HEDDLE_LOST,
  After = HEDDLE_AFTER,
};

struct Event {
  uint64_t address =
      0; // of accesses and synchronization; After: how many events of the other thread come before
  uint64_t value = 0; // read or written; a block's length; a call's result; a thread's number; a time
  uint64_t stage = 0; // among the events of the address' shard; 0: not ordered by the shard
  uint32_t site = 0;  // into Trace::sites; 0 for what has none
  EventKind kind = EventKind::Read;

  bool hasAddress() const { return heddleHasStage(static_cast<unsigned>(kind)) != 0; }
  bool isAccess() const { return kind <= EventKind::RangeWrite; }
  bool writes() const {
    return kind == EventKind::Write || kind == EventKind::Update || kind == EventKind::RangeWrite;
  }
};

struct Thread {
  uint32_t number = 0; // in the order of creation; main is 1
  std::vector<Event> events;
};

struct Trace {
  std::string program;                // path of the executable
  std::vector<std::string> arguments; // of the run, without the program's name
  bool argumentsCut = false;          // they were too long to keep
  HeddleStop stop = HEDDLE_COMPLETE;
  bool ended = false; // the program came to exit()
  bool hasStatus = false;
  int waitStatus = 0;
  uint64_t eventBytes = 0; // that the events take in the file
  uint64_t lost = 0;       // events in signal handlers that were not recorded
  std::vector<Module> modules;
  std::vector<Site> sites;     // [0] is none
  std::vector<Thread> threads; // by number

  const Site& site(const Event& e) const { return sites[e.site]; }
  uint64_t eventCount() const;
};

// Throws InputError if it is no trace, of another version, truncated or damaged. `name` is for messages.
Trace parseTrace(std::span<const uint8_t> file, const std::string& name, const Budget& budget = Budget());
Trace readTrace(const std::string& path, const Budget& budget = Budget());

// ---- for the parts of the reader
void parseSites(std::string_view text, const Module& module, uint32_t moduleIndex, const std::string& name,
                std::vector<Site>& sites);

} // namespace heddle::trace
