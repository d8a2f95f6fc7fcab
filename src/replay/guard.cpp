// See the header.
#include "replay/guard.h"

#include "support/error.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <sys/mman.h>
#include <tuple>
#include <unistd.h>

namespace heddle::replay {

namespace {

using nlohmann::json;
using Place = std::pair<uint32_t, uint32_t>; // line and column

// Of a byte of the file, as the compiler counts.
Place placeOf(const std::string& text, uint64_t offset) {
  const size_t line = offset == 0 ? std::string::npos : text.rfind('\n', offset - 1);
  const size_t begin = line == std::string::npos ? 0 : line + 1;
  const auto lines = std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(begin), '\n');
  return {static_cast<uint32_t>(lines + 1), static_cast<uint32_t>(offset - begin + 1)};
}

std::string textOf(const std::string& file) {
  std::stringstream text;
  std::ifstream in(file, std::ios::binary);
  if (!in || !(text << in.rdbuf()).good())
    throw InputError(fmt::format("can't read {}, which the policy names", file));
  return text.str();
}

Place placeFrom(const json& at) { return {at.at("line").get<uint32_t>(), at.at("column").get<uint32_t>()}; }

GuardedSection sectionFrom(const json& from, const std::string& name) {
  GuardedSection s;
  s.file = std::filesystem::absolute(from.at("file").get<std::string>()).lexically_normal().string();
  s.function = from.at("function").get<std::string>();
  if ((s.file + s.function).find_first_of("\t\n") != std::string::npos)
    throw InputError(fmt::format("{}: a file or function has a tab in its name", name));
  Place begin, end;
  if (from.contains("bytes")) {
    const auto [first, last] = from.at("bytes").get<std::pair<uint64_t, uint64_t>>();
    const std::string text = textOf(s.file);
    if (first >= last || last > text.size())
      throw InputError(fmt::format("{}: {} has no bytes {} to {}", name, s.file, first, last));
    begin = placeOf(text, first), end = placeOf(text, last);
  } else {
    begin = placeFrom(from.at("begin")), end = placeFrom(from.at("end"));
  }
  if (end <= begin)
    throw InputError(fmt::format("{}: a section of '{}' ends before it begins", name, s.function));
  std::tie(s.beginLine, s.beginColumn) = begin;
  std::tie(s.endLine, s.endColumn) = end;
  return s;
}

Place beginOf(const GuardedSection& s) { return {s.beginLine, s.beginColumn}; }
Place endOf(const GuardedSection& s) { return {s.endLine, s.endColumn}; }

} // namespace

std::vector<GuardedSection> policyFromJson(const json& policy, const std::string& name) {
  std::vector<GuardedSection> all, out;
  try {
    if (policy.at("schema") != "heddle-policy" || policy.at("schemaVersion") != 1)
      throw InputError(fmt::format("{} is not a policy of this version of Heddle", name));
    for (const json& s : policy.at("sections")) all.push_back(sectionFrom(s, name));
  } catch (const json::exception& e) {
    throw InputError(fmt::format("{}: not a valid policy: {}", name, e.what()));
  }
  std::ranges::sort(all, {},
                    [](const GuardedSection& s) { return std::tuple(s.file, s.function, beginOf(s)); });
  for (GuardedSection& s : all) {
    const bool overlaps = !out.empty() && out.back().file == s.file && out.back().function == s.function &&
                          beginOf(s) < endOf(out.back());
    if (!overlaps)
      out.push_back(std::move(s));
    else if (endOf(out.back()) < endOf(s))
      std::tie(out.back().endLine, out.back().endColumn) = endOf(s);
  }
  return out;
}

nlohmann::ordered_json
policyToJson(const ccfg::Program& program,
             const std::vector<std::pair<ccfg::StatementId, ccfg::StatementId>>& sections) {
  nlohmann::ordered_json policy = {{"schema", "heddle-policy"}, {"schemaVersion", 1}};
  policy["sections"] = nlohmann::ordered_json::array();
  for (const auto& [first, last] : sections) {
    const ccfg::Statement &begin = program.statements[first], &end = program.statements[last];
    policy["sections"].push_back({{"file", program.files.name(begin.file)},
                                  {"function", begin.function},
                                  {"bytes", {begin.begin, end.end}}});
  }
  return policy;
}

Policy::Policy(const std::vector<GuardedSection>& sections, const GuardOptions& options)
    : file_(memfd_create("heddle-policy", MFD_CLOEXEC)),
      path_(fmt::format("/proc/{}/fd/{}", getpid(), file_)) {
  std::string text = fmt::format("heddle-guard 1\t{}\t{}\t\n", options.split ? 1 : 0, options.delays);
  for (const GuardedSection& s : sections)
    text += fmt::format("{}\t{}\t{}\t{}\t{}\t{}\t\n", s.file, s.function, s.beginLine, s.beginColumn,
                        s.endLine, s.endColumn);
  if (file_ < 0 || write(file_, text.data(), text.size()) != static_cast<ssize_t>(text.size()))
    throw UsageError(fmt::format("can't write the policy: {}", std::strerror(errno)));
}

Policy::~Policy() { close(file_); }

} // namespace heddle::replay
