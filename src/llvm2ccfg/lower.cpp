// See the header. What is left alone here is refused by the walk, with its place.

#include "llvm2ccfg/lower.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

namespace heddle::llvm2ccfg {

namespace {

using llvm::Instruction;

class Lowering {
public:
  Lowering(llvm::Module& m, Instruction& i) : module_(m), at_(&i), i_(i) {}

  // What stands for the instruction, or null.
  llvm::Value* run() {
    if (auto* c = llvm::dyn_cast<llvm::FCmpInst>(&i_); c != nullptr && isLong(c->getOperand(0)))
      return compare(c->getPredicate());
    if (auto* c = llvm::dyn_cast<llvm::CallInst>(&i_)) return intrinsic(*c);
    if (isLong(&i_) || (i_.getNumOperands() > 0 && isLong(i_.getOperand(0)))) return longDouble();
    return wide();
  }

private:
  static bool isLong(const llvm::Value* v) { return v->getType()->isX86_FP80Ty(); }
  static bool isWide(const llvm::Value* v) {
    return v->getType()->isIntegerTy() && v->getType()->getIntegerBitWidth() > 64 &&
           v->getType()->getIntegerBitWidth() <= 128;
  }

  // C functions take and return 128 bits as two words.
  llvm::Value* call(const char* name, llvm::Type* result, const std::vector<llvm::Value*>& args) {
    llvm::Type* word = at_.getInt64Ty();
    std::vector<llvm::Value*> words;
    std::vector<llvm::Type*> types;
    for (llvm::Value* a : args) {
      const bool two = a->getType()->isIntegerTy(128);
      words.push_back(two ? at_.CreateTrunc(a, word) : a);
      if (two) words.push_back(at_.CreateTrunc(at_.CreateLShr(a, 64), word));
    }
    for (llvm::Value* w : words) types.push_back(w->getType());
    const bool two = result->isIntegerTy(128);
    llvm::Type* returned = two ? llvm::StructType::get(word, word) : result;
    llvm::Value* out = at_.CreateCall(
        module_.getOrInsertFunction(name, llvm::FunctionType::get(returned, types, false)), words);
    if (!two) return out;
    llvm::Value *low = at_.CreateZExt(at_.CreateExtractValue(out, 0), result),
                *high = at_.CreateZExt(at_.CreateExtractValue(out, 1), result);
    return at_.CreateOr(low, at_.CreateShl(high, 64));
  }

  // The answer has a bit for each of =, >, < and unordered, as LLVM's predicates have.
  llvm::Value* compare(llvm::CmpInst::Predicate p) {
    llvm::Value* how = call("__heddle_ld_compare", at_.getInt32Ty(), {i_.getOperand(0), i_.getOperand(1)});
    return at_.CreateICmpNE(at_.CreateAnd(how, at_.getInt32(static_cast<uint32_t>(p))), at_.getInt32(0));
  }

  llvm::Value* intrinsic(llvm::CallInst& c) {
    if (c.getType()->isDoubleTy() || c.getType()->isFloatTy()) return rounding(c);
    if (!isLong(&c)) return nullptr;
    llvm::Type* type = c.getType();
    switch (c.getIntrinsicID()) {
    case llvm::Intrinsic::fabs:
      return call("__heddle_ld_abs", type, {c.getArgOperand(0)});
    case llvm::Intrinsic::copysign:
      return call("__heddle_ld_copysign", type, {c.getArgOperand(0), c.getArgOperand(1)});
    case llvm::Intrinsic::fmuladd:
      return call(
          "__heddle_ld_add", type,
          {call("__heddle_ld_multiply", type, {c.getArgOperand(0), c.getArgOperand(1)}), c.getArgOperand(2)});
    default:
      return nullptr;
    }
  }

  // Of a float as of the double that it also is: the result is a float again.
  llvm::Value* rounding(llvm::CallInst& c) {
    const char* name = nullptr;
    switch (c.getIntrinsicID()) {
    case llvm::Intrinsic::floor:
      name = "__heddle_floor";
      break;
    case llvm::Intrinsic::ceil:
      name = "__heddle_ceil";
      break;
    case llvm::Intrinsic::trunc:
      name = "__heddle_trunc";
      break;
    case llvm::Intrinsic::round:
      name = "__heddle_round";
      break;
    case llvm::Intrinsic::rint:
    case llvm::Intrinsic::nearbyint:
    case llvm::Intrinsic::roundeven:
      name = "__heddle_rint";
      break;
    case llvm::Intrinsic::minnum:
      name = "__heddle_fmin";
      break;
    case llvm::Intrinsic::maxnum:
      name = "__heddle_fmax";
      break;
    default:
      return nullptr;
    }
    std::vector<llvm::Value*> args;
    for (llvm::Value* a : c.args()) args.push_back(at_.CreateFPCast(a, at_.getDoubleTy()));
    return at_.CreateFPCast(call(name, at_.getDoubleTy(), args), c.getType());
  }

  llvm::Value* longDouble() {
    llvm::Type* type = i_.getType();
    llvm::Value* x = i_.getOperand(0);
    llvm::Type *twice = at_.getDoubleTy(), *word = at_.getInt64Ty();
    auto both = [&](const char* name) { return call(name, type, {x, i_.getOperand(1)}); };
    switch (i_.getOpcode()) {
    case Instruction::FAdd:
      return both("__heddle_ld_add");
    case Instruction::FSub:
      return both("__heddle_ld_subtract");
    case Instruction::FMul:
      return both("__heddle_ld_multiply");
    case Instruction::FDiv:
      return both("__heddle_ld_divide");
    case Instruction::FNeg:
      return call("__heddle_ld_negate", type, {x});
    case Instruction::FPExt:
      return call("__heddle_ld_from_double", type, {at_.CreateFPCast(x, twice)});
    case Instruction::FPTrunc:
      return type->isFloatTy() ? call("__heddle_ld_to_float", type, {x})
             : type == twice   ? call("__heddle_ld_to_double", type, {x})
                               : nullptr;
    case Instruction::SIToFP:
    case Instruction::UIToFP: {
      if (isWide(x)) return nullptr;
      const bool isSigned = i_.getOpcode() == Instruction::SIToFP;
      return call(isSigned ? "__heddle_ld_from_signed" : "__heddle_ld_from_unsigned", type,
                  {at_.CreateIntCast(x, word, isSigned)});
    }
    case Instruction::FPToSI:
    case Instruction::FPToUI: {
      if (isWide(&i_)) return nullptr;
      // Narrow types are the low bits of what the machine converts to.
      const bool wholeWord = type == word && i_.getOpcode() == Instruction::FPToUI;
      llvm::Value* all = call(wholeWord ? "__heddle_ld_to_unsigned" : "__heddle_ld_to_signed", word, {x});
      return at_.CreateTrunc(all, type);
    }
    default:
      return nullptr;
    }
  }

  llvm::Value* wide() {
    llvm::Type* type = i_.getType();
    llvm::Type* whole = at_.getInt128Ty();
    const unsigned opcode = i_.getOpcode();
    const bool isSigned = opcode == Instruction::SDiv || opcode == Instruction::SRem ||
                          opcode == Instruction::SIToFP || opcode == Instruction::FPToSI;
    auto widened = [&](unsigned n) { return at_.CreateIntCast(i_.getOperand(n), whole, isSigned); };
    const bool isDivision = opcode == Instruction::SDiv || opcode == Instruction::SRem ||
                            opcode == Instruction::UDiv || opcode == Instruction::URem;
    if (isDivision && isWide(&i_)) {
      const char* name = opcode == Instruction::SDiv   ? "__heddle_wide_sdiv"
                         : opcode == Instruction::SRem ? "__heddle_wide_srem"
                         : opcode == Instruction::UDiv ? "__heddle_wide_udiv"
                                                       : "__heddle_wide_urem";
      return at_.CreateTrunc(call(name, whole, {widened(0), widened(1)}), type);
    }
    if ((opcode == Instruction::SIToFP || opcode == Instruction::UIToFP) && isWide(i_.getOperand(0))) {
      if (type->isDoubleTy())
        return call(isSigned ? "__heddle_wide_sdouble" : "__heddle_wide_udouble", type, {widened(0)});
      if (type->isFloatTy())
        return call(isSigned ? "__heddle_wide_sfloat" : "__heddle_wide_ufloat", type, {widened(0)});
    }
    if ((opcode == Instruction::FPToSI || opcode == Instruction::FPToUI) && isWide(&i_) &&
        (i_.getOperand(0)->getType()->isDoubleTy() || i_.getOperand(0)->getType()->isFloatTy()))
      return at_.CreateTrunc(
          call("__heddle_wide_truncate", whole, {at_.CreateFPCast(i_.getOperand(0), at_.getDoubleTy())}),
          type);
    return nullptr;
  }

  llvm::Module& module_;
  llvm::IRBuilder<> at_;
  Instruction& i_;
};

// -finstrument-functions: what a pass of the compiler would add, if the program defines the functions that
// are to be called; those of the C library do nothing. The caller's address is not known.
void instrument(llvm::Module& m, llvm::Function& f) {
  auto insert = [&](const char* attribute, Instruction* before) {
    llvm::StringRef name = f.getFnAttribute(attribute).getValueAsString();
    const llvm::Function* hook = m.getFunction(name);
    if (name.empty() || hook == nullptr || hook->isDeclaration()) return;
    llvm::IRBuilder<> at(before);
    if (!before->getDebugLoc() && f.getSubprogram() != nullptr)
      at.SetCurrentDebugLocation(llvm::DILocation::get(m.getContext(), 0, 0, f.getSubprogram()));
    llvm::Type* pointer = at.getPtrTy();
    llvm::FunctionCallee callee = m.getOrInsertFunction(
        name, llvm::FunctionType::get(at.getVoidTy(), std::vector<llvm::Type*>{pointer, pointer}, false));
    at.CreateCall(callee, {&f, llvm::ConstantPointerNull::get(at.getPtrTy())});
  };
  if (f.isDeclaration()) return;
  Instruction* first = &*f.getEntryBlock().getFirstNonPHIOrDbgOrAlloca();
  for (const char* attribute : {"instrument-function-entry", "instrument-function-entry-inlined"})
    insert(attribute, first);
  for (llvm::BasicBlock& b : f)
    if (llvm::isa<llvm::ReturnInst>(b.getTerminator()))
      for (const char* attribute : {"instrument-function-exit", "instrument-function-exit-inlined"})
        insert(attribute, b.getTerminator());
}

} // namespace

void lowerArithmetic(llvm::Module& m) {
  for (llvm::Function& f : m) {
    instrument(m, f);
    std::vector<Instruction*> all;
    for (Instruction& i : llvm::instructions(f)) all.push_back(&i);
    for (Instruction* i : all) {
      llvm::Value* instead = Lowering(m, *i).run();
      if (instead == nullptr) continue;
      i->replaceAllUsesWith(instead);
      i->eraseFromParent();
    }
  }
}

} // namespace heddle::llvm2ccfg
