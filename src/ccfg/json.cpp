// The model as JSON. Absent members have their default: false, empty, unknown.
#include "ccfg/json.h"

#include "ccfg/names.h"
#include "ccfg/schedule.h"
#include "ccfg/text.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace heddle::ccfg {

using nlohmann::json;

json toJson(const Program& p, SourcePos pos) {
  if (!pos.known()) return nullptr;
  return {{"file", p.files.name(pos.file)}, {"line", pos.line}, {"column", pos.column}};
}

json toJson(const Program& p, const Assumption& a) {
  json j = {{"kind", assumptionKindName(a.kind)},
            {"text", a.text},
            {"missesBehaviours", a.missesBehaviours},
            {"addsBehaviours", a.addsBehaviours}};
  if (a.pos.known()) j["position"] = toJson(p, a.pos);
  return j;
}

namespace {

class Writer {
public:
  explicit Writer(const Program& p) : p_(p), print_(p) {}

  json model() const {
    json j = {{"format", "heddle-model"},          {"version", 1},
              {"dataModel", nameOf(p_.dataModel)}, {"fingerprint", fmt::format("{:016x}", fingerprint(p_))},
              {"objects", json::array()},          {"threads", json::array()},
              {"frames", json::array()},           {"assumptions", json::array()},
              {"statements", json::array()}};
    for (ObjectId o = 0; o < p_.objects.size(); ++o) j["objects"].push_back(object(o));
    for (ThreadId t = 0; t < p_.threads.size(); ++t) j["threads"].push_back(thread(t));
    for (StackId s = 1; s < p_.stacks.size(); ++s) j["frames"].push_back(frame(s));
    for (StatementId s = 1; s < p_.statements.size(); ++s) j["statements"].push_back(statement(s));
    for (const Assumption& a : p_.assumptions) j["assumptions"].push_back(toJson(p_, a));
    return j;
  }

private:
  void position(json& j, SourcePos pos, const char* key = "position") const {
    if (pos.known()) j[key] = toJson(p_, pos);
  }
  static void flag(json& j, const char* name, bool value) {
    if (value) j[name] = true;
  }
  static void text(json& j, const char* name, const std::string& value) {
    if (!value.empty()) j[name] = value;
  }
  static void number(json& j, const char* name, uint32_t value) {
    if (value != 0) j[name] = value;
  }

  json object(ObjectId id) const {
    const Object& o = p_.objects[id];
    json j = {{"id", id},
              {"name", o.name},
              {"key", print_.objectKey(id)},
              {"kind", nameOf(o.kind)},
              {"size", o.size}};
    flag(j, "uninitialised", o.uninitialised);
    flag(j, "readOnly", o.readOnly);
    if (o.type) j["type"] = o.type->name;
    for (const InitPiece& i : o.init)
      j["init"].push_back({{"offset", i.offset}, {"bytes", i.bytes}, {"value", print_.term(i.value)}});
    position(j, o.pos);
    return j;
  }

  json frame(StackId id) const {
    const Frame& f = p_.stacks[id];
    json j = {{"id", id}, {"function", f.function}};
    number(j, "parent", f.parent);
    number(j, "statement", f.statement);
    position(j, f.callSite, "callSite");
    return j;
  }

  json statement(StatementId id) const {
    const Statement& s = p_.statements[id];
    json j = {{"id", id},
              {"kind", nameOf(s.kind)},
              {"function", s.function},
              {"file", p_.files.name(s.file)},
              {"begin", s.begin},
              {"end", s.end}};
    number(j, "parent", s.parent);
    flag(j, "macro", s.macro);
    return j;
  }

  json thread(ThreadId id) const {
    const Thread& t = p_.threads[id];
    json j = {{"id", id},
              {"name", t.name},
              {"function", t.function},
              {"repeatable", t.repeatable},
              {"entry", t.entry},
              {"exit", t.exit},
              {"self", print_.reg(t.self)},
              {"registers", json::array()},
              {"params", json::array()},
              {"locations", json::array()},
              {"edges", json::array()}};
    for (RegId r : t.registers)
      j["registers"].push_back({{"name", print_.reg(r)}, {"width", p_.regWidth(r)}});
    for (RegId r : t.params) j["params"].push_back(print_.reg(r));
    if (t.result != none) j["result"] = print_.reg(t.result);
    position(j, t.pos);
    for (LocId l = 0; l < p_.locations.size(); ++l)
      if (p_.locations[l].thread == id) j["locations"].push_back(location(l));
    for (EdgeId e = 0; e < p_.edges.size(); ++e)
      if (p_.locations[p_.edges[e].from].thread == id) j["edges"].push_back(edge(e));
    return j;
  }

  json location(LocId id) const {
    const Location& l = p_.locations[id];
    json j = {{"id", id}};
    flag(j, "atomic", l.atomic);
    text(j, "label", l.label);
    number(j, "stack", l.stack);
    position(j, l.pos);
    return j;
  }

  json edge(EdgeId id) const {
    const Edge& e = p_.edges[id];
    json j = {{"id", id}, {"from", e.from}, {"to", e.to}, {"ops", json::array()}};
    for (const Operation& op : e.ops) {
      j["ops"].push_back(print_.operation(op));
      json statements = json::array(); // of a parallel assignment as many as registers
      forEachStatement(op, [&](StatementId s) { statements.push_back(s); });
      if (p_.statements.size() > 1) j["statements"].push_back(std::move(statements));
    }
    flag(j, "atomic", e.atomicGroup);
    flag(j, "primitive", e.primitive);
    flag(j, "library", e.library);
    text(j, "text", e.text);
    number(j, "stack", e.stack);
    if (e.sync) j["sync"] = sync(*e.sync);
    position(j, e.pos);
    return j;
  }

  json sync(const Sync& s) const {
    json j = {{"kind", nameOf(s.kind)}, {"object", print_.term(s.object)}};
    if (s.object2) j["object2"] = print_.term(s.object2);
    flag(j, "reentrant", s.reentrant);
    return j;
  }

  const Program& p_;
  OperationPrinter print_;
};

} // namespace

json modelToJson(const Program& p) { return Writer(p).model(); }

} // namespace heddle::ccfg
