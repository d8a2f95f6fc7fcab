// See html.h. The data is one JSON object in a script element that is not executed; viewer/model.js reads it.
// Stories can be long, so that steps are arrays, and what is said of them are indices into a table of
// strings:
//
//   step:   [thread, file, line, function, call, isLibrary, [effect...]]
//   row:    [first step, last step, fails, [effect...], left out]: what a reader takes for one step (rows.h);
//           so many effects in the middle are left out
//   effect: [0, cell, value] (reads), [1, cell, before, value] (writes),
//           [2, text], or [2, text, act, object, mutex, thread, value] (notes)
#include "report/html.h"

#include "report/keysteps.h"
#include "report/page.h"
#include "report/rows.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <unordered_map>

namespace heddle::report {

namespace {

using Json = nlohmann::ordered_json;

constexpr size_t mostSteps = 20'000;   // in the page: the last ones, so that it stays under 3 MB
constexpr size_t mostEffectsTold = 8;  // of one row
constexpr size_t wholeFile = 1'500;    // lines: longer files are embedded around what is shown only
constexpr uint32_t aroundLine = 40;    // lines
constexpr size_t longestLine = 500;    // bytes
constexpr size_t mostSource = 400'000; // bytes of all files

class Strings {
public:
  size_t operator()(const std::string& text) {
    const auto [entry, added] = index_.try_emplace(text, all_.size());
    if (added) all_.push_back(text);
    return entry->second;
  }
  Json json() { return std::move(all_); }

private:
  Json all_ = Json::array();
  std::unordered_map<std::string, size_t> index_;
};

// The files that stories and invariants speak of, under numbers of their own: each story has its own table.
class Files {
public:
  Json place(const FileTable& table, SourcePos pos) {
    if (!pos.known()) return nullptr;
    File& file = fileOf(table, pos.file);
    file.used.insert(pos.line);
    return {file.number, pos.line};
  }

  Json json() {
    std::vector<const File*> all(files_.size());
    for (const auto& [name, file] : files_) all[file.number] = &file;
    Json out = Json::array();
    for (const File* file : all) out.push_back({{"name", file->name}, {"parts", parts(*file)}});
    return out;
  }

private:
  struct File {
    size_t number = 0;
    std::string name;
    std::vector<std::string> lines;
    std::set<uint32_t> used;
  };

  File& fileOf(const FileTable& table, uint32_t index) {
    const auto [entry, added] = files_.try_emplace(table.name(index));
    File& file = entry->second;
    if (!added) return file;
    file.number = files_.size() - 1;
    file.name = table.name(index);
    if (!table.isLibrary(index)) file.lines = SourceText(table).lines(index);
    return file;
  }

  // Runs of lines: [first line, [text...]].
  Json parts(const File& file) {
    Json out = Json::array();
    const auto count = static_cast<uint32_t>(file.lines.size());
    if (count == 0) return out;
    std::vector<std::pair<uint32_t, uint32_t>> ranges;
    if (count <= wholeFile) ranges.emplace_back(1, count);
    for (const uint32_t line : count <= wholeFile ? std::set<uint32_t>() : file.used) {
      const uint32_t first = line > aroundLine ? line - aroundLine : 1,
                     last = std::min(count, line + aroundLine);
      if (first > count) continue;
      if (!ranges.empty() && first <= ranges.back().second + 1)
        ranges.back().second = last;
      else
        ranges.emplace_back(first, last);
    }
    for (const auto& [first, last] : ranges) {
      Json lines = Json::array();
      for (uint32_t n = first; n <= last && size_ < mostSource; ++n)
        lines.push_back(shown(file.lines[n - 1]));
      out.push_back({first, std::move(lines)});
    }
    return out;
  }

  std::string shown(std::string line) {
    std::erase_if(line, [](char c) { return (c >= 0 && c < ' ' && c != '\t') || c == 127; });
    if (line.size() > longestLine) line = line.substr(0, longestLine) + " ...";
    size_ += line.size();
    return line;
  }

  std::map<std::string, File> files_;
  size_t size_ = 0;
};

// What the steps that a page leaves out have done.
struct Beginning {
  std::map<std::string, std::string> values;
  std::map<std::pair<std::string, uint32_t>, bool> locks; // by lock and thread: is it shared

  void add(const Event& event) {
    for (const Effect& e : event.effects) {
      using Kind = Act::Kind;
      if (e.kind == Effect::Kind::Write) values[e.text] = e.after;
      const Act& act = e.act;
      if (act.kind == Kind::Land) values[act.object] = e.after;
      if (act.kind == Kind::Lock || act.kind == Kind::LockShared)
        locks[{act.object, event.thread}] = act.kind == Kind::LockShared;
      if (act.kind == Kind::Unlock) locks.erase({act.object, event.thread});
      if (act.kind == Kind::Wait) locks.erase({act.mutex, event.thread});
      if (act.kind == Kind::Wake && !act.mutex.empty()) locks[{act.mutex, event.thread}] = false;
    }
  }

  Json json() const {
    Json cells = Json::array(), held = Json::array();
    for (const auto& [cell, value] : values) cells.push_back({cell, value});
    for (const auto& [lock, isShared] : locks) held.push_back({lock.first, lock.second, isShared});
    return {{"values", std::move(cells)}, {"locks", std::move(held)}};
  }
};

class StoryWriter {
public:
  StoryWriter(const Told& told, Strings& strings, Files& files)
      : told_(told), story_(*told.story), strings_(strings), files_(files),
        left_(story_.events.size() > mostSteps ? story_.events.size() - mostSteps : 0) {}

  Json json() {
    Json out = {{"sentence", headline(story_)},
                {"property", propertyName(story_.violation.property)},
                {"place", place(story_.violationPos)},
                {"thread", story_.violation.thread},
                {"memoryModel", memoryModelName(story_.memoryModel)},
                {"note", told_.note},
                {"command", told_.command},
                {"before", story_.before + left_},
                {"isCut", story_.isCut},
                {"whyBroken", story_.whyBroken}};
    out["threads"] = Json::array();
    for (const ThreadStory& t : story_.threads)
      out["threads"].push_back({t.number, t.name, t.creator, place(t.createdAt)});
    out["steps"] = steps();
    out["rows"] = rows();
    out["pending"] = pendings(story_.pending);
    out["broken"] = pendings(story_.broken);
    out["standing"] = pendings(story_.standing);
    out["key"] = Json::array();
    for (const KeyStep& k : keySteps(story_))
      if (k.event >= left_) out["key"].push_back({k.event - left_, k.what});
    if (left_ != 0) out["beginning"] = beginning();
    return out;
  }

private:
  Json place(SourcePos pos) { return files_.place(*told_.files, pos); }

  Json beginning() const {
    Beginning b;
    for (size_t i = 0; i < left_; ++i) b.add(story_.events[i]);
    return b.json();
  }

  Json effects(const std::vector<Effect>& all) {
    Json out = Json::array();
    for (const Effect& e : all) out.push_back(effect(e));
    return out;
  }

  Json effect(const Effect& e) {
    switch (e.kind) {
    case Effect::Kind::Read:
      return {0, strings_(e.text), strings_(e.after)};
    case Effect::Kind::Write:
      return {1, strings_(e.text), strings_(e.before), strings_(e.after)};
    case Effect::Kind::Note:
      break;
    }
    const Act& act = e.act;
    if (act.kind == Act::Kind::None) return {2, strings_(e.text)};
    return {
        2,          strings_(e.text), static_cast<int>(act.kind), strings_(act.object), strings_(act.mutex),
        act.thread, strings_(e.after)};
  }

  Json steps() {
    Json out = Json::array();
    for (size_t i = left_; i < story_.events.size(); ++i) {
      const Event& e = story_.events[i];
      const Json at = place(e.pos);
      out.push_back({e.thread, at.is_null() ? Json(-1) : at[0], at.is_null() ? Json(0) : at[1],
                     strings_(told_.functionOf(e)), strings_(e.call), e.library ? 1 : 0, effects(e.effects)});
    }
    return out;
  }

  Json rows() {
    Json out = Json::array();
    for (Row& row : rowsOf(story_)) {
      if (row.last < left_) continue;
      const size_t count = row.effects.size(), most = mostEffectsTold;
      if (count > most) row.effects.erase(row.effects.begin() + most / 2, row.effects.end() - most / 2);
      out.push_back({std::max(row.first, left_) - left_, row.last - left_, row.failing ? 1 : 0,
                     effects(row.effects), count > most ? count - most : 0});
    }
    return out;
  }

  Json pendings(const std::vector<Pending>& all) {
    Json out = Json::array();
    for (const Pending& p : all) {
      Json held = Json::array();
      for (const HeldLock& h : p.held) held.push_back({h.lock, place(h.since)});
      out.push_back({{"thread", p.thread},
                     {"place", place(p.pos)},
                     {"call", p.call},
                     {"what", p.what},
                     {"act", {static_cast<int>(p.act.kind), p.act.object, p.act.mutex, p.act.thread}},
                     {"canMove", p.canMove},
                     {"held", std::move(held)}});
    }
    return out;
  }

  const Told& told_;
  const Story& story_;
  Strings& strings_;
  Files& files_;
  const size_t left_; // out: so many events at the beginning
};

// Stories of the same places are one, with a count.
std::string placesOf(const Told& told) {
  std::set<std::string> places;
  const auto add = [&](SourcePos pos, const std::string& what) {
    if (pos.known())
      places.insert(fmt::format("{}:{}:{} {}", told.files->name(pos.file), pos.line, pos.column, what));
  };
  for (const auto* all : {&told.story->pending, &told.story->broken})
    for (const Pending& p : *all) add(p.pos, p.call);
  add(told.story->violationPos, "");
  if (places.empty()) return "";
  std::string key(propertyName(told.story->violation.property));
  for (const std::string& p : places) key += "\n" + p;
  return key;
}

Json storiesJson(const PageContent& content, Strings& strings, Files& files) {
  Json out = Json::array();
  std::map<std::string, size_t> known;
  for (const Told& told : content.stories) {
    const std::string key = placesOf(told);
    const auto [entry, added] = known.try_emplace(key, out.size());
    if (!added && !key.empty()) {
      out[entry->second]["count"] = out[entry->second]["count"].get<int>() + 1;
      continue;
    }
    out.push_back(StoryWriter(told, strings, files).json());
    out.back()["count"] = 1;
  }
  return out;
}

Json invariantsOf(const PageContent& content, Files& files) {
  Json out = Json::array();
  for (const LineInvariant& i : content.invariants)
    out.push_back(
        {content.program->threads[i.thread].name, files.place(content.program->files, i.pos), i.text});
  return out;
}

} // namespace

std::string htmlPage(const PageContent& content) {
  Strings strings;
  Files files;
  Json data = {{"version", content.version},   {"verdict", content.verdict},
               {"sentence", content.sentence}, {"command", content.command},
               {"replays", content.replays},   {"assumptions", content.assumptions},
               {"notes", content.notes}};
  data["stories"] = storiesJson(content, strings, files);
  data["invariants"] = invariantsOf(content, files);
  data["files"] = files.json();
  data["strings"] = strings.json();
  return pageWith(pageTemplate(), data);
}

} // namespace heddle::report
