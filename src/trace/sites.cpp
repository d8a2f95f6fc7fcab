// The tables of sites: the format is in src/instrument/sites.h.
#include "support/error.h"
#include "trace/trace.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <fmt/format.h>

namespace heddle::trace {

namespace {

constexpr std::array<std::string_view, 33> kindNames = {
    "read",      "write",     "update",       "range-read", "range-write",    "function",      "result",
    "create",    "join",      "atomic-begin", "atomic-end", "lock",           "trylock",       "unlock",
    "rdlock",    "tryrdlock", "wait-release", "wait-begin", "wait-acquire",   "wait-end",      "signal",
    "broadcast", "sem-wait",  "sem-trywait",  "sem-post",   "barrier-arrive", "barrier-leave", "once-begin",
    "once-end",  "init",      "destroy",      "free",       "sem-open"};

[[noreturn]] void damaged(const std::string& name, uint32_t index) {
  throw InputError(fmt::format("{}: is damaged: entry {} in a table of sites", name, index));
}

template <typename T>
bool number(std::string_view text, T& out) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out);
  return error == std::errc() && end == text.data() + text.size();
}

} // namespace

std::string_view siteKindName(SiteKind k) { return kindNames[static_cast<size_t>(k)]; }

void parseSites(std::string_view text, const Module& module, uint32_t moduleIndex, const std::string& name,
                std::vector<Site>& sites) {
  std::string file, function;
  for (uint32_t index = 0; index < module.count; ++index) {
    const size_t end = text.find('\n');
    if (end == std::string_view::npos) damaged(name, index);
    std::string_view line = text.substr(0, end);
    text.remove_prefix(end + 1);
    std::array<std::string_view, 8> fields;
    for (size_t i = 0; i < fields.size(); ++i) {
      const size_t tab = i + 1 < fields.size() ? line.find('\t') : line.size();
      if (tab == std::string_view::npos) damaged(name, index);
      fields[i] = line.substr(0, tab);
      line.remove_prefix(std::min(tab + 1, line.size()));
    }
    Site s;
    const auto kind = std::find(kindNames.begin(), kindNames.end(), fields[0]);
    if (kind == kindNames.end() || !number(fields[1], s.bytes) || !number(fields[3], s.line) ||
        !number(fields[4], s.column))
      damaged(name, index);
    s.kind = static_cast<SiteKind>(kind - kindNames.begin());
    s.atomic = fields[2].find('a') != std::string_view::npos;
    s.hasValue = fields[2].find('n') == std::string_view::npos;
    s.meantAtomic = fields[2].find('m') != std::string_view::npos;
    if (!fields[5].empty()) file = fields[5];
    if (!fields[6].empty()) function = fields[6];
    s.file = file;
    s.function = function;
    s.name = fields[7];
    s.module = moduleIndex;
    s.index = index;
    sites.push_back(std::move(s));
  }
  if (!text.empty()) damaged(name, module.count);
}

} // namespace heddle::trace
