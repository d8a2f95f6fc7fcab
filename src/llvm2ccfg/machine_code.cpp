// See the header. A statement is split into instructions; each becomes LLVM instructions on the values of the
// operands and of the flags. If one is unknown, what was made of those before it is taken back. The machine
// keeps reads and writes in order (but for a write before a read), so that moves are acquire and release
// accesses.

#include "llvm2ccfg/machine_code.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/TargetParser/Triple.h>

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace heddle::llvm2ccfg {

namespace {

struct NotUnderstood {};

struct MachineStep {
  bool locked = false;
  std::string name;
  std::vector<std::string> operands; // source first, as AT&T has it
};

// "lock; cmpxchgl %1, %2; setz %0" in LLVM's spelling of operands: $1, ${0:b}; $$ is a $.
std::vector<MachineStep> instructionsOf(llvm::StringRef text) {
  std::vector<MachineStep> out;
  std::string lines = text.str();
  for (char& c : lines)
    if (c == ';' || c == '\t') c = c == ';' ? '\n' : ' ';
  llvm::SmallVector<llvm::StringRef, 8> parts;
  llvm::StringRef(lines).split(parts, '\n', -1, false);
  bool locked = false;
  for (llvm::StringRef part : parts) {
    part = part.trim();
    if (part.consume_front("lock")) locked = true;
    part = part.trim();
    if (part.empty() || part == "rep") continue; // "rep nop" is another name of pause
    MachineStep i;
    i.locked = std::exchange(locked, false);
    auto [name, rest] = part.split(' ');
    if (name == "rep") std::tie(name, rest) = rest.trim().split(' ');
    i.name = name.lower();
    int depth = 0; // of parentheses
    std::string operand;
    for (char c : rest.str() + ",") {
      depth += c == '(' ? 1 : c == ')' ? -1 : 0;
      if (c == ',' && depth == 0) {
        if (llvm::StringRef(operand).trim().empty()) break;
        i.operands.push_back(llvm::StringRef(operand).trim().str());
        operand.clear();
      } else {
        operand += c;
      }
    }
    out.push_back(std::move(i));
  }
  return out;
}

using AssemblerBuilder = llvm::IRBuilder<llvm::ConstantFolder, llvm::IRBuilderCallbackInserter>;

class AssemblerStatement {
public:
  explicit AssemblerStatement(llvm::CallInst& call)
      : call_(call), text_(*llvm::cast<llvm::InlineAsm>(call.getCalledOperand())),
        b_(call.getContext(), llvm::ConstantFolder(),
           llvm::IRBuilderCallbackInserter([this](llvm::Instruction* i) { made_.push_back(i); })) {
    b_.SetInsertPoint(&call);
  }

  bool replace() {
    if (text_.getDialect() != llvm::InlineAsm::AD_ATT) return false;
    try {
      readOperands();
      for (const MachineStep& i : instructionsOf(text_.getAsmString())) execute(i);
      finish();
    } catch (const NotUnderstood&) {
      for (auto i = made_.rbegin(); i != made_.rend(); ++i) (*i)->eraseFromParent();
      return false;
    }
    return true;
  }

private:
  struct Slot {                     // an operand
    llvm::Value* value = nullptr;   // null: nothing is known yet, or it is memory
    llvm::Value* pointer = nullptr; // memory
    llvm::Type* type = nullptr;
    bool isOutput = false;
    std::string flag; // an output that is a condition
  };

  Slot& operand(const std::string& code, size_t number, std::vector<size_t>& numbers) {
    if (code.size() > 2 && code.front() == '{') registers_[code.substr(1, code.size() - 2)] = number;
    numbers.push_back(number);
    return slots_[number];
  }

  void readOperands() {
    const auto constraints = text_.ParseConstraints();
    unsigned argument = 0, result = 0;
    for (const llvm::InlineAsm::ConstraintInfo& k : constraints) {
      if (k.Type == llvm::InlineAsm::isClobber) continue;
      if (k.Type == llvm::InlineAsm::isLabel || k.isMultipleAlternative) throw NotUnderstood();
      const std::string code = k.Codes.empty() ? "" : k.Codes[0];
      if (k.Type == llvm::InlineAsm::isInput && !code.empty() && std::isdigit(code[0]) != 0 &&
          !k.isIndirect) {
        const size_t same = numbers_.at(std::stoul(code)); // what goes in where an output comes out
        slots_[same].value = call_.getArgOperand(argument++);
        numbers_.push_back(same);
        continue;
      }
      slots_.emplace_back();
      Slot& s = operand(code, slots_.size() - 1, numbers_);
      s.isOutput = k.Type == llvm::InlineAsm::isOutput;
      if (k.isIndirect) {
        s.type = call_.getParamElementType(argument);
        s.pointer = call_.getArgOperand(argument++);
      } else if (s.isOutput) {
        const auto* all = llvm::dyn_cast<llvm::StructType>(call_.getType());
        s.type = all != nullptr ? all->getElementType(result) : call_.getType();
        ++result;
        if (llvm::StringRef(code).starts_with("{@cc")) s.flag = code.substr(4, code.size() - 5);
      } else {
        s.value = call_.getArgOperand(argument++);
        s.type = s.value->getType();
      }
      if (s.pointer == nullptr && !s.type->isIntegerTy() && !s.type->isPointerTy()) throw NotUnderstood();
    }
  }

  unsigned bitsOf(llvm::Type* type) const {
    return call_.getModule()->getDataLayout().getTypeSizeInBits(type).getFixedValue();
  }

  // What an operand of an instruction names: a slot, or a constant, and how much of it.
  struct Named {
    Slot* slot = nullptr;
    std::optional<int64_t> constant;
    unsigned bits = 0; // 0: not told
  };

  Named named(llvm::StringRef text) {
    int64_t number = 0;
    if (text.consume_front("$$")) {
      if (text.getAsInteger(0, number)) throw NotUnderstood();
      return {nullptr, number, 0};
    }
    if (text.consume_front("%")) return fixedRegister(text);
    if (!text.consume_front("$")) throw NotUnderstood();
    unsigned bits = 0;
    if (text.consume_front("{")) {
      if (!text.consume_back("}")) throw NotUnderstood();
      auto [digits, modifier] = text.split(':');
      text = digits;
      bits = modifier == "b" ? 8 : modifier == "w" ? 16 : modifier == "k" ? 32 : modifier == "q" ? 64 : 0;
      if (bits == 0 && modifier != "P" && modifier != "c" && modifier != "a") throw NotUnderstood();
    }
    unsigned n = 0;
    if (text.getAsInteger(10, n) || n >= numbers_.size()) throw NotUnderstood();
    return {&slots_[numbers_[n]], {}, bits};
  }

  // A register by its name, if an operand lies in it.
  Named fixedRegister(llvm::StringRef name) {
    static const std::map<char, unsigned> prefixes = {{'e', 32}, {'r', 64}};
    unsigned bits = name.size() == 2 ? 16 : 0;
    std::string base = name.str();
    if (name.size() == 3 && prefixes.contains(name[0])) {
      bits = prefixes.at(name[0]);
      base = name.substr(1).str();
    } else if (name.size() == 2 && name[1] == 'l') {
      bits = 8;
      base = std::string(1, name[0]) + "x";
    }
    return {&inRegister(base), {}, bits};
  }

  Slot& inRegister(const std::string& name) {
    auto it = registers_.find(name);
    if (it == registers_.end()) throw NotUnderstood();
    return slots_[it->second];
  }

  llvm::Value* resized(llvm::Value* v, unsigned bits) {
    if (v == nullptr) throw NotUnderstood();
    if (v->getType()->isPointerTy()) v = b_.CreatePtrToInt(v, b_.getIntNTy(bitsOf(v->getType())));
    return b_.CreateZExtOrTrunc(v, b_.getIntNTy(bits));
  }

  llvm::Value* read(const Named& n, unsigned bits) {
    if (n.constant) return llvm::ConstantInt::getSigned(b_.getIntNTy(bits), *n.constant);
    if (n.slot->pointer == nullptr) return resized(n.slot->value, bits);
    return b_.CreateAlignedLoad(b_.getIntNTy(bits), n.slot->pointer, align(bits), true);
  }

  static llvm::Align align(unsigned bits) { return llvm::Align(bits / 8); }
  // A register keeps its other bits; a write to 32 bits clears the upper half.
  void write(const Named& n, llvm::Value* v) {
    if (n.slot == nullptr) throw NotUnderstood();
    const unsigned bits = v->getType()->getIntegerBitWidth();
    if (n.slot->pointer != nullptr) {
      llvm::StoreInst* s = b_.CreateAlignedStore(v, n.slot->pointer, align(bits), true);
      s->setAtomic(llvm::AtomicOrdering::Release);
      return;
    }
    const unsigned whole = bitsOf(n.slot->type);
    if (bits < 32 && bits < whole) {
      llvm::Value* old = n.slot->value == nullptr ? llvm::ConstantInt::get(b_.getIntNTy(whole), 0)
                                                  : resized(n.slot->value, whole);
      llvm::Value* kept =
          b_.CreateAnd(old, llvm::ConstantInt::get(b_.getIntNTy(whole), ~((1ull << bits) - 1)));
      if (n.slot->value == nullptr) throw NotUnderstood();
      v = b_.CreateOr(kept, b_.CreateZExt(v, b_.getIntNTy(whole)));
    }
    n.slot->value = b_.CreateZExtOrTrunc(v, b_.getIntNTy(whole));
  }

  // Of an instruction: told by its last letter, or by its operands.
  unsigned width(const MachineStep& i, llvm::StringRef base) {
    llvm::StringRef suffix = llvm::StringRef(i.name).drop_front(base.size());
    if (suffix == "b") return 8;
    if (suffix == "w") return 16;
    if (suffix == "l") return 32;
    if (suffix == "q") return 64;
    for (const std::string& o : i.operands) {
      const Named n = named(o);
      if (n.bits != 0) return n.bits;
      if (n.slot != nullptr && n.slot->pointer == nullptr && !n.constant &&
          !llvm::isa_and_nonnull<llvm::Constant>(n.slot->value))
        return bitsOf(n.slot->type);
    }
    for (const std::string& o : i.operands)
      if (const Named n = named(o); n.slot != nullptr && n.slot->pointer != nullptr)
        return bitsOf(n.slot->type);
    throw NotUnderstood();
  }

  static bool is(const MachineStep& i, llvm::StringRef base) {
    llvm::StringRef rest = i.name;
    return rest.consume_front(base) &&
           (rest.empty() || rest == "b" || rest == "w" || rest == "l" || rest == "q");
  }

  // A locked operation that changes nothing at the top of the stack is the older way to write a full fence.
  static bool isFenceOnStack(const MachineStep& i) {
    if (!i.locked || i.operands.size() != 2 || i.operands[0] != "$$0" || !(is(i, "add") || is(i, "or")))
      return false;
    llvm::StringRef place(i.operands[1]);
    return place.ends_with("(%rsp)") || place.ends_with("(%esp)");
  }

  void execute(const MachineStep& i) {
    if (isFenceOnStack(i)) {
      b_.CreateFence(llvm::AtomicOrdering::SequentiallyConsistent);
      return;
    }
    if (i.operands.empty() && fence(i)) return;
    if (i.operands.size() == 1 && (exchangeTwice(i) || unary(i) || condition(i))) return;
    if (i.operands.size() == 2 && (move(i) || exchange(i) || compareExchange(i) || bit(i) || binary(i)))
      return;
    throw NotUnderstood();
  }

  bool fence(const MachineStep& i) {
    if (i.name == "mfence") {
      b_.CreateFence(llvm::AtomicOrdering::SequentiallyConsistent);
      return true;
    }
    if (i.name == "sfence") {
      b_.CreateFence(llvm::AtomicOrdering::Release);
      return true;
    }
    return i.name == "pause" || i.name == "nop" || i.name == "lfence"; // reads are in order anyway
  }

  bool move(const MachineStep& i) {
    if (!is(i, "mov") || i.locked) return false;
    const Named from = named(i.operands[0]), to = named(i.operands[1]);
    const unsigned bits = width(i, "mov");
    llvm::Value* v = read(from, bits);
    if (auto* l = llvm::dyn_cast<llvm::LoadInst>(v)) l->setAtomic(llvm::AtomicOrdering::Acquire);
    write(to, v);
    return true;
  }

  llvm::Value* modify(llvm::AtomicRMWInst::BinOp op, const Slot& memory, llvm::Value* v) {
    return b_.CreateAtomicRMW(op, memory.pointer, v, align(v->getType()->getIntegerBitWidth()),
                              llvm::AtomicOrdering::SequentiallyConsistent);
  }

  bool exchange(const MachineStep& i) {
    const bool adds = is(i, "xadd");
    if (!adds && !is(i, "xchg")) return false;
    Named a = named(i.operands[0]), b = named(i.operands[1]);
    const unsigned bits = width(i, adds ? "xadd" : "xchg");
    if (!adds && a.slot != nullptr && a.slot->pointer != nullptr)
      std::swap(a, b); // its operands may be in either order
    if (a.slot == nullptr || b.slot == nullptr || a.slot->pointer != nullptr || b.slot->pointer == nullptr ||
        (adds && !i.locked))
      throw NotUnderstood();
    llvm::Value* v = read(a, bits);
    llvm::Value* old = modify(adds ? llvm::AtomicRMWInst::Add : llvm::AtomicRMWInst::Xchg, *b.slot, v);
    if (adds) setFlags(b_.CreateAdd(old, v), b_.CreateICmpULT(b_.CreateAdd(old, v), old));
    write(a, old);
    return true;
  }

  bool compareExchange(const MachineStep& i) {
    if (!is(i, "cmpxchg")) return false;
    const Named wanted = named(i.operands[0]), memory = named(i.operands[1]);
    if (!i.locked || memory.slot == nullptr || memory.slot->pointer == nullptr) throw NotUnderstood();
    const unsigned bits = width(i, "cmpxchg");
    const Named accumulator = {&inRegister("ax"), {}, bits};
    swap(memory.slot->pointer, read(accumulator, bits), read(wanted, bits));
    write(accumulator, old_);
    return true;
  }

  void swap(llvm::Value* pointer, llvm::Value* expected, llvm::Value* wanted) {
    const auto order = llvm::AtomicOrdering::SequentiallyConsistent;
    llvm::Value* both = b_.CreateAtomicCmpXchg(
        pointer, expected, wanted, align(expected->getType()->getIntegerBitWidth()), order, order);
    old_ = b_.CreateExtractValue(both, 0);
    zero_ = b_.CreateExtractValue(both, 1);
    carry_ = nullptr;
  }

  // cmpxchg8b and cmpxchg16b: the values are in two registers each.
  bool exchangeTwice(const MachineStep& i) {
    if (i.name != "cmpxchg8b" && i.name != "cmpxchg16b") return false;
    const unsigned half = i.name == "cmpxchg8b" ? 32 : 64;
    const Named memory = named(i.operands[0]);
    if (!i.locked || memory.slot == nullptr || memory.slot->pointer == nullptr) throw NotUnderstood();
    const auto pair = [&](const char* low, const char* high) {
      llvm::Value* l = b_.CreateZExt(read({&inRegister(low), {}, half}, half), b_.getIntNTy(2 * half));
      llvm::Value* h = b_.CreateZExt(read({&inRegister(high), {}, half}, half), b_.getIntNTy(2 * half));
      return b_.CreateOr(l, b_.CreateShl(h, half));
    };
    swap(memory.slot->pointer, pair("ax", "dx"), pair("bx", "cx"));
    write({&inRegister("ax"), {}, half}, b_.CreateTrunc(old_, b_.getIntNTy(half)));
    write({&inRegister("dx"), {}, half}, b_.CreateTrunc(b_.CreateLShr(old_, half), b_.getIntNTy(half)));
    return true;
  }

  // Bit test, and set, reset or complement. In memory the number may lie beyond the word.
  bool bit(const MachineStep& i) {
    using Op = llvm::AtomicRMWInst;
    const char* name = is(i, "bts") ? "bts" : is(i, "btr") ? "btr" : is(i, "btc") ? "btc" : nullptr;
    if (name == nullptr) return false;
    const Named number = named(i.operands[0]), memory = named(i.operands[1]);
    if (!i.locked || memory.slot == nullptr || memory.slot->pointer == nullptr) throw NotUnderstood();
    const unsigned bits = width(i, name);
    llvm::Value* n = read(number, bits);
    llvm::Value* last = llvm::ConstantInt::get(n->getType(), bits - 1);
    Slot word = *memory.slot;
    if (!llvm::isa<llvm::Constant>(n))
      word.pointer = b_.CreateGEP(n->getType(), word.pointer, b_.CreateAShr(n, llvm::Log2_32(bits)));
    n = b_.CreateAnd(n, last);
    llvm::Value* mask = b_.CreateShl(llvm::ConstantInt::get(n->getType(), 1), n);
    llvm::Value* old = name[2] == 's'   ? modify(Op::Or, word, mask)
                       : name[2] == 'r' ? modify(Op::And, word, b_.CreateNot(mask))
                                        : modify(Op::Xor, word, mask);
    zero_ = nullptr;
    carry_ = b_.CreateICmpNE(b_.CreateAnd(old, mask), llvm::ConstantInt::get(n->getType(), 0));
    return true;
  }

  void setFlags(llvm::Value* result, llvm::Value* carry) {
    zero_ = b_.CreateICmpEQ(result, llvm::ConstantInt::get(result->getType(), 0));
    negative_ = b_.CreateICmpSLT(result, llvm::ConstantInt::get(result->getType(), 0));
    carry_ = carry;
  }

  bool binary(const MachineStep& i) {
    using Op = llvm::AtomicRMWInst;
    static const std::map<std::string, Op::BinOp> ops = {
        {"add", Op::Add}, {"sub", Op::Sub}, {"and", Op::And}, {"or", Op::Or}, {"xor", Op::Xor}};
    for (const auto& [name, op] : ops) {
      if (!is(i, name)) continue;
      const Named from = named(i.operands[0]), to = named(i.operands[1]);
      const unsigned bits = width(i, name);
      apply(op, read(from, bits), to, i.locked, bits);
      return true;
    }
    if (!is(i, "sbb") || i.operands[0] != i.operands[1] || carry_ == nullptr) return false;
    write(named(i.operands[0]), b_.CreateSExt(carry_, b_.getIntNTy(width(i, "sbb"))));
    return true;
  }

  bool unary(const MachineStep& i) {
    using Op = llvm::AtomicRMWInst;
    static const std::map<std::string, std::pair<Op::BinOp, int64_t>> ops = {
        {"inc", {Op::Add, 1}}, {"dec", {Op::Sub, 1}}, {"not", {Op::Xor, -1}}};
    for (const auto& [name, what] : ops) {
      if (!is(i, name)) continue;
      const Named to = named(i.operands[0]);
      const unsigned bits = width(i, name);
      apply(what.first, llvm::ConstantInt::getSigned(b_.getIntNTy(bits), what.second), to, i.locked, bits);
      carry_ = nullptr; // it does not change, but nobody asks for what it was
      if (name == "not") zero_ = negative_ = nullptr;
      return true;
    }
    return false;
  }

  void apply(llvm::AtomicRMWInst::BinOp op, llvm::Value* v, const Named& to, bool locked, unsigned bits) {
    using Op = llvm::AtomicRMWInst;
    if (to.slot == nullptr || (to.slot->pointer != nullptr && !locked)) throw NotUnderstood();
    llvm::Value* old = locked ? modify(op, memoryOf(to), v) : read(to, bits);
    llvm::Value* result = op == Op::Add   ? b_.CreateAdd(old, v)
                          : op == Op::Sub ? b_.CreateSub(old, v)
                          : op == Op::And ? b_.CreateAnd(old, v)
                          : op == Op::Or  ? b_.CreateOr(old, v)
                                          : b_.CreateXor(old, v);
    if (!locked) write(to, result);
    setFlags(result, op == Op::Add   ? b_.CreateICmpULT(result, old)
                     : op == Op::Sub ? b_.CreateICmpULT(old, v)
                                     : b_.getFalse());
  }

  static const Slot& memoryOf(const Named& n) {
    if (n.slot->pointer == nullptr) throw NotUnderstood();
    return *n.slot;
  }

  llvm::Value* flag(llvm::StringRef condition) {
    const auto known = [](llvm::Value* v) {
      if (v == nullptr) throw NotUnderstood();
      return v;
    };
    if (condition == "z" || condition == "e") return known(zero_);
    if (condition == "nz" || condition == "ne") return b_.CreateNot(known(zero_));
    if (condition == "c" || condition == "b") return known(carry_);
    if (condition == "nc" || condition == "ae" || condition == "nb") return b_.CreateNot(known(carry_));
    if (condition == "s") return known(negative_);
    if (condition == "ns") return b_.CreateNot(known(negative_));
    throw NotUnderstood();
  }

  bool condition(const MachineStep& i) {
    llvm::StringRef name = i.name;
    if (!name.consume_front("set") || i.locked) return false;
    llvm::Value* v = b_.CreateZExt(flag(name), b_.getInt8Ty());
    const Named to = named(i.operands[0]);
    if (to.slot != nullptr && to.slot->pointer == nullptr && to.slot->value == nullptr)
      write(to, b_.CreateZExt(v, b_.getInt32Ty())); // the rest of the register is not looked at
    else
      write(to, v);
    return true;
  }

  void finish() {
    llvm::Value* all = llvm::PoisonValue::get(call_.getType());
    unsigned n = 0;
    for (Slot& s : slots_) {
      if (!s.isOutput || s.pointer != nullptr) continue;
      llvm::Value* v = s.flag.empty() ? s.value : b_.CreateZExt(flag(s.flag), b_.getIntNTy(bitsOf(s.type)));
      if (v == nullptr) throw NotUnderstood();
      if (s.type->isPointerTy() && !v->getType()->isPointerTy()) v = b_.CreateIntToPtr(v, s.type);
      if (!s.type->isPointerTy()) v = resized(v, bitsOf(s.type));
      all = llvm::isa<llvm::StructType>(call_.getType()) ? b_.CreateInsertValue(all, v, n) : v;
      ++n;
    }
    if (!call_.getType()->isVoidTy()) call_.replaceAllUsesWith(all);
  }

  llvm::CallInst& call_;
  const llvm::InlineAsm& text_;
  std::vector<llvm::Instruction*> made_;
  AssemblerBuilder b_;
  std::vector<Slot> slots_;
  std::vector<size_t> numbers_; // operand n is slots_[numbers_[n]]
  std::map<std::string, size_t> registers_;
  llvm::Value *zero_ = nullptr, *carry_ = nullptr, *negative_ = nullptr, *old_ = nullptr;
};

} // namespace

void lowerAssembler(llvm::Module& module) {
  if (!llvm::Triple(module.getTargetTriple()).isX86()) return;
  for (llvm::Function& f : module) {
    std::vector<llvm::CallInst*> calls;
    for (llvm::Instruction& i : llvm::instructions(f))
      if (auto* call = llvm::dyn_cast<llvm::CallInst>(&i); call != nullptr && call->isInlineAsm())
        calls.push_back(call);
    for (llvm::CallInst* call : calls)
      if (!llvm::cast<llvm::InlineAsm>(call->getCalledOperand())->getAsmString().empty() &&
          AssemblerStatement(*call).replace())
        call->eraseFromParent();
  }
}

} // namespace heddle::llvm2ccfg
