// See the header.

#include "patch/widen.h"

#include "patch/exits.h"

#include <clang/AST/Expr.h>

#include <algorithm>
#include <cctype>

namespace heddle::patch {

namespace {

enum class Op { None, Take, Give };

struct Family {
  const char *take, *give;
};

constexpr Family families[] = {{"pthread_mutex_lock", "pthread_mutex_unlock"},
                               {"mtx_lock", "mtx_unlock"},
                               {"pthread_spin_lock", "pthread_spin_unlock"},
                               {"pthread_rwlock_wrlock", "pthread_rwlock_unlock"}};

// Without blanks, and parentheses around it.
std::string plain(std::string s) {
  std::erase_if(s, [](unsigned char c) { return std::isspace(c) != 0; });
  while (s.size() > 1 && s.front() == '(' && s.back() == ')') {
    int depth = 0;
    const bool around = std::ranges::all_of(s.substr(0, s.size() - 1), [&](char c) {
      depth += c == '(' ? 1 : c == ')' ? -1 : 0;
      return depth > 0;
    });
    if (!around) break;
    s = s.substr(1, s.size() - 2);
  }
  return s;
}

// The address of the mutex that an expression stands for.
std::string addressOf(const std::string& mutex) {
  const std::string s = plain(mutex);
  return s.starts_with('*') ? plain(s.substr(1)) : "&" + s;
}

std::string sameForm(const std::string& argument) {
  const std::string s = plain(argument);
  return s.starts_with('&') ? "&" + plain(s.substr(1)) : s;
}

const clang::CallExpr* callIn(const clang::Stmt* s) {
  const auto* e = llvm::dyn_cast<clang::Expr>(s);
  return e == nullptr ? nullptr : llvm::dyn_cast<clang::CallExpr>(e->IgnoreParenCasts());
}

std::string nameOf(const clang::CallExpr* call) {
  const clang::FunctionDecl* f = call->getDirectCallee();
  return f == nullptr || f->getIdentifier() == nullptr ? "" : f->getName().str();
}

std::string argumentOf(const Tree& tree, const clang::CallExpr* call) {
  if (call->getNumArgs() == 0) return "";
  const std::optional<Extent> e = tree.extent(call->getArg(0)->getSourceRange());
  if (!e) return "";
  return sameForm(
      std::string(tree.text(tree.fileOf(call->getBeginLoc())).substr(e->begin, e->end - e->begin)));
}

// `call` may be null.
Op opOf(const Tree& tree, const clang::CallExpr* call, const Calls& calls) {
  if (call == nullptr) return Op::None;
  const std::string name = nameOf(call);
  if (name != calls.take && name != calls.give) return Op::None;
  if (sameForm(calls.argument) != argumentOf(tree, call)) return Op::None;
  return name == calls.take ? Op::Take : Op::Give;
}

Op opOf(const Body& body, const clang::Stmt* s, const Calls& calls) {
  return opOf(body.tree(), callIn(unlabelled(s)), calls);
}

} // namespace

Calls callsFor(const std::string& mutex, const std::vector<const Body*>& users) {
  const std::string argument = addressOf(mutex);
  std::optional<Calls> found;
  for (const Body* user : users)
    for (const clang::Decl* d : user->tree().context().getTranslationUnitDecl()->decls()) {
      const auto* f = llvm::dyn_cast<clang::FunctionDecl>(d);
      if (found || f == nullptr || !f->isThisDeclarationADefinition()) continue;
      walk(f->getBody(), [&](const clang::Stmt* s) {
        for (const Family& family : families) {
          const Calls calls{family.take, family.give, argument};
          if (!found && opOf(user->tree(), llvm::dyn_cast<clang::CallExpr>(s), calls) != Op::None)
            found = calls;
        }
      });
    }
  if (found) return *found;
  bool c11 = !users.empty();
  for (const Body* user : users)
    c11 = c11 && user->tree().knows("mtx_lock") && !user->tree().knows("pthread_mutex_lock");
  const Family& family = families[c11 ? 1 : 0];
  return {family.take, family.give, argument};
}

void widen(Span& span, const Calls& calls) {
  if (span.within == nullptr) return;
  const auto children = span.within->body();
  const auto at = [&](size_t i) { return opOf(*span.body, children.begin()[i], calls); };
  const bool labelled = unlabelled(children.begin()[span.from]) != children.begin()[span.from];
  if (!labelled && span.from > 0 && at(span.from - 1) == Op::Give) --span.from;
  if (span.head.stmt == nullptr && span.to + 1 < span.within->size() &&
      unlabelled(children.begin()[span.to + 1]) == children.begin()[span.to + 1] &&
      at(span.to + 1) == Op::Take)
    ++span.to;
}

bool isHeld(const Body& body, const clang::Stmt* s, const Calls& calls) {
  for (const clang::Stmt* p = body.parent(s); p != nullptr; s = p, p = body.parent(p)) {
    const auto* block = llvm::dyn_cast<clang::CompoundStmt>(p);
    if (block == nullptr) continue;
    bool held = false, known = false;
    for (const clang::Stmt* child : block->body()) {
      if (child == s) break;
      const Op op = opOf(body, child, calls);
      if (op != Op::None) known = true, held = op == Op::Take;
    }
    if (known) return held;
  }
  return false;
}

namespace {

class Absorber {
public:
  Absorber(Function& f, const Span& span, const Calls& calls, std::set<const clang::Stmt*>& released)
      : f_(f), span_(span), calls_(calls), released_(released) {}

  Ends run() {
    Ends ends;
    bool held = isHeld(f_.body, span_.first(), calls_);
    ends.locks = !held;
    if (held && !hasCalls()) return {false, false, true};
    if (span_.within == nullptr) {
      for (const clang::Stmt* part : span_.parts()) {
        if (held) refuse(part);
        nested(part);
      }
      return ends;
    }
    const auto children = span_.within->body();
    const size_t end = span_.head.stmt != nullptr ? span_.to : span_.to + 1;
    for (size_t i = span_.from; i < end; ++i) {
      const clang::Stmt* child = children.begin()[i];
      const Op op = opOf(f_.body, child, calls_);
      if (op == Op::None) {
        nested(child);
        continue;
      }
      held = op == Op::Take;
      // What stands where the section begins or ends stays.
      if (op == Op::Take && i == span_.from && ends.locks)
        ends.locks = false;
      else if (op == Op::Give && i + 1 == end && span_.head.stmt == nullptr)
        ends.unlocks = false;
      else
        remove(child);
    }
    if (held) ends.unlocks = false;
    return ends;
  }

private:
  bool hasCalls() const {
    bool found = false;
    for (const clang::Stmt* part : span_.parts())
      walk(part, [&](const clang::Stmt* s) {
        found = found || opOf(f_.body.tree(), llvm::dyn_cast<clang::CallExpr>(s), calls_) != Op::None;
      });
    return found;
  }

  void remove(const clang::Stmt* s) {
    const Extent e = f_.extent(unlabelled(s));
    f_.edits.removeStatement(e.begin, e.end);
  }

  [[noreturn]] void refuse(const clang::Stmt* s) const {
    f_.file.refuse(f_.file.tree.offset(s->getBeginLoc()),
                   "the section's mutex is taken or given up here, on some ways through the section only",
                   "take a section that holds all of the critical section, or nothing of it");
  }

  // Below the statements of the section. Critical sections there end where they begin, or leave the section.
  void nested(const clang::Stmt* s) {
    if (s == nullptr) return;
    const auto* block = llvm::dyn_cast<clang::CompoundStmt>(s);
    if (block == nullptr) {
      if (opOf(f_.body.tree(), llvm::dyn_cast<clang::CallExpr>(s), calls_) != Op::None) refuse(s);
      for (const clang::Stmt* child : s->children()) nested(child);
      return;
    }
    const clang::Stmt* open = nullptr;
    for (size_t i = 0; i < block->size(); ++i) {
      const clang::Stmt* child = block->body_begin()[i];
      const Op op = opOf(f_.body, child, calls_);
      if (op == Op::None) {
        nested(child);
      } else if (op == Op::Take) {
        open = child;
        remove(child);
      } else if (i + 1 < block->size() && !completes(block->body_begin()[i + 1]) &&
                 !computes(f_, block->body_begin()[i + 1])) {
        released_.insert(block->body_begin()[i + 1]);
        open = nullptr;
      } else {
        if (open == nullptr && completes(block)) refuse(child);
        remove(child);
        open = nullptr;
      }
    }
    if (open != nullptr) refuse(open);
  }

  Function& f_;
  const Span& span_;
  const Calls& calls_;
  std::set<const clang::Stmt*>& released_;
};

} // namespace

Ends absorb(Function& function, const Span& span, const Calls& calls,
            std::set<const clang::Stmt*>& released) {
  return Absorber(function, span, calls, released).run();
}

} // namespace heddle::patch
