// The unified diff of two texts, as patch(1) and git apply read it.
#pragma once

#include <string>
#include <string_view>

namespace heddle::patch {

// Empty if they are the same. Hunks are minimal, with three lines around them (Myers 1986, section 4b).
// `name`: of the file, which stands as a/name and b/name.
std::string unifiedDiff(std::string_view before, std::string_view after, const std::string& name);

} // namespace heddle::patch
