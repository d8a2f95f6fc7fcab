// Compiles edges: operations in order, each term's nodes once, constants and addresses into the shared pool.
#include "interp/code.h"

#include "ccfg/analysis/graph/influence.h"
#include "ccfg/analysis/memory/reuse.h"
#include "interp/slots.h"
#include "logic/eval.h"
#include "support/error.h"

#include <algorithm>
#include <unordered_map>

namespace heddle::interp {

using ccfg::none;
using ccfg::Operation;
using ccfg::RegId;
using logic::Op;
using logic::Term;

class Compiler {
public:
  explicit Compiler(Code& code) : code_(code), p_(code.program()), live_(code.live_) {
    for (const ccfg::Edge& e : p_.edges)
      for (const Operation& op : e.ops) frees_ = frees_ || std::holds_alternative<ccfg::Free>(op);
  }
  void run();

private:
  void collectConstants();
  uint32_t constant(uint64_t value);
  std::optional<uint64_t> staticValue(Term t) const;
  uint32_t compile(Term t);
  void emitTerm(Term t, uint32_t dst);
  uint32_t newTemp();
  Instruction& emit(Do what, uint32_t dst, uint32_t a = 0, uint32_t b = 0, uint32_t c = 0);
  void define(RegId r, uint32_t temp);
  void compileEdge(ccfg::EdgeId e);
  void commits(ccfg::EdgeId e);
  std::optional<uint32_t> directOffset(Term addr, unsigned bytes) const;
  uint32_t readRegister(RegId r);
  bool matters(RegId r, uint32_t index) const; // after the operation of this index

  void operation(const ccfg::Assume& o, uint32_t index);
  void operation(const ccfg::Set& o, uint32_t index);
  void operation(const ccfg::Load& o, uint32_t index);
  void operation(const ccfg::Store& o, uint32_t index);
  void operation(const ccfg::Nondet& o, uint32_t index);
  void operation(const ccfg::Alloc& o, uint32_t index);
  void operation(const ccfg::Free& o, uint32_t index);
  void operation(const ccfg::Fork& o, uint32_t index);
  void operation(const ccfg::Join& o, uint32_t index);
  void operation(const ccfg::Assert& o, uint32_t index);
  void operation(const ccfg::Fence& o, uint32_t index);
  void operation(const ccfg::Mark&, uint32_t) {}
  void operation(const ccfg::Halt& o, uint32_t index);

  Code& code_;
  const ccfg::Program& p_;
  const ccfg::analysis::Liveness& live_;
  const std::vector<bool> idle_ = ccfg::analysis::idleChoices(code_.facts_);
  bool frees_ = false; // the program has memory whose life ends
  std::unordered_map<uint64_t, uint32_t> constantOf_;
  // Of the edge being compiled:
  uint32_t next_ = 0;
  RegId self_ = none;
  EdgeCode* edge_ = nullptr;
  const ccfg::Edge* source_ = nullptr;
  std::vector<std::vector<RegId>> liveAfter_; // by operation
  std::unordered_map<RegId, uint32_t> regTemp_;
  std::unordered_map<Term, uint32_t> memo_; // compound terms, over the registers' present values
};

void Compiler::run() {
  const SlotAssignment slots = assignSlots(p_, live_);
  code_.slots_ = slots.slots;
  for (ccfg::ThreadId t = 0; t < p_.threads.size(); ++t) {
    const ccfg::Thread& source = p_.threads[t];
    ThreadCode& thread = code_.threads_.emplace_back();
    thread.slotBytes = slots.slotBytes[t];
    for (RegId r : source.params)
      thread.params.push_back(live_.isLive(source.entry, r) ? code_.slots_[r] : Slot{});
    if (source.result != none && source.result != source.self) thread.result = code_.slots_[source.result];
    thread.resultIsSelf = source.result != none && source.result == source.self;
  }
  for (const ccfg::Location& l : p_.locations) code_.atomic_.push_back(l.atomic);
  code_.exits_.assign(p_.locations.size(), false);
  for (const ccfg::Thread& t : p_.threads) code_.exits_[t.exit] = true;

  collectConstants();
  code_.temps_ = static_cast<uint32_t>(code_.constants_.size());
  code_.edges_.resize(p_.edges.size());
  for (ccfg::EdgeId e = 0; e < p_.edges.size(); ++e) compileEdge(e);
}

// All constants must be known before the first edge is compiled: its temporaries come after them.
void Compiler::collectConstants() {
  constant(0);
  for (const ccfg::Edge& e : p_.edges)
    for (const Operation& op : e.ops)
      ccfg::forEachTerm(op, [&](Term t) {
        logic::forEachNode(t, [&](Term n) {
          if (n.isConst()) constant(n.value());
          if (n.op() == Op::Address) constant(code_.layout_.address(static_cast<ccfg::ObjectId>(n.value())));
        });
        if (auto value = staticValue(t)) constant(*value);
      });
}

// The value of a term that reads no register.
std::optional<uint64_t> Compiler::staticValue(Term t) const {
  if (!logic::symbolsOf(t).empty()) return std::nullopt;
  return logic::evaluate(
      t, [&](Term n) { return code_.layout_.address(static_cast<ccfg::ObjectId>(n.value())); });
}

uint32_t Compiler::constant(uint64_t value) {
  auto [it, fresh] = constantOf_.emplace(value, static_cast<uint32_t>(code_.constants_.size()));
  if (fresh) {
    HEDDLE_CHECK(edge_ == nullptr, "a constant was missed");
    code_.constants_.push_back(value);
  }
  return it->second;
}

uint32_t Compiler::newTemp() {
  code_.temps_ = std::max(code_.temps_, next_ + 1);
  return next_++;
}

Instruction& Compiler::emit(Do what, uint32_t dst, uint32_t a, uint32_t b, uint32_t c) {
  Instruction i{};
  i.what = what;
  i.dst = dst;
  i.a = a;
  i.b = b;
  i.c = c;
  code_.instructions_.push_back(i);
  return code_.instructions_.back();
}

// ---- terms

uint32_t Compiler::compile(Term t) {
  if (auto value = staticValue(t)) return constant(*value);
  logic::forEachNode(t, [&](Term n) {
    if (memo_.count(n)) return;
    if (n.isConst()) {
      memo_[n] = constant(n.value());
    } else if (n.op() == Op::Address) {
      memo_[n] = constant(code_.layout_.address(static_cast<ccfg::ObjectId>(n.value())));
    } else if (n.op() == Op::Var) {
      memo_[n] = readRegister(static_cast<RegId>(n.value()));
    } else if (n.op() == Op::ZExt) {
      memo_[n] = memo_.at(n.kid(0)); // values are kept zero-extended
    } else {
      memo_[n] = newTemp();
      emitTerm(n, memo_[n]);
      if (frees_ && ccfg::analysis::maybeComparesAddresses(n, p_.pointerWidth()))
        emit(Do::Compare, 0, memo_.at(n.kid(0)), memo_.at(n.kid(1)));
    }
  });
  return memo_.at(t);
}

uint32_t Compiler::readRegister(RegId r) {
  auto [it, fresh] = regTemp_.emplace(r, 0);
  if (!fresh) return it->second;
  it->second = newTemp();
  if (r == self_) {
    emit(Do::Self, it->second);
  } else {
    const Slot& slot = code_.slots_[r];
    HEDDLE_CHECK(slot.offset != none, "a register is read where it is not live: " + p_.reg(r).name);
    emit(slot.wide ? Do::Slot8 : Do::Slot4, it->second, slot.offset);
  }
  return it->second;
}

static Do fastForm(Op op) {
  switch (op) {
  case Op::Add:
    return Do::Add;
  case Op::Sub:
    return Do::Sub;
  case Op::Mul:
    return Do::Mul;
  case Op::And:
    return Do::And;
  case Op::Or:
    return Do::Or;
  case Op::Xor:
    return Do::Xor;
  case Op::Not:
    return Do::Not;
  case Op::Eq:
    return Do::Eq;
  case Op::Ult:
    return Do::Ult;
  case Op::Ule:
    return Do::Ule;
  case Op::Slt:
    return Do::Slt;
  case Op::Sle:
    return Do::Sle;
  case Op::Ite:
    return Do::Ite;
  case Op::SExt:
    return Do::SExt;
  case Op::Extract:
    return Do::Extract;
  default:
    return Do::Apply;
  }
}

void Compiler::emitTerm(Term t, uint32_t dst) {
  auto operand = [&](unsigned i) { return i < t.arity() ? memo_.at(t.kid(i)) : 0; };
  Instruction& i = emit(fastForm(t.op()), dst, operand(0), operand(1), operand(2));
  i.op = t.op();
  i.width = static_cast<uint8_t>(t.width());
  const unsigned typed = t.op() == Op::Ite || t.op() == Op::Concat ? 1 : 0; // as applyOp wants it
  i.operandWidth = static_cast<uint8_t>(t.kid(typed).width());
  i.imm = t.value();
}

// ---- operations

void Compiler::define(RegId r, uint32_t temp) {
  HEDDLE_CHECK(r != self_, "a thread's number is written: " + p_.reg(r).name);
  regTemp_[r] = temp;
  memo_.clear();
  edge_->writes.push_back({r, temp, static_cast<uint32_t>(code_.instructions_.size())});
}

void Compiler::operation(const ccfg::Assume& o, uint32_t index) {
  emit(Do::Assume, 0, compile(o.cond), 0, index);
}

// What does not matter is not computed: what it reads may have no slot.
void Compiler::operation(const ccfg::Set& o, uint32_t index) {
  std::vector<std::pair<RegId, uint32_t>> values;
  for (const ccfg::Assignment& a : o.assignments)
    if (matters(a.reg, index)) values.emplace_back(a.reg, compile(a.value));
  for (const auto& [reg, value] : values) define(reg, value);
}

bool Compiler::matters(RegId r, uint32_t index) const {
  return std::binary_search(liveAfter_[index].begin(), liveAfter_[index].end(), r);
}

// A constant address inside a static object that needs no check at run time is an offset in the State.
std::optional<uint32_t> Compiler::directOffset(Term addr, unsigned bytes) const {
  const std::optional<uint64_t> address = staticValue(addr);
  if (!address || code_.hasBuffers()) return std::nullopt;
  const ccfg::ObjectId o = code_.layout_.staticAt(*address);
  if (o == none) return std::nullopt;
  const StaticObject& object = code_.layout_.object(o);
  const uint64_t offset = *address - object.base;
  if (object.memory == none || object.readOnly || object.initialised != none) return std::nullopt;
  if (bytes > object.size || offset > object.size - bytes) return std::nullopt;
  return object.memory + static_cast<uint32_t>(offset);
}

void Compiler::operation(const ccfg::Load& o, uint32_t index) {
  HEDDLE_CHECK(o.bytes >= 1 && o.bytes <= 8, "a load of an impossible size");
  const uint32_t address = compile(o.addr), dst = newTemp();
  const std::optional<uint32_t> direct = directOffset(o.addr, o.bytes);
  Instruction& i = emit(direct ? Do::LoadDirect : Do::Load, dst, address, matters(o.dst, index), index);
  i.width = static_cast<uint8_t>(p_.regWidth(o.dst));
  i.operandWidth = static_cast<uint8_t>(o.bytes);
  i.imm = direct.value_or(0);
  define(o.dst, dst);
}

void Compiler::operation(const ccfg::Store& o, uint32_t index) {
  HEDDLE_CHECK(o.bytes >= 1 && o.bytes <= 8, "a store of an impossible size");
  const uint32_t address = compile(o.addr), value = compile(o.value);
  const std::optional<uint32_t> direct = directOffset(o.addr, o.bytes);
  Instruction& i = emit(direct ? Do::StoreDirect : Do::Store, 0, address, value, index);
  i.operandWidth = static_cast<uint8_t>(o.bytes);
  i.imm = direct ? *direct : static_cast<uint64_t>(ccfg::wayOf(p_, *source_, o, code_.memoryModel()));
}

void Compiler::operation(const ccfg::Fence& o, uint32_t index) {
  if (ccfg::isBarrier(o, code_.memoryModel())) emit(Do::Barrier, 0, 0, 0, index);
}

void Compiler::operation(const ccfg::Nondet& o, uint32_t index) {
  const uint32_t dst = newTemp();
  Instruction& i = emit(Do::Nondet, dst, matters(o.dst, index) && !idle_[o.dst], 0, index);
  i.width = static_cast<uint8_t>(p_.regWidth(o.dst));
  define(o.dst, dst);
}

void Compiler::operation(const ccfg::Alloc& o, uint32_t index) {
  const uint32_t size = compile(o.size), dst = newTemp();
  emit(Do::Alloc, dst, size, 0, index);
  define(o.dst, dst);
}

void Compiler::operation(const ccfg::Free& o, uint32_t index) {
  emit(Do::Free, 0, compile(o.addr), 0, index);
}

void Compiler::operation(const ccfg::Fork& o, uint32_t index) {
  std::vector<uint32_t> arguments;
  for (Term t : o.args) arguments.push_back(compile(t));
  const auto begin = static_cast<uint32_t>(code_.arguments_.size());
  code_.arguments_.insert(code_.arguments_.end(), arguments.begin(), arguments.end());
  const uint32_t dst = newTemp();
  emit(Do::Fork, dst, begin, static_cast<uint32_t>(arguments.size()), index);
  if (o.handle != none) define(o.handle, dst);
}

void Compiler::operation(const ccfg::Join& o, uint32_t index) {
  const uint32_t handle = compile(o.handle), dst = newTemp();
  emit(Do::Join, dst, handle, 0, index).width =
      static_cast<uint8_t>(o.result == none ? 64 : p_.regWidth(o.result));
  if (o.result != none) define(o.result, dst);
}

void Compiler::operation(const ccfg::Assert& o, uint32_t index) {
  emit(Do::Assert, 0, compile(o.cond), 0, index);
}

void Compiler::operation(const ccfg::Halt&, uint32_t index) { emit(Do::Halt, 0, 0, 0, index); }

// ---- edges

void Compiler::compileEdge(ccfg::EdgeId e) {
  const ccfg::Edge& source = p_.edges[e];
  EdgeCode& edge = code_.edges_[e];
  edge_ = &edge;
  source_ = &source;
  next_ = static_cast<uint32_t>(code_.constants_.size());
  self_ = p_.threads[p_.locations[source.from].thread].self;
  liveAfter_ = live_.liveAfterOperations(e);
  regTemp_.clear();
  memo_.clear();
  edge.to = source.to;
  edge.assumption = source.assumption;
  edge.drains = ccfg::drains(p_, source, code_.memoryModel());
  edge.begin = static_cast<uint32_t>(code_.instructions_.size());
  for (uint32_t index = 0; index < source.ops.size(); ++index)
    std::visit([&](const auto& o) { operation(o, index); }, source.ops[index]);
  edge.end = static_cast<uint32_t>(code_.instructions_.size());
  commits(e);
}

void Compiler::commits(ccfg::EdgeId e) {
  const ccfg::Edge& source = p_.edges[e];
  EdgeCode& edge = code_.edges_[e];
  edge.commitBegin = static_cast<uint32_t>(code_.commits_.size());
  std::vector<uint32_t> inUse; // offsets of slots that are live at the target
  for (RegId r : live_.liveAt(source.to)) {
    const Slot& slot = code_.slots_[r];
    inUse.push_back(slot.offset);
    const bool written =
        std::any_of(edge.writes.begin(), edge.writes.end(), [&](auto& w) { return w.reg == r; });
    if (written) code_.commits_.push_back({slot.offset, regTemp_.at(r), slot.wide});
  }
  for (RegId r : live_.liveAt(source.from)) {
    const Slot& slot = code_.slots_[r];
    if (std::find(inUse.begin(), inUse.end(), slot.offset) == inUse.end())
      code_.commits_.push_back({slot.offset, constant(0), slot.wide});
  }
  edge.commitEnd = static_cast<uint32_t>(code_.commits_.size());
}

Code::Code(const ccfg::analysis::Facts& facts, ccfg::MemoryModel model, std::set<Places> known)
    : facts_(facts), model_(model), known_(facts.program(), std::move(known)), layout_(facts.program()),
      live_(facts.liveness()) {
  Compiler(*this).run();
}

Code::Code(const ccfg::Program& p, ccfg::MemoryModel model)
    : own_(std::make_unique<const ccfg::analysis::Facts>(p)), facts_(*own_), model_(model), known_(p, {}),
      layout_(p), live_(facts_.liveness()) {
  Compiler(*this).run();
}

} // namespace heddle::interp
