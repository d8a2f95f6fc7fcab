// See page.h.
#include "report/page.h"

#include <nlohmann/json.hpp>

namespace heddle::report {

// `<` and all that is not ASCII are escaped, and what is not UTF-8 is replaced.
std::string pageWith(const std::string& page, const nlohmann::ordered_json& data) {
  const std::string mark = "@DATA@";
  const size_t at = page.find(mark);
  std::string out = page.substr(0, at);
  for (const char c : data.dump(-1, ' ', true, nlohmann::ordered_json::error_handler_t::replace))
    c == '<' ? out += "\\u003c" : out += c;
  return out + page.substr(at + mark.size());
}

} // namespace heddle::report
