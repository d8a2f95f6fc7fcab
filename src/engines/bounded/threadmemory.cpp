// Objects, bounds, and reads of memory that only one thread writes; see threadmemory.h.
#include "engines/bounded/threadmemory.h"

#include "ccfg/hidden.h"

#include "support/error.h"

#include <algorithm>
#include <bit>

namespace heddle::bounded {

using ccfg::analysis::Offsets;
using ccfg::analysis::Target;
using ccfg::analysis::TargetSet;
using logic::Op;

Memory::Memory(const Facts& facts, Skeleton& skeleton)
    : facts_(facts), skeleton_(skeleton), terms_(*skeleton.terms),
      initial_(facts.program, facts.layout, skeleton) {
  const unsigned width = facts.program.pointerWidth();
  for (ccfg::ObjectId o = 0; o < facts.program.objects.size(); ++o) {
    const interp::StaticObject& fixed = facts.layout.object(o);
    if (fixed.size == 0) continue;
    byAbstract_[facts.pointsTo.abstractOf(o)].push_back(static_cast<uint32_t>(objects_.size()));
    objects_.push_back({o, fixed.base, terms_.constant(fixed.size, width), !fixed.readOnly, false});
  }
}

const MemoryObject* Memory::at(uint64_t address) const {
  const ccfg::ObjectId o = facts_.layout.staticAt(address);
  if (o != none) {
    const auto same = [&](const MemoryObject& m) { return m.site == o; };
    const auto it = std::find_if(objects_.begin(), objects_.end(), same);
    return it == objects_.end() ? nullptr : &*it;
  }
  const auto it = bySlot_.upper_bound(address >> facts_.layout.shift());
  if (it == bySlot_.begin()) return nullptr;
  const MemoryObject& m = objects_[std::prev(it)->second];
  const uint64_t slots = m.size.isConst() ? facts_.layout.slotsFor(m.size.value()) : 1;
  return (address >> facts_.layout.shift()) - std::prev(it)->first < slots ? &m : nullptr;
}

Memory::Place Memory::place(InstanceId instance, StepId step, Term programAddress, Term address,
                            unsigned bytes, bool alone) const {
  Place p{instance, step, address, bytes, {}, alone};
  if (!address.isConst()) {
    p.targets = facts_.pointsTo.targets(programAddress);
    return p;
  }
  if (const MemoryObject* o = at(address.value()))
    p.targets.insert({facts_.pointsTo.abstractOf(o->site),
                      Offsets::exact(static_cast<int64_t>(address.value() - o->base))});
  return p;
}

// ---- bounds

Term Memory::within(const MemoryObject& o, Term address, unsigned bytes) const {
  const unsigned w = address.width();
  if (o.size.isConst() && o.size.value() < bytes) return terms_.falseTerm();
  const Term offset = terms_.sub(address, terms_.constant(o.base, w));
  const Term size = terms_.resize(o.size, w);
  const Term fits = terms_.ule(offset, terms_.sub(size, terms_.constant(bytes, w)));
  return o.size.isConst() ? fits : terms_.andOf(terms_.ule(terms_.constant(bytes, w), size), fits);
}

Term Memory::within(const std::vector<const MemoryObject*>& objects, Term address, unsigned bytes, bool write,
                    bool library) const {
  Term any = terms_.falseTerm();
  for (const MemoryObject* o : objects) {
    if (write && !o->writable) continue;
    Term here = within(*o, address, bytes);
    const uint64_t hidden = ccfg::hiddenBytes(facts_.program.objects[o->site]);
    if (hidden != 0 && !library) {
      const unsigned w = address.width();
      here = terms_.andOf(here, terms_.ule(terms_.constant(o->base + hidden, w), address));
    }
    any = terms_.orOf(any, here);
  }
  return any;
}

std::vector<const MemoryObject*> Memory::objectsOf(const TargetSet& targets, Term address) const {
  std::vector<const MemoryObject*> result;
  if (address.isConst()) {
    if (const MemoryObject* o = at(address.value())) result.push_back(o);
    return result;
  }
  ccfg::ObjectId last = none;
  for (const Target& t : targets) {
    if (t.object == last) continue;
    last = t.object;
    if (const auto it = byAbstract_.find(t.object); it != byAbstract_.end())
      for (uint32_t o : it->second) result.push_back(&objects_[o]);
  }
  return result;
}

Term Memory::baseOf(const std::vector<const MemoryObject*>& objects, Term address,
                    ccfg::ObjectKind kind) const {
  Term any = terms_.falseTerm();
  for (const MemoryObject* o : objects)
    if (facts_.program.objects[o->site].kind == kind)
      any = terms_.orOf(any, terms_.eq(address, terms_.constant(o->base, address.width())));
  return any;
}

bool Memory::allStatic(const Place& p) const {
  return std::all_of(p.targets.begin(), p.targets.end(), [&](const Target& t) {
    const ccfg::ObjectKind kind = facts_.program.objects[t.object].kind;
    return kind == ccfg::ObjectKind::Global || kind == ccfg::ObjectKind::Function;
  });
}

// Objects may still be made by threads that are not unwound yet: the answer to a question about them waits.
Term Memory::inBounds(const Place& p, bool write, bool library) {
  if (p.address.isConst() || allStatic(p))
    return within(objectsOf(p.targets, p.address), p.address, p.bytes, write, library);
  const Term condition = terms_.var(terms_.newSymbol("valid", 1));
  pending_.push_back({condition, p.address, p.bytes, write, library, p.targets, {}});
  return condition;
}

Term Memory::isBase(const Place& p, ccfg::ObjectKind kind) {
  if (p.address.isConst()) return baseOf(objectsOf(p.targets, p.address), p.address, kind);
  const Term condition = terms_.var(terms_.newSymbol("base", 1));
  pending_.push_back({condition, p.address, p.bytes, false, false, p.targets, kind});
  return condition;
}

void Memory::finish() {
  for (const Pending& p : pending_) {
    const std::vector<const MemoryObject*> objects = objectsOf(p.targets, p.address);
    const Term value = p.baseOf ? baseOf(objects, p.address, *p.baseOf)
                                : within(objects, p.address, p.bytes, p.write, p.library);
    skeleton_.clauses.push_back({terms_.eq(p.condition, value)});
  }
  pending_.clear();
}

bool Memory::mayBeFreed(const Place& p) const {
  return std::any_of(p.targets.begin(), p.targets.end(),
                     [&](const Target& t) { return facts_.freed[t.object]; });
}

Memory::Place Memory::flagOf(const Place& p) const {
  Place flag = p;
  const unsigned shift = facts_.layout.shift();
  flag.address =
      terms_.make(Op::LShr, p.address.width(), p.address, terms_.constant(shift, p.address.width()));
  flag.bytes = 1;
  flag.flag = true;
  flag.targets = {};
  const Offsets where =
      flag.address.isConst() ? Offsets::exact(static_cast<int64_t>(flag.address.value())) : Offsets::any();
  for (const Target& t : p.targets)
    if (facts_.hasFlag(t.object)) flag.targets.insert({t.object | livenessFlag, where});
  return flag;
}

// Objects that exist from the start are below all others, and have no flag.
Term Memory::lives(const Place& p, Term flag) const {
  const uint64_t dynamic = static_cast<uint64_t>(facts_.layout.arenaBegin(0)) << facts_.layout.shift();
  const Term fixed = terms_.ult(p.address, terms_.constant(dynamic, p.address.width()));
  return terms_.orOf(fixed, terms_.eq(flag, terms_.constant(1, 8)));
}

std::optional<uint64_t> Memory::allocate(InstanceId instance, ccfg::ObjectId site, Term size, bool zeroed) {
  const uint64_t bytes = size.isConst() ? size.value() : interp::maxDynamicBytes;
  const uint64_t arena = facts_.layout.arenaBegin(skeleton_.instances[instance].number);
  const uint64_t slot = arena + used_[arena];
  used_[arena] += facts_.layout.slotsFor(bytes);
  if (used_[arena] >= facts_.layout.arenaSize()) return std::nullopt; // the last stays free
  const auto index = static_cast<uint32_t>(objects_.size());
  const uint64_t base = slot << facts_.layout.shift();
  objects_.push_back({site, base, size, true, zeroed});
  bySlot_[slot] = index;
  byAbstract_[facts_.pointsTo.abstractOf(site)].push_back(index);
  return base;
}

// ---- reads of what the thread alone has written

bool Memory::isPrivate(const Place& p) const {
  if (p.alone) return true;
  const std::vector<bool>& interfered = p.flag ? facts_.flagInterfered : facts_.interfered;
  return std::none_of(p.targets.begin(), p.targets.end(),
                      [&](const Target& t) { return interfered[t.object & ~livenessFlag]; });
}

void Memory::note(const Place& p, Term value, Term enabled) {
  const auto index = static_cast<uint32_t>(writes_.size());
  writes_.push_back({p.address, value, enabled, p.bytes, p.step, p.targets});
  ccfg::ObjectId last = none;
  for (const Target& t : p.targets) {
    if (t.object != last) noted_[{p.instance, t.object}].push_back(index);
    last = t.object;
  }
}

std::vector<uint32_t> Memory::visible(const Place& p) const {
  std::vector<uint32_t> result;
  ccfg::ObjectId last = none;
  for (const Target& t : p.targets) {
    if (t.object == last) continue;
    last = t.object;
    if (const auto it = noted_.find({p.instance, t.object}); it != noted_.end())
      result.insert(result.end(), it->second.begin(), it->second.end());
  }
  std::sort(result.begin(), result.end(), std::greater<>());
  result.erase(std::unique(result.begin(), result.end()), result.end());
  return result;
}

Term Memory::resolve(const Place& p) {
  const std::vector<uint32_t> writes = visible(p);
  return resolveRange(p, writes, 0, p.bytes);
}

// Accesses at multiples of their size meet in all of their bytes or in none.
bool Memory::isMultiple(Term address, unsigned bytes) {
  return std::has_single_bit(bytes) &&
         alignment_.lowZeroBits(address) >= static_cast<unsigned>(std::countr_zero(bytes));
}

// Tries the bytes as one; where a write meets only some of them, each byte for itself.
Term Memory::resolveRange(const Place& p, const std::vector<uint32_t>& writes, uint64_t offset,
                          unsigned bytes) {
  const Term address = terms_.add(p.address, terms_.constant(offset, p.address.width()));
  if (!address.isConst() && !isMultiple(address, bytes) && bytes > 1)
    return resolveBytes(p, writes, offset, bytes);
  std::vector<std::pair<Term, Term>> found; // condition, value
  Term last;
  for (uint32_t index : writes) {
    const Written& w = writes_[index];
    if (!ccfg::analysis::mayAlias(p.targets, p.bytes, w.targets, w.bytes)) continue;
    const bool bothConst = address.isConst() && w.address.isConst();
    if (bothConst &&
        (w.address.value() + w.bytes <= address.value() || address.value() + bytes <= w.address.value()))
      continue;
    const bool total =
        w.bytes == bytes &&
        (bothConst ? w.address == address : isMultiple(address, bytes) && isMultiple(w.address, bytes));
    if (!total && bytes > 1) return resolveBytes(p, writes, offset, bytes);
    if (!total) return resolveByte(p, writes, address);
    const Term same = terms_.eq(address, w.address);
    if (same.isFalse()) continue;
    if (same.isTrue() && skeleton_.dominates(w.step, p.step)) {
      // The step was made, but an operation before the write may have kept it from happening.
      if (w.enabled == skeleton_.steps[w.step].taken) {
        last = w.value;
        break;
      }
    }
    found.emplace_back(terms_.andOf(w.enabled, same), w.value);
  }
  if (!last && p.flag) last = terms_.constant(0, 8);
  if (!last) last = initial_.value(address, bytes, objectsOf(p.targets, address));
  for (size_t i = found.size(); i-- > 0;) last = terms_.ite(found[i].first, found[i].second, last);
  return last;
}

Term Memory::resolveBytes(const Place& p, const std::vector<uint32_t>& writes, uint64_t offset,
                          unsigned bytes) {
  Term word;
  for (unsigned k = 0; k < bytes; ++k) {
    const Term byte = resolveRange(p, writes, offset + k, 1);
    word = word ? terms_.concat(byte, word) : byte;
  }
  return word;
}

// A byte among writes of any size.
Term Memory::resolveByte(const Place& p, const std::vector<uint32_t>& writes, Term address) {
  Term value = initial_.value(address, 1, objectsOf(p.targets, address));
  for (size_t i = writes.size(); i-- > 0;) {
    const Written& w = writes_[writes[i]];
    for (unsigned k = 0; k < w.bytes; ++k) {
      const Term here = terms_.eq(address, terms_.add(w.address, terms_.constant(k, w.address.width())));
      if (here.isFalse()) continue;
      value = terms_.ite(terms_.andOf(w.enabled, here), terms_.extract(w.value, 8 * k, 8), value);
    }
  }
  return value;
}

} // namespace heddle::bounded
