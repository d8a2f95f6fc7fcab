// What memory holds before anything is written to it.
#pragma once

#include "engines/bounded/skeleton.h"

namespace heddle::bounded {

// The bytes of memory before anything runs, as terms.
class InitialMemory {
public:
  InitialMemory(const ccfg::Program& p, const interp::Layout& layout, Skeleton& skeleton)
      : p_(p), layout_(layout), skeleton_(skeleton), terms_(*skeleton.terms) {}

  // What a read of so many bytes finds that no write precedes.
  Term value(Term address, unsigned bytes, const std::vector<const MemoryObject*>& objects);

private:
  Term byteAt(const MemoryObject& object, uint64_t offset);
  Term wordAt(const MemoryObject& object, uint64_t offset, unsigned bytes);
  Term inObject(const MemoryObject& object, Term address, unsigned bytes);

  const ccfg::Program& p_;
  const interp::Layout& layout_;
  Skeleton& skeleton_;
  logic::TermManager& terms_;
};

} // namespace heddle::bounded
