// The shrinker. All single reductions of a program are numbered by one fixed walk; a reduction that keeps the
// failure is taken, and the walk goes on from there, until a whole walk changes nothing.
#include "shrink.h"

#include <optional>

namespace heddle::random {
namespace {

// Applies reduction number `target` of the walk, if there are that many.
class Reducer {
public:
  explicit Reducer(size_t target) : left_(target) {}

  bool apply(Program& p) {
    for (size_t t = 0; t < p.threads.size() && !done_; ++t)
      if (hasThread(p, static_cast<int>(t)) && hit()) dropThread(p, static_cast<int>(t));
    if (p.rounds > 1 && hit()) --p.rounds;
    visit(p.main);
    for (Block& b : p.bodies) visit(b);
    return done_;
  }

private:
  bool hit() {
    if (done_) return false;
    done_ = left_ == 0;
    if (!done_) --left_;
    return done_;
  }

  static bool hasThread(const Program& p, int t) {
    for (const Stmt& s : p.main)
      if (s.kind == StmtKind::Create && s.a == t) return true;
    return false;
  }
  static void dropThread(Program& p, int t) {
    std::erase_if(p.main, [&](const Stmt& s) {
      return (s.kind == StmtKind::Create || s.kind == StmtKind::Join) && s.a == t;
    });
  }

  void visit(Block& b) {
    for (size_t i = 0; i < b.size() && !done_; ++i) {
      const auto at = b.begin() + static_cast<std::ptrdiff_t>(i);
      Stmt& s = b[i];
      if (s.kind == StmtKind::Create || s.kind == StmtKind::Join) continue;
      if (hit()) {
        b.erase(at);
        return;
      }
      if (!s.body.empty() && hit()) {
        Block inner = std::move(s.body);
        for (Stmt& o : s.other) inner.push_back(std::move(o));
        b.erase(at);
        b.insert(b.begin() + static_cast<std::ptrdiff_t>(i), inner.begin(), inner.end());
        return;
      }
      if ((s.kind == StmtKind::Loop || s.kind == StmtKind::While) && s.a > 1 && hit()) s.a = 1;
      for (Expr& e : s.exprs) visit(e);
      visit(s.body);
      visit(s.other);
    }
  }

  void visit(Expr& e) {
    if (done_ || e.kind == ExprKind::Const) return;
    for (int v = 0; v < 2; ++v)
      if (hit()) {
        e = Expr{.index = v};
        return;
      }
    for (size_t k = 0; k < e.kids.size(); ++k)
      if (hit()) {
        const Expr kid = e.kids[k];
        e = kid;
        return;
      }
    for (Expr& k : e.kids) visit(k);
  }

  size_t left_;
  bool done_ = false;
};

} // namespace

Program shrink(Program p, const std::function<bool(const Program&)>& fails) {
  for (bool changed = true; changed;) {
    changed = false;
    for (size_t n = 0;; ++n) {
      Program smaller = p;
      if (!Reducer(n).apply(smaller)) break;
      if (!fails(smaller)) continue;
      p = std::move(smaller);
      changed = true;
      --n; // what follows has moved up
    }
  }
  return p;
}

} // namespace heddle::random
