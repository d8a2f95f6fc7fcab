// See realise.h.
#include "repair/realise.h"

#include "ccfg/analysis/locks/locksets.h"
#include "support/error.h"

#include <algorithm>
#include <cctype>

namespace heddle::repair {

namespace {

patch::Request requestFor(const Locks& locks, bool markers) {
  patch::Request request;
  request.style = markers ? patch::Style::AtomicMarkers : patch::Style::Mutex;
  for (const Lock& lock : locks) {
    patch::Lock& l = request.locks.emplace_back();
    l.existing = lock.existing;
    for (const Section& s : lock.sections) l.sections.push_back({s.first, s.last});
  }
  return request;
}

// The mutexes that some sections of a lock are held under already: there the others may take the same.
std::vector<Lock> withExisting(const SectionMap& sections, const Lock& lock) {
  const auto& locksets = sections.facts().locksets();
  const ccfg::Program& p = sections.program();
  std::vector<Lock> out;
  for (uint32_t l = 0; l < locksets.locks().size(); ++l) {
    const auto& place = locksets.locks()[l];
    const ccfg::Object& object = p.objects[place.object];
    const bool named =
        object.kind == ccfg::ObjectKind::Global && place.offset == 0 &&
        std::ranges::all_of(object.name, [](unsigned char c) { return std::isalnum(c) || c == '_'; });
    if (!locksets.isReliable(l) || !named) continue;
    Lock reused{{}, object.name};
    for (const Section& s : lock.sections)
      if (!std::ranges::all_of(sections.extent(s).edges,
                               [&](EdgeId e) { return locksets.held(p.edges[e].from).find(l) != nullptr; }))
        reused.sections.push_back(s);
    if (!reused.sections.empty() && reused.sections.size() < lock.sections.size())
      out.push_back(std::move(reused));
  }
  return out;
}

class Realiser {
public:
  Realiser(const SectionMap& sections, bool markers, const llvm2ccfg::FrontendOptions& source)
      : sections_(sections), markers_(markers), source_(source) {}

  // Gives why it is refused, or nothing.
  std::string apply(const Locks& locks, std::vector<patch::Change>& changes) const {
    try {
      changes = patch::apply(sections_.program(), requestFor(locks, markers_), source_);
    } catch (const patch::Refused& e) {
      return e.what();
    }
    return "";
  }

  // Takes what is around each section that is refused by itself. False: nothing is left to take.
  bool enlarge(Locks& locks) const {
    bool changed = false;
    for (Lock& lock : locks) {
      for (Section& s : lock.sections) {
        std::vector<patch::Change> unused;
        if (apply({{{s}}}, unused).empty()) continue;
        const std::optional<Section> larger = sections_.around(s);
        if (!larger || !sections_.mayHold(*larger)) return false;
        s = *larger;
        changed = true;
      }
      lock.sections = sections_.merged(std::move(lock.sections));
    }
    return changed;
  }

  // Larger where it must be.
  Realised realise(Locks& locks, Oracle& oracle) const {
    Realised r;
    const std::string why = apply(locks, r.changes);
    r.refused = why;
    while (!r.refused.empty() && enlarge(locks)) r.refused = apply(locks, r.changes);
    if (!r.refused.empty()) {
      r.refused = why;
      return r;
    }
    llvm2ccfg::FrontendOptions patched = source_;
    for (auto& [file, text] : patch::overlayOf(r.changes)) patched.overlay[file] = text;
    patched.warn = nullptr;
    patched.statementGranularity = false;
    try {
      r.checked = oracle.ask(*llvm2ccfg::translate(patched));
    } catch (const InputError& e) {
      r.refused = std::string("the patched source can't be read: ") + e.what();
      r.changes.clear();
    }
    return r;
  }

private:
  const SectionMap& sections_;
  const bool markers_;
  const llvm2ccfg::FrontendOptions& source_;
};

} // namespace

Realised realise(const SectionMap& sections, Locks& locks, bool markers,
                 const llvm2ccfg::FrontendOptions& source, Oracle& oracle) {
  const Realiser realiser(sections, markers, source);
  for (size_t i = 0; i < locks.size() && !markers; ++i)
    for (const Lock& reused : withExisting(sections, locks[i])) {
      Locks trial = locks;
      trial[i] = reused;
      Realised r = realiser.realise(trial, oracle);
      if (!r.refused.empty() || r.checked.verdict != engine::Verdict::True) continue;
      locks = std::move(trial);
      break;
    }
  return realiser.realise(locks, oracle);
}

} // namespace heddle::repair
