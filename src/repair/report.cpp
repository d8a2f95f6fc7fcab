// See report.h.
#include "repair/report.h"

#include "report/story_json.h"
#include "report/text.h"
#include "support/error.h"

#include <algorithm>
#include <fmt/format.h>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

namespace heddle::repair {

namespace {

// Statements as lines of the files on the disk.
class Lines {
public:
  explicit Lines(const ccfg::Program& p) : p_(p) {}

  struct Range {
    unsigned first, last;
  };
  Range of(const Section& s) {
    return {lineAt(s.first, p_.statements[s.first].begin), lineAt(s.last, p_.statements[s.last].end - 1)};
  }
  // "worker (lost_update.c:11-12)"
  std::string place(const Section& s) {
    const auto [first, last] = of(s);
    const ccfg::Statement& row = p_.statements[s.first];
    const std::string lines = first == last ? fmt::format("{}", first) : fmt::format("{}-{}", first, last);
    return fmt::format("{}:{} in {}", p_.files.name(row.file), lines, row.function);
  }
  // The first and the last statement, each as one line.
  std::vector<std::string> quoted(const Section& s) {
    std::vector<std::string> out{oneLine(s.first)};
    if (s.first != s.last) out.push_back(oneLine(s.last));
    return out;
  }

private:
  const std::string& textOf(uint32_t file) {
    const auto known = texts_.find(file);
    if (known != texts_.end()) return known->second;
    std::ifstream in(p_.files.name(file), std::ios::binary);
    std::ostringstream text;
    text << in.rdbuf();
    return texts_[file] = text.str();
  }
  unsigned lineAt(StatementId s, uint64_t offset) {
    const std::string& text = textOf(p_.statements[s].file);
    const auto end = text.begin() + static_cast<std::ptrdiff_t>(std::min<uint64_t>(offset, text.size()));
    return static_cast<unsigned>(1 + std::count(text.begin(), end, '\n'));
  }
  std::string oneLine(StatementId s) {
    const ccfg::Statement& row = p_.statements[s];
    const std::string& text = textOf(row.file);
    std::string out;
    for (uint64_t i = row.begin; i < std::min<uint64_t>(row.end, text.size()); ++i) {
      const bool space = std::isspace(static_cast<unsigned char>(text[i])) != 0;
      if (!space)
        out += text[i];
      else if (!out.empty() && out.back() != ' ')
        out += ' ';
    }
    return out.size() > 70 ? out.substr(0, 67) + "..." : out;
  }

  const ccfg::Program& p_;
  std::map<uint32_t, std::string> texts_;
};

const char* word(Outcome o) {
  switch (o) {
  case Outcome::Correct:
    return "not needed";
  case Outcome::Repaired:
    return "found";
  case Outcome::Hopeless:
    return "impossible";
  case Outcome::Unknown:
    return "unknown";
  }
  return "?";
}

std::string checkedText(const Solution& s, const engine::Question& question) {
  if (!s.refused.empty()) return "there is no patch: " + s.refused + "\n";
  const char* what = s.changes.empty() ? "the model with these sections" : "the patched source";
  return fmt::format("checked: {}, by {}: {}\n", what, s.checked.engine, question.properties.toString());
}

// Which of the interleavings that were found are gone because of the sections.
std::string preventedText(const Solution& s) {
  if (s.prevents.empty()) return "";
  const size_t others = s.prevents.size() - 1;
  return fmt::format("  prevents the interleaving above{}\n",
                     others == 0 ? "" : fmt::format(", and {} that other sections leave", others));
}

std::string solutionText(const Solution& s, size_t number, size_t count, Lines& lines,
                         const engine::Question& question) {
  std::string out = fmt::format("\nrepair {} of {}:\n", number, count) + preventedText(s);
  for (size_t i = 0; i < s.locks.size(); ++i) {
    out += s.markers                      ? "  nothing interrupts\n"
           : !s.locks[i].existing.empty() ? fmt::format("  `{}` is held in\n", s.locks[i].existing)
           : s.locks.size() == 1          ? "  a new lock is held in\n"
                                          : fmt::format("  new lock {} is held in\n", i + 1);
    for (const Section& x : s.locks[i].sections) {
      out += fmt::format("    {}\n", lines.place(x));
      const std::vector<std::string> quoted = lines.quoted(x);
      out += fmt::format("      {}\n", quoted[0]);
      if (quoted.size() > 1) out += fmt::format("      ... {}\n", quoted[1]);
    }
  }
  if (!s.changes.empty()) out += "\n";
  for (const patch::Change& c : s.changes) out += c.diff;
  return out + checkedText(s, question);
}

} // namespace

std::string repairText(const Repair& r, const ccfg::Program& program, const engine::Question& question,
                       const report::TextStyle& style) {
  std::string out;
  report::SourceText source(program.files);
  if (r.outcome != Outcome::Correct && !r.stories.empty())
    out += report::counterexampleText(r.stories[0], source, style);
  if (r.outcome == Outcome::Correct)
    out += report::resultText(r.first, engine::byProperty(r.first), program, style);
  Lines lines(program);
  for (size_t i = 0; i < r.solutions.size(); ++i)
    out += solutionText(r.solutions[i], i + 1, r.solutions.size(), lines, question);
  if (r.outcome == Outcome::Unknown)
    for (const std::string& failure : r.failures) out += fmt::format("no repair: {}\n", failure);
  return out;
}

std::string repairLine(const Repair& r) {
  if (r.outcome == Outcome::Repaired) return fmt::format("repair: found ({})", r.solutions.size());
  return r.why.empty() ? fmt::format("repair: {}", word(r.outcome))
                       : fmt::format("repair: {} ({})", word(r.outcome), r.why);
}

int exitCode(const Repair& r) {
  switch (r.outcome) {
  case Outcome::Correct:
  case Outcome::Repaired:
    return static_cast<int>(ExitCode::Proved);
  case Outcome::Hopeless:
    return static_cast<int>(ExitCode::Violation);
  case Outcome::Unknown:
    return static_cast<int>(ExitCode::Unknown);
  }
  return static_cast<int>(ExitCode::Internal);
}

nlohmann::ordered_json repairJson(const Repair& r, const ccfg::Program& program,
                                  const engine::Question& question) {
  using json = nlohmann::ordered_json;
  Lines lines(program);
  const auto sectionJson = [&](const Section& s) {
    const auto [first, last] = lines.of(s);
    const ccfg::Statement& row = program.statements[s.first];
    return json{{"file", program.files.name(row.file)},
                {"function", row.function},
                {"firstLine", first},
                {"lastLine", last},
                {"statements", lines.quoted(s)}};
  };
  const auto listJson = [&](const auto& sections) {
    json list = json::array();
    for (const Section& s : sections) list.push_back(sectionJson(s));
    return list;
  };
  json out = {{"schema", "heddle-repair"},
              {"schemaVersion", 1},
              {"outcome", word(r.outcome)},
              {"reason", r.why},
              {"properties", question.properties.toString()}};
  out["violations"] = json::array();
  for (const report::Story& s : r.stories) out["violations"].push_back(report::storyJson(s, program));
  out["formula"] = json::array();
  for (const Clause& c : r.formula) out["formula"].push_back(listJson(c));
  out["solutions"] = json::array();
  for (const Solution& s : r.solutions) {
    json locks = json::array(), patches = json::array();
    for (const Lock& l : s.locks) locks.push_back(listJson(l.sections));
    for (const patch::Change& c : s.changes) patches.push_back({{"file", c.file}, {"diff", c.diff}});
    out["solutions"].push_back({{"atomicSections", listJson(s.model)},
                                {"locks", locks},
                                {"cost", s.cost},
                                {"prevents", s.prevents},
                                {"patches", patches},
                                {"refused", s.refused},
                                {"checkedBy", s.checked.engine}});
  }
  out["failures"] = r.failures;
  out["statistics"] = {
      {"avoided", r.avoided}, {"refined", r.refined}, {"states", r.states}, {"checks", r.asked}};
  return out;
}

} // namespace heddle::repair
