// Operations on the symbolic state of a whole program, but for memory (globalmemory.cpp); see globalstep.h.
#include "check/globalstep.h"

#include "support/error.h"

#include <algorithm>

#include <fmt/format.h>

namespace heddle::check {

using logic::Op;

// ---- what all steps share

GlobalContext::GlobalContext(const ccfg::Program& p, const interp::Layout& layout,
                             const ccfg::analysis::PointsTo& pointsTo, ccfg::PropertySet properties,
                             unsigned maxThreads, std::vector<bool> reuses)
    : program(p), layout(layout), pointsTo(pointsTo), properties(properties), maxThreads(maxThreads),
      reuses(std::move(reuses)), members(p.objects.size()) {
  for (ccfg::ObjectId o = 0; o < p.objects.size(); ++o) members[pointsTo.abstractOf(o)].push_back(o);
}

unsigned GlobalContext::widthOf(const Cell& c) const {
  switch (c.kind) {
  case Cell::Kind::Register:
    return program.regWidth(c.what);
  case Cell::Kind::Alive:
    return 1;
  case Cell::Kind::Number:
    return program.regWidth(program.threads[0].self);
  case Cell::Kind::Byte:
  case Cell::Kind::BlockByte:
    break;
  }
  return 8;
}

Term GlobalContext::variable(const Cell& c, unsigned width) {
  if (c.kind == Cell::Kind::Register && program.threads[program.reg(c.what).thread].self == c.what)
    return terms.constant(c.thread, width);
  if (c.kind == Cell::Kind::Byte && program.objects[c.what].readOnly)
    return terms.constant(layout.constants()[layout.object(c.what).memory + c.offset], width);
  Term& known = variables_[c];
  if (!known) {
    known = terms.var(terms.newSymbol("s", width));
    cells_[known] = c;
  }
  return known;
}

std::optional<Cell> GlobalContext::cellOf(Term variable) const {
  const auto it = cells_.find(variable);
  return it == cells_.end() ? std::nullopt : std::optional(it->second);
}

Term GlobalContext::copied(Term t, const std::function<Term(Term leaf)>& leaf) {
  std::unordered_map<Term, Term> known;
  logic::forEachNode(t, [&](Term n) {
    Term result;
    if (n.isConst())
      result = terms.constant(n.value(), n.width());
    else if (n.arity() == 0)
      result = leaf(n);
    else {
      const auto kid = [&](unsigned i) { return i < n.arity() ? known.at(n.kid(i)) : Term(); };
      result = terms.make(n.op(), n.width(), kid(0), kid(1), kid(2), n.op() == Op::Extract ? n.value() : 0);
      if (result.op() >= Op::FAdd) {
        Term& value = floats_[result];
        if (!value) value = unknown(result.width());
        result = value;
      }
    }
    known[n] = result;
  });
  return known.at(t);
}

Term GlobalContext::initial(const Cell& c) {
  if (c.kind == Cell::Kind::Register) {
    const Term v = variable(c, widthOf(c));
    return v.isConst() ? v : terms.constant(0, v.width());
  }
  HEDDLE_CHECK(c.kind == Cell::Kind::Byte, "nothing is allocated before main's first step");
  const interp::StaticObject& object = layout.object(c.what);
  if (object.readOnly) return variable(c, 8);
  const uint8_t* memory = layout.initialMemory().data() - layout.memoryBegin();
  const bool known = object.initialised == ccfg::none ||
                     (memory[object.initialised + c.offset / 8] >> c.offset % 8 & 1) != 0;
  return known ? terms.constant(memory[object.memory + c.offset], 8) : variable(c, 8);
}

Cell GlobalContext::reg(const Everyone& all, uint32_t thread, ccfg::RegId r) const {
  const bool isSelf = program.threads[program.reg(r).thread].self == r;
  if (isSelf && all[thread - 1].anonymous) return {Cell::Kind::Number, thread, 0, 0};
  return {Cell::Kind::Register, thread, r, 0};
}

uint64_t GlobalContext::baseOf(const Everyone& all, uint32_t thread, uint32_t index) const {
  uint64_t place = layout.arenaBegin(thread);
  for (uint32_t i = 0; i < index; ++i) place += layout.slotsFor(all[thread - 1].blocks[i].size);
  return place << layout.shift();
}

// ---- a step

GlobalStep::GlobalStep(GlobalContext& c, const Everyone& before, uint32_t thread, Taken taken)
    : c_(c), t_(c.terms), thread_(thread), taken_(std::move(taken)), before_(before.size()), after_(before),
      waits_(t_.falseTerm()) {
  for (const Instance& i : before) blocksBefore_.push_back(i.blocks.size());
}

void GlobalStep::execute(ccfg::EdgeId e) {
  edges_.push_back(e);
  hazards_.clear();
  chosen_.clear();
  waits_ = t_.falseTerm();
  for (const ccfg::Operation& op : c_.program.edges[e].ops) {
    if (isOver()) return;
    operation(op);
  }
  after_[thread_ - 1].at = c_.program.edges[e].to;
}

void GlobalStep::operation(const ccfg::Operation& op) {
  std::visit(ccfg::Overloaded{
                 [&](const ccfg::Assume& o) { assume(translated(o.cond)); },
                 [&](const ccfg::Set& o) { set(o); },
                 [&](const ccfg::Load& o) { load(o); },
                 [&](const ccfg::Store& o) { store(o); },
                 [&](const ccfg::Nondet& o) { nondet(o); },
                 [&](const ccfg::Alloc& o) { alloc(o); },
                 [&](const ccfg::Free& o) { free(o); },
                 [&](const ccfg::Fork& o) { fork(o); },
                 [&](const ccfg::Join& o) { join(o); },
                 [&](const ccfg::Assert& o) { check(o); },
                 [&](const ccfg::Halt& o) { halt(o); },
                 [](const ccfg::Fence&) {},
                 [](const ccfg::Mark&) {},
             },
             op);
}

Term GlobalStep::before(Term after) {
  return t_.substitute(after, [&](Term leaf) {
    const auto cell = leaf.op() == Op::Var ? c_.cellOf(leaf) : std::nullopt;
    return cell ? value(*cell) : Term();
  });
}

Term GlobalStep::translated(Term t) {
  return c_.copied(t, [&](Term leaf) {
    if (leaf.op() == Op::Address)
      return t_.constant(c_.layout.address(static_cast<ccfg::ObjectId>(leaf.value())), leaf.width());
    return value(reg(static_cast<ccfg::RegId>(leaf.value())));
  });
}

Term GlobalStep::value(const Cell& c) {
  const auto known = now_.find(c);
  if (known != now_.end()) return known->second;
  Term v = unchanged(c);
  for (const Scattered& s : scattered_)
    if (isIn(c, s.object)) v = t_.ite(s.hit, c_.unknown(v.width()), v);
  return now_[c] = v;
}

Term GlobalStep::unchanged(const Cell& c) {
  const unsigned width = c_.widthOf(c);
  const bool isNewThread = c.kind != Cell::Kind::Byte && c.thread > before_;
  if (c.kind == Cell::Kind::Register && (isNewThread || starts(c.thread))) return c_.initial(c);
  const bool isReused = c.thread == thread_ && reused_.contains(c.what);
  if (c.kind == Cell::Kind::BlockByte && (isNewThread || isReused || c.what >= blocksBefore_[c.thread - 1]))
    return after_[c.thread - 1].blocks[c.what].zeroed ? t_.constant(0, width) : c_.unknown(width);
  return c_.variable(c, width);
}

void GlobalStep::require(Term t) {
  if (t.isFalse()) impossible_ = true;
  if (!t.isTrue()) path_.push_back(t);
}

void GlobalStep::hazard(Hazard h, Term when) {
  if (when.isFalse()) return;
  h.condition = path_;
  if (!when.isTrue()) h.condition.push_back(when);
  hazards_.push_back(std::move(h));
}

void GlobalStep::unfollowed(std::string what) {
  Hazard h;
  h.kind = Hazard::Kind::Unfollowed;
  h.assumption.text = fmt::format("{} at {}", what, c_.program.posString(c_.program.edges[edge()].pos));
  hazard(std::move(h), t_.trueTerm());
  ends_ = true;
}

void GlobalStep::assume(Term cond) {
  waits(cond);
  require(cond);
}

void GlobalStep::waits(Term until) {
  Term now = t_.notOf(until);
  for (Term t : path_) now = t_.andOf(t, now);
  waits_ = t_.orOf(waits_, now);
}

void GlobalStep::set(const ccfg::Set& o) {
  std::vector<Term> values;
  for (const ccfg::Assignment& a : o.assignments) values.push_back(translated(a.value));
  for (size_t i = 0; i < values.size(); ++i) give(o.assignments[i].reg, values[i]);
}

void GlobalStep::nondet(const ccfg::Nondet& o) {
  const unsigned width = c_.program.regWidth(o.dst);
  const Term v = c_.unknown(width);
  const uint64_t hi = std::min(o.hi, width < 64 ? (uint64_t{1} << width) - 1 : UINT64_MAX);
  require(t_.ule(t_.constant(o.lo, width), v));
  require(t_.ule(v, t_.constant(hi, width)));
  chosen_.push_back({v, o.lo, hi});
  give(o.dst, v);
}

void GlobalStep::fork(const ccfg::Fork& o) {
  const bool takes = taken_.place != 0 && forked_.empty();
  if (!takes && after_.size() >= c_.maxThreads) {
    Hazard h;
    h.kind = Hazard::Kind::Cutoff;
    h.assumption.kind = ccfg::AssumptionKind::ThreadBound;
    h.assumption.text = fmt::format("at most {} threads are started", c_.maxThreads);
    h.assumption.pos = c_.program.edges[edge()].pos;
    h.assumption.missesBehaviours = true;
    hazard(std::move(h), t_.trueTerm());
    ends_ = true;
    return;
  }
  std::vector<Term> args;
  for (Term a : o.args) args.push_back(translated(a));
  const ccfg::Thread& thread = c_.program.threads[o.thread];
  const bool anonymous = takes || hasAnonymous(after_);
  Term mine;
  if (anonymous) { // no number that some instance has
    mine = c_.unknown(c_.widthOf({Cell::Kind::Number, 0, 0, 0}));
    require(t_.ne(mine, t_.constant(0, mine.width())));
    require(t_.ule(mine, t_.constant(highestNumber, mine.width())));
    for (uint32_t k = 1; k <= after_.size(); ++k) require(t_.ne(mine, numberOf(k)));
  }
  if (!takes) after_.emplace_back();
  const uint32_t place = takes ? taken_.place : static_cast<uint32_t>(after_.size());
  forked_.push_back(place);
  std::erase_if(
      now_, [&](const auto& n) { return n.first.kind == Cell::Kind::Register && n.first.thread == place; });
  after_[place - 1].at = thread.entry;
  after_[place - 1].anonymous = anonymous;
  if (anonymous) now_[{Cell::Kind::Number, place, 0, 0}] = mine;
  for (size_t i = 0; i < args.size() && i < thread.params.size(); ++i)
    if (thread.params[i] != thread.self)
      now_[{Cell::Kind::Register, place, thread.params[i], 0}] =
          t_.resize(args[i], c_.program.regWidth(thread.params[i]));
  if (o.handle != ccfg::none) give(o.handle, t_.resize(numberOf(place), c_.program.regWidth(o.handle)));
}

Term GlobalStep::numberOf(uint32_t thread) {
  const Cell number{Cell::Kind::Number, thread, 0, 0};
  return after_[thread - 1].anonymous ? value(number) : t_.constant(thread, c_.widthOf(number));
}

// A handle that is nobody's may be that of an instance that gave way to another one: it had ended, and what
// its result was is not known any more.
void GlobalStep::join(const ccfg::Join& o) {
  joins_ = true;
  const Term handle = translated(o.handle);
  const unsigned width = o.result == ccfg::none ? 1 : c_.program.regWidth(o.result);
  const bool forgets = hasAnonymous(after_);
  Term over = t_.falseTerm(), isNobodys = t_.boolean(forgets);
  Term result = forgets ? c_.unknown(width) : t_.constant(0, width);
  for (uint32_t k = 1; k <= after_.size(); ++k) {
    const ccfg::Thread& thread = c_.program.threads[c_.program.locations[after_[k - 1].at].thread];
    const Term hit = t_.eq(handle, t_.resize(numberOf(k), handle.width()));
    isNobodys = t_.andOf(isNobodys, t_.notOf(hit));
    if (thread.exit != after_[k - 1].at) continue;
    over = t_.orOf(over, hit);
    if (o.result == ccfg::none) continue;
    const Term given = thread.result == ccfg::none
                           ? t_.constant(0, width)
                           : t_.resize(value(c_.reg(after_, k, thread.result)), width);
    result = t_.ite(hit, given, result);
  }
  waits(over);
  require(t_.orOf(over, isNobodys));
  if (o.result != ccfg::none) give(o.result, result);
}

void GlobalStep::check(const ccfg::Assert& o) {
  if (!c_.properties.has(o.property)) return;
  const Term holds = translated(o.cond);
  Hazard h;
  h.property = o.property;
  hazard(std::move(h), t_.notOf(holds));
  require(holds);
}

void GlobalStep::halt(const ccfg::Halt& o) {
  if (o.kind == ccfg::HaltKind::Cutoff) {
    Hazard h;
    h.kind = Hazard::Kind::Cutoff;
    if (o.assumption != ccfg::none) {
      h.assumption = c_.program.assumptions[o.assumption];
    } else {
      h.assumption.text = "a path is cut off";
      h.assumption.pos = c_.program.edges[edge()].pos;
      h.assumption.missesBehaviours = true;
    }
    hazard(std::move(h), t_.trueTerm());
  }
  ends_ = true;
}

} // namespace heddle::check
