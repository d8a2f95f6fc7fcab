// The page of viewer/ as one text, style and scripts inside; "@DATA@" stands where its data goes. The build
// writes its definition (viewer/embed.cmake).
#pragma once

#include <string>

namespace heddle::report {

std::string pageTemplate();

} // namespace heddle::report
