// From a request to new texts: finds the sections in the syntax trees, makes one of those that overlap,
// defines the mutexes, and writes each function anew.

#include "patch/patch.h"

#include "llvm2ccfg/overlay.h"
#include "patch/callers.h"
#include "patch/diff.h"
#include "patch/exits.h"
#include "patch/heads.h"
#include "patch/homes.h"
#include "patch/spans.h"
#include "patch/widen.h"

#include <algorithm>
#include <filesystem>
#include <functional>

namespace heddle::patch {

namespace {

using ccfg::Statement;

class Patch {
public:
  Patch(const ccfg::Program& program, const Request& request, const llvm2ccfg::FrontendOptions& compiled)
      : program_(program), request_(request), compiled_(compiled), trees_(compiled), files_(trees_) {}

  std::vector<Change> run() {
    for (size_t lock = 0; lock < request_.locks.size(); ++lock) addLock(lock);
    for (auto& [body, function] : functions_) rewrite(*function);
    for (const ccfg::StatementId fence : request_.fences) addFence(fence);
    return changes();
  }

private:
  struct Edited {
    Edited(File& file, const Body& body) : function(file, body) {}
    Function function;
    std::vector<Span> spans;
  };

  // ---- sections

  const Statement& row(ccfg::StatementId id) const {
    HEDDLE_CHECK(id > 0 && id < program_.statements.size(), "a section of no statement");
    return program_.statements[id];
  }

  Edited& functionOf(const Statement& s) {
    File& file = files_.of(program_.files.name(s.file));
    const Body* body = trees_.bodyAt(file.tree, file.name, s.begin);
    if (body == nullptr)
      file.refuse(s.begin, "the statement is in no function of this file as it stands now",
                  "analyse the program again");
    std::unique_ptr<Edited>& known = functions_[body];
    if (known == nullptr) known = std::make_unique<Edited>(file, *body);
    return *known;
  }

  Node nodeOf(const Edited& e, const Statement& s) const {
    const std::optional<Node> node = e.function.body.find({s.begin, s.end}, s.kind);
    if (!node)
      e.function.file.refuse(s.begin, "this statement comes from a macro's body",
                             "take the whole use of the macro, or write the macro out");
    return *node;
  }

  Span spanOfSection(const Section& section, size_t lock) {
    const Statement &first = row(section.first), &last = row(section.last);
    Edited& e = functionOf(first);
    if (first.function != last.function || first.file != last.file || &functionOf(last) != &e)
      e.function.file.refuse(
          first.begin, "a section can't begin in '" + first.function + "' and end in '" + last.function + "'",
          "take the calls in a function that calls both");
    return spanOf(e.function, nodeOf(e, first), nodeOf(e, last), lock);
  }

  // Spans of one function that overlap become one.
  static void add(Edited& e, Span span) {
    for (size_t i = 0; i < e.spans.size();) {
      if (e.spans[i].lock == span.lock && unite(e.function.file.tree, span, e.spans[i])) {
        e.spans.erase(e.spans.begin() + static_cast<std::ptrdiff_t>(i));
        i = 0;
      } else {
        ++i;
      }
    }
    e.spans.push_back(span);
  }

  void addLock(size_t number) {
    const Lock& lock = request_.locks[number];
    for (const Section& section : lock.sections) {
      const Span span = spanOfSection(section, number);
      add(*functions_.at(span.body), span);
    }
    dropCalled(number);
    std::vector<User> users;
    std::vector<const Body*> bodies;
    for (auto& [body, e] : functions_)
      if (std::ranges::any_of(e->spans, [&](const Span& s) { return s.lock == number; })) {
        users.push_back({&e->function.file, body});
        bodies.push_back(body);
      }
    if (users.empty()) {
      calls_.emplace_back();
      return;
    }
    std::ranges::sort(users, [](const User& a, const User& b) { return a.file->name < b.file->name; });
    if (request_.style == Style::AtomicMarkers) {
      declareMarkers(users);
      calls_.push_back({"__VERIFIER_atomic_begin", "__VERIFIER_atomic_end", ""});
    } else if (lock.existing.empty()) {
      calls_.push_back(defineMutex(files_, trees_, lock.name, users, compiled_.entry));
    } else {
      calls_.push_back(callsFor(lock.existing, bodies));
    }
    widenAll(number);
  }

  void widenAll(size_t number) {
    for (auto& [body, e] : functions_) {
      std::vector<Span> old;
      std::swap(old, e->spans);
      for (Span& span : old) {
        if (span.lock == number) widen(span, calls_[number]);
        add(*e, span);
      }
    }
  }

  // ---- calls among sections of one lock

  // A section in a function that is called in sections only goes: its callers hold the lock.
  void dropCalled(size_t number) {
    const Callers callers(trees_);
    for (bool again = true; again;) {
      again = false;
      for (auto& [body, e] : functions_)
        for (const Span& span : e->spans) {
          if (again || span.lock != number) continue;
          again = dropReached(callers, span, e->function);
        }
    }
  }

  bool dropReached(const Callers& callers, const Span& span, const Function& function) {
    const std::set<std::string> reached = callers.reachable(function.file.tree, span.parts());
    for (auto& [body, e] : functions_) {
      const std::string key = Callers::keyOf(e->function.file.tree, body->function());
      const bool locks = std::ranges::any_of(e->spans, [&](const Span& s) { return s.lock == span.lock; });
      if (!locks || !reached.contains(key)) continue;
      const bool always = std::ranges::all_of(
          callers.usesOf(key), [&](const Callers::Use& use) { return inSection(use.stmt, span.lock); });
      if (!always || e->function.body.function() == function.body.function())
        function.file.refuse(span.extent(function.file.tree).begin,
                             "the section calls '" + body->name() + "', which has a section of the same lock",
                             "take sections that don't call each other");
      std::erase_if(e->spans, [&](const Span& s) { return s.lock == span.lock; });
      return true;
    }
    return false;
  }

  bool inSection(const clang::Stmt* s, size_t number) const {
    return std::ranges::any_of(functions_, [&](const auto& f) {
      return std::ranges::any_of(f.second->spans,
                                 [&](const Span& span) { return span.lock == number && span.contains(s); });
    });
  }

  // ---- writing

  void rewrite(Edited& e) {
    Function& f = e.function;
    std::ranges::sort(e.spans, [&](const Span& a, const Span& b) {
      const Extent x = a.extent(f.file.tree), y = b.extent(f.file.tree);
      return x.begin != y.begin ? x.begin < y.begin : x.end != y.end ? x.end > y.end : a.lock < b.lock;
    });
    Exits exits;
    std::map<std::pair<const clang::Stmt*, Part>, std::vector<HeadLock>> heads;
    std::map<size_t, std::set<const clang::Stmt*>> released; // by lock
    std::vector<const Span*> before;
    for (const Span& span : e.spans) {
      checkSpan(f, span);
      checkNesting(f, before, span);
      const Calls& calls = calls_[span.lock];
      const Ends ends = absorb(f, span, calls, released[span.lock]);
      if (ends.held) continue;
      findExits(f, span, exits);
      before.push_back(&span);
      if (span.head.stmt != nullptr)
        heads[{span.head.stmt, span.head.part}].push_back(
            {static_cast<int>(span.lock), span.isHead() && ends.locks ? calls.lock() : "", calls.unlock()});
      if (!span.isHead()) putEnds(f, span, calls, ends);
    }
    // In the order of the text, by which new variables get their names.
    std::map<uint64_t, std::function<void()>> work;
    for (const auto& [head, locks] : heads)
      work[f.extent(Node{head.first, head.second}).begin] = [&f, &head, &locks] {
        rewriteHead(f, {head.first, head.second}, locks);
      };
    for (auto& [exit, spans] : exits) {
      std::vector<std::string> unlocks;
      for (size_t i = spans.size(); i-- > 0;)
        if (!released[spans[i]->lock].contains(exit) && !staysHeld(f, exit, calls_[spans[i]->lock]))
          unlocks.push_back(calls_[spans[i]->lock].unlock());
      if (!unlocks.empty())
        work[f.extent(exit).begin] = [&f, exit = exit, unlocks] { rewriteExit(f, exit, unlocks); };
    }
    for (const auto& [at, each] : work) each();
  }

  // Where the program jumps with the lock held, it expects it to be held.
  static bool staysHeld(const Function& f, const clang::Stmt* exit, const Calls& calls) {
    return llvm::isa<clang::BreakStmt, clang::ContinueStmt, clang::GotoStmt>(exit) &&
           isHeld(f.body, exit, calls);
  }

  // Of two locks, the section that ends last must not be given up first in an expression.
  static void checkNesting(const Function& f, const std::vector<const Span*>& before, const Span& span) {
    for (const Span* other : before)
      if (other->head.stmt != nullptr && other->head.stmt == span.head.stmt &&
          other->head.part == span.head.part && !span.isHead() && other->isHead())
        f.file.refuse(span.extent(f.file.tree).begin,
                      "two sections end with one condition in the wrong order",
                      "let the lock that is taken first have the lower number");
  }

  static void putEnds(Function& f, const Span& span, const Calls& calls, const Ends& ends) {
    const Extent e = span.extent(f.file.tree);
    if (span.alone != nullptr) f.brace(span.alone);
    const int level = level::section + static_cast<int>(span.lock);
    const clang::Stmt* outer = outermost(span, span.first());
    if (ends.locks) f.edits.lineBefore(f.extent(outer).begin, {e.end, level}, calls.lock(), f.indent(outer));
    if (span.head.stmt == nullptr && ends.unlocks && completes(span.last()))
      f.edits.lineAfter(e.end, {e.begin, level}, calls.unlock(),
                        f.indent(span.within == nullptr ? span.last() : lastOwn(f, span)), e.begin);
  }

  // With its attributes.
  static const clang::Stmt* outermost(const Span& span, const clang::Stmt* s) {
    while (llvm::isa_and_nonnull<clang::AttributedStmt>(span.body->parent(s))) s = span.body->parent(s);
    return s;
  }

  // By which the line behind the section is indented: the first statement, if it begins a line.
  static const clang::Stmt* lastOwn(const Function& f, const Span& span) {
    return f.edits.startsLine(f.file.tree.offset(span.first()->getBeginLoc())) ? span.first()
                                                                               : unlabelled(span.last());
  }

  void addFence(ccfg::StatementId id) {
    const Statement& s = row(id);
    Edited& e = functionOf(s);
    Function& f = e.function;
    const Span span = spanOf(f, nodeOf(e, s), nodeOf(e, s), 0);
    if (span.isHead())
      f.file.refuse(s.begin, "a fence can't stand within the head of a statement",
                    "put it before the statement");
    if (span.alone != nullptr) f.brace(span.alone);
    f.edits.lineBefore(f.extent(span.first()).begin, {span.extent(f.file.tree).end, level::section},
                       "atomic_thread_fence(memory_order_seq_cst);", f.indent(span.first()));
    include({&f.file, span.body}, "stdatomic.h", "atomic_thread_fence");
  }

  // ---- results

  std::vector<Change> changes() {
    std::vector<Change> out;
    for (File* file : files_.all()) {
      std::string after = file->edits.render();
      if (after == file->edits.text()) continue;
      Change c{file->name, file->edits.text(), std::move(after), ""};
      c.diff = unifiedDiff(c.before, c.after, nameInDiff(c.file));
      out.push_back(std::move(c));
    }
    std::ranges::sort(out, {}, &Change::file);
    return out;
  }

  // Below the current folder, or below /.
  static std::string nameInDiff(const std::string& file) {
    namespace fs = std::filesystem;
    const fs::path path(file);
    const fs::path here = path.is_relative() ? path : path.lexically_relative(fs::current_path());
    if (!here.empty() && *here.begin() != "..") return here.lexically_normal().string();
    return fs::path(llvm2ccfg::canonicalName(file)).relative_path().string();
  }

  const ccfg::Program& program_;
  const Request& request_;
  const llvm2ccfg::FrontendOptions& compiled_;
  Trees trees_;
  Files files_;
  std::map<const Body*, std::unique_ptr<Edited>> functions_;
  std::vector<Calls> calls_; // by lock
};

} // namespace

std::vector<Change> apply(const ccfg::Program& program, const Request& request,
                          const llvm2ccfg::FrontendOptions& compiled) {
  return Patch(program, request, compiled).run();
}

std::map<std::string, std::string> overlayOf(const std::vector<Change>& changes) {
  std::map<std::string, std::string> out;
  for (const Change& c : changes) out[c.file] = c.after;
  return out;
}

} // namespace heddle::patch
