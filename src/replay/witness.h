// A witness: an order of events that `heddle replay` forces on the real program. docs/record.md has its JSON
// form.
#pragma once

#include "ccfg/property.h"

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace heddle::replay {

// The accesses of a three-access violation (Wang et al. 2010, section 3): two of one block, and one of
// another thread; First and Second are those of a race, too. Blocks: a call that does not return, of a
// deadlock.
enum class Role : uint8_t { None, First, Remote, Second, Blocks };

constexpr uint32_t notTold = UINT32_MAX;

struct WitnessStep {
  uint32_t thread = 0;     // in the order of creation; main is 1
  uint64_t module = 0;     // hash
  uint32_t index = 0;      // of the site in the module
  uint32_t occurrence = 1; // of the site in the thread
  Role role = Role::None;
  uint64_t bytes = 0;      // that it accesses
  uint32_t told = notTold; // the event of the story that comes with the witness
  std::string where;       // for people: "main.c:12"
  std::string what;        // "reads x"
};

// An assertion that fails once all steps were made.
struct Assertion {
  uint32_t thread = 0;
  std::string file;
  uint32_t line = 0;
  std::string function, text;
};

struct Witness {
  std::vector<std::string> command; // the program and its arguments
  bool strict = false;              // threads that have made all their steps wait for the end of the plan
  // What the program shows when all steps were made: the steps are all there is to see of atomicity, race and
  // lock-misuse; with assert the program then fails, with deadlock it does not go on.
  ccfg::Property property = ccfg::Property::Atomicity;
  std::vector<WitnessStep> steps;
};

// Steps before those that the story tells: of a long run, what was before the window that was looked at.
size_t stepsBefore(const Witness& witness);

nlohmann::ordered_json toJson(const Witness& witness);
// Throws InputError, with the name, if it is none.
Witness witnessFromJson(const nlohmann::json& json, const std::string& name);

} // namespace heddle::replay
