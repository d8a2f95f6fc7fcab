// See source_text.h.
#include "report/source_text.h"

#include <fstream>

namespace heddle::report {

namespace {

// Fit to print: a source must not be able to move the cursor.
std::string cleaned(const std::string& raw) {
  std::string out;
  for (char c : raw) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte == '\t' || byte == ' ') {
      if (!out.empty()) out += ' ';
    } else if (byte >= ' ' && byte != 127) {
      out += c;
    }
  }
  while (!out.empty() && out.back() == ' ') out.pop_back();
  return out;
}

} // namespace

std::string SourceText::line(SourcePos pos) {
  if (!pos.known()) return "";
  auto [entry, unread] = lines_.try_emplace(pos.file);
  if (unread) {
    std::ifstream in(files_.name(pos.file));
    std::string raw;
    while (std::getline(in, raw)) entry->second.push_back(cleaned(raw));
  }
  return pos.line <= entry->second.size() ? entry->second[pos.line - 1] : "";
}

} // namespace heddle::report
