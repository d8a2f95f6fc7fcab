// Inside text/ only: the recursive-descent parser. parse_term.cpp has terms, parse_op.cpp operations and
// edges, parse.cpp declarations and threads.
#pragma once

#include "ccfg/text/lex.h"

#include "ccfg/names.h"
#include "ccfg/program.h"

#include <algorithm>
#include <memory>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace heddle::ccfg::text {

class Parser {
public:
  Parser(std::string_view text, std::string_view fileName)
      : fileName_(fileName), tokens_(lex(text, fileName)), program_(std::make_unique<Program>()) {}

  std::unique_ptr<Program> run();

private:
  // ---- tokens (parse.cpp)
  const Token& peek(size_t ahead = 0) const { return tokens_[std::min(next_ + ahead, tokens_.size() - 1)]; }
  const Token& take();
  bool accept(std::string_view symbolOrWord);
  void expect(std::string_view symbol);
  [[noreturn]] void fail(const Token& at, const std::string& message) const;
  std::string name(const char* what); // a word or a string
  uint64_t number(const char* what, uint64_t max);
  uint32_t id(const char* what) { return static_cast<uint32_t>(number(what, none - 1)); }
  uint64_t numberOf(const Token& word, const std::string& digits, const char* what) const;
  SourcePos position(); // after `@`
  template <typename Enum>
  Enum enumerator(const Token& at, std::string_view word, const char* what) const {
    if (auto e = enumFromName<Enum>(word)) return *e;
    fail(at, "unknown " + std::string(what) + " `" + std::string(word) + "`");
  }

  // ---- terms (parse_term.cpp)
  struct OpenTerm;
  Term term();
  bool atTerm() const;
  Term leaf();
  Term constant();
  Term close(const OpenTerm& open);
  OpenTerm open();
  unsigned resultWidth(const OpenTerm& open) const;
  RegId reg();
  ObjectId object();

  // ---- operations and edges (parse_op.cpp)
  struct Modifiers { // the words after the dots of `load.4.acquire.volatile`
    Token at;
    std::vector<std::string> words;
  };
  Modifiers modifiers(const Token& word) const;
  void edge(LocId from);
  void operation(std::vector<Operation>& ops);
  void assignment(std::vector<Operation>& ops);
  Operation effect(const Token& word, const std::string& verb, const Modifiers& m);
  Operation withTarget(const Token& word, const std::string& verb, const Modifiers& m, RegId target);
  Operation nondet(RegId target);
  Operation fork(RegId target);
  Operation assertion(const Modifiers& m);
  Operation halt();
  void memoryModifiers(const Modifiers& m, unsigned& bytes, MemOrder& order, bool& isVolatile) const;
  void noModifiers(const Modifiers& m) const;
  Sync sync();
  void statements(Edge& e, const Token& at);
  bool edgeAttribute(Edge& e);

  // ---- declarations (parse.cpp)
  void declareNames();
  void item();
  void assumption();
  void frame();
  void statement();
  void objectItem();
  void thread();
  void threadItem(ThreadId t);
  void registers(ThreadId t);
  void location();
  LocId locationNamed(const std::string& name);
  void numberLocations();
  void numberEdges();
  void checkReferences();

  std::string fileName_;
  std::vector<Token> tokens_;
  size_t next_ = 0;
  std::unique_ptr<Program> program_;

  std::unordered_map<std::string, ObjectId> objects_;
  std::unordered_map<std::string, ThreadId> threads_;
  std::unordered_map<std::string, RegId> registers_;   // of the thread being parsed
  std::unordered_map<std::string, LocId> locationIds_; // of the thread being parsed
  std::vector<std::string> locationNames_;             // of the program
  std::vector<bool> locationDefined_;
  ThreadId currentThread_ = none;
  std::vector<std::pair<EdgeId, Token>> edgeNumbers_; // as written; empty: none were
  std::vector<std::pair<StackId, Token>> stackUses_;  // checked at the end: frames may follow
  std::vector<std::pair<AssumptionId, Token>> assumptionUses_;
};

} // namespace heddle::ccfg::text
