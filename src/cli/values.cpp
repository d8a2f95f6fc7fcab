// Reading option values, and names of properties.
#include "cli/values.h"

#include "support/error.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <fstream>
#include <numeric>
#include <sstream>

namespace heddle::cli {

using ccfg::Property;

namespace {

size_t editDistance(const std::string& a, const std::string& b) {
  std::vector<size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), size_t{0});
  for (size_t i = 1; i <= a.size(); ++i) {
    size_t diagonal = row[0];
    row[0] = i;
    for (size_t j = 1; j <= b.size(); ++j) {
      const size_t replaced = diagonal + (a[i - 1] != b[j - 1]);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, replaced});
    }
  }
  return row[b.size()];
}

// The number at the start of the text; what follows it is left in `rest`.
std::optional<double> leadingNumber(const std::string& text, std::string& rest) {
  double number = 0;
  const auto [end, error] =
      std::from_chars(text.data(), text.data() + text.size(), number, std::chars_format::fixed);
  if (error != std::errc() || !(number >= 0)) return std::nullopt;
  rest.assign(end, text.data() + text.size());
  return number;
}

struct SvCompName {
  std::string_view name;    // of the property
  std::string_view formula; // in a .prp file, without spaces
  Property property;
  bool leaks = false;
};

constexpr SvCompName svCompNames[] = {
    {"unreach-call", "G!call(reach_error())", Property::Assert},
    {"unreach-call", "G!call(__VERIFIER_error())", Property::Assert},
    {"no-data-race", "G!data-race", Property::Race},
    {"no-deadlock", "G!deadlock", Property::Deadlock},
    {"no-overflow", "G!overflow", Property::Overflow},
    {"valid-memsafety", "Gvalid-memtrack", Property::Memory, true},
    {"valid-free", "Gvalid-free", Property::Memory},
    {"valid-deref", "Gvalid-deref", Property::Memory},
};

void addSvComp(Options& options, const SvCompName& name) {
  options.question.properties.add(name.property);
  options.leaksAsked |= name.leaks;
}

// One line of a .prp file: CHECK( init(main()), LTL(G ! call(reach_error())) )
void addCheckLine(Options& options, const std::string& file, const std::string& line) {
  std::string text;
  std::copy_if(line.begin(), line.end(), std::back_inserter(text), [](char c) { return !std::isspace(c); });
  const std::string start = "CHECK(init(", middle = "()),LTL(", end = "))";
  const size_t middleAt = text.find(middle);
  if (!text.starts_with(start) || !text.ends_with(end) || middleAt == std::string::npos)
    throw UsageError(fmt::format("{}: can't read the line `{}`", file, line));
  const size_t formulaAt = middleAt + middle.size();
  const std::string formula = text.substr(formulaAt, text.size() - formulaAt - end.size());
  for (const SvCompName& name : svCompNames)
    if (name.formula == formula) {
      addSvComp(options, name);
      options.model.entry = text.substr(start.size(), middleAt - start.size());
      return;
    }
  throw UsageError(fmt::format("{}: the property `{}` is not supported", file, formula));
}

void addPropertyFile(Options& options, const std::string& file) {
  std::ifstream in(file);
  if (!in) throw UsageError(fmt::format("can't read the property file {}", file));
  std::string line;
  while (std::getline(in, line))
    if (line.find_first_not_of(" \t\r") != std::string::npos) addCheckLine(options, file, line);
  if (options.question.properties.empty())
    throw UsageError(fmt::format("the property file {} names no property", file));
}

void addProperty(Options& options, const std::string& name) {
  if (auto property = ccfg::propertyFromName(name)) {
    options.question.properties.add(*property);
    return;
  }
  std::vector<std::string> known;
  for (Property p : ccfg::allProperties) known.emplace_back(ccfg::propertyName(p));
  bool found = false;
  for (const SvCompName& svComp : svCompNames) {
    known.emplace_back(svComp.name);
    if (svComp.name != name) continue;
    addSvComp(options, svComp);
    found = true;
  }
  if (found) return;
  const std::string near = nearest(name, known);
  throw UsageError(fmt::format("unknown property `{}`{}", name,
                               near.empty() ? "" : fmt::format("; did you mean `{}`?", near)));
}

} // namespace

std::string nearest(const std::string& word, const std::vector<std::string>& words) {
  std::string best;
  size_t bestDistance = std::max<size_t>(2, word.size() / 3) + 1;
  for (const std::string& candidate : words) {
    // A word cut short is near, however much is missing.
    const bool prefix = word.size() >= 3 && candidate.starts_with(word);
    const size_t distance = prefix ? 1 : editDistance(word, candidate);
    if (distance < bestDistance) {
      bestDistance = distance;
      best = candidate;
    }
  }
  return best;
}

std::string oneOf(const std::string& value, const std::vector<std::string>& words) {
  if (std::find(words.begin(), words.end(), value) != words.end()) return value;
  throw UsageError(fmt::format("`{}` is not one of {}", value, fmt::join(words, ", ")));
}

double secondsValue(const std::string& value) {
  std::string rest;
  const auto number = leadingNumber(value, rest);
  if (!number || !(rest.empty() || rest == "s"))
    throw UsageError(fmt::format("expected a number of seconds, not `{}`", value));
  return *number;
}

unsigned countValue(const std::string& value, unsigned least, unsigned most) {
  unsigned number = 0;
  const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), number);
  if (error != std::errc() || end != value.data() + value.size() || number < least || number > most)
    throw UsageError(fmt::format("expected a number from {} to {}, not `{}`", least, most, value));
  return number;
}

uint64_t sizeValue(const std::string& value) {
  std::string unit;
  const auto number = leadingNumber(value, unit);
  for (std::string_view ending : {"iB", "B"})
    if (unit.size() > ending.size() && unit.ends_with(ending)) unit.resize(unit.size() - ending.size());
  const size_t power = unit.empty() ? 0 : std::string_view("-KMGT").find(unit);
  const double bytes = number.value_or(-1) * std::pow(1024.0, static_cast<double>(power));
  if (!number || power == std::string_view::npos || (power == 0 && !unit.empty()) || bytes > 1e18)
    throw UsageError(fmt::format("expected a size like 500M or 4G, not `{}`", value));
  return static_cast<uint64_t>(bytes);
}

std::vector<std::string> listValue(const std::string& value) {
  std::vector<std::string> words;
  std::istringstream in(value);
  std::string word;
  while (std::getline(in, word, ','))
    if (!word.empty()) words.push_back(word);
  if (words.empty()) throw UsageError("the list is empty");
  return words;
}

void setProperties(Options& options, const std::string& value) {
  options.question.properties = {};
  options.propertiesGiven = true;
  options.leaksAsked = false;
  if (value.ends_with(".prp")) return addPropertyFile(options, value);
  for (const std::string& name : listValue(value)) addProperty(options, name);
}

} // namespace heddle::cli
