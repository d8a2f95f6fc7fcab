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

const std::vector<std::string>& SourceText::lines(uint32_t file) {
  auto [entry, unread] = lines_.try_emplace(file);
  if (unread) {
    std::ifstream in(files_.name(file));
    std::string raw;
    while (std::getline(in, raw)) entry->second.push_back(raw);
  }
  return entry->second;
}

std::string SourceText::line(SourcePos pos) {
  if (!pos.known()) return "";
  const std::vector<std::string>& all = lines(pos.file);
  return pos.line <= all.size() ? cleaned(all[pos.line - 1]) : "";
}

} // namespace heddle::report
