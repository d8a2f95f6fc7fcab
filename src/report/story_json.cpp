// See story_json.h; docs/json.md has the fields.
#include "report/story_json.h"

#include "report/source_text.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

namespace heddle::report {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::array<const char*, 16> actNames = {
    "none",   "start",     "join", "lock", "lock-shared", "unlock", "wait", "wake",
    "signal", "broadcast", "post", "take", "arrive",      "leave",  "free", "land"};

Json actJson(const Act& act) {
  Json out = {{"kind", actNames[static_cast<size_t>(act.kind)]}};
  if (!act.object.empty()) out["object"] = act.object;
  if (!act.mutex.empty()) out["mutex"] = act.mutex;
  if (act.thread != 0) out["thread"] = act.thread;
  return out;
}

Json noteJson(const Effect& effect) {
  Json out = {{"kind", "note"}, {"text", effect.text}};
  if (effect.act.kind == Act::Kind::None) return out;
  out["act"] = actJson(effect.act);
  if (!effect.after.empty()) out["value"] = effect.after;
  return out;
}

Json effectJson(const Effect& effect) {
  switch (effect.kind) {
  case Effect::Kind::Read:
    return {{"kind", "read"}, {"cell", effect.text}, {"value", effect.after}};
  case Effect::Kind::Write:
    return {{"kind", "write"}, {"cell", effect.text}, {"before", effect.before}, {"value", effect.after}};
  case Effect::Kind::Note:
    return noteJson(effect);
  }
  return nullptr;
}

Json stackJson(const ccfg::Program& program, ccfg::StackId stack) {
  Json functions = Json::array(); // outermost last
  for (; stack != 0; stack = program.stacks[stack].parent)
    functions.push_back(program.stacks[stack].function);
  return functions;
}

Json pendingJson(const ccfg::Program& program, const Pending& pending) {
  Json locks = Json::array();
  for (const HeldLock& h : pending.held)
    locks.push_back({{"lock", h.lock}, {"since", positionJson(program, h.since)}});
  Json out = {{"thread", pending.thread},   {"position", positionJson(program, pending.pos)},
              {"call", pending.call},       {"what", pending.what},
              {"canMove", pending.canMove}, {"holds", locks}};
  if (pending.act.kind != Act::Kind::None) out["act"] = actJson(pending.act);
  if (pending.step != Pending::none) out["step"] = pending.step;
  return out;
}

Json pendingsJson(const ccfg::Program& program, const std::vector<Pending>& all) {
  Json out = Json::array();
  for (const Pending& p : all) out.push_back(pendingJson(program, p));
  return out;
}

Json violationJson(const ccfg::Program& program, const Story& story) {
  const ccfg::Violation& v = story.violation;
  return {{"property", propertyName(v.property)},
          {"message", v.message},
          {"thread", v.thread == 0 ? Json(nullptr) : Json(v.thread)},
          {"position", positionJson(program, story.violationPos)},
          {"pending", pendingsJson(program, story.pending)},
          {"broken", pendingsJson(program, story.broken)},
          {"whyBroken", story.whyBroken},
          {"standing", pendingsJson(program, story.standing)}};
}

Json threadsJson(const ccfg::Program& program, const Story& story) {
  Json threads = Json::array();
  for (const ThreadStory& t : story.threads)
    threads.push_back({{"number", t.number},
                       {"name", t.name},
                       {"creator", t.creator == 0 ? Json(nullptr) : Json(t.creator)},
                       {"createdAt", positionJson(program, t.createdAt)}});
  return threads;
}

Json stepsJson(const ccfg::Program& program, const Story& story) {
  Json steps = Json::array();
  SourceText source(program.files);
  for (const Event& event : story.events) {
    Json effects = Json::array();
    for (const Effect& effect : event.effects) effects.push_back(effectJson(effect));
    Json step = {{"thread", event.thread},
                 {"position", positionJson(program, event.pos)},
                 {"source", source.line(event.pos)},
                 {"stack", stackJson(program, event.stack)}};
    if (event.library) step["call"] = event.call;
    step["effects"] = effects;
    steps.push_back(step);
  }
  return steps;
}

// ---- and back

// What a file says is shown on a terminal, and must not be able to move its cursor.
std::string textOf(const nlohmann::json& j, const char* name) {
  std::string text = j.value(name, "");
  std::replace_if(text.begin(), text.end(), [](char c) { return (c >= 0 && c < ' ') || c == 127; }, '?');
  return text;
}

class Reader {
public:
  Reader(FileTable& files) : files_(files) {}

  Story story(const nlohmann::json& j) {
    Story out;
    for (const nlohmann::json& t : j.at("threads"))
      out.threads.push_back({t.at("number").get<uint32_t>(), textOf(t, "name"), numberOf(t, "creator"),
                             positionOf(t, "createdAt")});
    for (const nlohmann::json& step : j.at("steps")) out.events.push_back(event(step));
    const nlohmann::json& v = j.at("violation");
    out.violation.message = textOf(v, "message");
    out.violation.thread = numberOf(v, "thread");
    if (const auto property = ccfg::propertyFromName(textOf(v, "property")))
      out.violation.property = *property;
    out.violationPos = positionOf(v, "position");
    for (const nlohmann::json& p : v.at("pending")) out.pending.push_back(pending(p));
    for (const nlohmann::json& p : v.at("broken")) out.broken.push_back(pending(p));
    if (v.contains("standing"))
      for (const nlohmann::json& p : v.at("standing")) out.standing.push_back(pending(p));
    out.whyBroken = textOf(v, "whyBroken");
    return out;
  }

private:
  static uint32_t numberOf(const nlohmann::json& j, const char* name) {
    return j.at(name).is_null() ? 0 : j.at(name).get<uint32_t>();
  }

  SourcePos positionOf(const nlohmann::json& j, const char* name) {
    const nlohmann::json& p = j.at(name);
    if (p.is_null()) return {};
    return {files_.add(textOf(p, "file")), p.at("line").get<uint32_t>(), p.at("column").get<uint32_t>()};
  }

  static Effect effect(const nlohmann::json& j) {
    const std::string kind = textOf(j, "kind");
    if (kind == "read") return {Effect::Kind::Read, textOf(j, "cell"), "", textOf(j, "value")};
    if (kind == "write")
      return {Effect::Kind::Write, textOf(j, "cell"), textOf(j, "before"), textOf(j, "value")};
    return {Effect::Kind::Note, textOf(j, "text"), "", textOf(j, "value"), act(j)};
  }

  static Act act(const nlohmann::json& j) {
    if (!j.contains("act")) return {};
    const nlohmann::json& a = j.at("act");
    const auto kind = std::ranges::find(actNames, textOf(a, "kind"));
    if (kind == actNames.end()) return {};
    return {static_cast<Act::Kind>(kind - actNames.begin()), textOf(a, "object"), textOf(a, "mutex"),
            a.value("thread", 0u)};
  }

  Event event(const nlohmann::json& j) {
    Event out;
    out.thread = j.at("thread").get<uint32_t>();
    out.pos = positionOf(j, "position");
    out.library = j.contains("call");
    out.call = textOf(j, "call");
    for (const nlohmann::json& e : j.at("effects")) out.effects.push_back(effect(e));
    return out;
  }

  Pending pending(const nlohmann::json& j) {
    Pending out;
    out.thread = j.at("thread").get<uint32_t>();
    out.pos = positionOf(j, "position");
    out.call = textOf(j, "call");
    out.what = textOf(j, "what");
    out.canMove = j.value("canMove", false);
    out.act = act(j);
    out.step = j.value("step", Pending::none);
    for (const nlohmann::json& h : j.at("holds"))
      out.held.push_back({textOf(h, "lock"), positionOf(h, "since")});
    return out;
  }

  FileTable& files_;
};

} // namespace

Json positionJson(const ccfg::Program& program, SourcePos pos) {
  if (!pos.known()) return nullptr;
  return {{"file", program.files.name(pos.file)}, {"line", pos.line}, {"column", pos.column}};
}

Json storyJson(const Story& story, const ccfg::Program& program) {
  return {{"violation", violationJson(program, story)},
          {"threads", threadsJson(program, story)},
          {"steps", stepsJson(program, story)}};
}

Story storyFromJson(const nlohmann::json& json, FileTable& files) { return Reader(files).story(json); }

} // namespace heddle::report
