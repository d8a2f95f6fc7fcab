#include "instrument/run.h"

#include "runtime/runtime.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/IR/Module.h>

#include <cstddef>

namespace heddle::instrument {

namespace {

// One access after the other. The blocks of one:
//
//   head -> record -> make -> (value) -> finish -> join      record: it is tried, or left to the runtime
//     \       \--------\---------\-----> odd ------/ /       odd: the runtime's function for runs
//      \-> other -> plain --------------------------/        other: not recording, or not in this run
//            \----> slow ----------------------------/
//
// The head of the first one begins the run, behind the last one it ends.
class Run {
public:
  Run(const std::vector<RunAccess>& accesses, llvm::GlobalVariable* base)
      : accesses_(accesses), base_(base), module_(*base->getParent()), b_(accesses.front().instruction) {}

  void run() {
    for (number_ = 0; number_ < accesses_.size(); ++number_) expand(accesses_[number_]);
    leave();
  }

private:
  llvm::BasicBlock* block() {
    return llvm::BasicBlock::Create(module_.getContext(), "heddle", join_->getParent(), join_);
  }

  void expand(const RunAccess& access) {
    access_ = access.instruction;
    address_ = llvm::getLoadStorePointerOperand(access_);
    type_ = llvm::getLoadStoreType(access_);
    llvm::BasicBlock* head = access_->getParent();
    join_ = head->splitBasicBlock(access_, "heddle.join");
    head->getTerminator()->eraseFromParent();
    llvm::BasicBlock *record = block(), *other = block();
    b_.SetInsertPoint(head);
    b_.SetCurrentDebugLocation(access_->getDebugLoc());
    if (number_ == 0)
      enter(record, other);
    else
      branch(b_.CreateIsNotNull(cursor_), record, other);
    b_.SetInsertPoint(record);
    if (access.tried)
      tryHere(access);
    else
      callInRun(access);
    b_.SetInsertPoint(other);
    doWithoutRun(access);
    merge();
  }

  // Busy first: what a signal handler records before that moves the cursor.
  void enter(llvm::BasicBlock* record, llvm::BasicBlock* other) {
    llvm::LoadInst* base = b_.CreateLoad(b_.getInt32Ty(), base_);
    base->setMetadata(llvm::LLVMContext::MD_invariant_load, llvm::MDNode::get(b_.getContext(), {}));
    firstSite_ = b_.CreateAdd(base, b_.getInt32(accesses_.front().site));
    thread_ =
        b_.CreateLoad(b_.getPtrTy(), b_.CreateThreadLocalAddress(variable("heddleSelf", b_.getPtrTy())));
    llvm::BasicBlock *look = block(), *open = block(), *full = block();
    branch(b_.CreateIsNotNull(thread_), look, other);
    b_.SetInsertPoint(look);
    llvm::Value* busy = b_.CreateLoad(b_.getInt32Ty(), field(offsetof(HeddleThread, busy)), true);
    branch(b_.CreateIsNull(busy), open, other);
    b_.SetInsertPoint(open);
    setBusy(HEDDLE_ACCESSING);
    start_ = cursor_ = b_.CreateLoad(b_.getPtrTy(), field(offsetof(HeddleThread, cursor)));
    llvm::Value* room =
        b_.CreateSub(word(field(offsetof(HeddleThread, limit))), b_.CreatePtrToInt(cursor_, b_.getInt64Ty()));
    branch(b_.CreateICmpSGE(room, b_.getInt64(accesses_.size() * HEDDLE_MAX_EVENT)), record, full);
    b_.SetInsertPoint(full);
    setBusy(HEDDLE_IDLE);
    b_.CreateBr(other);
  }

  void leave() {
    llvm::BasicBlock* end = join_->splitBasicBlock(next_, "heddle.end");
    join_->getTerminator()->eraseFromParent();
    b_.SetInsertPoint(join_);
    join_ = end;
    llvm::BasicBlock* close = block();
    branch(b_.CreateIsNotNull(cursor_), close, end);
    b_.SetInsertPoint(close);
    if (mayGroup()) group(close);
    b_.CreateStore(cursor_, field(offsetof(HeddleThread, cursor)));
    b_.CreateStore(site(accesses_.size() - 1), field(offsetof(HeddleThread, predictor.lastSite)));
    setBusy(HEDDLE_IDLE);
    b_.CreateBr(end);
  }

  bool mayGroup() const {
    return accesses_.size() > 1 && accesses_.size() <= HEDDLE_MAX_GROUP &&
           llvm::all_of(accesses_, [](const RunAccess& a) { return a.tried; });
  }

  // Where everything was as predicted one byte takes the place of all headers: one store, so that whenever
  // the program is killed the events are there in one form or the other.
  void group(llvm::BasicBlock* close) {
    llvm::BasicBlock *all = block(), *then = block();
    b_.CreateCondBr(b_.CreateIsNotNull(start_), all, then);
    b_.SetInsertPoint(all);
    const uint64_t head = (accesses_.size() - 1) << HEDDLE_GROUP_SHIFT;
    b_.CreateAlignedStore(b_.getInt64(head), start_, llvm::Align(1));
    llvm::Value* end = b_.CreateConstInBoundsGEP1_64(b_.getInt8Ty(), start_, 1);
    b_.CreateBr(then);
    b_.SetInsertPoint(then);
    llvm::PHINode* cursor = b_.CreatePHI(b_.getPtrTy(), 2);
    cursor->addIncoming(cursor_, close);
    cursor->addIncoming(end, all);
    cursor_ = cursor;
  }

  // ---- small things

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
  llvm::Value* site(size_t number) {
    return b_.CreateAdd(firstSite_, b_.getInt32(static_cast<uint32_t>(number)));
  }
  llvm::Value* stride(size_t offset) {
    llvm::Value* slot = b_.CreateZExt(b_.CreateAnd(site(number_), HEDDLE_STRIDES - 1), b_.getInt64Ty());
    return field(offsetof(HeddleThread, predictor.strides) + offset, slot, sizeof(HeddleStride));
  }
  llvm::Value* null() { return llvm::ConstantPointerNull::get(b_.getPtrTy()); }
  llvm::Value* word(llvm::Value* at) { return b_.CreateLoad(b_.getInt64Ty(), at); }
  llvm::Value* half(llvm::Value* at) { return b_.CreateLoad(b_.getInt32Ty(), at); }
  llvm::Value* shard() {
    llvm::Type* i64 = b_.getInt64Ty();
    llvm::Value* index =
        b_.CreateAnd(b_.CreateAdd(b_.CreateLShr(place_, HEDDLE_GRANULE_BITS),
                                  b_.CreateMul(b_.CreateLShr(place_, 23), b_.getInt64(0x9e3779b1u))),
                     HEDDLE_SHARDS - 1);
    auto* table = variable("heddleShards", llvm::ArrayType::get(i64, HEDDLE_SHARDS));
    return b_.CreateInBoundsGEP(i64, table, index);
  }
  llvm::Value* shardWord() {
    auto* load = b_.CreateAlignedLoad(b_.getInt64Ty(), shard_, llvm::Align(8));
    load->setAtomic(llvm::AtomicOrdering::Acquire);
    return load;
  }
  void setBusy(HeddleBusy busy) {
    b_.CreateFence(llvm::AtomicOrdering::SequentiallyConsistent, llvm::SyncScope::SingleThread);
    b_.CreateStore(b_.getInt32(busy), field(offsetof(HeddleThread, busy)), true);
    b_.CreateFence(llvm::AtomicOrdering::SequentiallyConsistent, llvm::SyncScope::SingleThread);
  }

  bool loads() const { return llvm::isa<llvm::LoadInst>(access_); }

  // ---- an access that is tried

  // Zero if everything is as predicted: the shard, the site, the address. After the first access the site is
  // the next one.
  llvm::Value* surprise() {
    llvm::Value* step = b_.CreateSub(place_, word(stride(offsetof(HeddleStride, address))));
    llvm::Value* seen = loads() ? word(variable("heddleTransitions", b_.getInt64Ty())) : word_;
    llvm::Value* own =
        word(field(loads() ? offsetof(HeddleThread, transition) : offsetof(HeddleThread, tag)));
    llvm::Value* all = b_.CreateXor(word_, word(stride(offsetof(HeddleStride, word))));
    all = b_.CreateOr(all, b_.CreateXor(seen, own));
    all = b_.CreateOr(all, b_.CreateXor(step, word(stride(offsetof(HeddleStride, step)))));
    if (number_ > 0) return all;
    llvm::Value* lastSite = half(field(offsetof(HeddleThread, predictor.lastSite)));
    llvm::Value* slot = b_.CreateZExt(b_.CreateAnd(lastSite, HEDDLE_SUCCESSORS - 1), b_.getInt64Ty());
    llvm::Value* expected = half(field(offsetof(HeddleThread, predictor.successors), slot, 4));
    return b_.CreateOr(all, b_.CreateZExt(b_.CreateXor(expected, site(number_)), b_.getInt64Ty()));
  }

  void tryHere(const RunAccess& access) {
    llvm::BasicBlock *make = block(), *odd = block();
    place_ = b_.CreatePtrToInt(address_, b_.getInt64Ty());
    shard_ = shard();
    word_ = shardWord();
    branch(b_.CreateIsNull(surprise()), make, odd);
    b_.SetInsertPoint(make);
    if (loads()) {
      made_ = b_.Insert(access_->clone());
      b_.CreateFence(llvm::AtomicOrdering::Acquire);
      llvm::BasicBlock* sure = block();
      branch(b_.CreateICmpEQ(shardWord(), word_), sure, odd);
      b_.SetInsertPoint(sure);
    } else {
      made_ = llvm::cast<llvm::StoreInst>(access_)->getValueOperand();
    }
    llvm::Value* start = b_.CreateConstInBoundsGEP1_64(b_.getInt8Ty(), cursor_, 1);
    unsigned kind = loads() ? HEDDLE_READ : HEDDLE_WRITE;
    if (number_ > 0) kind = HEDDLE_NEXT_HEAD;
    Written written{b_.getInt8(kind), start, start_};
    if (access.keepsValue) written = putValue(kind, start, odd);
    if (!loads()) b_.Insert(access_->clone());
    b_.CreateStore(place_, stride(offsetof(HeddleStride, address)));
    b_.CreateAlignedStore(written.head, cursor_, llvm::Align(1))->setAtomic(llvm::AtomicOrdering::Release);
    come(made_, written.end, written.start);
    b_.SetInsertPoint(odd);
    callInRun(access);
  }

  llvm::Value* cell() {
    llvm::Value* slot = b_.CreateAnd(b_.CreateLShr(place_, 2), HEDDLE_CELLS - 1);
    return field(offsetof(HeddleThread, predictor.cells), slot, sizeof(HeddleCell));
  }

  struct Written {
    llvm::Value *head, *end, *start; // start: of the run, if all up to here was as predicted
  };

  // The value, if it is not the one that the thread knows of; numbers of 9 bytes are the runtime's.
  Written putValue(unsigned kind, llvm::Value* start, llvm::BasicBlock* odd) {
    llvm::BasicBlock *value = block(), *shorter = block(), *finish = block(), *from = b_.GetInsertBlock();
    llvm::Value* fresh = type_->isPointerTy() ? b_.CreatePtrToInt(made_, b_.getInt64Ty())
                                              : b_.CreateZExt(made_, b_.getInt64Ty());
    llvm::Value* delta = b_.CreateSub(fresh, word(cell()));
    b_.CreateCondBr(b_.CreateIsNull(delta), finish, value);
    b_.SetInsertPoint(value);
    llvm::Value* number = b_.CreateXor(b_.CreateShl(delta, 1), b_.CreateAShr(delta, 63));
    branch(b_.CreateIsNull(b_.CreateLShr(number, 56)), shorter, odd);
    b_.SetInsertPoint(shorter);
    llvm::Value* behind = putNumber(number, start);
    b_.CreateStore(fresh, cell());
    b_.CreateBr(finish);
    b_.SetInsertPoint(finish);
    llvm::PHINode* head = b_.CreatePHI(b_.getInt8Ty(), 2);
    llvm::PHINode* end = b_.CreatePHI(b_.getPtrTy(), 2);
    llvm::PHINode* all = b_.CreatePHI(b_.getPtrTy(), 2);
    head->addIncoming(b_.getInt8(kind), from);
    end->addIncoming(start, from);
    all->addIncoming(start_, from);
    head->addIncoming(b_.getInt8(kind | HEDDLE_HAS_VALUE), shorter);
    end->addIncoming(behind, shorter);
    all->addIncoming(null(), shorter);
    return {head, end, all};
  }

  // As heddlePutIf does, of less than 57 bits. Returns what is behind it.
  llvm::Value* putNumber(llvm::Value* number, llvm::Value* at) {
    llvm::Value* zeros =
        b_.CreateBinaryIntrinsic(llvm::Intrinsic::ctlz, b_.CreateOr(number, 1), b_.getTrue());
    llvm::Value* bits = b_.CreateSub(b_.getInt64(64 + 6), zeros);
    llvm::Value* bytes = b_.CreateLShr(b_.CreateMul(bits, b_.getInt64(37)), 8); // divided by 7
    llvm::Value* raw =
        b_.CreateShl(b_.CreateOr(b_.CreateShl(number, 1), 1), b_.CreateSub(bytes, b_.getInt64(1)));
    b_.CreateAlignedStore(raw, at, llvm::Align(1));
    return b_.CreateInBoundsGEP(b_.getInt8Ty(), at, bytes);
  }

  // ---- an access that the runtime makes

  llvm::Value* asStored() {
    llvm::Value* v = llvm::cast<llvm::StoreInst>(access_)->getValueOperand();
    llvm::Type* wanted =
        b_.getIntNTy(static_cast<unsigned>(module_.getDataLayout().getTypeSizeInBits(type_)));
    return type_->isPointerTy() ? b_.CreatePtrToInt(v, wanted) : b_.CreateBitCast(v, wanted);
  }
  llvm::Value* asLoaded(llvm::Value* v) {
    return type_->isPointerTy() ? b_.CreateIntToPtr(v, type_) : b_.CreateBitCast(v, type_);
  }

  void callInRun(const RunAccess& access) {
    if (!loads()) {
      come(nullptr, b_.CreateCall(access.inRun, {address_, asStored(), site(number_), thread_, cursor_}));
      return;
    }
    llvm::Value* loaded = b_.CreateCall(access.inRun, {address_, site(number_), thread_, cursor_});
    llvm::Type* bits = b_.getIntNTy(static_cast<unsigned>(module_.getDataLayout().getTypeSizeInBits(type_)));
    come(asLoaded(b_.CreateTrunc(b_.CreateExtractValue(loaded, 0), bits)), b_.CreateExtractValue(loaded, 1));
  }

  void doWithoutRun(const RunAccess& access) {
    llvm::BasicBlock *plain = block(), *slow = block();
    llvm::Value* mode = half(variable("heddleMode", b_.getInt32Ty()));
    branch(b_.CreateICmpEQ(mode, b_.getInt32(HEDDLE_OFF)), plain, slow);
    b_.SetInsertPoint(plain);
    llvm::Instruction* copy = b_.Insert(access_->clone());
    come(copy, null());
    b_.SetInsertPoint(slow);
    if (loads()) return come(asLoaded(b_.CreateCall(access.function, {address_, site(number_)})), null());
    b_.CreateCall(access.function, {address_, asStored(), site(number_)});
    come(nullptr, null());
  }

  // ---- and where the ways meet

  struct Way {
    llvm::BasicBlock* from;
    llvm::Value *result, *cursor, *start;
  };
  void come(llvm::Value* result, llvm::Value* cursor, llvm::Value* start = nullptr) {
    ways_.push_back({b_.GetInsertBlock(), result, cursor, start == nullptr ? null() : start});
    b_.CreateBr(join_);
  }

  void merge() {
    b_.SetInsertPoint(access_);
    llvm::PHINode* cursor = b_.CreatePHI(b_.getPtrTy(), 4);
    llvm::PHINode* start = b_.CreatePHI(b_.getPtrTy(), 4);
    for (const Way& way : ways_) {
      cursor->addIncoming(way.cursor, way.from);
      start->addIncoming(way.start, way.from);
    }
    if (loads()) {
      llvm::PHINode* result = b_.CreatePHI(type_, 4);
      for (const Way& way : ways_) result->addIncoming(way.result, way.from);
      access_->replaceAllUsesWith(result);
    }
    ways_.clear();
    cursor_ = cursor;
    start_ = start;
    next_ = access_->getNextNode();
    access_->eraseFromParent();
  }

  const std::vector<RunAccess>& accesses_;
  llvm::GlobalVariable* base_;
  llvm::Module& module_;
  llvm::IRBuilder<> b_;
  llvm::Value *thread_ = nullptr, *firstSite_ = nullptr;
  llvm::Value* cursor_ = nullptr; // where the next event goes; null: not in the run any more
  llvm::Value* start_ = nullptr;  // where the first one went, if all were as predicted, or null
  // Of the access at hand:
  size_t number_ = 0;
  llvm::Instruction *access_ = nullptr, *next_ = nullptr;
  llvm::Value *address_ = nullptr, *place_ = nullptr, *shard_ = nullptr, *word_ = nullptr, *made_ = nullptr;
  llvm::Type* type_ = nullptr;
  llvm::BasicBlock* join_ = nullptr;
  std::vector<Way> ways_;
};

} // namespace

bool mayRun(const llvm::Module& m) {
  return m.getPICLevel() == llvm::PICLevel::NotPIC || m.getPIELevel() != llvm::PIELevel::Default;
}

bool isOneStretch(const llvm::Instruction* first, const llvm::Instruction* second) {
  if (first->getParent() != second->getParent()) return false;
  for (const llvm::Instruction* i = first->getNextNode(); i != second; i = i->getNextNode()) {
    if (i == nullptr || i->isAtomic() || i->mayThrow()) return false;
    if (llvm::isa<llvm::CallBase>(i) && (!llvm::isa<llvm::IntrinsicInst>(i) || i->mayReadOrWriteMemory()) &&
        !i->isDebugOrPseudoInst() && !i->isLifetimeStartOrEnd())
      return false;
  }
  return true;
}

void expandRun(const std::vector<RunAccess>& accesses, llvm::GlobalVariable* base) {
  Run(accesses, base).run();
}

} // namespace heddle::instrument
