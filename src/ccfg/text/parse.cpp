// Tokens to declarations, threads and locations, and the numbering at the end. Keep in step with print.cpp.
#include "ccfg/text.h"
#include "ccfg/text/parser.h"

#include "support/error.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace heddle::ccfg::text {

// ---- tokens

const Token& Parser::take() {
  const Token& t = tokens_[next_];
  if (next_ + 1 < tokens_.size()) ++next_;
  return t;
}

bool Parser::accept(std::string_view symbolOrWord) {
  if (!peek().is(symbolOrWord)) return false;
  take();
  return true;
}

void Parser::expect(std::string_view symbol) {
  if (!accept(symbol)) fail(peek(), fmt::format("`{}` is expected", symbol));
}

void Parser::fail(const Token& at, const std::string& message) const {
  const std::string found = at.kind == TokenKind::End ? " (at the end of the text)" : "";
  throw InputError(fmt::format("{}:{}:{}: {}{}", fileName_, at.line, at.column, message, found));
}

std::string Parser::name(const char* what) {
  if (peek().kind != TokenKind::Word && peek().kind != TokenKind::String)
    fail(peek(), fmt::format("{} is expected", what));
  return take().text;
}

uint64_t Parser::numberOf(const Token& word, const std::string& digits, const char* what) const {
  const bool hex = digits.starts_with("0x");
  const char* begin = digits.data() + (hex ? 2 : 0);
  const char* end = digits.data() + digits.size();
  uint64_t value = 0;
  const auto [stop, error] = std::from_chars(begin, end, value, hex ? 16 : 10);
  if (error != std::errc() || stop != end)
    fail(word, fmt::format("{} is expected, not `{}`", what, word.text));
  return value;
}

uint64_t Parser::number(const char* what, uint64_t max) {
  const Token word = peek();
  if (word.kind != TokenKind::Word) fail(word, fmt::format("{} is expected", what));
  take();
  const uint64_t value = numberOf(word, word.text, what);
  if (value > max) fail(word, fmt::format("{} is at most {}", what, max));
  return value;
}

SourcePos Parser::position() {
  expect("@");
  SourcePos pos;
  if (!accept("?")) pos.file = program_->files.add(name("a file"));
  expect(":");
  pos.line = id("a line");
  expect(":");
  pos.column = id("a column");
  return pos;
}

// ---- declarations

// Names of objects and threads may be used before they are declared.
void Parser::declareNames() {
  int depth = 0;
  auto declare = [&](auto& names, const char* what, const Token& named) {
    const auto id = static_cast<uint32_t>(names.size());
    if (named.kind == TokenKind::Symbol || names.emplace(named.text, id).second) return;
    fail(named, fmt::format("{} {} is declared twice", what, named.text));
  };
  for (size_t i = 0; i + 1 < tokens_.size(); ++i) {
    const Token& t = tokens_[i];
    depth += t.is("{") ? 1 : t.is("}") ? -1 : 0;
    if (depth != 0) continue;
    // What follows these words is a name, even if it reads `object`.
    if (t.is("object"))
      declare(objects_, "object", tokens_[++i]);
    else if (t.is("thread"))
      declare(threads_, "thread", tokens_[++i]);
    else if (t.is("name"))
      ++i;
    else if (t.is("frame"))
      i += 2;
    else if (t.is("statement"))
      i += 4;
  }
}

void Parser::assumption() {
  const Token at = peek();
  if (id("a number") != program_->assumptions.size()) fail(at, "assumptions are numbered 0, 1, ... in order");
  Assumption a;
  const Token kindToken = peek();
  auto kind = assumptionKindFromName(name("a kind of assumption"));
  if (!kind) fail(kindToken, fmt::format("unknown kind of assumption `{}`", kindToken.text));
  a.kind = *kind;
  a.missesBehaviours = accept("misses");
  a.addsBehaviours = accept("adds");
  a.text = name("a text");
  if (peek().is("@")) a.pos = position();
  program_->assumptions.push_back(std::move(a));
}

void Parser::frame() {
  const Token at = peek();
  if (id("a number") != program_->stacks.size()) fail(at, "frames are numbered 1, 2, ... in order");
  Frame f;
  f.function = name("a function");
  if (accept("parent")) {
    const Token use = peek();
    f.parent = id("a frame");
    if (f.parent >= program_->stacks.size()) fail(use, "the parent of a frame comes before it");
  }
  if (accept("stmt")) f.statement = id("a statement");
  if (peek().is("@")) f.callSite = position();
  program_->addFrame(std::move(f));
}

void Parser::statement() {
  const Token at = peek();
  if (id("a number") != program_->statements.size()) fail(at, "statements are numbered 1, 2, ... in order");
  Statement s;
  const Token kind = peek();
  s.kind = enumerator<StatementKind>(kind, name("a kind of statement"), "kind of statement");
  s.function = name("a function");
  s.file = program_->files.add(name("a file"));
  s.begin = number("an offset", UINT64_MAX);
  s.end = number("an offset", UINT64_MAX);
  if (accept("parent")) s.parent = id("a statement");
  s.macro = accept("macro");
  program_->statements.push_back(std::move(s));
}

void Parser::objectItem() {
  Object o;
  o.name = name("an object");
  const Token kindToken = peek();
  o.kind = enumerator<ObjectKind>(kindToken, name("a kind of object"), "kind of object");
  o.size = number("a size", UINT64_MAX);
  o.uninitialised = accept("uninit");
  o.readOnly = accept("readonly");
  if (accept("name")) o.name = name("a name");
  if (peek().is("@")) o.pos = position();
  while (accept("init")) {
    InitPiece piece{};
    piece.offset = number("an offset", UINT64_MAX);
    piece.bytes = static_cast<unsigned>(number("a number of bytes", 8));
    piece.value = term();
    o.init.push_back(piece);
  }
  program_->addObject(std::move(o));
}

void Parser::registers(ThreadId t) {
  while (peek().is("%")) {
    take();
    const Token at = peek();
    const std::string n = name("a register");
    expect(":");
    const Token widthToken = peek();
    const uint64_t width = number("a width", 64);
    if (width == 0) fail(widthToken, "a width is between 1 and 64");
    if (registers_.contains(n)) fail(at, fmt::format("register %{} is declared twice", n));
    registers_[n] = program_->addRegister(t, n, static_cast<unsigned>(width));
  }
}

// ---- threads

LocId Parser::locationNamed(const std::string& name) {
  auto [it, isNew] = locationIds_.emplace(name, static_cast<LocId>(program_->locations.size()));
  if (isNew) {
    program_->addLocation(currentThread_);
    locationNames_.push_back(name);
    locationDefined_.push_back(false);
  }
  return it->second;
}

void Parser::location() {
  const Token at = peek();
  const LocId l = locationNamed(name("a location"));
  if (locationDefined_[l]) fail(at, fmt::format("location {} is declared twice", at.text));
  locationDefined_[l] = true;
  expect(":");
  Location& loc = program_->locations[l];
  const bool followsName = peek(1).is(":"); // the next location
  if (!followsName) {
    loc.atomic = accept("atomic");
    if (accept("label")) loc.label = name("a label");
    const Token use = peek();
    if (accept("stack")) stackUses_.emplace_back(loc.stack = id("a frame"), use);
    if (peek().is("@")) loc.pos = position();
  }
  while (peek().is("->") || peek(1).is("->")) edge(l);
}

void Parser::threadItem(ThreadId t) {
  Thread& thread = program_->threads[t];
  if (peek(1).is(":")) return location();
  if (accept("function"))
    thread.function = name("a function");
  else if (accept("repeatable"))
    thread.repeatable = true;
  else if (accept("reg"))
    registers(t);
  else if (accept("params"))
    while (peek().is("%")) thread.params.push_back(reg());
  else if (accept("result"))
    thread.result = reg();
  else if (accept("entry"))
    thread.entry = locationNamed(name("a location"));
  else if (accept("exit"))
    thread.exit = locationNamed(name("a location"));
  else
    fail(peek(), "a location, an edge or a declaration of the thread is expected");
}

void Parser::thread() {
  Thread t;
  const Token at = peek();
  t.name = t.function = name("a thread");
  if (peek().is("@")) t.pos = position();
  currentThread_ = static_cast<ThreadId>(program_->threads.size());
  registers_.clear();
  locationIds_.clear();
  program_->threads.push_back(std::move(t));
  const RegId self = program_->addRegister(currentThread_, "self", 32);
  program_->threads[currentThread_].self = registers_["self"] = self;
  expect("{");
  while (!accept("}")) threadItem(currentThread_);
  registers_.clear();
  const Thread& made = program_->threads[currentThread_];
  if (made.entry == none || made.exit == none)
    fail(at, fmt::format("thread {} has no entry or no exit", made.name));
}

// ---- numbering

// Locations L0, L1, ... have these numbers, so that a printed model keeps its own.
void Parser::numberLocations() {
  const size_t n = program_->locations.size();
  std::vector<LocId> newId(n, none);
  std::vector<Location> renumbered(n);
  for (LocId l = 0; l < n; ++l) {
    const std::string& name = locationNames_[l];
    LocId number = none;
    const auto [stop, error] = std::from_chars(name.data() + 1, name.data() + name.size(), number);
    const bool numbered =
        name.size() > 1 && name[0] == 'L' && error == std::errc() && stop == name.data() + name.size();
    if (!numbered || number >= n || renumbered[number].thread != none) return; // as they came
    renumbered[number] = program_->locations[l];
    newId[l] = number;
  }
  program_->locations = std::move(renumbered);
  for (Thread& t : program_->threads) {
    t.entry = newId[t.entry];
    t.exit = newId[t.exit];
  }
  for (Edge& e : program_->edges) {
    e.from = newId[e.from];
    e.to = newId[e.to];
  }
}

void Parser::numberEdges() {
  const size_t n = program_->edges.size();
  if (edgeNumbers_.empty()) return;
  if (edgeNumbers_.size() != n) fail(edgeNumbers_[0].second, "either all edges have numbers or none");
  std::vector<Edge> renumbered(n);
  for (size_t i = 0; i < n; ++i) {
    const auto& [number, at] = edgeNumbers_[i];
    if (number >= n) fail(at, fmt::format("there are {} edges, so they are numbered e0 to e{}", n, n - 1));
    if (renumbered[number].from != none) fail(at, fmt::format("two edges have the number {}", number));
    renumbered[number] = std::move(program_->edges[i]);
  }
  program_->edges = std::move(renumbered);
}

void Parser::checkReferences() {
  for (const auto& [stack, at] : stackUses_)
    if (stack >= program_->stacks.size()) fail(at, fmt::format("no frame {}", stack));
  for (const auto& [assumption, at] : assumptionUses_)
    if (assumption >= program_->assumptions.size()) fail(at, fmt::format("no assumption {}", assumption));
}

// ---- the whole

void Parser::item() {
  if (accept("assumption"))
    assumption();
  else if (accept("frame"))
    frame();
  else if (accept("statement"))
    statement();
  else if (accept("object"))
    objectItem();
  else if (accept("thread"))
    thread();
  else
    fail(peek(), "an object, a thread, a frame, a statement or an assumption is expected");
}

std::unique_ptr<Program> Parser::run() {
  expect("program");
  const Token model = peek();
  program_->dataModel = enumerator<DataModel>(model, name("a data model"), "data model");
  declareNames();
  while (peek().kind != TokenKind::End) item();
  if (program_->threads.empty()) fail(peek(), "a program has at least one thread");
  checkReferences();
  numberLocations();
  numberEdges();
  program_->reindex();
  return std::move(program_);
}

} // namespace heddle::ccfg::text

namespace heddle::ccfg {

std::unique_ptr<Program> parseText(std::string_view text, std::string_view fileName) {
  std::unique_ptr<Program> p = text::Parser(text, fileName).run();
  try {
    verify(*p);
  } catch (const InternalError& e) {
    throw InputError(fmt::format("{}: {}", fileName, e.what()));
  }
  return p;
}

} // namespace heddle::ccfg
