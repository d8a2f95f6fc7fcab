// Locks as C: the source with them is compiled from memory and checked, all its properties, before anyone
// sees it.
#pragma once

#include "patch/patch.h"
#include "repair/locks.h"

namespace heddle::repair {

struct Realised {
  std::vector<patch::Change> changes;
  engine::Result checked; // the patched program
  std::string refused;    // why the source can't be changed that way
};

// Sections that the source can't have become larger ones: `locks` is what was realised.
Realised realise(const SectionMap& sections, Locks& locks, bool markers,
                 const llvm2ccfg::FrontendOptions& source, Oracle& oracle);

} // namespace heddle::repair
