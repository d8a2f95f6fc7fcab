// Draws one atomic edge by hand: what a library function does in one indivisible step.
#pragma once

#include "llvm2ccfg/cursor.h"

namespace heddle::llvm2ccfg {

class Action {
public:
  Action(Cursor& cursor, ccfg::LocId from, ccfg::MemOrder order = ccfg::MemOrder::SeqCst);

  Term load(Term address, unsigned bits, const std::string& name); // into a fresh register
  Action& loadInto(ccfg::RegId reg, Term address);
  Action& store(Term address, Term value);
  Action& assume(Term cond);
  Action& assertThat(Term cond, ccfg::Property property, const std::string& message);
  Action& set(ccfg::RegId reg, Term value);
  Term nondet(const std::string& origin, unsigned bits, uint64_t lo = 0, uint64_t hi = UINT64_MAX);
  Action& add(ccfg::Operation op);
  Action& sync(ccfg::SyncKind kind, Term object, Term object2 = {});
  Action& reentrant();
  Action& text(std::string t);
  Action& byProgram(); // it is the user's own access, and no step of a primitive
  Action& relies(ccfg::AssumptionId a);
  void to(ccfg::LocId target); // adds the edge

private:
  Term pointer(Term address) const;

  Cursor& cursor_;
  ccfg::Program& program_;
  ccfg::MemOrder order_;
  ccfg::Edge edge_;
};

} // namespace heddle::llvm2ccfg
