#include "instrument/copies.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/IntrinsicInst.h>

namespace heddle::instrument {

namespace {

constexpr uint64_t longest = 64, longestLocal = 256; // bytes

bool isLocal(const llvm::Value* address) {
  return llvm::isa<llvm::AllocaInst>(llvm::getUnderlyingObject(address));
}

bool isShort(const llvm::MemIntrinsic& i) {
  const auto* bytes = llvm::dyn_cast<llvm::ConstantInt>(i.getLength());
  const auto* copy = llvm::dyn_cast<llvm::MemTransferInst>(&i);
  const bool local = isLocal(i.getRawDest()) || (copy != nullptr && isLocal(copy->getRawSource()));
  return bytes != nullptr && bytes->getZExtValue() <= (local ? longestLocal : longest) && !i.isVolatile() &&
         i.getDestAddressSpace() == 0 && (copy == nullptr || copy->getSourceAddressSpace() == 0);
}

// Offsets and sizes of the words that the bytes fall into.
std::vector<std::pair<uint64_t, unsigned>> words(uint64_t bytes) {
  std::vector<std::pair<uint64_t, unsigned>> out;
  unsigned size = 8;
  for (uint64_t at = 0; at < bytes; at += size) {
    while (at + size > bytes) size /= 2;
    out.emplace_back(at, size);
  }
  return out;
}

void expand(llvm::MemIntrinsic& i) {
  llvm::IRBuilder<> b(&i);
  const auto all = words(llvm::cast<llvm::ConstantInt>(i.getLength())->getZExtValue());
  const auto place = [&](llvm::Value* base, uint64_t offset) {
    return b.CreateConstInBoundsGEP1_64(b.getInt8Ty(), base, offset);
  };
  std::vector<llvm::Value*> values; // all are read before one is written: the two may overlap
  for (const auto& [offset, size] : all) {
    llvm::IntegerType* type = b.getIntNTy(8 * size);
    if (auto* copy = llvm::dyn_cast<llvm::MemTransferInst>(&i)) {
      const llvm::Align align = llvm::commonAlignment(copy->getSourceAlign().valueOrOne(), offset);
      values.push_back(b.CreateAlignedLoad(type, place(copy->getRawSource(), offset), align));
    } else {
      llvm::Value* byte = llvm::cast<llvm::MemSetInst>(i).getValue();
      llvm::Value* ones = llvm::ConstantInt::get(type, llvm::APInt::getSplat(8 * size, llvm::APInt(8, 1)));
      values.push_back(b.CreateMul(b.CreateZExt(byte, type), ones));
    }
  }
  for (size_t n = 0; n < all.size(); ++n)
    b.CreateAlignedStore(values[n], place(i.getRawDest(), all[n].first),
                         llvm::commonAlignment(i.getDestAlign().valueOrOne(), all[n].first));
  i.eraseFromParent();
}

} // namespace

void expandCopies(llvm::Function& f) {
  std::vector<llvm::MemIntrinsic*> found;
  for (llvm::BasicBlock& block : f)
    for (llvm::Instruction& i : block)
      if (auto* m = llvm::dyn_cast<llvm::MemIntrinsic>(&i); m != nullptr && isShort(*m)) found.push_back(m);
  for (llvm::MemIntrinsic* m : found) expand(*m);
}

} // namespace heddle::instrument
