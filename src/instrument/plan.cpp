#include "instrument/plan.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Module.h>

#include <map>

namespace heddle::instrument {

namespace {

class Planner {
public:
  Planner(llvm::Function& f, SiteTable& sites) : function_(f), layout_(f.getDataLayout()), sites_(sites) {}

  std::vector<Place> run() {
    for (llvm::BasicBlock& block : function_)
      for (llvm::Instruction& i : block) visit(i);
    return std::move(places_);
  }

private:
  // Memory that no other thread and no library function can reach, or that nobody writes.
  bool isPrivate(const llvm::Value* address) {
    if (address->getType()->getPointerAddressSpace() != 0 || address->isSwiftError()) return true;
    const llvm::Value* object = llvm::getUnderlyingObject(address);
    if (const auto* g = llvm::dyn_cast<llvm::GlobalVariable>(object)) return g->isConstant();
    const auto* local = llvm::dyn_cast<llvm::AllocaInst>(object);
    if (local == nullptr) return false;
    auto [known, added] = private_.try_emplace(local, false);
    if (added) known->second = isOwn(local);
    return known->second;
  }

  // Used by loads and stores of this function alone: who reads the trace back can follow what is in it.
  // Functions that merely fill a local variable write it, so being captured is not the question.
  static bool isOwn(const llvm::Value* v) {
    for (const llvm::Use& use : v->uses()) {
      const auto* user = llvm::cast<llvm::Instruction>(use.getUser());
      const bool followed = llvm::isa<llvm::GetElementPtrInst>(user) || llvm::isa<llvm::BitCastInst>(user);
      const bool stored = llvm::isa<llvm::StoreInst>(user) && use.getOperandNo() == 1;
      const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(user);
      if (followed ? isOwn(user)
                   : stored || llvm::isa<llvm::LoadInst>(user) || llvm::isa<llvm::ICmpInst>(user) ||
                         (call != nullptr && call->isLifetimeStartOrEnd()))
        continue;
      return false;
    }
    return true;
  }

  void add(llvm::Instruction& i, Job job, const Site& site) {
    places_.push_back({&i, job, sites_.add(site, function_, &i)});
  }

  void access(llvm::Instruction& i, const char* kind, llvm::Value* address, llvm::Type* type, bool atomic,
              bool isVolatile) {
    if (isPrivate(address)) return;
    const uint64_t bytes = layout_.getTypeStoreSize(type);
    const bool word = (type->isIntegerTy() || type->isPointerTy()) && bytes <= 8;
    std::string flags = std::string(atomic ? "a" : "") + (isVolatile ? "v" : "") + (word ? "" : "n");
    const bool whole = layout_.getTypeSizeInBits(type) == bytes * 8 && (bytes & (bytes - 1)) == 0 &&
                       bytes <= 8 && (word || type->isFloatTy() || type->isDoubleTy());
    Job job = Job::Bracket;
    if (whole && !atomic && llvm::isa<llvm::LoadInst>(i)) job = Job::Load;
    if (whole && !atomic && llvm::isa<llvm::StoreInst>(i)) job = Job::Store;
    add(i, job, {kind, bytes, flags, describe(address, bytes, layout_)});
  }

  void visit(llvm::Instruction& i) {
    if (auto* load = llvm::dyn_cast<llvm::LoadInst>(&i))
      access(i, "read", load->getPointerOperand(), load->getType(), load->isAtomic(), load->isVolatile());
    else if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&i))
      access(i, "write", store->getPointerOperand(), store->getValueOperand()->getType(), store->isAtomic(),
             store->isVolatile());
    else if (auto* update = llvm::dyn_cast<llvm::AtomicRMWInst>(&i))
      access(i, "update", update->getPointerOperand(), update->getType(), true, update->isVolatile());
    else if (auto* exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&i))
      access(i, "update", exchange->getPointerOperand(), exchange->getNewValOperand()->getType(), true,
             exchange->isVolatile());
    else if (auto* block = llvm::dyn_cast<llvm::MemIntrinsic>(&i))
      blockAccess(*block);
    else if (auto* call = llvm::dyn_cast<llvm::CallBase>(&i))
      visitCall(*call);
  }

  void blockAccess(llvm::MemIntrinsic& i) {
    const auto* copy = llvm::dyn_cast<llvm::MemTransferInst>(&i);
    if (isPrivate(i.getRawDest()) && (copy == nullptr || isPrivate(copy->getRawSource()))) return;
    add(i, Job::Block,
        {"range-read", 0, "", copy == nullptr ? "" : describe(copy->getRawSource(), 0, layout_)});
    sites_.add({"range-write", 0, "", describe(i.getRawDest(), 0, layout_)}, function_, &i);
  }

  void visitCall(llvm::CallBase& call) {
    const llvm::Function* callee = call.getCalledFunction();
    if (callee != nullptr && (callee->isIntrinsic() || !callee->isDeclaration())) return;
    const llvm::StringRef name = callee == nullptr ? "" : callee->getName();
    const auto object = [&](unsigned argument) {
      return argument < call.arg_size() ? describe(call.getArgOperand(argument), 0, layout_) : "";
    };
    if (const LibraryCall* row = findLibraryCall(name); row != nullptr && row->object < call.arg_size()) {
      const bool both = row->before[0] != 0 && row->after[0] != 0;
      add(call, Job::Library, {row->before[0] != 0 ? row->before : row->after, 0, "", object(row->object)});
      if (both) sites_.add({row->after, 0, "", object(row->object)}, function_, &call);
    } else if (findWaitCall(name) != nullptr && call.arg_size() >= 2) {
      add(call, Job::Wait, {"wait-release", 0, "", object(1)});
      sites_.add({"wait-begin", 0, "", object(0)}, function_, &call);
      sites_.add({"wait-acquire", 0, "", object(1)}, function_, &call);
      sites_.add({"wait-end", 0, "", object(0)}, function_, &call);
    } else if ((name == "pthread_create" && call.arg_size() == 4) ||
               (name == "thrd_create" && call.arg_size() == 3)) {
      add(call, Job::Create, {"create", 0, "", startedFunction(call.getArgOperand(name[0] == 'p' ? 2 : 1))});
    } else if ((name == "pthread_join" || name == "thrd_join") && call.arg_size() == 2) {
      add(call, Job::Join, {"join", 0, "", ""});
    } else if (name == "sem_open") {
      add(call, Job::Open, {"sem-open", 0, "", openedName(call)});
    } else if (name == "__heddle_atomic_begin" || name == "__heddle_atomic_end") {
      add(call, Job::Mark, {name.ends_with("begin") ? "atomic-begin" : "atomic-end", 0, "", ""});
    } else if (keepsResult(call)) {
      add(call, Job::Result, {"result", 0, "", callee == nullptr ? "" : name.str()});
    }
  }

  static std::string startedFunction(const llvm::Value* v) {
    return llvm::isa<llvm::Function>(v->stripPointerCasts()) ? v->stripPointerCasts()->getName().str() : "";
  }

  static std::string openedName(const llvm::CallBase& call) {
    llvm::StringRef text;
    const bool known = call.arg_size() > 0 && llvm::getConstantStringInfo(call.getArgOperand(0), text);
    return known ? text.str() : "";
  }

  bool keepsResult(const llvm::CallBase& call) const {
    llvm::Type* type = call.getType();
    const bool word = type->isPointerTy() || (type->isIntegerTy() && type->getIntegerBitWidth() <= 64);
    return word && !call.isMustTailCall() && !call.use_empty() && !llvm::isa<llvm::CallBrInst>(call);
  }

  llvm::Function& function_;
  const llvm::DataLayout& layout_;
  SiteTable& sites_;
  std::map<const llvm::AllocaInst*, bool> private_;
  std::vector<Place> places_;
};

llvm::MDNode* siteNode(llvm::LLVMContext& context, uint32_t site) {
  return llvm::MDNode::get(
      context, llvm::ConstantAsMetadata::get(llvm::ConstantInt::get(llvm::Type::getInt32Ty(context), site)));
}

} // namespace

FunctionPlan planFunction(llvm::Function& f, bool meantAtomic, SiteTable& sites) {
  FunctionPlan plan;
  plan.function = &f;
  plan.meantAtomic = meantAtomic;
  plan.site = sites.add({"function", 0, meantAtomic ? "m" : "", f.getName().str()}, f, nullptr);
  if (meantAtomic) {
    plan.markSite = sites.add({"atomic-begin", 0, "", f.getName().str()}, f, nullptr);
    sites.add({"atomic-end", 0, "", f.getName().str()}, f, nullptr);
  }
  plan.places = Planner(f, sites).run();
  f.setMetadata("heddle.site", siteNode(f.getContext(), plan.site));
  for (const Place& place : plan.places)
    place.instruction->setMetadata("heddle.site", siteNode(f.getContext(), place.site));
  return plan;
}

} // namespace heddle::instrument
