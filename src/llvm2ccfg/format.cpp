// See the header.

#include "llvm2ccfg/format.h"

#include <cctype>
#include <cstring>

namespace heddle::llvm2ccfg {

std::optional<std::vector<Conversion>> conversionsOf(const std::string& format) {
  std::vector<Conversion> out;
  const char* f = format.c_str();
  const auto number = [&] {
    uint64_t n = 0;
    for (; std::isdigit(static_cast<unsigned char>(*f)) != 0; ++f) n = n * 10 + (*f - '0');
    return n;
  };
  for (; *f != 0; ++f) {
    if (*f != '%') continue;
    ++f;
    Conversion c;
    while (*f != 0 && std::strchr("-+ #0'", *f) != nullptr) ++f;
    if (*f == '*') {
      out.push_back({'*', false, {}, {}});
      ++f;
    }
    number();
    if (*f == '$') return std::nullopt;
    if (*f == '.' && f[1] == '*') {
      c.precisionArgument = out.size();
      out.push_back({'*', false, {}, {}});
      f += 2;
    } else if (*f == '.') {
      ++f;
      c.precision = number();
    }
    for (; *f != 0 && std::strchr("hlLqjzt", *f) != nullptr; ++f) c.wide |= *f == 'l';
    if (*f == 0) break;
    c.kind = *f == 'S' ? 's' : *f;
    c.wide |= *f == 'S';
    if (*f != '%' && *f != 'm') out.push_back(c);
  }
  return out;
}

} // namespace heddle::llvm2ccfg
