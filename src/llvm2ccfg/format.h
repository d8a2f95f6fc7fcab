// The conversions of a printf format.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace heddle::llvm2ccfg {

struct Conversion { // what is done with one of the arguments after the format
  char kind = 0;    // 's', 'n', ...; '*' is a width or a precision
  bool wide = false;
  std::optional<uint64_t> precision;
  std::optional<unsigned> precisionArgument; // the number of the argument that gives it
};

// One for each argument, in order; nothing if it can't be told (arguments by number).
std::optional<std::vector<Conversion>> conversionsOf(const std::string& format);

} // namespace heddle::llvm2ccfg
