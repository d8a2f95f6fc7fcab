// Memory as a walked thread sees it: shared variables are the model's, everything else is remembered here.
#include "llvm2ccfg/operators.h"
#include "llvm2ccfg/rewalk/walker.h"

#include <llvm/Analysis/ConstantFolding.h>
#include <llvm/IR/Operator.h>

namespace heddle::llvm2ccfg {

using trace::Event;
using trace::EventKind;

// What an access reveals about the pointer it went through.
void ThreadWalk::learnAddress(const llvm::Value* pointer, uint64_t address) {
  const llvm::DataLayout& dl = layout();
  llvm::APInt offset(64, 0);
  const llvm::Value* base = pointer->stripAndAccumulateConstantOffsets(dl, offset, true);
  const uint64_t at = address - offset.getZExtValue();
  if (const auto* global = llvm::dyn_cast<llvm::GlobalVariable>(base)) {
    if (!global->isThreadLocal()) shared_.globals.try_emplace(global, at);
    return;
  }
  if (llvm::isa<llvm::Constant>(base) || !base->getType()->isPointerTy()) return;
  WalkValue& known = frames_.back().values[base];
  if (known.constant == nullptr) known = number(base->getType(), at);
}

// A value in another type of the same size.
WalkValue ThreadWalk::as(llvm::Type* type, const WalkValue& v) {
  if (v.constant == nullptr || v.constant->getType() == type) return v;
  const auto n = numberOf(v.constant);
  if (!n || !v.term) return {};
  WalkValue out = number(type, *n);
  if (out.term && out.term.width() == v.term.width()) out.term = v.term;
  return out;
}

// Some bytes of a number.
WalkValue ThreadWalk::part(const WalkValue& v, uint64_t offset, uint64_t bytes) {
  const auto n = v.constant == nullptr ? std::nullopt : numberOf(v.constant);
  if (!n || !v.term || bytes > 8 || v.term.width() < 8 * (offset + bytes)) return {};
  llvm::Type* type = llvm::IntegerType::get(v.constant->getContext(), static_cast<unsigned>(8 * bytes));
  WalkValue out = number(type, *n >> (8 * offset));
  out.term = model_.terms().extract(v.term, static_cast<unsigned>(8 * offset), out.term.width());
  return out;
}

// What was written there, with the same size, as a part of something larger, or piece by piece.
WalkValue ThreadWalk::remembered(uint64_t address, uint64_t bytes, llvm::Type* type) {
  auto at = memory_.upper_bound(address);
  if (at == memory_.begin()) return {};
  --at;
  if (at->first == address && at->second.first == bytes) return as(type, at->second.second);
  if (bytes > 8 || bytes * 8 != layout().getTypeSizeInBits(type)) return {};
  WalkValue low; // the bytes so far
  for (uint64_t done = 0; done < bytes; ++at) {
    if (at == memory_.end() || at->first > address + done || at->first + at->second.first <= address + done)
      return {};
    const uint64_t offset = address + done - at->first;
    const uint64_t n = std::min(bytes - done, at->second.first - offset);
    const WalkValue piece = part(at->second.second, offset, n);
    if (piece.constant == nullptr) return {};
    const uint64_t both = (done == 0 ? 0 : *numberOf(low.constant)) | *numberOf(piece.constant) << (8 * done);
    const Term term = done == 0 ? piece.term : model_.terms().concat(piece.term, low.term);
    done += n;
    low = number(llvm::IntegerType::get(type->getContext(), static_cast<unsigned>(8 * done)), both);
    low.term = term;
  }
  return as(type, low);
}

void ThreadWalk::remember(uint64_t address, uint64_t bytes, const WalkValue& v) {
  forget(address, bytes);
  memory_[address] = {bytes, v};
}

// What was there of something larger stays, beside it.
void ThreadWalk::forget(uint64_t address, uint64_t bytes) {
  constexpr uint64_t longest = 64; // of one value
  auto from = memory_.lower_bound(address >= longest ? address - longest : 0);
  std::vector<std::pair<uint64_t, std::pair<uint64_t, WalkValue>>> rests;
  while (from != memory_.end() && from->first < address + bytes) {
    const auto& [begin, entry] = *from;
    const uint64_t end = begin + entry.first;
    if (end <= address) {
      ++from;
      continue;
    }
    if (begin < address)
      rests.emplace_back(begin, std::pair(address - begin, part(entry.second, 0, address - begin)));
    if (end > address + bytes) {
      const uint64_t rest = address + bytes;
      rests.emplace_back(rest, std::pair(end - rest, part(entry.second, rest - begin, end - rest)));
    }
    from = memory_.erase(from);
  }
  for (const auto& [at, entry] : rests)
    if (entry.second.constant != nullptr) memory_[at] = entry;
}

WalkValue ThreadWalk::constantAt(llvm::Constant* pointer, llvm::Type* type) {
  return pointer == nullptr ? WalkValue{}
                            : known(llvm::ConstantFoldLoadFromConstPtr(pointer, type, layout()));
}

// No access to it has a site (see src/instrument/plan.cpp).
bool ThreadWalk::isFollowed(const llvm::AllocaInst* local) const {
  std::vector<const llvm::Value*> open = {local};
  while (!open.empty()) {
    const llvm::Value* v = open.back();
    open.pop_back();
    for (const llvm::User* user : v->users()) {
      const auto* i = llvm::cast<llvm::Instruction>(user);
      if (llvm::isa<llvm::GetElementPtrInst>(i) || llvm::isa<llvm::BitCastInst>(i))
        open.push_back(i);
      else if (const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(i);
               call != nullptr && call->isLifetimeStartOrEnd())
        continue;
      else if (!(llvm::isa<llvm::LoadInst>(i) || llvm::isa<llvm::StoreInst>(i) ||
                 llvm::isa<llvm::ICmpInst>(i)) ||
               shared_.modules.siteOf(i) != 0)
        return false;
    }
  }
  return true;
}

// The optimizer makes variables of odd widths (a static `int` that is 0 or 1 becomes one bit), which LLVM
// does not fold byte by byte.
static void putBytes(const llvm::Constant* c, const llvm::DataLayout& layout, size_t at,
                     std::vector<int>& out) {
  if (const auto* number = llvm::dyn_cast<llvm::ConstantInt>(c)) {
    const llvm::APInt bits = number->getValue();
    for (unsigned i = 0; i < layout.getTypeStoreSize(c->getType()); ++i)
      out[at + i] =
          8 * i < bits.getBitWidth()
              ? static_cast<int>(bits.extractBitsAsZExtValue(std::min(8u, bits.getBitWidth() - 8 * i), 8 * i))
              : 0;
    return;
  }
  if (c->isNullValue()) {
    std::fill_n(out.begin() + static_cast<ptrdiff_t>(at), layout.getTypeAllocSize(c->getType()), 0);
    return;
  }
  if (auto* type = llvm::dyn_cast<llvm::StructType>(c->getType()); type != nullptr) {
    for (unsigned i = 0; i < type->getNumElements(); ++i)
      if (const llvm::Constant* part = c->getAggregateElement(i))
        putBytes(part, layout, at + layout.getStructLayout(type)->getElementOffset(i), out);
    return;
  }
  if (const auto* type = llvm::dyn_cast<llvm::ArrayType>(c->getType()); type != nullptr) {
    const uint64_t step = layout.getTypeAllocSize(type->getElementType());
    for (unsigned i = 0; i < type->getNumElements(); ++i)
      if (const llvm::Constant* part = c->getAggregateElement(i)) putBytes(part, layout, at + i * step, out);
    return;
  }
  for (uint64_t i = 0; i < layout.getTypeStoreSize(c->getType()); ++i)
    if (const auto* byte = llvm::dyn_cast_or_null<llvm::ConstantInt>(llvm::ConstantFoldLoadFromConst(
            const_cast<llvm::Constant*>(c), llvm::Type::getInt8Ty(c->getContext()), llvm::APInt(64, i),
            layout)))
      out[at + i] = static_cast<int>(byte->getZExtValue());
}

std::vector<int> initialBytesOf(const llvm::Constant* c, const llvm::DataLayout& layout) {
  std::vector<int> out(layout.getTypeAllocSize(c->getType()), -1);
  putBytes(c, layout, 0, out);
  return out;
}

void ThreadWalk::load(const llvm::LoadInst* i) {
  const uint32_t site = shared_.modules.siteOf(i);
  const uint64_t bytes = layout().getTypeStoreSize(i->getType());
  const WalkValue pointer = valueOf(i->getPointerOperand());
  if (site == 0) { // a local variable, or a constant
    const auto address = pointer.constant == nullptr ? std::nullopt : numberOf(pointer.constant);
    if (address) return set(i, remembered(*address, bytes, i->getType()));
    return set(i, constantAt(pointer.constant, i->getType()));
  }
  const uint32_t event = expect(site, EventKind::Read);
  const Event& e = events_[event];
  concretise(pointer);
  learnAddress(i->getPointerOperand(), e.address);
  const bool hasValue = trace_.site(e).hasValue;
  if (model_.isShared(event) && bytes <= 8) {
    const Term read = model_.load(event);
    WalkValue v = hasValue ? number(i->getType(), e.value) : WalkValue{};
    if (v.term) v.term = model_.terms().resize(read, v.term.width());
    return set(i, v);
  }
  WalkValue v = remembered(e.address, bytes, i->getType());
  const auto was = v.constant == nullptr ? std::nullopt : numberOf(v.constant);
  if (hasValue && was != std::optional(e.value))
    v = number(i->getType(), e.value); // written elsewhere meanwhile
  set(i, v);
}

void ThreadWalk::store(const llvm::StoreInst* i) {
  const uint32_t site = shared_.modules.siteOf(i);
  llvm::Type* type = i->getValueOperand()->getType();
  const uint64_t bytes = layout().getTypeStoreSize(type);
  const WalkValue pointer = valueOf(i->getPointerOperand());
  WalkValue v = valueOf(i->getValueOperand());
  if (site == 0) {
    const auto address = pointer.constant == nullptr ? std::nullopt : numberOf(pointer.constant);
    if (!address) throw Lost{"a store to an unknown address"};
    return remember(*address, bytes, v);
  }
  const uint32_t event = expect(site, EventKind::Write);
  const Event& e = events_[event];
  // A place that no other thread accesses in this run does not matter to them, wherever else it would be.
  if (model_.isShared(event)) concretise(pointer);
  learnAddress(i->getPointerOperand(), e.address);
  if (trace_.site(e).hasValue) {
    const bool followed = v.constant != nullptr;
    const auto was = followed ? numberOf(v.constant) : std::nullopt;
    if (was != std::optional(e.value)) {
      v = number(type, e.value);
      if (!followed && model_.isShared(event)) v = unknown(v);
      learnAddress(i->getValueOperand(), e.value);
    }
  }
  if (!model_.isShared(event) || bytes > 8) return remember(e.address, bytes, v);
  model_.store(event, v.term ? model_.terms().resize(v.term, static_cast<unsigned>(bytes * 8))
                             : model_.constant(e.value, static_cast<unsigned>(bytes * 8)));
}

void ThreadWalk::update(const llvm::Instruction* i) {
  const auto* exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(i);
  const auto* modify = llvm::dyn_cast<llvm::AtomicRMWInst>(i);
  const llvm::Value* place =
      exchange != nullptr ? exchange->getPointerOperand() : modify->getPointerOperand();
  llvm::Type* type = exchange != nullptr ? exchange->getNewValOperand()->getType() : modify->getType();
  const uint32_t site = shared_.modules.siteOf(i);
  if (site == 0) throw Lost{"an atomic operation on a local variable"};
  const uint32_t event = expect(site, EventKind::Update);
  const Event& e = events_[event];
  const WalkValue old = number(type, e.value);
  if (!old.term || trace_.site(e).bytes * 8 != old.term.width())
    throw Lost{"an unsupported atomic operation"};
  concretise(valueOf(place));
  learnAddress(place, e.address);
  logic::TermManager& t = model_.terms();
  const WalkValue operand =
      valueOf(exchange != nullptr ? exchange->getNewValOperand() : modify->getValOperand());
  const WalkValue compare = exchange != nullptr ? valueOf(exchange->getCompareOperand()) : old;
  if (!operand.term || !compare.term) throw Lost{"an atomic operation with an unknown value"};
  const auto result = [&](Term before) {
    if (exchange != nullptr) return t.ite(t.eq(before, compare.term), operand.term, before);
    const Term after = modification(t, modify->getOperation(), before, operand.term);
    return after ? after : throw Lost{"an unsupported atomic operation"};
  };
  WalkValue seen = old;
  if (model_.isShared(event))
    seen.term = model_.update(event, result);
  else
    memory_.erase(e.address);
  if (exchange == nullptr) return set(i, seen);
  // The pair is taken apart by extractvalue: see values.cpp.
  const bool succeeded = numberOf(compare.constant) == std::optional(e.value);
  exchanged_[i] = {seen,
                   {llvm::ConstantInt::getBool(i->getContext(), succeeded), t.eq(seen.term, compare.term)}};
}

} // namespace heddle::llvm2ccfg
