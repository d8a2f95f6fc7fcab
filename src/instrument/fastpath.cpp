#include "instrument/fastpath.h"

#include "runtime/runtime.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/IR/Module.h>

#include <cstddef>

namespace heddle::instrument {

namespace {

// One access. The blocks:
//
//   head ---------> recording -> access -> (value) -> finish ----> join
//     \                 \----------\---------\-> bail -> slow --/  /
//      \-> off -> plain ------------------------------------------/
//            \-> slow
class FastPath {
public:
  FastPath(llvm::Instruction* i, llvm::Value* address, llvm::Type* type, const SlowCall& slow)
      : access_(i), address_(address), type_(type), slow_(slow), module_(*i->getModule()), b_(i) {}

  void run() {
    llvm::BasicBlock* head = access_->getParent();
    join_ = head->splitBasicBlock(access_, "heddle.join");
    head->getTerminator()->eraseFromParent();
    for (auto** block : {&recording_, &off_, &plain_, &make_, &value_, &finish_, &bail_, &slowBlock_})
      *block = llvm::BasicBlock::Create(module_.getContext(), "heddle", head->getParent(), join_);
    b_.SetInsertPoint(head);
    b_.SetCurrentDebugLocation(access_->getDebugLoc());
    thread_ =
        b_.CreateLoad(b_.getPtrTy(), b_.CreateThreadLocalAddress(variable("heddleSelf", b_.getPtrTy())));
    branch(b_.CreateIsNotNull(thread_), recording_, off_);
    record();
    leaveToRuntime();
    b_.SetInsertPoint(access_);
    if (auto* load = llvm::dyn_cast<llvm::LoadInst>(access_)) {
      llvm::PHINode* phi = b_.CreatePHI(type_, 3);
      for (const auto& [value, from] : results_) phi->addIncoming(value, from);
      load->replaceAllUsesWith(phi);
    }
    access_->eraseFromParent();
  }

private:
  using Builder = llvm::IRBuilder<>;

  llvm::GlobalVariable* variable(const char* name, llvm::Type* type) {
    if (auto* known = module_.getGlobalVariable(name)) return known;
    auto* g =
        new llvm::GlobalVariable(module_, type, false, llvm::GlobalValue::ExternalLinkage, nullptr, name);
    g->setDSOLocal(true);
    if (llvm::StringRef(name) == "heddleSelf") g->setThreadLocalMode(llvm::GlobalValue::InitialExecTLSModel);
    return g;
  }

  void branch(llvm::Value* condition, llvm::BasicBlock* likely, llvm::BasicBlock* unlikely) {
    b_.CreateCondBr(condition, likely, unlikely,
                    llvm::MDBuilder(module_.getContext()).createBranchWeights(1000, 1));
  }

  // A field of the thread, or of a table in it.
  llvm::Value* field(size_t offset, llvm::Value* index = nullptr, size_t size = 0) {
    llvm::Value* at = b_.CreateConstInBoundsGEP1_64(b_.getInt8Ty(), thread_, offset);
    if (index == nullptr) return at;
    return b_.CreateInBoundsGEP(b_.getInt8Ty(), at, b_.CreateMul(index, b_.getInt64(size)));
  }
  llvm::Value* stride(size_t offset) {
    llvm::Value* slot = b_.CreateZExt(b_.CreateAnd(slow_.site, HEDDLE_STRIDES - 1), b_.getInt64Ty());
    return field(offsetof(HeddleThread, predictor.strides) + offset, slot, sizeof(HeddleStride));
  }
  llvm::Value* word(llvm::Value* at) { return b_.CreateLoad(b_.getInt64Ty(), at); }
  llvm::Value* half(llvm::Value* at) { return b_.CreateLoad(b_.getInt32Ty(), at); }
  llvm::Value* shard() {
    llvm::Type* i64 = b_.getInt64Ty();
    llvm::Value* index =
        b_.CreateAnd(b_.CreateAdd(b_.CreateLShr(number_, HEDDLE_GRANULE_BITS),
                                  b_.CreateMul(b_.CreateLShr(number_, 23), b_.getInt64(0x9e3779b1u))),
                     HEDDLE_SHARDS - 1);
    auto* table = variable("heddleShards", llvm::ArrayType::get(i64, HEDDLE_SHARDS));
    return b_.CreateInBoundsGEP(i64, table, index);
  }
  llvm::Value* shardWord() {
    auto* load = b_.CreateAlignedLoad(b_.getInt64Ty(), shard_, llvm::Align(8));
    load->setAtomic(llvm::AtomicOrdering::Acquire);
    return load;
  }
  void setBusy(llvm::Value* value) {
    b_.CreateFence(llvm::AtomicOrdering::SequentiallyConsistent, llvm::SyncScope::SingleThread);
    b_.CreateStore(value, field(offsetof(HeddleThread, busy)), true);
    b_.CreateFence(llvm::AtomicOrdering::SequentiallyConsistent, llvm::SyncScope::SingleThread);
  }

  bool loads() const { return llvm::isa<llvm::LoadInst>(access_); }

  // Zero if everything is as predicted: busy, the shard, the site, the address, room.
  llvm::Value* surprise() {
    llvm::Value* lastSite = half(field(offsetof(HeddleThread, predictor.lastSite)));
    llvm::Value* slot = b_.CreateZExt(b_.CreateAnd(lastSite, HEDDLE_SUCCESSORS - 1), b_.getInt64Ty());
    llvm::Value* site = half(field(offsetof(HeddleThread, predictor.successors), slot, 4));
    llvm::Value* small = b_.CreateOr(busyBefore_, b_.CreateXor(site, slow_.site));
    llvm::Value* step = b_.CreateSub(number_, word(stride(offsetof(HeddleStride, address))));
    llvm::Value* room =
        b_.CreateSub(word(field(offsetof(HeddleThread, limit))), word(field(offsetof(HeddleThread, cursor))));
    llvm::Value* seen = loads() ? word(variable("heddleTransitions", b_.getInt64Ty())) : word_;
    llvm::Value* own =
        word(field(loads() ? offsetof(HeddleThread, transition) : offsetof(HeddleThread, tag)));
    llvm::Value* all = b_.CreateXor(word_, word(stride(offsetof(HeddleStride, word))));
    all = b_.CreateOr(all, b_.CreateXor(seen, own));
    all = b_.CreateOr(all, b_.CreateXor(step, word(stride(offsetof(HeddleStride, step)))));
    all = b_.CreateOr(all, b_.CreateZExt(small, b_.getInt64Ty()));
    return b_.CreateOr(all, b_.CreateAShr(b_.CreateSub(room, b_.getInt64(HEDDLE_MAX_EVENT)), 63));
  }

  void record() {
    b_.SetInsertPoint(recording_);
    number_ = b_.CreatePtrToInt(address_, b_.getInt64Ty());
    busyBefore_ = b_.CreateLoad(b_.getInt32Ty(), field(offsetof(HeddleThread, busy)), true);
    setBusy(b_.getInt32(HEDDLE_ACCESSING));
    shard_ = shard();
    word_ = shardWord();
    branch(b_.CreateIsNull(surprise()), make_, bail_);
    b_.SetInsertPoint(make_);
    if (loads()) {
      llvm::Instruction* copy = access_->clone();
      b_.Insert(copy);
      made_ = copy;
      b_.CreateFence(llvm::AtomicOrdering::Acquire);
      llvm::BasicBlock* sure =
          llvm::BasicBlock::Create(module_.getContext(), "heddle", join_->getParent(), value_);
      branch(b_.CreateICmpEQ(shardWord(), word_), sure, bail_);
      b_.SetInsertPoint(sure);
    } else {
      made_ = llvm::cast<llvm::StoreInst>(access_)->getValueOperand();
    }
    putValue();
    finish();
  }

  llvm::Value* cell() {
    llvm::Value* slot = b_.CreateAnd(b_.CreateLShr(number_, 2), HEDDLE_CELLS - 1);
    return field(offsetof(HeddleThread, predictor.cells), slot, sizeof(HeddleCell));
  }

  // The value, if it is not the one that the thread knows of; numbers of 9 bytes are the runtime's.
  void putValue() {
    cursor_ = b_.CreateLoad(b_.getPtrTy(), field(offsetof(HeddleThread, cursor)));
    llvm::Value* next = b_.CreateConstInBoundsGEP1_64(b_.getInt8Ty(), cursor_, 1);
    llvm::BasicBlock* from = b_.GetInsertBlock();
    const unsigned kind = loads() ? HEDDLE_READ : HEDDLE_WRITE;
    llvm::BasicBlock* written = nullptr;
    llvm::Value *behind = nullptr, *fresh = nullptr;
    if (slow_.keepsValue) {
      fresh = type_->isPointerTy() ? b_.CreatePtrToInt(made_, b_.getInt64Ty())
                                   : b_.CreateZExt(made_, b_.getInt64Ty());
      llvm::Value* delta = b_.CreateSub(fresh, word(cell()));
      b_.CreateCondBr(b_.CreateIsNull(delta), finish_, value_);
      b_.SetInsertPoint(value_);
      llvm::Value* number = b_.CreateXor(b_.CreateShl(delta, 1), b_.CreateAShr(delta, 63));
      llvm::BasicBlock* shorter =
          llvm::BasicBlock::Create(module_.getContext(), "heddle", join_->getParent(), finish_);
      branch(b_.CreateIsNull(b_.CreateLShr(number, 56)), shorter, bail_);
      b_.SetInsertPoint(shorter);
      behind = putNumber(number, next);
      b_.CreateStore(fresh, cell());
      written = b_.GetInsertBlock();
      b_.CreateBr(finish_);
    } else {
      b_.CreateBr(finish_);
      value_->eraseFromParent();
    }
    b_.SetInsertPoint(finish_);
    llvm::PHINode* head = b_.CreatePHI(b_.getInt8Ty(), 2);
    llvm::PHINode* end = b_.CreatePHI(b_.getPtrTy(), 2);
    head->addIncoming(b_.getInt8(kind), from);
    end->addIncoming(next, from);
    if (written != nullptr) {
      head->addIncoming(b_.getInt8(kind | HEDDLE_HAS_VALUE), written);
      end->addIncoming(behind, written);
    }
    head_ = head;
    end_ = end;
  }

  // As heddlePutNumber does. Returns what is behind it.
  llvm::Value* putNumber(llvm::Value* number, llvm::Value* at) {
    llvm::Value* zeros =
        b_.CreateBinaryIntrinsic(llvm::Intrinsic::ctlz, b_.CreateOr(number, 1), b_.getTrue());
    llvm::Value* bits = b_.CreateSub(b_.getInt64(64 + 6), zeros);
    llvm::Value* bytes = b_.CreateLShr(b_.CreateMul(bits, b_.getInt64(37)), 8);
    llvm::Value* raw =
        b_.CreateShl(b_.CreateOr(b_.CreateShl(number, 1), 1), b_.CreateSub(bytes, b_.getInt64(1)));
    b_.CreateAlignedStore(raw, at, llvm::Align(1));
    return b_.CreateInBoundsGEP(b_.getInt8Ty(), at, bytes);
  }

  void finish() {
    if (!loads()) b_.Insert(access_->clone());
    b_.CreateStore(number_, stride(offsetof(HeddleStride, address)));
    b_.CreateStore(slow_.site, field(offsetof(HeddleThread, predictor.lastSite)));
    b_.CreateStore(end_, field(offsetof(HeddleThread, cursor)));
    auto* header = b_.CreateAlignedStore(head_, cursor_, llvm::Align(1));
    header->setAtomic(llvm::AtomicOrdering::Release);
    setBusy(b_.getInt32(HEDDLE_IDLE));
    come(made_);
  }

  void come(llvm::Value* result) {
    results_.emplace_back(result, b_.GetInsertBlock());
    b_.CreateBr(join_);
  }

  // Whoever interrupted the runtime stays counted: the runtime looks at what `busy` was before.
  void leaveToRuntime() {
    b_.SetInsertPoint(bail_);
    setBusy(busyBefore_);
    b_.CreateBr(slowBlock_);
    b_.SetInsertPoint(off_);
    llvm::Value* mode = half(variable("heddleMode", b_.getInt32Ty()));
    branch(b_.CreateICmpEQ(mode, b_.getInt32(HEDDLE_OFF)), plain_, slowBlock_);
    b_.SetInsertPoint(plain_);
    llvm::Instruction* copy = access_->clone();
    b_.Insert(copy);
    come(copy);
    b_.SetInsertPoint(slowBlock_);
    if (loads()) {
      llvm::Value* v = b_.CreateCall(slow_.function, {address_, slow_.site});
      come(type_->isPointerTy() ? b_.CreateIntToPtr(v, type_) : b_.CreateBitCast(v, type_));
    } else {
      llvm::Value* v = llvm::cast<llvm::StoreInst>(access_)->getValueOperand();
      llvm::Type* wanted =
          b_.getIntNTy(static_cast<unsigned>(module_.getDataLayout().getTypeSizeInBits(type_)));
      v = type_->isPointerTy() ? b_.CreatePtrToInt(v, wanted) : b_.CreateBitCast(v, wanted);
      b_.CreateCall(slow_.function, {address_, v, slow_.site});
      come(v);
    }
  }

  llvm::Instruction* access_;
  llvm::Value* address_;
  llvm::Type* type_;
  const SlowCall& slow_;
  llvm::Module& module_;
  Builder b_;
  llvm::BasicBlock *join_ = nullptr, *recording_ = nullptr, *off_ = nullptr, *plain_ = nullptr,
                   *make_ = nullptr, *value_ = nullptr, *finish_ = nullptr, *bail_ = nullptr,
                   *slowBlock_ = nullptr;
  llvm::Value *thread_ = nullptr, *number_ = nullptr, *busyBefore_ = nullptr, *shard_ = nullptr,
              *word_ = nullptr, *made_ = nullptr, *cursor_ = nullptr, *head_ = nullptr, *end_ = nullptr;
  std::vector<std::pair<llvm::Value*, llvm::BasicBlock*>> results_;
};

} // namespace

bool mayInline(const llvm::Module& m) {
  return m.getPICLevel() == llvm::PICLevel::NotPIC || m.getPIELevel() != llvm::PIELevel::Default;
}

void inlineLoad(llvm::LoadInst* i, const SlowCall& slow) {
  FastPath(i, i->getPointerOperand(), i->getType(), slow).run();
}

void inlineStore(llvm::StoreInst* i, const SlowCall& slow) {
  FastPath(i, i->getPointerOperand(), i->getValueOperand()->getType(), slow).run();
}

} // namespace heddle::instrument
