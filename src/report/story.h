// A Story: one execution told for people: who ran, which line, which values were read and written, who held
// which lock at the end. Every command that shows an execution fills it: teller.h from a schedule of a model,
// replayed.h from a run of the real program. text.h, html.h, sarif.h and story_json.h show it.
#pragma once

#include "ccfg/schedule.h"

#include <string>
#include <vector>

namespace heddle::report {

// What a note says, for those who follow locks and threads along the steps.
struct Act {
  enum class Kind : uint8_t {
    None,
    Start, // `thread`
    Join,  // `thread`
    Lock,
    LockShared,
    Unlock,
    Wait,      // gives `mutex` back, waits on the condition `object`
    Wake,      // and takes `mutex` again
    Signal,    // wakes `thread`; 0: nobody waits
    Broadcast, // wakes all
    Post,
    Take,
    Arrive,
    Leave,
    Free,
    Land, // a store to the cell `object` reaches memory: see Effect::after
  };
  Kind kind = Kind::None;
  std::string object{};
  std::string mutex{};
  uint32_t thread = 0;
  bool operator==(const Act&) const = default;
};

struct Effect {
  enum class Kind : uint8_t { Read, Write, Note };
  Kind kind = Kind::Note;
  std::string
      text; // Read, Write: the cell ("x", "q.items[3]"); Note: a phrase ("locks m", "starts thread 2")
  std::string before; // Write: the value that was there
  std::string after;  // Read, Write: the value read or written
  Act act{};          // Note
  bool operator==(const Effect&) const = default;
};

struct Event { // one step of the schedule
  uint32_t thread = 0;
  SourcePos pos;
  ccfg::StackId stack = 0;
  bool library = false; // inside the model of a library function: `call` says which
  std::string call;     // "pthread_mutex_lock(&m)"; empty: the source line says it all
  std::vector<Effect> effects;
};

struct ThreadStory {
  uint32_t number = 0; // 1 is main
  std::string name;    // of its function
  uint32_t creator = 0;
  SourcePos createdAt;
};

struct HeldLock {
  std::string lock;
  SourcePos since;
};

// What a thread was about to do when the violation showed: one of two racing accesses, or what it waits for.
struct Pending {
  uint32_t thread = 0;
  SourcePos pos;
  std::string call; // as in Event
  std::string what; // "writes x", "waits for b, which thread 3 holds since line 19"
  std::vector<HeldLock> held;
  bool canMove = false; // deadlock among others: this one goes on
  Act act{};            // what it is about to do: lock, join, wake up, ...
  size_t step = none;   // the event that made the access
  static constexpr size_t none = static_cast<size_t>(-1);
};

struct Story {
  std::vector<ThreadStory> threads; // by number, main first
  std::vector<Event> events;
  ccfg::Violation violation;
  SourcePos violationPos;
  ccfg::MemoryModel memoryModel = ccfg::MemoryModel::Sc;
  std::vector<Pending> pending;  // race: both sides; deadlock: every thread that has not ended
  std::vector<Pending> broken;   // atomicity: the three accesses, that of the other thread in the middle
  std::vector<Pending> standing; // where each thread that has not ended stands after the last event
  std::string whyBroken;         // what is wrong with that order
  size_t before = 0;             // steps that came before the first event, as they were recorded
  bool isCut = false;            // a run that did not come to the violation: it ends with the last event
  // What was approximated, and decides whether this can happen; empty: it can.
  std::vector<std::string> dependsOn;
};

// What goes wrong, in one sentence: how every account of the story begins.
std::string headline(const Story& story);

// "reads x = 0", "x: 0 -> 1", or the note.
std::string phrase(const Effect& effect);

} // namespace heddle::report
