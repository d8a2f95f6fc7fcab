// Which function gave which result.
#pragma once

#include "event.h"

#include <set>

namespace heddle::conform {

class Coverage {
public:
  void add(const Run& run, const Names& names);
  // The table; false if a result that should have been seen was not.
  bool print() const;

private:
  std::map<std::string, std::map<int, int>> seen_; // by function and result: how often
};

} // namespace heddle::conform
