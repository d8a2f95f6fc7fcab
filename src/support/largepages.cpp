// Asks Linux for huge pages; everything works without, only slower.
#include "support/largepages.h"

#include <cstdlib>
#include <new>

#include <sys/mman.h>

namespace heddle {

namespace {

constexpr std::size_t hugePage = 2u << 20;

} // namespace

void* allocateLarge(std::size_t bytes) {
  const bool large = bytes >= hugePage;
  const std::size_t rounded = (bytes + hugePage - 1) / hugePage * hugePage;
  void* memory = large ? std::aligned_alloc(hugePage, rounded) : std::malloc(bytes);
  if (!memory) throw std::bad_alloc();
  if (large) madvise(memory, rounded, MADV_HUGEPAGE);
  return memory;
}

void freeLarge(void* memory) { std::free(memory); }

} // namespace heddle
