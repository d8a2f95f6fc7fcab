// The pages of viewer/, each as one text, style and scripts inside; "@DATA@" stands where its data goes. The
// build writes the definitions of the two templates (viewer/embed.cmake).
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace heddle::report {

std::string pageTemplate();  // a story, or a proof
std::string traceTemplate(); // a recorded run

// The page with its data, as JSON of which nothing ends the element that it stands in.
std::string pageWith(const std::string& page, const nlohmann::ordered_json& data);

} // namespace heddle::report
