// See sarif.h. The numbers in comments are sections of SARIF 2.1.0.
#include "report/sarif.h"

#include "report/keysteps.h"
#include "report/rows.h"
#include "report/source_text.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace heddle::report {

namespace {

using Json = nlohmann::ordered_json;
using ccfg::Property;

struct Weakness {
  int cwe;
  const char* name;
};

struct Rule {
  Property property;
  const char* name;
  const char* text;
  Weakness weakness;
};

// Indices are ruleIndex (3.27.6).
const std::vector<Rule> rules = {
    {Property::Assert,
     "AssertionFailure",
     "An assertion fails in some interleaving.",
     {617, "Reachable Assertion"}},
    {Property::Race,
     "DataRace",
     "Two threads access the same memory at the same time, at least one of them writes, and nothing orders "
     "the accesses.",
     {366, "Race Condition within a Thread"}},
    {Property::Deadlock,
     "Deadlock",
     "Threads wait for each other, and none of them can go on.",
     {833, "Deadlock"}},
    {Property::LockMisuse,
     "LockMisuse",
     "A lock is used as its specification forbids, such as unlocked by a thread that does not hold it.",
     {667, "Improper Locking"}},
    {Property::Atomicity,
     "AtomicityViolation",
     "A block that is meant to be atomic is interrupted by an access of another thread, with a result that "
     "no "
     "uninterrupted execution has.",
     {362, "Concurrent Execution using Shared Resource with Improper Synchronization ('Race Condition')"}},
    {Property::Memory,
     "InvalidMemoryAccess",
     "Memory is accessed outside of an object, after its lifetime, or freed in a wrong way.",
     {119, "Improper Restriction of Operations within the Bounds of a Memory Buffer"}},
    {Property::Overflow,
     "SignedOverflow",
     "A signed integer operation overflows.",
     {190, "Integer Overflow or Wraparound"}},
};

// What the interpreter says of an invalid access (interp/machine_memory.cpp), where there is a weakness for
// it.
const std::vector<std::pair<const char*, Weakness>> memoryWeaknesses = {
    {"a null pointer is", {476, "NULL Pointer Dereference"}},
    {"after its lifetime has ended", {825, "Expired Pointer Dereference"}},
    {"memory is freed twice", {415, "Double Free"}},
};

Weakness weaknessOf(const Rule& rule, const ccfg::Violation& violation) {
  if (rule.property == Property::Memory)
    for (const auto& [text, weakness] : memoryWeaknesses)
      if (violation.message.find(text) != std::string::npos) return weakness;
  return rule.weakness;
}

size_t ruleIndexOf(Property property) {
  const auto at = std::ranges::find(rules, property, &Rule::property);
  return static_cast<size_t>(at - rules.begin());
}

std::string ruleId(const Rule& rule) { return fmt::format("heddle/{}", propertyName(rule.property)); }

// Sorted by number: relationships and taxa refer to indices.
std::vector<Weakness> allWeaknesses() {
  std::vector<Weakness> all;
  for (const Rule& r : rules) all.push_back(r.weakness);
  for (const auto& [text, weakness] : memoryWeaknesses) all.push_back(weakness);
  std::ranges::sort(all, {}, &Weakness::cwe);
  return all;
}

Json reference(const Weakness& weakness) {
  const std::vector<Weakness> all = allWeaknesses();
  const auto at = std::ranges::find(all, weakness.cwe, &Weakness::cwe);
  return {{"id", std::to_string(weakness.cwe)},
          {"index", at - all.begin()},
          {"toolComponent", {{"name", "CWE"}, {"index", 0}}}};
}

Json rulesJson() {
  Json out = Json::array();
  for (const Rule& r : rules) {
    const std::string tag = fmt::format("external/cwe/cwe-{:03}", r.weakness.cwe);
    out.push_back(
        {{"id", ruleId(r)},
         {"name", r.name},
         {"shortDescription", {{"text", r.text}}},
         {"fullDescription", {{"text", r.text}}},
         {"help", {{"text", r.text}}},
         {"defaultConfiguration", {{"level", "error"}}},
         {"relationships", Json::array({{{"target", reference(r.weakness)}, {"kinds", {"superset"}}}})},
         {"properties", {{"tags", {"concurrency", "correctness", tag}}, {"precision", "very-high"}}}});
  }
  return out;
}

Json taxonomy() {
  Json taxa = Json::array();
  for (const Weakness& w : allWeaknesses())
    taxa.push_back(
        {{"id", std::to_string(w.cwe)}, {"name", w.name}, {"shortDescription", {{"text", w.name}}}});
  return {{"name", "CWE"},
          {"organization", "MITRE"},
          {"shortDescription", {{"text", "The MITRE Common Weakness Enumeration"}}},
          {"isComprehensive", false},
          {"taxa", std::move(taxa)}};
}

// A path as a URI reference: relative as it is, absolute with its scheme (3.4.3).
std::string uriOf(const std::string& file) {
  const std::string path = std::filesystem::path(file).lexically_normal().generic_string();
  std::string out = path.starts_with('/') ? "file://" : "";
  for (const char c : path) {
    const bool isPlain = std::isalnum(static_cast<unsigned char>(c)) != 0 ||
                         std::string_view("-._~/").find(c) != std::string_view::npos;
    if (isPlain)
      out += c;
    else
      out += fmt::format("%{:02X}", static_cast<unsigned char>(c));
  }
  return out;
}

class Writer {
public:
  explicit Writer(const Told& told) : told_(told), story_(*told.story), source_(*told.files) {}

  Json result() {
    const size_t index = ruleIndexOf(story_.violation.property);
    const Rule& rule = rules[index];
    Json out = {
        {"ruleId", ruleId(rule)},           {"ruleIndex", index},        {"kind", "fail"}, {"level", "error"},
        {"message", {{"text", message()}}}, {"locations", Json::array()}};
    if (const Json at = location(mainPlace(), ""); !at.empty()) out["locations"].push_back(at);
    out["taxa"] = Json::array({reference(weaknessOf(rule, story_.violation))});
    if (const Json related = relatedLocations(); !related.empty()) out["relatedLocations"] = related;
    out["codeFlows"] =
        Json::array({{{"message", {{"text", headline(story_)}}}, {"threadFlows", threadFlows()}}});
    return out;
  }

private:
  std::string message() const {
    std::string text = headline(story_);
    for (const Pending& p : story_.pending) text += fmt::format("\n{} {}", threadName(p.thread), p.what);
    for (const Pending& p : story_.broken) text += fmt::format("\n{} {}", threadName(p.thread), p.what);
    if (!story_.whyBroken.empty()) text += "\n" + story_.whyBroken;
    if (!told_.note.empty()) text += "\n" + told_.note;
    return text;
  }

  // A deadlock shows at no place: that of a thread which waits for a lock, or of any.
  SourcePos mainPlace() const {
    if (story_.violationPos.known()) return story_.violationPos;
    for (const bool lockOnly : {true, false})
      for (const Pending& p : story_.pending)
        if (p.pos.known() && !p.canMove && (!lockOnly || p.act.kind == Act::Kind::Lock)) return p.pos;
    for (auto e = story_.events.rbegin(); e != story_.events.rend(); ++e)
      if (e->pos.known()) return e->pos;
    return {};
  }

  std::string threadName(uint32_t number) const {
    for (const ThreadStory& t : story_.threads)
      if (t.number == number) return fmt::format("thread {} ({})", number, t.name);
    return fmt::format("thread {}", number);
  }

  // Columns are code points from 1; positions count bytes.
  uint32_t columnOf(SourcePos pos) {
    const std::vector<std::string>& lines = source_.lines(pos.file);
    if (pos.line > lines.size()) return pos.column;
    const std::string& line = lines[pos.line - 1];
    const auto before =
        line.begin() + static_cast<std::ptrdiff_t>(std::min<size_t>(pos.column - 1, line.size()));
    const auto continues = std::count_if(line.begin(), before, [](char c) { return (c & 0xC0) == 0x80; });
    return pos.column - static_cast<uint32_t>(continues);
  }

  // Empty if there is no place.
  Json location(SourcePos pos, const std::string& text, const std::string& function = "") {
    Json out = Json::object();
    if (!text.empty()) out["message"] = {{"text", text}};
    if (!pos.known() || told_.files->isLibrary(pos.file)) return out;
    Json region = {{"startLine", pos.line}};
    if (pos.column != 0) region["startColumn"] = columnOf(pos);
    if (const std::string line = source_.line(pos); !line.empty()) region["snippet"] = {{"text", line}};
    out["physicalLocation"] = {{"artifactLocation", {{"uri", uriOf(source_.fileName(pos))}}},
                               {"region", region}};
    if (!function.empty())
      out["logicalLocations"] = Json::array({{{"name", function}, {"kind", "function"}}});
    return out;
  }

  Json relatedLocations() {
    Json out = Json::array();
    for (const auto* all : {&story_.pending, &story_.broken})
      for (const Pending& p : *all) {
        Json at = location(p.pos, fmt::format("{} {}", threadName(p.thread), p.what));
        at["id"] = out.size() + 1;
        out.push_back(std::move(at));
      }
    return out;
  }

  // One a thread (3.37); the order among them is executionOrder (3.38.11).
  Json threadFlows() {
    std::map<uint32_t, Json> steps;
    const std::vector<KeyStep> keys = keySteps(story_);
    size_t order = 0;
    for (const Row& row : rowsOf(story_)) {
      const bool isKey = std::ranges::any_of(
          keys, [&](const KeyStep& k) { return row.first <= k.event && k.event <= row.last; });
      steps[row.thread].push_back(step(row, ++order, isKey || row.failing));
    }
    for (const Pending& p : story_.pending)
      steps[p.thread].push_back({{"location", location(p.pos, p.what)},
                                 {"executionOrder", order + 1},
                                 {"importance", "essential"}});
    Json flows = Json::array();
    for (auto& [thread, locations] : steps)
      flows.push_back({{"id", std::to_string(thread)},
                       {"message", {{"text", threadName(thread)}}},
                       {"locations", std::move(locations)}});
    return flows;
  }

  Json step(const Row& row, size_t order, bool isEssential) {
    std::string text;
    Json state = Json::object();
    for (const Effect& e : row.effects) {
      text += (text.empty() ? "" : "; ") + phrase(e);
      if (e.kind != Effect::Kind::Note) state[e.text] = {{"text", e.after}};
    }
    if (row.failing) text += (text.empty() ? "" : "; ") + headline(story_);
    if (text.empty()) text = row.call.empty() ? "goes on" : row.call;
    Json out = {{"location", location(row.pos, text, told_.functionOf(story_.events[row.last]))},
                {"executionOrder", order},
                {"importance", isEssential ? "essential" : "important"}};
    if (!state.empty()) out["state"] = std::move(state);
    return out;
  }

  const Told& told_;
  const Story& story_;
  SourceText source_;
};

Json invocation(const SarifRun& run) {
  Json notifications = Json::array();
  if (run.isUnknown) notifications.push_back({{"level", "warning"}, {"message", {{"text", run.verdict}}}});
  for (const std::string& note : run.notes)
    notifications.push_back({{"level", "note"}, {"message", {{"text", note}}}});
  return {{"executionSuccessful", true},
          {"commandLine", run.commandLine},
          {"exitCode", run.exitCode},
          {"toolExecutionNotifications", std::move(notifications)}};
}

} // namespace

Json sarifJson(const std::vector<Told>& violations, const SarifRun& run) {
  Json results = Json::array();
  for (const Told& told : violations) results.push_back(Writer(told).result());
  const Json driver = {{"name", "Heddle"},
                       {"version", run.version},
                       {"rules", rulesJson()},
                       {"supportedTaxonomies", Json::array({{{"name", "CWE"}, {"index", 0}}})}};
  const Json only = {{"tool", {{"driver", driver}}},
                     {"taxonomies", Json::array({taxonomy()})},
                     {"invocations", Json::array({invocation(run)})},
                     {"columnKind", "unicodeCodePoints"},
                     {"results", std::move(results)},
                     {"properties", {{"verdict", run.verdict}}}};
  return {{"version", "2.1.0"}, {"runs", Json::array({only})}};
}

} // namespace heddle::report
