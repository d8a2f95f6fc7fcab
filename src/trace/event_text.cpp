// See event_text.h.
#include "trace/event_text.h"

#include <filesystem>
#include <fmt/format.h>

namespace heddle::trace {

namespace {

std::string nameOf(const Site& site, const Event& e) {
  return site.name.empty() ? fmt::format("*{:#x}", e.address) : site.name;
}

std::string valueText(const Site& site, uint64_t value) {
  if (!site.hasValue) return "";
  const auto bits = static_cast<unsigned>(site.bytes * 8);
  const auto number = static_cast<int64_t>(bits >= 64 || bits == 0 ? value : value << (64 - bits)) >>
                      (bits >= 64 || bits == 0 ? 0 : 64 - bits);
  const bool large = number > 0xffffffff || number < -0xffffffffll;
  return large ? fmt::format(" = {:#x}", value) : fmt::format(" = {}", number);
}

std::string_view verb(SiteKind k) {
  switch (k) {
  case SiteKind::Lock:
    return "locks";
  case SiteKind::TryLock:
    return "tries to lock";
  case SiteKind::Unlock:
    return "unlocks";
  case SiteKind::ReadLock:
    return "locks for reading";
  case SiteKind::TryReadLock:
    return "tries to lock for reading";
  case SiteKind::WaitRelease:
    return "in a wait, unlocks";
  case SiteKind::WaitBegin:
    return "waits for";
  case SiteKind::WaitAcquire:
    return "in a wait, locks";
  case SiteKind::WaitEnd:
    return "has waited for";
  case SiteKind::Signal:
    return "signals";
  case SiteKind::Broadcast:
    return "broadcasts";
  case SiteKind::SemWait:
    return "takes from semaphore";
  case SiteKind::SemTryWait:
    return "tries to take from semaphore";
  case SiteKind::SemPost:
    return "posts semaphore";
  case SiteKind::BarrierArrive:
    return "arrives at barrier";
  case SiteKind::BarrierLeave:
    return "leaves barrier";
  case SiteKind::OnceBegin:
    return "reaches once";
  case SiteKind::OnceEnd:
    return "passes once";
  case SiteKind::Init:
    return "initialises";
  case SiteKind::Destroy:
    return "destroys";
  case SiteKind::Free:
    return "frees";
  case SiteKind::SemOpen:
    return "opens semaphore";
  default:
    return siteKindName(k);
  }
}

std::string syncText(const Site& site, const Event& e) {
  const bool mayFail = site.kind == SiteKind::TryLock || site.kind == SiteKind::TryReadLock ||
                       site.kind == SiteKind::SemTryWait || site.kind == SiteKind::WaitEnd;
  const char* failed = mayFail && e.value != 0 ? ", without success" : "";
  return fmt::format("{} {}{}", verb(site.kind), nameOf(site, e), failed);
}

} // namespace

std::string placeText(const Site& site) {
  if (site.line == 0) return "?";
  return fmt::format("{}:{}", std::filesystem::path(site.file).filename().string(), site.line);
}

std::string eventText(const Trace& trace, const Event& e, bool values) {
  const Site& site = trace.site(e);
  const std::string value = values ? valueText(site, e.value) : "";
  switch (e.kind) {
  case EventKind::Read:
    return fmt::format("reads {}{}", nameOf(site, e), value);
  case EventKind::Write:
    return fmt::format("writes {}{}", nameOf(site, e), value);
  case EventKind::Update:
    return fmt::format("updates {}{}{}", nameOf(site, e), value.empty() ? "" : ", before", value);
  case EventKind::RangeRead:
    return fmt::format("reads {} bytes at {}", e.value, nameOf(site, e));
  case EventKind::RangeWrite:
    return fmt::format("writes {} bytes at {}", e.value, nameOf(site, e));
  case EventKind::Sync:
    return syncText(site, e);
  case EventKind::Enter:
    return fmt::format("enters {}", site.name);
  case EventKind::Exit:
    return fmt::format("leaves {}", site.name);
  case EventKind::Result:
    return fmt::format("{} returns {:#x}", site.name.empty() ? "a call" : site.name, e.value);
  case EventKind::Start:
    return "begins";
  case EventKind::End:
    return "ends";
  case EventKind::Create:
    return fmt::format("starts thread {}", e.value);
  case EventKind::Join:
    return fmt::format("joins thread {}", e.value);
  case EventKind::Mark:
    return site.kind == SiteKind::AtomicBegin ? "begins a block that is meant to be atomic"
                                              : "ends the block";
  case EventKind::Lost:
    return fmt::format("{} events in signal handlers are not recorded", e.value);
  case EventKind::After:
    return fmt::format("comes after {} events of thread {}", e.address, e.value);
  }
  return "?";
}

} // namespace heddle::trace
