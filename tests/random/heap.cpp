// Uses after free, blocks that are freed twice, and pointers that are compared while they are stale: all may
// happen.
#include "heap.h"

#include <fmt/format.h>

namespace heddle::random {

std::string heapStatement(int operation, int local, const std::string& value) {
  switch (operation) {
  case 0:
    return "free(atomic_exchange(&slot, NULL));";
  case 1:
    return fmt::format("{{ int *n = malloc(sizeof *n); *n = {}; free(atomic_exchange(&slot, n)); }}", value);
  case 2:
    return fmt::format("{{ int *n = malloc(sizeof *n); *n = {}; atomic_store(&slot, n); }}", value);
  case 3:
    return "held = slot;";
  case 4:
    return fmt::format("l{} = held == slot;", local);
  case 5:
    return fmt::format("{{ int *e = held; l{} = atomic_compare_exchange_strong(&slot, &e, (int *)NULL); }}",
                       local);
  case 6:
    return fmt::format("if (held) l{} = *held & 3;", local);
  case 7:
    return fmt::format("if (held) *held = {};", value);
  case 8: // what the thread has written to its own block, found by a pointer that may lead to others, too
    return fmt::format("{{ int *n = calloc(1, sizeof *n); *n = {}; atomic_store(&slot, n); n = slot; if (n) "
                       "l{} = *n & 3; }}",
                       value, local);
  default:
    return "free(held);";
  }
}

std::string heapSlot(const std::string& code) {
  return code.find("slot") == std::string::npos ? "" : "static int *_Atomic slot;\n";
}

std::string heapHeld(const std::string& code) {
  return code.find("held") == std::string::npos ? "" : "  int *held = NULL;\n";
}

} // namespace heddle::random
