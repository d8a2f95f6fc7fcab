// One operation after the other; see transfer.h.
#include "abstract/transfer.h"

#include <algorithm>

namespace heddle::abstract {

using ccfg::EdgeId;
using ccfg::RegId;
using Base = Value::Base;
using domains::Form;

Transfer::Transfer(const ccfg::analysis::Facts& known, const Memory& memory, const PackMap& packs,
                   domains::Closure closure, ccfg::PropertySet properties, ccfg::ThreadId thread,
                   const Value& self)
    : program_(known.program()), pointsTo_(known.pointsTo()), liveness_(known.liveness()), memory_(memory),
      packs_(packs), evaluator_(program_, pointsTo_, packs, closure, thread, self), properties_(properties),
      thread_(thread) {}

void Transfer::start(std::span<const Value> args, Environment& env) {
  const ccfg::Thread& t = program_.threads[thread_];
  for (RegId r : liveness_.liveAt(t.entry)) setRegister(r, Value::constant(0, program_.regWidth(r)), {}, env);
  for (size_t i = 0; i < t.params.size(); ++i)
    if (liveness_.isLive(t.entry, t.params[i]))
      setRegister(t.params[i], i < args.size() ? args[i] : Value::top(program_.regWidth(t.params[i])), {},
                  env);
}

bool Transfer::executeEdge(EdgeId e, Environment& env, Others& others, Findings* findings) {
  for (size_t i = 0; i < program_.edges[e].ops.size(); ++i)
    if (!execute({e, i, others, findings}, env)) return false;
  forgetDead(program_.edges[e].to, env);
  return true;
}

bool Transfer::execute(const Step& step, Environment& env) {
  return std::visit([&](const auto& o) { return apply(step, o, env); },
                    program_.edges[step.edge].ops[step.op]);
}

// Registers of this thread only: an environment may hold others, too.
void Transfer::forgetDead(ccfg::LocId at, Environment& env) const {
  const auto dead = [&](RegId r) { return program_.reg(r).thread == thread_ && !liveness_.isLive(at, r); };
  const auto ofDead = [&](const Value& of) {
    return !of.number.isConstant() || dead(static_cast<RegId>(of.number.value()));
  };
  env.registers.eraseIf([&](RegId r, const Value&) { return dead(r); });
  env.copies.eraseIf([&](RegId copy, const Value& of) { return dead(copy) || ofDead(of); });
  env.contents.eraseIf([&](CellId c, const Value& of) { return env.cells.find(c) == nullptr || ofDead(of); });
  env.relations.forgetIf([&](Variable v) { return !isCell(v) && dead(v); });
}

// ---- registers

bool Transfer::setRegister(RegId r, const Value& v, const Form& form, Environment& env) const {
  Value kept = evaluator_.rounded(v);
  if (!evaluator_.relate(r, form, kept, env)) return false;
  if (const Relation* relation = env.relations.find(packs_.packOf(r)); relation != nullptr && kept.isNumber())
    kept.number = domains::meet(kept.number, relation->numberOf(r, kept.width()));
  env.registers.set(r, kept);
  const auto ofThis = [&](uint32_t, const Value& of) {
    return !of.number.isConstant() || of.number.value() == r;
  };
  env.copies.erase(r);
  env.copies.eraseIf(ofThis);
  env.contents.eraseIf(ofThis);
  return !kept.isBottom();
}

// After the assignments of an edge: which of them were copies.
void Transfer::noteCopies(const ccfg::Set& o, Environment& env) const {
  for (const ccfg::Assignment& a : o.assignments) {
    if (a.value.op() != logic::Op::Var) continue;
    const auto from = static_cast<RegId>(a.value.value());
    const auto isFrom = [&](const ccfg::Assignment& b) { return b.reg == from; };
    if (isSelf(from) || std::ranges::any_of(o.assignments, isFrom)) continue;
    const Value* root = env.copies.find(from);
    env.copies.set(a.reg, root != nullptr && root->number.isConstant() ? *root : Value::constant(from, 32));
  }
}

bool Transfer::apply(const Step&, const ccfg::Set& o, Environment& env) {
  std::vector<Value> values;
  std::vector<Form> forms;
  for (const ccfg::Assignment& a : o.assignments) {
    values.push_back(evaluator_.evaluate(a.value, env));
    forms.push_back(evaluator_.formOf(a.value, env));
  }
  for (size_t i = 0; i < values.size(); ++i) {
    // They happen at once: a form that mentions what is assigned already is of no use.
    const std::vector<RegId> mentioned = logic::symbolsOf(o.assignments[i].value);
    for (size_t j = 0; j < i; ++j)
      if (std::ranges::find(mentioned, o.assignments[j].reg) != mentioned.end()) forms[i] = {};
    if (!setRegister(o.assignments[i].reg, values[i], forms[i], env)) return false;
  }
  noteCopies(o, env);
  return true;
}

bool Transfer::apply(const Step&, const ccfg::Nondet& o, Environment& env) {
  setRegister(o.dst, Value::of(Number::ofUnsigned(o.lo, o.hi, program_.regWidth(o.dst))), {}, env);
  return true;
}

// ---- conditions

bool Transfer::apply(const Step&, const ccfg::Assume& o, Environment& env) {
  return evaluator_.assume(o.cond, true, env);
}

// What fails and is not asked about goes on.
bool Transfer::apply(const Step& step, const ccfg::Assert& o, Environment& env) {
  if (!properties_.has(o.property)) return true;
  if (step.findings != nullptr && evaluator_.evaluate(o.cond, env).number.mayBeFalse()) {
    Environment failed = env;
    if (evaluator_.assume(o.cond, false, failed)) step.findings->failures.insert({step.edge, step.op});
  }
  return evaluator_.assume(o.cond, true, env);
}

bool Transfer::apply(const Step& step, const ccfg::Halt& o, Environment&) {
  if (o.kind == ccfg::HaltKind::Cutoff && o.assumption != ccfg::none && step.findings != nullptr)
    step.findings->cutoffs.insert(o.assumption);
  return false;
}

// ---- memory

void Transfer::checkAccess(EdgeId e, logic::Term address, unsigned bytes, bool write, const Environment& env,
                           Findings* findings) {
  if (findings == nullptr) return;
  findings->accesses.insert(e);
  const Value v = evaluator_.evaluate(address, env);
  if (!memory_.isValid(e, v, bytes, write)) findings->invalid.insert(e);
  if (v.base != Base::Object || v.nullable) findings->nulls.insert(e);
}

// Cells that are not told apart: what any of them may hold.
Value Transfer::contentOf(const std::vector<CellId>& cells, unsigned width, const Environment& env,
                          Others& others) const {
  Value v = Value::of(Number::bottom(width));
  for (CellId c : cells) {
    const Cell& cell = memory_.cells()[c];
    if (cell.kind == Cell::Kind::Opaque || 8 * cell.bytes != width) return Value::top(width);
    const Value* known = env.cells.find(c);
    v = join(v, known != nullptr ? *known : others.content(c, width));
  }
  return v;
}

bool Transfer::apply(const Step& step, const ccfg::Load& o, Environment& env) {
  checkAccess(step.edge, o.addr, o.bytes, false, env, step.findings);
  const std::vector<CellId>& cells = memory_.of(step.edge, step.op);
  const unsigned width = program_.regWidth(o.dst);
  // No cells: null or wild. Nothing follows, or the points-to analysis knows nothing of it.
  const Value v = cells.empty() ? Value::top(width) : contentOf(cells, width, env, step.others);
  return !v.isBottom() &&
         read(o.dst, v, memory_.isExact(cells) ? std::optional(cells[0]) : std::nullopt, env);
}

bool Transfer::read(RegId dst, const Value& v, std::optional<CellId> from, Environment& env) const {
  const unsigned width = program_.regWidth(dst);
  if (v.width() != width) return setRegister(dst, Value::top(width), {}, env);
  if (!from) return setRegister(dst, v, {}, env);
  const Form form = {domains::Linear{{{variableOf(*from), 1}}, 0}, domains::Offset{variableOf(*from), 0}};
  const Value* same = env.contents.find(*from);
  const auto reg =
      same != nullptr && same->number.isConstant() ? static_cast<RegId>(same->number.value()) : dst;
  if (!setRegister(dst, v, form, env)) return false;
  if (reg != dst)
    env.copies.set(dst, Value::constant(reg, 32));
  else
    env.contents.set(*from, Value::constant(dst, 32));
  return true;
}

void Transfer::setCell(CellId c, const Value& v, const Form& form, bool exact, Environment& env) const {
  const unsigned width = 8 * memory_.cells()[c].bytes;
  const bool known = exact && v.width() == width;
  evaluator_.relate(variableOf(c), known ? form : Form{}, known ? v : Value::top(width), env);
  env.contents.erase(c);
  if (exact)
    env.cells.set(c, v);
  else if (const Value* old = env.cells.find(c))
    env.cells.set(c, join(*old, v));
}

bool Transfer::apply(const Step& step, const ccfg::Store& o, Environment& env) {
  checkAccess(step.edge, o.addr, o.bytes, true, env, step.findings);
  const Value v = evaluator_.rounded(evaluator_.evaluate(o.value, env));
  const Form form = evaluator_.formOf(o.value, env);
  const std::vector<CellId>& cells = memory_.of(step.edge, step.op);
  if (cells.empty()) return true;
  const bool exact = memory_.isExact(cells);
  for (CellId c : cells)
    if (memory_.cells()[c].kind != Cell::Kind::Opaque) setCell(c, v, form, exact, env);
  if (exact && o.value.op() == logic::Op::Var && !isSelf(static_cast<RegId>(o.value.value())))
    env.contents.set(cells[0], Value::constant(o.value.value(), 32));
  step.others.store(cells, v, exact);
  return true;
}

bool Transfer::apply(const Step& step, const ccfg::Alloc& o, Environment& env) {
  setRegister(o.dst, Value::pointer(pointsTo_.abstractOf(o.site), program_.regWidth(o.dst)), {}, env);
  for (const CellId& c : memory_.of(step.edge, step.op)) {
    const Cell& cell = memory_.cells()[c];
    if (cell.kind == Cell::Kind::Opaque) continue;
    const bool exact = cell.kind == Cell::Kind::Exact;
    const Value v = o.zeroed ? Value::constant(0, 8 * cell.bytes) : Value::top(8 * cell.bytes);
    setCell(c, v, {}, exact, env);
    step.others.store({&c, 1}, v, exact);
  }
  return true;
}

// The end of a local variable's life is valid where it lives; that memory is freed just once is not looked
// into.
bool Transfer::apply(const Step& step, const ccfg::Free& o, Environment& env) {
  if (step.findings == nullptr) return true;
  step.findings->accesses.insert(step.edge);
  const Value v = evaluator_.evaluate(o.addr, env);
  const bool isNull = v.isNumber() && v.number.isConstant() && v.number.value() == 0;
  const bool isLocal = !o.heap && memory_.isValid(step.edge, v, 1, false);
  if (!isNull && !isLocal) step.findings->invalid.insert(step.edge);
  return true;
}

// ---- threads

bool Transfer::apply(const Step& step, const ccfg::Fork& o, Environment& env) {
  std::vector<Value> args;
  for (logic::Term t : o.args) args.push_back(evaluator_.evaluate(t, env));
  step.others.fork(o.thread, std::move(args));
  if (o.handle == ccfg::none) return true;
  const unsigned width = program_.regWidth(o.handle);
  setRegister(o.handle, width == 32 ? Value::thread(Base::Instance, o.thread) : Value::top(width), {}, env);
  return true;
}

bool Transfer::apply(const Step& step, const ccfg::Join& o, Environment& env) {
  if (o.result == ccfg::none) return true;
  const Value v = step.others.result(step.edge, program_.regWidth(o.result));
  if (v.isBottom()) return false;
  setRegister(o.result, v, {}, env);
  return true;
}

} // namespace heddle::abstract
