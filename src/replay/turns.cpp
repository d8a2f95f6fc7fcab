// See turns.h.
#include "replay/turns.h"

#include "support/error.h"

#include <cerrno>
#include <cstring>
#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

namespace heddle::replay {

Plan::Plan(const Witness& witness) {
  const size_t n = witness.steps.size();
  bytes_ = sizeof(HeddlePlanHeader) + n * sizeof(HeddlePlanStep);
  file_ = memfd_create("heddle-plan", MFD_CLOEXEC); // gone with us, however we end
  if (file_ < 0 || ftruncate(file_, static_cast<off_t>(bytes_)) != 0)
    throw UsageError(fmt::format("can't make a plan: {}", std::strerror(errno)));
  void* at = mmap(nullptr, bytes_, PROT_READ | PROT_WRITE, MAP_SHARED, file_, 0);
  if (at == MAP_FAILED) throw UsageError(fmt::format("can't map the plan: {}", std::strerror(errno)));
  path_ = fmt::format("/proc/{}/fd/{}", getpid(), file_);
  header_ = static_cast<HeddlePlanHeader*>(at);
  std::memcpy(header_->magic, HEDDLE_PLAN_MAGIC, 8);
  header_->version = HEDDLE_PLAN_VERSION;
  header_->count = static_cast<uint32_t>(n);
  header_->strict = witness.strict ? 1 : 0;
  for (size_t i = 0; i < n; ++i) {
    const WitnessStep& from = witness.steps[i];
    HeddlePlanStep& to = steps()[i];
    to.module = from.module;
    to.index = from.index;
    to.thread = from.thread;
    to.occurrence = from.occurrence;
    to.blocks = from.role == Role::Blocks;
    to.meets = meets(witness, i);
    to.bytes = from.bytes;
  }
}

Plan::~Plan() {
  munmap(header_, bytes_);
  close(file_);
}

bool meets(const Witness& witness, size_t step) {
  return witness.property == ccfg::Property::Race && witness.steps[step].role == Role::First &&
         step + 1 < witness.steps.size() && witness.steps[step + 1].role == Role::Second;
}

} // namespace heddle::replay
