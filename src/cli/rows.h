// What a row of the table of options does: it writes one field of Options, and reads it back as it would be
// typed. So a default stands in the field alone, and what help and manual print of it is read from there.
#pragma once

#include "cli/options.h"
#include "cli/values.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <utility>

namespace heddle::cli {

struct Row {
  std::string value; // what the argument is called in the help; empty: a switch without one
  std::function<void(Options& options, const std::string& value)> set;
  std::function<std::string(const Options& options)> show; // empty: as if it were not given
};

// `field` is a function from Options to a reference, const or not.

template <typename Field>
Row text(std::string value, Field field) {
  return {std::move(value), [field](Options& o, const std::string& v) { field(o) = v; },
          [field](const Options& o) -> std::string { return field(o); }};
}

// `among`: the words that may be in the list; empty: any.
template <typename Field>
Row list(Field field, std::vector<std::string> among = {}) {
  return {"LIST",
          [field, among = std::move(among)](Options& o, const std::string& v) {
            field(o) = listValue(v);
            for (const std::string& word : field(o))
              if (!among.empty()) oneOf(word, among);
          },
          [field](const Options& o) { return fmt::format("{}", fmt::join(field(o), ",")); }};
}

// Given, the field is `on`; its default is the other.
template <typename Field>
Row flag(Field field, bool on = true) {
  return {"", [field, on](Options& o, const std::string&) { field(o) = on; },
          [field, on](const Options& o) -> std::string { return field(o) == on ? "given" : ""; }};
}

template <typename Field>
Row count(Field field, unsigned least, unsigned most) {
  return {"N",
          [field, least, most](Options& o, const std::string& v) { field(o) = countValue(v, least, most); },
          [field](const Options& o) { return fmt::format("{}", field(o)); }};
}

template <typename Field>
Row seconds(Field field) {
  return {"SECONDS", [field](Options& o, const std::string& v) { field(o) = secondsValue(v); },
          [field](const Options& o) { return fmt::format("{}", field(o)); }};
}

template <typename Field>
Row size(Field field) {
  return {"SIZE", [field](Options& o, const std::string& v) { field(o) = sizeValue(v); },
          [field](const Options& o) { return fmt::format("{}", field(o)); }};
}

template <typename T>
using Words = std::vector<std::pair<std::string, T>>;

// One of some words, each of which stands for a value. The help lists them, unless `value` says otherwise.
template <typename Field, typename T>
Row choice(Field field, Words<T> words, std::string value = "") {
  std::vector<std::string> names;
  for (const auto& [name, meaning] : words) names.push_back(name);
  if (value.empty()) value = fmt::format("{}", fmt::join(names, "|"));
  return {std::move(value),
          [field, words, names](Options& o, const std::string& v) {
            oneOf(v, names);
            for (const auto& [name, meaning] : words)
              if (name == v) field(o) = meaning;
          },
          [field, words](const Options& o) -> std::string {
            for (const auto& [name, meaning] : words)
              if (field(o) == meaning) return name;
            return "?";
          }};
}

// The same, of an enumeration that knows its names.
template <typename Enum>
Words<Enum> named(std::string_view (*nameOf)(Enum), std::initializer_list<Enum> values) {
  Words<Enum> words;
  for (const Enum e : values) words.emplace_back(nameOf(e), e);
  return words;
}

} // namespace heddle::cli
