// Puts the calls of the runtime (src/runtime) into a function: see plan.h.
#include "instrument/plan.h"
#include "instrument/run.h"
#include "runtime/runtime.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include <set>

namespace heddle::instrument {

namespace {

class Rewriter {
public:
  Rewriter(const FunctionPlan& plan, llvm::GlobalVariable* base)
      : plan_(plan), base_(base), module_(*plan.function->getParent()) {}

  void run() {
    findOften();
    for (size_t i = 0; i < plan_.places.size();) i += rewriteRun(i);
    markEnds();
    llvm::Instruction* start = &*plan_.function->getEntryBlock().getFirstNonPHIOrDbgOrAlloca();
    Builder b(start);
    call(b, "__heddle_enter", {site(b, plan_.site)});
    if (plan_.meantAtomic) call(b, "__heddle_mark", {site(b, plan_.markSite)});
  }

private:
  using Builder = llvm::IRBuilder<>;
  using Values = std::vector<llvm::Value*>;

  // Loops are where accesses are made often. One whose address comes from memory is mostly not where it is
  // predicted: trying would be in vain.
  void findOften() {
    constexpr size_t most = 200; // a function with more would be too large
    if (!mayRun(module_) || plan_.places.size() > most) return;
    const llvm::DominatorTree tree(*plan_.function);
    const llvm::LoopInfo loops(tree);
    for (const Place& place : plan_.places) {
      const llvm::Loop* loop = loops.getLoopFor(place.instruction->getParent());
      const llvm::Value* address = llvm::getLoadStorePointerOperand(place.instruction);
      std::set<const llvm::Value*> seen;
      if (loop != nullptr && address != nullptr && isRegular(address, *loop, seen))
        often_.insert(place.instruction);
    }
  }

  // Computed from what the loop counts and what stays the same in it.
  static bool isRegular(const llvm::Value* v, const llvm::Loop& loop, std::set<const llvm::Value*>& seen) {
    constexpr size_t most = 30;
    const auto* i = llvm::dyn_cast<llvm::Instruction>(v);
    if (i == nullptr || !loop.contains(i) || !seen.insert(v).second) return true;
    if (seen.size() > most || i->mayReadOrWriteMemory()) return false;
    return llvm::all_of(i->operands(),
                        [&](const llvm::Use& use) { return isRegular(use.get(), loop, seen); });
  }

  // Returns how many places were rewritten, from this one on. A function that has very many gets calls only:
  // what the optimizer and the code generator do with so many blocks is not linear.
  size_t rewriteRun(size_t first) {
    constexpr size_t most = 500;
    const bool may = mayRun(module_) && plan_.places.size() <= most;
    std::vector<RunAccess> run;
    for (size_t i = first; may && i < plan_.places.size() && run.size() < HEDDLE_RUN; ++i) {
      const Place& place = plan_.places[i];
      if (place.job != Job::Load && place.job != Job::Store) break;
      if (!run.empty() &&
          (place.site != run.back().site + 1 || !isOneStretch(run.back().instruction, place.instruction)))
        break;
      run.push_back(accessInRun(place, run.empty() ? "_run" : "_next"));
    }
    if (run.size() < 2 && (run.empty() || !run.front().tried)) {
      rewrite(plan_.places[first]);
      return 1;
    }
    expandRun(run, base_);
    return run.size();
  }

  RunAccess accessInRun(const Place& place, const char* way) {
    llvm::Instruction* i = place.instruction;
    llvm::Type* type = llvm::getLoadStoreType(i);
    return {i, place.site, accessor(i), accessor(i, way), !type->isFloatingPointTy(), often_.contains(i)};
  }

  // The runtime's function for a load or a store.
  llvm::FunctionCallee accessor(llvm::Instruction* i, const std::string& way = "") {
    llvm::LLVMContext& context = module_.getContext();
    const bool loads = llvm::isa<llvm::LoadInst>(i);
    llvm::Type* type = llvm::getLoadStoreType(i);
    llvm::Type* word = llvm::Type::getIntNTy(context, bitsOf(type, module_));
    llvm::Type *pointer = llvm::PointerType::getUnqual(context), *half = llvm::Type::getInt32Ty(context);
    std::vector<llvm::Type*> types = {pointer};
    if (!loads) types.push_back(word);
    types.push_back(half);
    llvm::Type* result = loads ? word : llvm::Type::getVoidTy(context);
    if (!way.empty()) {
      types.insert(types.end(), {pointer, pointer});
      result = pointer;
      if (loads) result = llvm::StructType::get(context, {llvm::Type::getInt64Ty(context), pointer});
    }
    const std::string name = std::string(loads ? "__heddle_load" : "__heddle_store") +
                             (type->isFloatingPointTy() ? "f" : "") + std::to_string(bitsOf(type, module_)) +
                             way;
    return function(name, types, result);
  }

  // The base is set before the code runs, and stays.
  llvm::Value* site(Builder& b, uint32_t index) {
    llvm::LoadInst* base = b.CreateLoad(b.getInt32Ty(), base_);
    base->setMetadata(llvm::LLVMContext::MD_invariant_load, llvm::MDNode::get(b.getContext(), {}));
    return b.CreateAdd(base, b.getInt32(index));
  }

  llvm::FunctionCallee function(const std::string& name, llvm::ArrayRef<llvm::Type*> types,
                                llvm::Type* result) {
    llvm::FunctionCallee f = module_.getOrInsertFunction(name, llvm::FunctionType::get(result, types, false));
    if (auto* declared = llvm::dyn_cast<llvm::Function>(f.getCallee())) declared->setDoesNotThrow();
    return f;
  }

  llvm::CallInst* call(Builder& b, const std::string& name, const Values& arguments,
                       llvm::Type* result = nullptr) {
    std::vector<llvm::Type*> types;
    for (llvm::Value* v : arguments) types.push_back(v->getType());
    return b.CreateCall(function(name, types, result == nullptr ? b.getVoidTy() : result), arguments);
  }

  // Where code that follows the instruction goes.
  static llvm::Instruction* after(llvm::Instruction* i) {
    if (auto* invoke = llvm::dyn_cast<llvm::InvokeInst>(i)) {
      llvm::BasicBlock* next = invoke->getNormalDest();
      if (next->getSinglePredecessor() == nullptr) next = llvm::SplitEdge(i->getParent(), next);
      return &*next->getFirstInsertionPt();
    }
    return i->getNextNode();
  }

  llvm::Value* asWord(Builder& b, llvm::Value* v) {
    if (v->getType()->isPointerTy()) return b.CreatePtrToInt(v, b.getInt64Ty());
    if (v->getType()->isIntegerTy() && v->getType()->getIntegerBitWidth() <= 64)
      return b.CreateZExt(v, b.getInt64Ty());
    return b.getInt64(0);
  }

  void rewrite(const Place& place) {
    llvm::Instruction* i = place.instruction;
    switch (place.job) {
    case Job::Load:
      return load(*llvm::cast<llvm::LoadInst>(i), place.site);
    case Job::Store:
      return store(*llvm::cast<llvm::StoreInst>(i), place.site);
    case Job::Bracket:
      return bracket(i, place.site);
    case Job::Block:
      return block(*llvm::cast<llvm::MemIntrinsic>(i), place.site);
    case Job::Library:
      return library(*llvm::cast<llvm::CallBase>(i), place.site);
    case Job::Wait:
      return replace(*llvm::cast<llvm::CallBase>(i), waitName(i), place.site);
    case Job::Create:
      return replace(*llvm::cast<llvm::CallBase>(i), createName(i), place.site);
    case Job::Join:
      return join(*llvm::cast<llvm::CallBase>(i), place.site);
    case Job::Open: {
      Builder b(after(i));
      b.SetCurrentDebugLocation(i->getDebugLoc());
      call(b, "__heddle_sem_opened", {i, site(b, place.site)});
      return;
    }
    case Job::Mark: {
      Builder b(i);
      call(b, "__heddle_mark", {site(b, place.site)});
      return remove(i);
    }
    case Job::Result: {
      Builder b(after(i));
      b.SetCurrentDebugLocation(i->getDebugLoc());
      call(b, "__heddle_result", {asWord(b, i), site(b, place.site)});
      return;
    }
    }
  }

  static std::string waitName(const llvm::Instruction* i) {
    return findWaitCall(llvm::cast<llvm::CallBase>(i)->getCalledFunction()->getName())->replacement;
  }
  static std::string createName(const llvm::Instruction* i) {
    return llvm::cast<llvm::CallBase>(i)->getCalledFunction()->getName() == "thrd_create"
               ? "__heddle_thrd_create"
               : "__heddle_thread_create";
  }

  // An invoke's unwind edge goes with it: the runtime does not throw.
  static void remove(llvm::Instruction* i) {
    if (auto* invoke = llvm::dyn_cast<llvm::InvokeInst>(i)) {
      invoke->getUnwindDest()->removePredecessor(i->getParent());
      llvm::BranchInst::Create(invoke->getNormalDest(), i->getIterator());
    }
    i->eraseFromParent();
  }

  static unsigned bitsOf(llvm::Type* type, const llvm::Module& m) {
    return static_cast<unsigned>(m.getDataLayout().getTypeSizeInBits(type));
  }

  void load(llvm::LoadInst& i, uint32_t index) {
    Builder b(&i);
    llvm::Value* v = b.CreateCall(accessor(&i), {i.getPointerOperand(), site(b, index)});
    i.replaceAllUsesWith(i.getType()->isPointerTy() ? b.CreateIntToPtr(v, i.getType())
                                                    : b.CreateBitCast(v, i.getType()));
    i.eraseFromParent();
  }

  void store(llvm::StoreInst& i, uint32_t index) {
    Builder b(&i);
    llvm::Value* v = i.getValueOperand();
    llvm::Type* word = b.getIntNTy(bitsOf(v->getType(), module_));
    v = v->getType()->isPointerTy() ? b.CreatePtrToInt(v, word) : b.CreateBitCast(v, word);
    b.CreateCall(accessor(&i), {i.getPointerOperand(), v, site(b, index)});
    i.eraseFromParent();
  }

  void bracket(llvm::Instruction* i, uint32_t index) {
    enum { read = 1, write = 2, update = 3 }; // as in src/runtime/format.h
    unsigned kind = update;
    llvm::Value* address = nullptr;
    if (auto* l = llvm::dyn_cast<llvm::LoadInst>(i)) {
      kind = read;
      address = l->getPointerOperand();
    } else if (auto* s = llvm::dyn_cast<llvm::StoreInst>(i)) {
      kind = write;
      address = s->getPointerOperand();
    } else if (auto* u = llvm::dyn_cast<llvm::AtomicRMWInst>(i)) {
      address = u->getPointerOperand();
    } else {
      address = llvm::cast<llvm::AtomicCmpXchgInst>(i)->getPointerOperand();
    }
    Builder before(i);
    call(before, "__heddle_access_begin", {address, site(before, index)});
    Builder b(i->getNextNode());
    b.SetCurrentDebugLocation(i->getDebugLoc());
    llvm::Value* value = i;
    if (auto* s = llvm::dyn_cast<llvm::StoreInst>(i)) value = s->getValueOperand();
    if (llvm::isa<llvm::AtomicCmpXchgInst>(i)) value = b.CreateExtractValue(i, 0);
    call(b, "__heddle_access_end", {address, asWord(b, value), b.getInt32(kind), site(b, index)});
  }

  void block(llvm::MemIntrinsic& i, uint32_t index) {
    Builder b(&i);
    const auto* copy = llvm::dyn_cast<llvm::MemTransferInst>(&i);
    llvm::Value* from = copy == nullptr ? llvm::ConstantPointerNull::get(b.getPtrTy()) : copy->getRawSource();
    llvm::Value* read = copy == nullptr ? b.getInt32(0) : site(b, index);
    call(
        b, "__heddle_block",
        {i.getRawDest(), from, b.CreateZExtOrTrunc(i.getLength(), b.getInt64Ty()), read, site(b, index + 1)});
  }

  void begin(Builder& b, llvm::Value* object, bool releases, uint32_t index) {
    call(b, "__heddle_sync_begin", {object, b.getInt32(releases), site(b, index)});
  }
  void end(Builder& b, llvm::Value* object, llvm::Value* result, bool releases, uint32_t index) {
    call(b, "__heddle_sync_end", {object, result, b.getInt32(releases), site(b, index)});
  }

  void library(llvm::CallBase& i, uint32_t index) {
    const LibraryCall* row = findLibraryCall(i.getCalledFunction()->getName());
    const bool releases = row->before[0] != 0, acquires = row->after[0] != 0;
    llvm::Value* object = i.getArgOperand(row->object);
    Builder b(&i);
    if (releases) begin(b, object, true, index);
    if (releases && acquires) end(b, object, b.getInt64(0), true, index);
    const uint32_t later = releases && acquires ? index + 1 : index;
    if (acquires) begin(b, object, false, later);
    Builder a(after(&i));
    a.SetCurrentDebugLocation(i.getDebugLoc());
    end(a, object, asWord(a, &i), !acquires, later);
  }

  // The runtime's function has the same arguments, and the site.
  void replace(llvm::CallBase& i, const std::string& name, uint32_t index) {
    Builder b(&i);
    Values arguments(i.arg_begin(), i.arg_end());
    arguments.push_back(site(b, index));
    i.replaceAllUsesWith(call(b, name, arguments, i.getType()));
    remove(&i);
  }

  void join(llvm::CallBase& i, uint32_t index) {
    Builder b(&i);
    llvm::Value* number =
        call(b, "__heddle_join_begin", {asWord(b, i.getArgOperand(0)), site(b, index)}, b.getInt32Ty());
    Builder a(after(&i));
    a.SetCurrentDebugLocation(i.getDebugLoc());
    call(a, "__heddle_join_end", {number, asWord(a, &i), site(a, index)});
  }

  void markEnds() {
    std::vector<llvm::Instruction*> ends;
    for (llvm::BasicBlock& block : *plan_.function) {
      if (llvm::CallInst* tail = block.getTerminatingMustTailCall())
        ends.push_back(tail);
      else if (llvm::isa<llvm::ReturnInst>(block.getTerminator()) ||
               llvm::isa<llvm::ResumeInst>(block.getTerminator()))
        ends.push_back(block.getTerminator());
    }
    for (llvm::Instruction* i : ends) {
      Builder b(i);
      if (plan_.meantAtomic) call(b, "__heddle_mark", {site(b, plan_.markSite + 1)});
      call(b, "__heddle_exit", {site(b, plan_.site)});
    }
  }

  const FunctionPlan& plan_;
  llvm::GlobalVariable* base_;
  llvm::Module& module_;
  std::set<const llvm::Instruction*> often_;
};

} // namespace

void instrumentFunction(const FunctionPlan& plan, llvm::GlobalVariable* base) { Rewriter(plan, base).run(); }

} // namespace heddle::instrument
