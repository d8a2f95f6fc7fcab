// Initial values as terms; memory that starts uninitialised has a variable for each byte.
#include "engines/bounded/initial.h"

#include <fmt/format.h>

namespace heddle::bounded {

namespace {

constexpr uint64_t maxTable = 512; // cells of an object that one term looks up

} // namespace

Term InitialMemory::byteAt(const MemoryObject& object, uint64_t offset) {
  const interp::StaticObject& fixed = layout_.object(object.site);
  const bool isStatic = fixed.base == object.base && fixed.size != 0;
  if (object.zeroed) return terms_.constant(0, 8);
  if (isStatic && fixed.readOnly) return terms_.constant(layout_.constants()[fixed.memory + offset], 8);
  if (isStatic && !p_.objects[object.site].uninitialised)
    return terms_.constant(layout_.initialMemory()[fixed.memory - layout_.memoryBegin() + offset], 8);
  Term& byte = skeleton_.uninitialised[object.base + offset];
  if (!byte)
    byte = terms_.var(terms_.newSymbol(fmt::format("{}[{}]", p_.objects[object.site].name, offset), 8));
  return byte;
}

Term InitialMemory::wordAt(const MemoryObject& object, uint64_t offset, unsigned bytes) {
  Term word = byteAt(object, offset);
  for (unsigned k = 1; k < bytes; ++k) word = terms_.concat(byteAt(object, offset + k), word);
  return word;
}

Term InitialMemory::inObject(const MemoryObject& object, Term address, unsigned bytes) {
  if (object.zeroed) return terms_.constant(0, 8 * bytes);
  if (!object.size.isConst() || object.size.value() / bytes > maxTable) {
    skeleton_.approximate = true;
    return terms_.var(terms_.newSymbol("initial", 8 * bytes));
  }
  Term value;
  for (uint64_t offset = 0; offset + bytes <= object.size.value(); offset += bytes) {
    const Term word = wordAt(object, offset, bytes);
    const Term here = terms_.eq(address, terms_.constant(object.base + offset, address.width()));
    value = value ? terms_.ite(here, word, value) : word;
  }
  return value ? value : terms_.constant(0, 8 * bytes);
}

Term InitialMemory::value(Term address, unsigned bytes, const std::vector<const MemoryObject*>& objects) {

  Term value;
  for (const MemoryObject* o : objects) {
    const bool one = address.isConst();
    const uint64_t most = o->size.isConst() ? o->size.value() : interp::maxDynamicBytes;
    if (one && (address.value() < o->base || address.value() - o->base + bytes > most)) continue;
    if (one) return wordAt(*o, address.value() - o->base, bytes);
    const Term inside = inObject(*o, address, bytes);
    const Term end =
        terms_.add(terms_.constant(o->base, address.width()), terms_.resize(o->size, address.width()));
    value = value ? terms_.ite(terms_.andOf(terms_.ule(terms_.constant(o->base, address.width()), address),
                                            terms_.ult(address, end)),
                               inside, value)
                  : inside;
  }
  return value ? value : terms_.constant(0, 8 * bytes);
}

} // namespace heddle::bounded
