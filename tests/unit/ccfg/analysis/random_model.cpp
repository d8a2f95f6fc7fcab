// See random_model.h.
#include "random_model.h"

#include <vector>

namespace heddle::ccfg::analysis {

namespace {

std::string number(unsigned n, unsigned width) { return std::to_string(n) + ":" + std::to_string(width); }
std::string loc(unsigned n) { return "L" + std::to_string(n); }

} // namespace

std::string RandomModel::text() {
  out_ =
      "program LP64\n"
      "object g0 global 16\n"
      "object g1 global 16\n"
      "object cells global 24\n  init 0 8 &g0\n  init 8 8 (add &g1 4:64)\n  init 16 8 &array\n"
      "object array global 64\n  init 0 8 &g0\n  init 16 8 &g1\n  init 32 8 &cells\n" // of { pointer; int }
      "object constant global 8\n  init 0 8 (add &g1 4:64)\n"
      "object handles global 16" +
      std::string(oneIn(2) ? " uninit" : "") +
      "\n"
      "object h0 heap 16\n"
      "object h1 heap 16\n"
      "object local local 16\n"
      "object m0 global 4\n"
      "object m1 global 4\n";
  if (waits_) out_ += "object flags global 16\nobject sems global 8\nobject crew global 32 uninit\n";
  leaksByArgument_ = oneIn(2);
  leaksByResult_ = oneIn(2);
  leaksByMemory_ = oneIn(2);
  threads_ = 2 + below(3);
  for (index_ = 0; index_ < threads_; ++index_) thread(index_);
  if (hasCrew_) thread(threads_);
  return std::move(out_);
}

void RandomModel::thread(unsigned index) {
  at_ = newLocation();
  exit_ = newLocation();
  out_ +=
      "thread t" + std::to_string(index) + " {\n" +
      "  reg %a:64 %b:64 %c:64 %arg:64 %ret:64 %l:64 %i:64 %r:32 %s:32 %o:32 %d:1 %k:8 %h:32 %w:64 %n:32\n" +
      (index == 0 ? "" : "  params %arg\n  result %ret\n") + "  entry " + loc(at_) + " exit " + loc(exit_) +
      "\n";
  statements_ = 0;
  hasForked_ = false;
  step("%i := nondet 0 3");
  step("%a, %b, %c := " + pointerTerm() + ", " + pointerTerm() + ", &g0");
  step("%l := alloc &local 16:64");
  if (index == 0 && !oneIn(3)) {
    step("%h := fork t1 " + argument());
    hasForked_ = true;
    if (oneIn(2)) step("store.8 &handles (zext 64 %h)");
  }
  block(2);
  if (index == 0) {
    if (oneIn(2)) step("%w := load.8 &handles");
    step(pick("join %h", "join %w", "%a := join %h", "skip"));
    block(0);
  }
  if (index > 0) step("%ret := " + (leaksByResult_ ? pointerRegister() : "&g0"));
  if (index == 0 && oneIn(2)) step("halt exit");
  out_ += "  " + loc(at_) + ": -> " + loc(exit_) + ": skip\n}\n";
}

void RandomModel::step(const std::string& operations) {
  unsigned to = newLocation();
  out_ += "  " + loc(at_) + ":" + (inSection_ ? " atomic\n     " : "") + " -> " + loc(to) + ": " +
          operations + "\n";
  if (operations == "atomic-begin") inSection_ = true;
  if (operations == "atomic-end") inSection_ = false;
  at_ = to;
}

void RandomModel::block(unsigned depth) {
  for (unsigned n = 2 + below(4); n > 0 && statements_ < 24; --n) statement(depth);
}

void RandomModel::statement(unsigned depth) {
  ++statements_;
  if (waits_ && index_ == 0 && depth == 2 && !hasCrew_ && oneIn(6)) return crew();
  if (waits_ && oneIn(2)) return wait(depth);
  unsigned kind = below(20);
  if (kind < 2 && depth > 0) return branch(depth - 1);
  if (kind < 3 && depth > 0) return loop(depth - 1);
  if (kind < 6 && depth > 0) return locked(depth - 1);
  if (kind < 7) return section();
  if (kind < 11 || (index_ == 0 && statements_ < 4)) return step(forkOrJoin());
  step(simple());
}

void RandomModel::branch(unsigned depth) {
  step("%d := nondet");
  unsigned from = at_, left = newLocation(), right = newLocation(), end = newLocation();
  out_ +=
      "  " + loc(from) + ": -> " + loc(left) + ": assume %d\n      -> " + loc(right) + ": assume (not %d)\n";
  at_ = left;
  block(depth);
  out_ += "  " + loc(at_) + ": -> " + loc(end) + ": skip\n";
  at_ = right;
  if (oneIn(2)) block(depth);
  out_ += "  " + loc(at_) + ": -> " + loc(end) + ": skip\n";
  at_ = end;
}

void RandomModel::loop(unsigned depth) {
  unsigned head = at_;
  step("%d := nondet");
  unsigned from = at_, body = newLocation(), end = newLocation();
  out_ +=
      "  " + loc(from) + ": -> " + loc(body) + ": assume %d\n      -> " + loc(end) + ": assume (not %d)\n";
  at_ = body;
  block(depth);
  out_ += "  " + loc(at_) + ": -> " + loc(head) + ": skip\n";
  at_ = end;
}

void RandomModel::locked(unsigned depth) {
  std::string m = oneIn(8) ? "(ite %d &m0 &m1)" : pick("&m0", "&m1");
  step("atomic %o := load.4.seq_cst " + m + "; assume (eq %o 0:32); store.4.seq_cst " + m +
       " %self sync acquire " + m);
  block(depth);
  if (oneIn(12)) m = pick("&m0", "&m1");
  std::string guard = oneIn(2) ? "" : "%o := load.4.seq_cst " + m + "; assume (eq %o %self); ";
  step("atomic " + guard + "store.4.seq_cst " + m + " 0:32 sync release " + m);
}

void RandomModel::section() {
  step("atomic-begin");
  step(simple());
  step(simple());
  step("atomic-end");
}

void RandomModel::wait(unsigned depth) {
  const std::string flag = "(add &flags " + number(4 * below(3), 64) + ")";
  const std::string sem = "(add &sems " + number(4 * below(2), 64) + ")";
  const std::string seen = pick("(eq %r 1:32)", "(ult 0:32 %r)", "(not (eq %r 0:32))", "(eq %r 2:32)");
  switch (below(depth > 0 ? 7 : 5)) {
  case 0:
  case 1:
    return step("store.4 " + flag + " " + number(below(3), 32));
  case 2:
    return step("atomic %r := load.4 " + sem + "; store.4 " + sem + " (add %r 1:32)");
  case 3:
    return step("atomic %r := load.4 " + sem + "; assume (not (eq %r 0:32)); store.4 " + sem +
                " (add %r 4294967295:32)");
  case 4:
    return step("atomic %r := load.4 " + flag + "; assume " + seen);
  default: // waits by going round, or goes on without
    unsigned head = at_;
    step("%r := load.4 " + flag);
    unsigned from = at_, body = newLocation(), end = newLocation();
    out_ += "  " + loc(from) + ": -> " + loc(body) + ": assume " + seen + "\n      -> " +
            loc(oneIn(2) ? head : end) + ": assume (not " + seen + ")\n";
    at_ = body;
    block(depth - 1);
    out_ += "  " + loc(at_) + ": -> " + loc(end) + ": skip\n";
    at_ = end;
  }
}

// Creates and joins by loops that count; now and then one thread is not joined.
void RandomModel::crew() {
  hasCrew_ = true;
  const unsigned size = 1 + below(3);
  const auto counted = [&](unsigned passes, const std::vector<std::string>& body) {
    step("%n := 0:32");
    const unsigned head = at_, end = newLocation(), first = newLocation();
    out_ += "  " + loc(head) + ": -> " + loc(first) + ": assume (slt %n " + number(passes, 32) +
            ")\n      -> " + loc(end) + ": assume (not (slt %n " + number(passes, 32) + "))\n";
    at_ = first;
    for (const std::string& s : body) step(s);
    out_ += "  " + loc(at_) + ": -> " + loc(head) + ": %n := (add %n 1:32)\n";
    at_ = end;
  };
  const std::string element = "(add (mul (sext 64 %n) 8:64) &crew)";
  counted(size,
          {"atomic %h := fork t" + std::to_string(threads_) + " &g0; store.8 " + element + " (zext 64 %h)"});
  if (oneIn(2)) block(0);
  counted(oneIn(4) ? size - 1 : size, {"%w := load.8 " + element, "join %w"});
}

std::string RandomModel::place() {
  switch (below(6)) {
  case 0:
    return "(add &g0 " + number(4 * below(4), 64) + ")";
  case 1:
    return "(add &g1 " + number(4 * below(4), 64) + ")";
  case 2:
    return "(add &array (add 8:64 (shl %i 4:64)))";
  case 3:
    return "%l";
  default:
    return pointerRegister();
  }
}

std::string RandomModel::argument() {
  if (!leaksByArgument_) return pick("&g0", "(add &g1 4:64)", "&array");
  return oneIn(8) ? "(zext 64 %h)" : oneIn(3) ? "%c" : pointerTerm(); // %c is often the base of a heap object
}

std::string RandomModel::pointerPlace() {
  if (!leaksByMemory_) return "%l";
  switch (below(6)) {
  case 0:
  case 1:
    return "(add &cells " + number(8 * below(3), 64) + ")";
  case 2:
    return "(add &array (mul %i 16:64))";
  case 3:
    return "%l";
  default:
    return oneIn(2) ? pointerRegister() : "(add " + pointerRegister() + " 8:64)";
  }
}

std::string RandomModel::pointerTerm() {
  switch (below(8)) {
  case 0:
    return "&g0";
  case 1:
    return "(add &g1 " + number(4 * below(3), 64) + ")";
  case 2:
    return "(add &array (shl %i 4:64))";
  case 3:
    return "(add &cells " + number(8 * below(3), 64) + ")";
  case 4:
    return "(ite %d " + pointerRegister() + " " + pointerRegister() + ")";
  case 5:
    return "(add " + pointerRegister() + " " + pick("4:64", "8:64", "-4:64") + ")";
  case 6:
    return "(add " + pointerRegister() + " (shl %i 2:64))";
  default:
    return pointerRegister();
  }
}

std::string RandomModel::simple() {
  switch (below(15)) {
  case 0:
  case 1:
    return pointerTarget() + " := " + pointerTerm();
  case 2:
  case 3:
    return pointerTarget() + " := load.8 " + pointerPlace();
  case 4:
  case 5:
    return "store.8 " + pointerPlace() + " " + pointerRegister();
  case 6:
    return pick("%a", "%c") + " := alloc" + (oneIn(2) ? ".zeroed" : "") + " &h" + std::to_string(below(2)) +
           " 16:64";
  case 7:
    return "%r := load.4 " + place();
  case 8:
    return "store.4 " + place() + " (add %r 1:32)";
  case 9:
    return "%i := nondet 0 3";
  case 10:
    return oneIn(3) ? "free " + pick("%arg", "%c") : "%r := (add %r 1:32)";
  case 11: // half a pointer at a time, through memory of its own
    return "atomic %r := load.4 &constant; %s := load.4 (add &constant 4:64); store.4 %l %r; "
           "store.4 (add %l 4:64) %s; " +
           pointerTarget() + " := load.8 %l";
  case 12:
    return "atomic %r := load.4 &g0; store.4 &g0 (add %r 1:32)";
  case 13: // changes the offset of a pointer that is kept there
    return "store.1 " + pick("&cells", "(add &cells 8:64)", "%l") + " " + pick("0:8", "4:8", "8:8");
  default:
    return "assert (ule %r 3:32) \"r\"";
  }
}

std::string RandomModel::forkOrJoin() {
  std::string handle = "(add &handles " + number(8 * below(2), 64) + ")";
  std::string child = "t" + std::to_string(std::min(threads_ - 1, 1 + index_ + below(2)));
  bool hasChild = index_ + 1 < threads_ || oneIn(10);
  if (hasChild && oneIn(3)) {
    hasForked_ = true;
    return "%h := fork " + child + " " + argument();
  }
  if (!hasForked_ && !oneIn(10)) return simple(); // a join would wait forever
  switch (below(6)) {
  case 0:
    return "store.8 " + handle + " (zext 64 %h)";
  case 1:
    return "%w := load.8 " + handle;
  case 2:
    return pick("join %w", "join %arg", pointerTarget() + " := join %w");
  case 3:
    return pick("join %h", pointerTarget() + " := join %h");
  default:
    return simple();
  }
}

} // namespace heddle::ccfg::analysis
