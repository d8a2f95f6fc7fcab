// Loads, stores, Alloc and Free on a State; what an invalid access means.
#include "interp/machine.h"

#include "ccfg/hidden.h"
#include "ccfg/invalid.h"
#include "interp/storebuffer.h"
#include "logic/eval.h"

#include <algorithm>
#include <bit>

#include <fmt/format.h>

namespace heddle::interp {

using ccfg::none;
using ccfg::Property;

namespace {

bool isSet(const uint8_t* mask, uint64_t bit) { return (mask[bit / 8] >> bit % 8 & 1) != 0; }
void setBits(uint8_t* mask, uint64_t first, unsigned count) {
  for (uint64_t bit = first; bit < first + count; ++bit)
    mask[bit / 8] = static_cast<uint8_t>(mask[bit / 8] | 1u << bit % 8);
}

// A freed place that no pointer leads to any more may be used again, and nobody can tell. All that looks like
// a pointer counts as one, wherever it lies in the state.
void forgetUnreachable(const Layout& layout, State& s, uint32_t begin, uint32_t end) {
  const auto isFreed = [&](const ObjectEntry& o) { return o.isFreed() && o.slot >= begin && o.slot < end; };
  const StateView v = s.view();
  std::vector<std::pair<uint32_t, uint32_t>> freed; // slot, and one after its last
  for (uint32_t k = 0; k < v.objectCount(); ++k)
    if (const ObjectEntry o = v.object(k); isFreed(o))
      freed.emplace_back(o.slot, o.slot + layout.slotsFor(o.size));
  if (freed.empty()) return;
  std::vector<bool> kept(freed.size());
  const auto look = [&](std::span<const uint8_t> bytes) {
    for (size_t i = 0; i + sizeof(uint32_t) <= bytes.size(); ++i) {
      uint32_t word;
      std::memcpy(&word, bytes.data() + i, sizeof word);
      if (layout.shift() < 32) word >>= layout.shift(); // else the upper half of an address is its slot
      if (word < begin || word >= end) continue;
      for (size_t k = 0; k < freed.size(); ++k)
        kept[k] = kept[k] || (word >= freed[k].first && word < freed[k].second);
    }
  };
  look(v.bytes().subspan(layout.memoryBegin(), v.objectTable() - layout.memoryBegin()));
  look(v.bytes().subspan(v.objectsBegin()));
  for (size_t k = freed.size(); k-- > 0;)
    if (!kept[k])
      s.removeObject(s.view().findObject(static_cast<uint64_t>(freed[k].first) << layout.shift()));
}

} // namespace

void Machine::logAccess(Context& c, const Instruction& i, uint64_t address, bool isWrite,
                        uint64_t value) const {
  Access a;
  a.address = address;
  a.bytes = i.operandWidth;
  a.value = value;
  a.op = i.c;
  a.isWrite = isWrite;
  const ccfg::MemOrder order = isWrite ? sourceOf<ccfg::Store>(c, i).order : sourceOf<ccfg::Load>(c, i).order;
  a.isAtomic = order != ccfg::MemOrder::Plain;
  c.log->accesses.push_back(a);
}

bool Machine::resolve(State& s, uint64_t address, uint64_t bytes, bool write, Place& place) {
  const Layout& layout = code_.layout();
  const ccfg::ObjectId o = layout.staticAt(address);
  if (o != none) {
    const StaticObject& object = layout.object(o);
    place.offset = address - object.base;
    if (bytes > object.size || place.offset > object.size - bytes || (write && object.readOnly)) return false;
    if (object.readOnly) // only ever read
      place.bytes = const_cast<uint8_t*>(layout.constants().data()) + object.memory + place.offset;
    else
      place.bytes = s.at(object.memory) + place.offset;
    if (object.initialised != none) place.mask = s.at(object.initialised);
    return true;
  }
  const uint32_t index = s.view().findObject(address);
  if (index == none) return false;
  const ObjectEntry object = s.view().object(index);
  place.offset = address - (static_cast<uint64_t>(object.slot) << layout.shift());
  if (object.isFreed() || bytes > object.size || place.offset > object.size - bytes) return false;
  uint8_t* data = s.objectData(index);
  place.bytes = data + place.offset;
  if (object.isMasked()) place.mask = data + object.size;
  return true;
}

namespace {

// Does it go to bytes that only the library may access? Blocks with such bytes have a mask.
bool isKeptFrom(const ccfg::Program& p, const StateView& s, ccfg::EdgeId edge, uint64_t address,
                uint64_t offset) {
  if (offset >= ccfg::mostHiddenBytes) return false;
  const uint32_t index = s.findObject(address);
  return index != none && offset < ccfg::hiddenBytes(p.objects[s.object(index).site]) &&
         !ccfg::seesHiddenBytes(p, p.edges[edge]);
}

} // namespace

StepKind Machine::load(Context& c, const Instruction& i) {
  const uint64_t address = temps_[i.a];
  Place place;
  if (!resolve(c.state, address, i.operandWidth, false, place)) return invalidAccess(c, i, address, false);
  const uint64_t value = readBytes(c, i, place);
  if (c.log) logAccess(c, i, address, false, value);
  temps_[i.dst] = logic::truncateTo(value, i.width);
  return StepKind::Done;
}

// Bytes that were never written get their value here, and keep it, unless nobody looks at it. Those of the
// thread's own stores come from its buffer, and leave memory as it is.
uint64_t Machine::readBytes(Context& c, const Instruction& i, const Place& place) {
  const unsigned bytes = i.operandWidth;
  uint64_t value = 0;
  std::memcpy(&value, place.bytes, bytes);
  Forwarded own;
  if (code_.hasBuffers()) own = forwarded(c.state.view(), c.thread, temps_[i.a], bytes);
  value = (value & ~own.mask) | own.value;
  if (!place.mask) return value;
  uint64_t known = own.mask;
  for (unsigned k = 0; k < bytes; ++k)
    if (isSet(place.mask, place.offset + k)) known |= 0xffull << 8 * k;
  if (known == logic::maskOf(8 * bytes) || !i.b) return value; // b: somebody looks at it
  const uint64_t chosen = c.chooser.choose({Choice::Kind::Uninitialised, c.edge, i.c, 8 * bytes, 0,
                                            logic::maskOf(8 * bytes), known, value & known});
  value = (chosen & ~known & logic::maskOf(8 * bytes)) | (value & known);
  for (unsigned k = 0; k < bytes; ++k)
    if ((known >> 8 * k & 1) == 0) {
      place.bytes[k] = static_cast<uint8_t>(value >> 8 * k);
      setBits(place.mask, place.offset + k, 1);
    }
  touched_ = true;
  if (c.log) c.log->values.push_back(value);
  return value;
}

StepKind Machine::store(Context& c, const Instruction& i) {
  const uint64_t address = temps_[i.a], value = temps_[i.b];
  Place place;
  if (!resolve(c.state, address, i.operandWidth, true, place) ||
      isKeptFrom(code_.program(), c.state.view(), c.edge, address, place.mask ? place.offset : UINT64_MAX))
    return invalidAccess(c, i, address, true);
  if (static_cast<StoreWay>(i.imm) != StoreWay::Memory) return bufferStore(c, i);
  writeBytes(place, value, i.operandWidth);
  touched_ = true;
  if (c.log) logAccess(c, i, address, true, value);
  return StepKind::Done;
}

void Machine::writeBytes(const Place& place, uint64_t value, unsigned bytes) {
  std::memcpy(place.bytes, &value, bytes);
  if (place.mask) setBits(place.mask, place.offset, bytes);
}

StepKind Machine::invalidAccess(const Context& c, const Instruction& i, uint64_t address, bool write) {
  if (c.log) c.log->refused = Access{address, i.operandWidth, 0, i.c, write};
  const Layout& layout = code_.layout();
  const ccfg::Program& p = code_.program();
  const char* verb = write ? "written" : "read";
  if (!properties_.has(Property::Memory)) {
    if (layout.isNull(address)) { // the machine kills the program
      haltKind_ = ccfg::HaltKind::Abort;
      endedAtNull_ = true;
      assumption_ = ccfg::endsAtNull(p, c.edge);
      return StepKind::Ended;
    }
    assumption_ = ccfg::endsAtInvalidAccess(p, c.edge);
    return StepKind::Cutoff;
  }
  if (layout.isNull(address)) return violated(Property::Memory, fmt::format("a null pointer is {}", verb));
  if (const ccfg::ObjectId o = layout.staticAt(address); o != none) {
    const StaticObject& object = layout.object(o);
    if (write && object.readOnly && address - object.base < object.size)
      return violated(Property::Memory, fmt::format("read-only `{}` is written", p.objects[o].name));
    return violated(Property::Memory, fmt::format("`{}` is {} out of its bounds", p.objects[o].name, verb));
  }
  const uint32_t index = c.state.view().findObject(address);
  if (index == none) return violated(Property::Memory, fmt::format("an invalid pointer is {}", verb));
  const ObjectEntry object = c.state.view().object(index);
  const std::string& name = p.objects[object.site].name;
  if (object.isFreed())
    return violated(Property::Memory, fmt::format("`{}` is {} after its lifetime has ended", name, verb));
  return violated(Property::Memory, fmt::format("`{}` is {} out of its bounds", name, verb));
}

// Two addresses in one place are equal or not wherever the place is.
void Machine::compare(const Context& c, uint64_t a, uint64_t b) {
  const Layout& layout = code_.layout();
  const uint64_t dynamic = static_cast<uint64_t>(layout.arenaBegin(0)) << layout.shift();
  if (a < dynamic || b < dynamic || a >> layout.shift() == b >> layout.shift()) return;
  if (staleComparison_ != none || !properties_.has(Property::Memory)) return;
  const StateView s = c.state.view();
  const uint32_t first = s.findObject(a), second = s.findObject(b);
  if (first == none || second == none) return;
  const ObjectEntry x = s.object(first), y = s.object(second);
  const auto kindOf = [&](const ObjectEntry& o) { return code_.program().objects[o.site].kind; };
  if ((x.isFreed() || y.isFreed()) && kindOf(x) == kindOf(y)) staleComparison_ = c.edge;
}

namespace {

// Where first fit begins to look, a slot and the object there or next: before that each slot from `begin` on
// has an object of its own.
std::pair<uint32_t, uint32_t> whereToLook(const StateView& s, uint32_t begin) {
  const auto search = [&](uint32_t low, const auto& isBefore) {
    for (uint32_t high = s.objectCount(); low < high;) {
      const uint32_t middle = low + (high - low) / 2;
      if (isBefore(middle))
        low = middle + 1;
      else
        high = middle;
    }
    return low;
  };
  const uint32_t first = search(0, [&](uint32_t k) { return s.object(k).slot < begin; });
  const uint32_t gap = search(first, [&](uint32_t k) { return s.object(k).slot == begin + (k - first); });
  if (gap == first) return {begin, first};
  return {begin + (gap - 1 - first), gap - 1}; // the last may take more
}

} // namespace

// First fit in the thread's arena; freed objects that keep their address are still in the way.
StepKind Machine::alloc(Context& c, const Instruction& i) {
  const auto& o = sourceOf<ccfg::Alloc>(c, i);
  const Layout& layout = code_.layout();
  const uint64_t size = temps_[i.a];
  if (size > maxDynamicBytes)
    return cutoff(c, ccfg::AssumptionKind::Other,
                  fmt::format("paths end at an allocation of more than {} MB at {}", maxDynamicBytes >> 20,
                              code_.program().posString(code_.program().edges[c.edge].pos)));
  const uint32_t wanted = layout.slotsFor(size), begin = layout.arenaBegin(c.thread);
  const uint32_t end = begin + layout.arenaSize() - 1; // the last stays free: no address wraps around
  if (properties_.has(Property::Memory)) {
    forgetUnreachable(layout, c.state, begin, end);
    touched_ = true;
  }
  const StateView s = c.state.view();
  auto [slot, next] = whereToLook(s, begin);
  for (uint32_t k = next; k < s.objectCount(); ++k) {
    const ObjectEntry object = s.object(k);
    if (object.slot >= end) break;
    if (object.slot >= slot + wanted) break;
    slot = object.slot + layout.slotsFor(object.size);
  }
  if (slot + wanted > end)
    return cutoff(c, ccfg::AssumptionKind::Other, "a thread's share of the address space is used up");
  c.state.addObject(slot, o.site, static_cast<uint32_t>(size), !o.zeroed);
  touched_ = true;
  temps_[i.dst] = static_cast<uint64_t>(slot) << layout.shift();
  if (c.log) c.log->allocated = temps_[i.dst];
  return StepKind::Done;
}

StepKind Machine::free(Context& c, const Instruction& i) {
  const auto& o = sourceOf<ccfg::Free>(c, i);
  const uint64_t address = temps_[i.a];
  if (address == 0) return StepKind::Done;
  const StateView s = c.state.view();
  const uint32_t index = s.findObject(address);
  const char* wrong = nullptr;
  if (index == none) {
    wrong = "free() of memory that was not allocated";
  } else {
    const ObjectEntry object = s.object(index);
    const auto kind = o.heap ? ccfg::ObjectKind::Heap : ccfg::ObjectKind::Local;
    if (object.isFreed())
      wrong = "memory is freed twice";
    else if (code_.program().objects[object.site].kind != kind ||
             address != static_cast<uint64_t>(object.slot) << code_.layout().shift())
      wrong = "free() of an address that is not the start of a block";
  }
  if (wrong && c.log) c.log->refused = Access{address, 1, 0, i.c, true};
  const bool checked = properties_.has(Property::Memory);
  if (wrong && checked) return violated(Property::Memory, wrong);
  if (wrong)
    return cutoff(c, ccfg::AssumptionKind::InvalidAccess,
                  fmt::format("paths end at an invalid free at {}",
                              code_.program().posString(code_.program().edges[c.edge].pos)));
  if (c.log) {
    Access a;
    a.address = address;
    a.bytes = s.object(index).size;
    a.op = i.c;
    a.isWrite = a.isFree = true;
    c.log->accesses.push_back(a);
  }
  touched_ = true;
  if (code_.hasBuffers()) forgetStores(c.state, c.thread, address, s.object(index).size);
  if (checked)
    c.state.markFreed(index);
  else
    c.state.removeObject(index);
  return StepKind::Done;
}

} // namespace heddle::interp
