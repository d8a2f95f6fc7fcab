// Small random programs whose threads start and join each other and pass on pointers: into one array, or to
// blocks that they allocate, share and free; some wait for a while. Same seed, same program.
#pragma once

#include <cstdint>
#include <string>

namespace heddle::explore {

std::string randomTree(uint64_t seed); // in text form

} // namespace heddle::explore
