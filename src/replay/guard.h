// A policy: which sections of a program the runtime library keeps free from other threads
// (src/runtime/guard.c). docs/record.md has its JSON form.
#pragma once

#include "ccfg/program.h"

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <utility>
#include <vector>

namespace heddle::replay {

struct GuardOptions {
  std::string policyFile; // empty: no section
  bool split = false;     // sections are split at calls that may wait; else such a section is refused
  unsigned delays = 0;    // an access waits a moment, every so many times, at random; 0: none does
};

struct GuardedSection {
  std::string file, function; // absolute
  uint32_t beginLine = 0, beginColumn = 0, endLine = 0, endColumn = 0;
};

// Of one function, sections that overlap become one. Throws InputError; `name` is the policy's.
std::vector<GuardedSection> policyFromJson(const nlohmann::json& json, const std::string& name);

// The policy of sections that begin and end with statements of a program's table.
nlohmann::ordered_json
policyToJson(const ccfg::Program& program,
             const std::vector<std::pair<ccfg::StatementId, ccfg::StatementId>>& sections);

// What the program reads: a file that is gone with this process.
class Policy {
public:
  Policy(const std::vector<GuardedSection>& sections, const GuardOptions& options);
  ~Policy();
  Policy(const Policy&) = delete;
  Policy& operator=(const Policy&) = delete;
  const std::string& path() const { return path_; }

private:
  int file_;
  std::string path_;
};

} // namespace heddle::replay
