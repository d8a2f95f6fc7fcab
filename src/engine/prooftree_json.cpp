// Trees as JSON. The labels' terms share most of what they are made of, so they are written once, as a table
// in which operands come first; a label is a list of places in it.
#include "engine/json_parts.h"

#include "logic/eval.h"

#include <unordered_map>

namespace heddle::engine {

using logic::Op;
using logic::Term;
using nlohmann::json;

namespace {

json toJson(const StateSymbol& s) {
  using Kind = StateSymbol::Kind;
  switch (s.kind) {
  case Kind::Register:
    return {{"thread", s.thread}, {"register", s.reg}};
  case Kind::Memory:
    return {{"object", s.object}, {"offset", s.offset}, {"bytes", s.bytes}};
  case Kind::Block:
    return {{"thread", s.thread}, {"block", s.index}, {"offset", s.offset}, {"bytes", s.bytes}};
  case Kind::Alive:
    return {{"thread", s.thread}, {"block", s.index}};
  }
  return nullptr;
}

StateSymbol symbolFromJson(const json& j, const ccfg::Program& p) {
  using Kind = StateSymbol::Kind;
  StateSymbol s;
  if (!j.contains("object")) s.thread = static_cast<uint32_t>(parts::number(j, "thread", UINT32_MAX));
  if (j.contains("register")) {
    s.reg = parts::index(j.at("register"), "register", p.registerCount());
    return s;
  }
  if (j.contains("object")) {
    s.kind = Kind::Memory;
    s.object = parts::index(j.at("object"), "object", p.objects.size());
  } else {
    s.kind = j.contains("bytes") ? Kind::Block : Kind::Alive;
    s.index = static_cast<uint32_t>(parts::number(j, "block", UINT32_MAX));
  }
  if (s.kind == Kind::Alive) return s;
  s.offset = parts::number(j, "offset", UINT32_MAX);
  s.bytes = static_cast<unsigned>(parts::number(j, "bytes", 8));
  if (s.bytes == 0) parts::fail("a symbol of no bytes");
  return s;
}

unsigned widthOf(const StateSymbol& s, const ccfg::Program& p) {
  if (s.kind == StateSymbol::Kind::Register) return p.regWidth(s.reg);
  return s.kind == StateSymbol::Kind::Alive ? 1 : 8 * s.bytes;
}

// [operator, width, value] of a leaf; [operator, width, operands...] of others, an extract's lowest bit last.
class TermTable {
public:
  uint32_t add(Term t) {
    logic::forEachNode(t, [&](Term n) {
      if (places_.contains(n)) return;
      json entry = {logic::opName(n.op()), n.width()};
      if (n.arity() == 0) entry.push_back(n.value());
      for (unsigned i = 0; i < n.arity(); ++i) entry.push_back(places_.at(n.kid(i)));
      if (n.op() == Op::Extract) entry.push_back(n.value());
      places_[n] = static_cast<uint32_t>(table_.size());
      table_.push_back(std::move(entry));
    });
    return places_.at(t);
  }
  json take() { return std::move(table_); }

private:
  json table_ = json::array();
  std::unordered_map<Term, uint32_t> places_;
};

std::optional<Op> opFromName(const std::string& name) {
  for (unsigned op = 0; op <= static_cast<unsigned>(Op::FTrunc); ++op)
    if (logic::opName(static_cast<Op>(op)) == name) return static_cast<Op>(op);
  return std::nullopt;
}

Term termFromJson(const json& j, const std::vector<Term>& known, logic::TermManager& terms) {
  if (!j.is_array() || j.size() < 3 || !j[0].is_string()) parts::fail("\"terms\" has an entry that is none");
  const auto op = opFromName(j[0].get<std::string>());
  if (!op || *op == Op::Address) parts::fail("\"terms\" has an unknown operator");
  const auto width = static_cast<unsigned>(parts::asNumber(j[1], "terms", 64));
  if (width == 0) parts::fail("\"terms\" has an entry of no width");
  if (*op == Op::Const) return terms.constant(parts::asNumber(j[2], "terms", UINT64_MAX), width);
  if (*op == Op::Var) return terms.var(parts::index(j[2], "terms", terms.symbolCount()));
  Term kids[3];
  const size_t operands = j.size() - 2 - (*op == Op::Extract ? 1 : 0);
  if (operands > 3 || operands == 0) parts::fail("\"terms\" has an entry with too many operands");
  for (size_t i = 0; i < operands; ++i) kids[i] = known[parts::index(j[2 + i], "terms", known.size())];
  const uint64_t low = *op == Op::Extract ? parts::asNumber(j.back(), "terms", 63) : 0;
  if (!logic::wellFormed(*op, width, kids[0], kids[1], kids[2], low))
    parts::fail("\"terms\" has an entry whose operands do not fit");
  return terms.make(*op, width, kids[0], kids[1], kids[2], low);
}

json toJson(const ProofNode& n, TermTable& table) {
  json label = json::array();
  for (Term t : n.label) label.push_back(table.add(t));
  json j = {{"at", n.at}, {"label", std::move(label)}};
  if (n.parent != ccfg::none) {
    j["parent"] = n.parent;
    j["thread"] = n.thread;
    j["edges"] = n.edges;
    if (n.takes != 0) j["takes"] = n.takes;
    for (uint32_t k : n.reuses) j["reuses"].push_back(k == ccfg::none ? json() : json(k));
  }
  if (n.isCovered()) j["coveredBy"] = n.coveredBy;
  return j;
}

std::vector<Term> conditionsFromJson(const json& list, const char* name, const std::vector<Term>& terms) {
  std::vector<Term> all;
  for (const json& t : list) {
    all.push_back(terms[parts::index(t, name, terms.size())]);
    if (all.back().width() != 1) parts::fail(fmt::format("\"{}\" has a term that is no condition", name));
  }
  return all;
}

ProofNode nodeFromJson(const json& j, size_t index, size_t nodes, const std::vector<Term>& terms,
                       const ccfg::Program& p) {
  ProofNode n;
  if (index != 0) {
    n.parent = parts::index(parts::member(j, "parent"), "parent", index);
    n.thread = static_cast<uint32_t>(parts::number(j, "thread", UINT32_MAX));
    if (j.contains("takes")) n.takes = static_cast<uint32_t>(parts::number(j, "takes", UINT32_MAX));
    if (j.contains("reuses"))
      for (const json& k : parts::list(j, "reuses"))
        n.reuses.push_back(k.is_null() ? ccfg::none
                                       : static_cast<uint32_t>(parts::asNumber(k, "reuses", UINT32_MAX)));
    for (const json& e : parts::list(j, "edges")) n.edges.push_back(parts::index(e, "edges", p.edges.size()));
  }
  for (const json& l : parts::list(j, "at")) n.at.push_back(parts::index(l, "at", p.locations.size()));
  n.label = conditionsFromJson(parts::list(j, "label"), "label", terms);
  if (j.contains("coveredBy")) n.coveredBy = parts::index(j.at("coveredBy"), "coveredBy", nodes);
  return n;
}

json toJson(const PlaceInvariant& i, TermTable& table) {
  json anyOf = json::array();
  for (const auto& all : i.anyOf) {
    json list = json::array();
    for (Term t : all) list.push_back(table.add(t));
    anyOf.push_back(std::move(list));
  }
  return {{"node", i.node}, {"anyOf", std::move(anyOf)}};
}

PlaceInvariant invariantFromJson(const json& j, size_t nodes, const std::vector<Term>& terms) {
  PlaceInvariant i;
  i.node = parts::index(parts::member(j, "node"), "node", nodes);
  for (const json& list : parts::list(j, "anyOf")) {
    if (!list.is_array()) parts::fail("\"anyOf\" has an entry that is no list");
    i.anyOf.push_back(conditionsFromJson(list, "anyOf", terms));
  }
  return i;
}

} // namespace

json treeToJson(const ProofTree& tree) {
  json j = {{"properties", json::array()},
            {"maxThreads", tree.maxThreads},
            {"symbols", json::array()},
            {"nodes", json::array()}};
  for (ccfg::Property p : ccfg::allProperties)
    if (tree.properties.has(p)) j["properties"].push_back(propertyName(p));
  for (const StateSymbol& s : tree.symbols) j["symbols"].push_back(toJson(s));
  TermTable table;
  for (const ProofNode& n : tree.nodes) j["nodes"].push_back(toJson(n, table));
  if (!tree.invariants.empty()) j["invariants"] = json::array();
  for (const PlaceInvariant& i : tree.invariants) j["invariants"].push_back(toJson(i, table));
  j["terms"] = table.take();
  return j;
}

ProofTree treeFromJson(const json& j, const ccfg::Program& p) {
  ProofTree tree;
  tree.terms = std::make_shared<logic::TermManager>();
  tree.maxThreads = static_cast<unsigned>(parts::number(j, "maxThreads", UINT32_MAX));
  for (const json& name : parts::list(j, "properties")) {
    const auto property = name.is_string() ? ccfg::propertyFromName(name.get<std::string>()) : std::nullopt;
    if (!property) parts::fail("\"properties\" has an unknown property");
    tree.properties.add(*property);
  }
  for (const json& s : parts::list(j, "symbols")) {
    tree.symbols.push_back(symbolFromJson(s, p));
    tree.terms->newSymbol("", widthOf(tree.symbols.back(), p));
  }
  std::vector<Term> terms;
  for (const json& t : parts::list(j, "terms")) terms.push_back(termFromJson(t, terms, *tree.terms));
  const json& nodes = parts::list(j, "nodes");
  if (nodes.empty()) parts::fail("the tree has no root");
  for (const json& n : nodes)
    tree.nodes.push_back(nodeFromJson(n, tree.nodes.size(), nodes.size(), terms, p));
  if (j.contains("invariants"))
    for (const json& i : parts::list(j, "invariants"))
      tree.invariants.push_back(invariantFromJson(i, nodes.size(), terms));
  return tree;
}

} // namespace heddle::engine
