// Operations and edges of the text form.
#include "ccfg/text/parser.h"

#include <fmt/format.h>

namespace heddle::ccfg::text {

namespace {

bool isDigits(const Token& t) {
  return t.kind == TokenKind::Word && t.text.find_first_not_of("0123456789") == std::string::npos;
}

} // namespace

Parser::Modifiers Parser::modifiers(const Token& word) const {
  Modifiers m{word, {}};
  for (size_t dot = word.text.find('.'); dot != std::string::npos;) {
    const size_t next = word.text.find('.', dot + 1);
    m.words.push_back(word.text.substr(dot + 1, next == std::string::npos ? next : next - dot - 1));
    dot = next;
  }
  return m;
}

void Parser::noModifiers(const Modifiers& m) const {
  if (!m.words.empty()) fail(m.at, fmt::format("unknown modifier `{}`", m.words[0]));
}

void Parser::memoryModifiers(const Modifiers& m, unsigned& bytes, MemOrder& order, bool& isVolatile) const {
  if (m.words.empty()) fail(m.at, "how many bytes? e.g. `.4`");
  const uint64_t n = numberOf(m.at, m.words[0], "a number of bytes");
  if (n < 1 || n > 8) fail(m.at, "an access has 1 to 8 bytes");
  bytes = static_cast<unsigned>(n);
  for (size_t i = 1; i < m.words.size(); ++i) {
    if (m.words[i] == "volatile")
      isVolatile = true;
    else
      order = enumerator<MemOrder>(m.at, m.words[i], "memory order");
  }
}

Operation Parser::nondet(RegId target) {
  Nondet o{target, 0, UINT64_MAX, ""};
  if (isDigits(peek()) && isDigits(peek(1))) {
    o.lo = number("the lowest value", UINT64_MAX);
    o.hi = number("the highest value", UINT64_MAX);
  }
  if (peek().kind == TokenKind::String) o.origin = take().text;
  return o;
}

Operation Parser::fork(RegId target) {
  Fork o;
  const Token at = peek();
  const std::string n = name("a thread");
  auto it = threads_.find(n);
  if (it == threads_.end()) fail(at, fmt::format("no thread {}", n));
  o.thread = it->second;
  while (atTerm()) o.args.push_back(term());
  o.handle = target;
  return o;
}

Operation Parser::assertion(const Modifiers& m) {
  Assert o{{}, Property::Assert, ""};
  if (m.words.size() > 1) fail(m.at, "one property is expected");
  if (m.words.size() == 1) {
    auto property = propertyFromName(m.words[0]);
    if (!property) fail(m.at, fmt::format("unknown property `{}`", m.words[0]));
    o.property = *property;
  }
  o.cond = term();
  if (peek().kind == TokenKind::String) o.message = take().text;
  return o;
}

Operation Parser::halt() {
  const Token at = peek();
  Halt o{enumerator<HaltKind>(at, name("how it ends"), "end"), none};
  if (isDigits(peek())) {
    const Token use = peek();
    o.assumption = id("an assumption");
    assumptionUses_.emplace_back(o.assumption, use);
  }
  return o;
}

// What stands after `%r :=`, or alone.
Operation Parser::withTarget(const Token& word, const std::string& verb, const Modifiers& m, RegId target) {
  if (verb == "load" && target != none) {
    Load o{target, {}, 0};
    memoryModifiers(m, o.bytes, o.order, o.isVolatile);
    o.addr = term();
    return o;
  }
  if (verb == "alloc" && target != none) {
    Alloc o{target, none, {}, m.words == std::vector<std::string>{"zeroed"}};
    if (!o.zeroed) noModifiers(m);
    o.site = object();
    o.size = term();
    return o;
  }
  if (verb == "nondet" && target != none) {
    noModifiers(m);
    return nondet(target);
  }
  if (verb == "fork") {
    noModifiers(m);
    return fork(target);
  }
  if (verb == "join") {
    noModifiers(m);
    Term handle = term();
    return Join{handle, target};
  }
  fail(word, fmt::format("unknown operation `{}`", word.text));
}

Operation Parser::effect(const Token& word, const std::string& verb, const Modifiers& m) {
  if (verb == "assert") return assertion(m);
  if (verb == "store") {
    Store o{{}, {}, 0};
    memoryModifiers(m, o.bytes, o.order, o.isVolatile);
    o.addr = term();
    o.value = term();
    return o;
  }
  if (verb == "free") {
    const bool heap = m.words != std::vector<std::string>{"local"};
    if (heap) noModifiers(m);
    return Free{term(), heap};
  }
  if (verb == "fence") {
    if (m.words.size() != 1) fail(word, "a fence has one memory order");
    return Fence{enumerator<MemOrder>(word, m.words[0], "memory order")};
  }
  if (verb == "fork" || verb == "join") return withTarget(word, verb, m, none);
  noModifiers(m);
  if (verb == "assume") return Assume{term()};
  if (verb == "halt") return halt();
  return Mark{enumerator<MarkKind>(word, verb, "operation")};
}

void Parser::assignment(std::vector<Operation>& ops) {
  std::vector<RegId> targets;
  do targets.push_back(reg());
  while (accept(","));
  expect(":=");
  if (targets.size() == 1 && !atTerm()) {
    const Token word = take();
    const Modifiers m = modifiers(word);
    ops.push_back(withTarget(word, word.text.substr(0, word.text.find('.')), m, targets[0]));
    return;
  }
  Set set;
  for (size_t i = 0; i < targets.size(); ++i) {
    if (i > 0) expect(",");
    set.assignments.push_back({targets[i], term()});
  }
  ops.push_back(std::move(set));
}

void Parser::operation(std::vector<Operation>& ops) {
  if (accept("skip")) return;
  if (peek().is("%")) return assignment(ops);
  const Token word = take();
  if (word.kind != TokenKind::Word) fail(word, "an operation is expected");
  const Modifiers m = modifiers(word);
  ops.push_back(effect(word, word.text.substr(0, word.text.find('.')), m));
}

Sync Parser::sync() {
  const Token at = peek();
  Sync s{enumerator<SyncKind>(at, name("a kind"), "synchronization"), term(), {}, false};
  if (atTerm()) s.object2 = term();
  s.reentrant = accept("reentrant");
  return s;
}

// One number for all, or one for each operation and each register of a parallel assignment.
void Parser::statements(Edge& e, const Token& at) {
  std::vector<StatementId> all;
  do all.push_back(id("a statement"));
  while (accept(","));
  size_t next = 0;
  for (Operation& op : e.ops)
    changeStatements(op, [&](StatementId& s) { s = all[std::min(next++, all.size() - 1)]; });
  if (all.size() > 1 && all.size() != next) fail(at, fmt::format("{} statements are expected", next));
}

// One of the words after the operations; false if none stands here.
bool Parser::edgeAttribute(Edge& e) {
  const Token at = peek();
  if (peek(1).is(":") || peek(1).is("->")) return false; // a location or an edge of this name
  if (accept("sync"))
    e.sync = sync();
  else if (accept("primitive"))
    e.primitive = true;
  else if (accept("library"))
    e.library = true;
  else if (accept("stmt"))
    statements(e, at);
  else if (accept("text"))
    e.text = name("a text");
  else if (accept("stack"))
    stackUses_.emplace_back(e.stack = id("a frame"), at);
  else if (at.is("@"))
    e.pos = position();
  else
    return false;
  return true;
}

void Parser::edge(LocId from) {
  if (!peek().is("->")) {
    const Token at = take();
    if (at.kind != TokenKind::Word || at.text.front() != 'e') fail(at, "an edge or a location is expected");
    const uint64_t n = numberOf(at, at.text.substr(1), "the number of an edge");
    if (n >= none) fail(at, "the number of an edge is too large");
    edgeNumbers_.emplace_back(static_cast<EdgeId>(n), at);
  }
  expect("->");
  Edge e;
  e.from = from;
  e.to = locationNamed(name("a location"));
  expect(":");
  e.atomicGroup = accept("atomic");
  do operation(e.ops);
  while (accept(";"));
  while (edgeAttribute(e)) {
  }
  program_->edges.push_back(std::move(e));
}

} // namespace heddle::ccfg::text
