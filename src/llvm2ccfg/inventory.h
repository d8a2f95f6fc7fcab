// Which functions of the C library and of POSIX are supported, and how. Nothing here decides anything: the
// table is read off the models and the library functions written in C.
#pragma once

#include <string>
#include <vector>

namespace heddle::llvm2ccfg {

enum class Support {
  Exact,    // as the standard says
  ByEffect, // results and what it writes are arbitrary in their ranges
  Refused,  // a program that calls it is refused
  None
};

struct InventoryRow {
  std::string function, header;
  bool isC11 = false; // else of POSIX, or widespread
  Support support = Support::None;
  bool writtenInC = false; // in library/
  std::string why;         // what is left out, or why it is refused
};

std::vector<InventoryRow> inventory();

// docs/library.md
std::string inventoryPage(const std::vector<InventoryRow>& rows);

} // namespace heddle::llvm2ccfg
