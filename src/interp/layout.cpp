// Gives static objects their addresses and their place in a State, and computes the initial memory.
#include "interp/layout.h"

#include "interp/state.h"
#include "logic/eval.h"
#include "support/error.h"

#include <cstring>

#include <fmt/format.h>

namespace heddle::interp {

using ccfg::none;
using ccfg::ObjectKind;

namespace {

constexpr uint64_t maxStaticBytes = 1u << 28;

bool hasMemory(const ccfg::Object& o) { return o.kind == ObjectKind::Global; }
bool isStatic(const ccfg::Object& o) {
  return o.kind == ObjectKind::Global || o.kind == ObjectKind::Function;
}

} // namespace

Layout::Layout(const ccfg::Program& p)
    : shift_(p.dataModel == ccfg::DataModel::LP64 ? 32 : 18), objects_(p.objects.size()), bySlot_{none} {
  const uint64_t slots = 1ull << (p.pointerWidth() - shift_);
  arenas_ = static_cast<uint32_t>(slots / 2);
  arenaSize_ = static_cast<uint32_t>(slots / 2 / arenaCount);
  place(p);
  fill(p);
}

void Layout::place(const ccfg::Program& p) {
  memoryBegin_ = sizeof(StateHeader);
  uint64_t end = memoryBegin_;
  for (ccfg::ObjectId o = 0; o < p.objects.size(); ++o) {
    const ccfg::Object& source = p.objects[o];
    if (!isStatic(source)) continue;
    StaticObject& object = objects_[o];
    object.base = static_cast<uint64_t>(bySlot_.size()) << shift_;
    bySlot_.insert(bySlot_.end(), slotsFor(source.size), o);
    if (bySlot_.size() > arenas_)
      throw InputError("the program has more memory objects than the address space holds");
    if (!hasMemory(source)) continue;
    object.size = source.size;
    object.readOnly = source.readOnly;
    if (source.readOnly) {
      object.memory = static_cast<uint32_t>(constants_.size());
      constants_.resize(constants_.size() + source.size);
    } else {
      object.memory = static_cast<uint32_t>(end);
      end += source.size;
    }
    if (end + constants_.size() > maxStaticBytes)
      throw InputError(fmt::format("object `{}` makes the program's static memory larger than {} MB",
                                   source.name, maxStaticBytes >> 20));
  }
  for (ccfg::ObjectId o = 0; o < p.objects.size(); ++o) {
    if (objects_[o].memory == none || objects_[o].readOnly || !p.objects[o].uninitialised) continue;
    objects_[o].initialised = static_cast<uint32_t>(end);
    end += (objects_[o].size + 7) / 8;
  }
  threadTable_ = static_cast<uint32_t>(end);
}

void Layout::fill(const ccfg::Program& p) {
  initialMemory_.assign(threadTable_ - memoryBegin_, 0);
  auto leaf = [&](logic::Term t) {
    HEDDLE_CHECK(t.op() == logic::Op::Address, "an initial value reads a register");
    return address(static_cast<ccfg::ObjectId>(t.value()));
  };
  for (ccfg::ObjectId o = 0; o < p.objects.size(); ++o) {
    const StaticObject& object = objects_[o];
    if (object.memory == none) continue;
    uint8_t* bytes =
        object.readOnly ? &constants_[object.memory] : &initialMemory_[object.memory - memoryBegin_];
    for (const ccfg::InitPiece& piece : p.objects[o].init) {
      HEDDLE_CHECK(piece.bytes <= 8 && piece.offset + piece.bytes <= object.size,
                   "an initial value lies outside");
      const uint64_t value = logic::evaluate(piece.value, leaf);
      std::memcpy(bytes + piece.offset, &value, piece.bytes);
      if (object.initialised == none) continue;
      uint8_t* mask = &initialMemory_[object.initialised - memoryBegin_];
      for (uint64_t i = piece.offset; i < piece.offset + piece.bytes; ++i)
        mask[i / 8] = static_cast<uint8_t>(mask[i / 8] | 1u << i % 8);
    }
  }
}

} // namespace heddle::interp
