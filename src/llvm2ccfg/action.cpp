// See the header.

#include "llvm2ccfg/action.h"

namespace heddle::llvm2ccfg {

Action::Action(Cursor& cursor, ccfg::LocId from, ccfg::MemOrder order)
    : cursor_(cursor), program_(cursor.map().program), order_(order) {
  edge_.from = from;
  edge_.atomicGroup = true;
  edge_.primitive = edge_.library = true;
  edge_.pos = cursor.position();
  edge_.stack = cursor.activation() != nullptr ? cursor.activation()->stack : 0;
}

Term Action::load(Term address, unsigned bits, const std::string& name) {
  ccfg::RegId reg = cursor_.temp(name, bits);
  loadInto(reg, address);
  return program_.regTerm(reg);
}

// A function that is called without a declaration may be handed 0 as an int.
Term Action::pointer(Term address) const { return program_.terms->resize(address, program_.pointerWidth()); }

Action& Action::loadInto(ccfg::RegId reg, Term address) {
  return add(ccfg::Load{reg, pointer(address), (program_.regWidth(reg) + 7) / 8, order_, false});
}

Action& Action::store(Term address, Term value) {
  return add(ccfg::Store{pointer(address), value, (value.width() + 7) / 8, order_, false});
}

Action& Action::assume(Term cond) { return cond.isTrue() ? *this : add(ccfg::Assume{cond}); }

Action& Action::assertThat(Term cond, ccfg::Property property, const std::string& message) {
  return add(ccfg::Assert{cond, property, message});
}

Action& Action::set(ccfg::RegId reg, Term value) { return add(ccfg::Set{{{reg, value}}}); }

Term Action::nondet(const std::string& origin, unsigned bits, uint64_t lo, uint64_t hi) {
  ccfg::RegId reg = cursor_.temp("any", bits);
  add(ccfg::Nondet{reg, lo, hi, origin});
  return program_.regTerm(reg);
}

Action& Action::add(ccfg::Operation op) {
  ccfg::changeStatements(op, [this](ccfg::StatementId& s) { s = cursor_.statement(); });
  edge_.ops.push_back(std::move(op));
  return *this;
}

Action& Action::sync(ccfg::SyncKind kind, Term object, Term object2) {
  edge_.sync = ccfg::Sync{kind, pointer(object), object2 ? pointer(object2) : object2, false};
  return *this;
}

Action& Action::reentrant() {
  edge_.sync->reentrant = true;
  return *this;
}

Action& Action::text(std::string t) {
  edge_.text = std::move(t);
  return *this;
}

Action& Action::byProgram() {
  edge_.primitive = edge_.library = false;
  return *this;
}

Action& Action::relies(ccfg::AssumptionId a) {
  edge_.assumption = a;
  return *this;
}

void Action::to(ccfg::LocId target) {
  edge_.to = target;
  program_.addEdge(std::move(edge_));
}

} // namespace heddle::llvm2ccfg
