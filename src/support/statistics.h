// Statistics: named numbers that a component collects, printed by --stats and written to JSON, in order of
// entry.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace heddle {

class Statistics {
public:
  void set(const std::string& name, double value) {
    for (auto& e : entries_)
      if (e.first == name) {
        e.second = value;
        return;
      }
    entries_.emplace_back(name, value);
  }
  const std::vector<std::pair<std::string, double>>& entries() const { return entries_; }

private:
  std::vector<std::pair<std::string, double>> entries_; // name like "explore.states"
};

} // namespace heddle
