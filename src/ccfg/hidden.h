// Bytes at the start of a heap block that belong to the library, such as its size where it must be known. A
// site that has them says so by initial values for them.
#pragma once

#include "ccfg/program.h"

namespace heddle::ccfg {

inline constexpr uint64_t mostHiddenBytes = 16;

inline uint64_t hiddenBytes(const Object& o) {
  return o.kind != ObjectKind::Heap || o.init.empty() ? 0 : o.init.back().offset + o.init.back().bytes;
}

// May the edge access them? It may if it is code of a library function that is written in C.
inline bool seesHiddenBytes(const Program& p, const Edge& e) { return p.files.isLibrary(e.pos.file); }

} // namespace heddle::ccfg
