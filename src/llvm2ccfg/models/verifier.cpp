// What programs say to a verifier: nondeterministic values, assumptions, error calls, atomic sections; and
// the ends of a program: assert, abort, exit.

#include "llvm2ccfg/models/models.h"

namespace heddle::llvm2ccfg {

namespace {

void finish(ModelCall& c, ccfg::HaltKind kind) {
  c.here();
  c.cursor.edge().text = c.name + "()";
  c.walker.halt(c.cursor, kind);
  c.returned = false;
}

void fail(ModelCall& c, const std::string& message) {
  c.here();
  c.cursor.append(ccfg::Assert{c.tm.falseTerm(), ccfg::Property::Assert, message});
  c.walker.halt(c.cursor, ccfg::HaltKind::Abort);
  c.returned = false;
}

void nondet(ModelCall& c) {
  if (c.call->getType()->isVoidTy() || c.call->use_empty()) return;
  c.here();
  ccfg::RegId r = c.cursor.home(c.activation, c.call)[0];
  bool boolean = c.name.ends_with("_bool") || c.name.ends_with("_Bool");
  c.cursor.append(ccfg::Nondet{r, 0, boolean ? 1 : UINT64_MAX, c.name + "()"});
  c.cursor.edge().text = c.name + "()";
  c.here();
}

void assume(ModelCall& c) {
  ccfg::LocId from = c.here(), to = c.fresh();
  Term value = c.arg(0);
  Term holds = c.tm.ne(value, c.num(0, value.width()));
  c.action(from).assume(holds).to(to);
  if (!holds.isTrue())
    c.action(from)
        .assume(c.tm.notOf(holds))
        .add(ccfg::Halt{ccfg::HaltKind::Infeasible, ccfg::none})
        .to(c.program.threads[c.walker.thread()].exit);
  c.goOn(to);
}

void mark(ModelCall& c, ccfg::MarkKind kind) {
  c.here();
  c.cursor.append(ccfg::Mark{kind});
  c.cursor.edge().text = c.name + "()";
  c.here();
}

} // namespace

void addVerifierModels(ModelTable& t) {
  t["__VERIFIER_nondet_int"] = nondet; // every other __VERIFIER_nondet_ is drawn by this row
  t["__VERIFIER_assume"] = assume;
  t["__VERIFIER_error"] = [](ModelCall& c) { fail(c, "__VERIFIER_error() is called"); };
  t["reach_error"] = [](ModelCall& c) { fail(c, "reach_error() is called"); };
  t["__assert_fail"] = [](ModelCall& c) { fail(c, "assertion `" + c.argString(0) + "` fails"); };
  t["__assert"] = t["__assert_fail"];
  t["__assert_rtn"] = [](ModelCall& c) { fail(c, "assertion `" + c.argString(3) + "` fails"); };
  t["__assert_perror_fail"] = [](ModelCall& c) { fail(c, "an error number is not 0"); };
  t["abort"] = [](ModelCall& c) { finish(c, ccfg::HaltKind::Abort); };
  for (const char* name : {"exit", "_exit", "_Exit", "quick_exit"})
    t[name] = [](ModelCall& c) { finish(c, ccfg::HaltKind::Exit); };
  t["__VERIFIER_atomic_begin"] = [](ModelCall& c) { mark(c, ccfg::MarkKind::AtomicBegin); };
  t["__VERIFIER_atomic_end"] = [](ModelCall& c) { mark(c, ccfg::MarkKind::AtomicEnd); };
  t["__heddle_atomic_begin"] = [](ModelCall& c) { mark(c, ccfg::MarkKind::TransactionBegin); };
  t["__heddle_atomic_end"] = [](ModelCall& c) { mark(c, ccfg::MarkKind::TransactionEnd); };
}

} // namespace heddle::llvm2ccfg
