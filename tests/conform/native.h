// Compiles observed programs into one executable and collects what their runs did.
#pragma once

#include "event.h"

#include <filesystem>

namespace heddle::conform {

struct NativeOptions {
  int freeRuns = 4, turnRuns = 6;
  uint64_t seed = 1;
};
struct Script {
  size_t program = 0;
  std::vector<uint32_t> sites; // of the calls, in the order in which they begin
};

class Batch {
public:
  Batch(std::filesystem::path folder, const std::vector<std::string>& programs);
  std::vector<Run> run(const NativeOptions& options, const std::vector<Script>& scripts,
                       std::vector<Names>& names) const;

private:
  std::filesystem::path folder_;
  size_t count_;
};

} // namespace heddle::conform
