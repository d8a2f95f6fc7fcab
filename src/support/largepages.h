// Memory for large tables that are read all over the place: in huge pages where the system has them, since
// otherwise every access to such a table also misses the cache of page addresses.
#pragma once

#include <cstddef>

namespace heddle {

void* allocateLarge(std::size_t bytes); // throws std::bad_alloc
void freeLarge(void* memory);

template <typename T>
struct LargeAllocator {
  using value_type = T;
  LargeAllocator() = default;
  template <typename U>
  LargeAllocator(const LargeAllocator<U>&) {}
  T* allocate(std::size_t n) { return static_cast<T*>(allocateLarge(n * sizeof(T))); }
  void deallocate(T* p, std::size_t) { freeLarge(p); }
  bool operator==(const LargeAllocator&) const { return true; }
};

} // namespace heddle
