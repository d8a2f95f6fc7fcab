// See keysteps.h. Of a failed assertion: where the values that it read come from. The last write may be a
// lost update (Lu et al. 2008, section 2: most atomicity bugs are of one variable): then also the read on
// which it rests, and the write of another thread in between. Of a deadlock: how each lock that somebody
// waits for was taken.
#include "report/keysteps.h"

#include "report/rows.h"

#include <fmt/format.h>
#include <map>

namespace heddle::report {

namespace {

using ActKind = Act::Kind;

class Finder {
public:
  explicit Finder(const Story& story) : story_(story) {}

  std::vector<KeyStep> find() {
    if (!story_.broken.empty())
      addBroken();
    else if (!story_.pending.empty())
      addBlocked();
    else if (!story_.isCut)
      addFailing();
    std::vector<KeyStep> all;
    for (auto& [event, what] : found_) all.push_back({event, std::move(what)});
    return all;
  }

private:
  void add(size_t event, const std::string& what) {
    found_.try_emplace(event, fmt::format("thread {} {}", story_.events[event].thread, what));
  }

  void addBroken() {
    for (const Pending& p : story_.broken)
      if (p.step < story_.events.size()) add(p.step, p.what);
  }

  // The last event of which `test` holds for an effect.
  template <typename Test>
  void addLast(Test test) {
    for (size_t i = story_.events.size(); i-- > 0;)
      for (const Effect& e : story_.events[i].effects)
        if (test(story_.events[i], e)) return add(i, phrase(e));
  }

  void addBlocked() {
    for (const Pending& waiting : story_.pending) {
      const Act& act = waiting.act;
      if (act.kind == ActKind::Lock || act.kind == ActKind::LockShared) addTaking(act.object);
      if (act.kind != ActKind::Wake) continue;
      addLast([&](const Event&, const Effect& e) {
        return (e.act.kind == ActKind::Signal || e.act.kind == ActKind::Broadcast) &&
               e.act.object == act.object;
      });
      addLast([&](const Event& event, const Effect& e) {
        return event.thread == waiting.thread && e.act.kind == ActKind::Wait;
      });
    }
  }

  void addTaking(const std::string& lock) {
    for (const Pending& holder : story_.pending)
      for (const HeldLock& held : holder.held)
        if (held.lock == lock)
          addLast([&](const Event& event, const Effect& e) {
            return event.thread == holder.thread &&
                   ((e.act.object == lock &&
                     (e.act.kind == ActKind::Lock || e.act.kind == ActKind::LockShared)) ||
                    (e.act.kind == ActKind::Wake && e.act.mutex == lock));
          });
  }

  void addFailing() {
    const std::vector<Row> rows = rowsOf(story_);
    if (rows.empty()) return;
    const Row& failing = rows.back();
    for (const Effect& e : failing.effects)
      if (e.kind == Effect::Kind::Read) addOrigin(failing, e.text);
    const std::string& message = story_.violation.message;
    if (found_.empty())
      addLast([&](const Event&, const Effect& e) {
        return e.act.kind == ActKind::Free && message.find(e.act.object) != std::string::npos;
      });
    add(failing.last, message.empty() ? "fails" : "fails: " + message);
  }

  static const Effect* effectOn(const Event& event, const std::string& cell, bool writes) {
    for (const Effect& e : event.effects)
      if (e.kind == Effect::Kind::Write ? e.text == cell
                                        : !writes && e.kind == Effect::Kind::Read && e.text == cell)
        return &e;
    return nullptr;
  }

  // The last event before `end` of which `test` holds.
  template <typename Test>
  size_t lastBefore(size_t end, Test test) const {
    for (size_t i = end; i-- > 0;)
      if (test(story_.events[i])) return i;
    return Pending::none;
  }

  // The last update of the cell that rests on a value which another thread has changed since; else who wrote
  // what was read there.
  void addOrigin(const Row& failing, const std::string& cell) {
    const auto writes = [&](const Event& e) { return effectOn(e, cell, true) != nullptr; };
    const size_t last = lastBefore(failing.first, writes);
    for (size_t write = last; write != Pending::none; write = lastBefore(write, writes))
      if (addLostUpdate(write, cell)) return;
    if (last != Pending::none && story_.events[last].thread != failing.thread)
      add(last, "sets " + phrase(*effectOn(story_.events[last], cell, true)));
  }

  bool addLostUpdate(size_t write, const std::string& cell) {
    const uint32_t writer = story_.events[write].thread;
    const auto isOfWriter = [&](const Event& e) {
      return e.thread == writer && effectOn(e, cell, false) != nullptr;
    };
    const auto isOther = [&](const Event& e) {
      return e.thread != writer && effectOn(e, cell, true) != nullptr;
    };
    const size_t base = lastBefore(write, isOfWriter), lost = lastBefore(write, isOther);
    if (base == Pending::none || lost == Pending::none || base > lost) return false;
    const Effect& first = *effectOn(story_.events[base], cell, false);
    if (first.kind != Effect::Kind::Read) return false; // it does not rest on what it wrote itself
    add(base, phrase(first));
    add(lost, "sets " + phrase(*effectOn(story_.events[lost], cell, true)));
    add(write, fmt::format("overwrites {} with {}", cell, effectOn(story_.events[write], cell, true)->after));
    return true;
  }

  const Story& story_;
  std::map<size_t, std::string> found_; // by event
};

} // namespace

std::vector<KeyStep> keySteps(const Story& story) { return Finder(story).find(); }

} // namespace heddle::report
