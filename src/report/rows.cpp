// See rows.h.
#include "report/rows.h"

#include <algorithm>
#include <iterator>

namespace heddle::report {

namespace {

constexpr size_t longestStretch = 24; // rows of one thread in a row that are shown in full
constexpr size_t keptAtEnds = 8;
constexpr size_t longestStart = 8; // rows of main before anybody else, which set things up
constexpr size_t keptOfStart = 6;

bool sameLine(SourcePos a, SourcePos b) { return a.file == b.file && a.line == b.line; }

bool isWriteOf(const Effect& write, const Effect& read) {
  return write.kind == Effect::Kind::Write && read.kind == Effect::Kind::Read && write.text == read.text &&
         write.before == read.after;
}

// `x++` reads and writes x: the write tells both.
void addEffect(std::vector<Effect>& effects, const Effect& effect) {
  auto read =
      std::find_if(effects.rbegin(), effects.rend(), [&](const Effect& e) { return e.text == effect.text; });
  if (read != effects.rend() && isWriteOf(effect, *read)) {
    effects.erase(std::next(read).base());
    effects.push_back(effect);
    return;
  }
  // Told once is enough, unless something happened to the cell in between.
  const bool told = read != effects.rend() && *read == effect && effect.kind == Effect::Kind::Read;
  if (!told) effects.push_back(effect);
}

bool visible(const Event& event) {
  return !event.effects.empty() || (event.library && !event.call.empty() && event.pos.known());
}

} // namespace

std::vector<Row> rowsOf(const Story& story) {
  std::vector<Row> rows;
  const Event* last = nullptr;
  // A failed assertion is the last step itself; a race or a deadlock shows after it.
  const bool lastFails = story.pending.empty();
  for (size_t i = 0; i < story.events.size(); ++i) {
    const Event& event = story.events[i];
    const bool failing = lastFails && i + 1 == story.events.size();
    if (!visible(event) && !failing) continue;
    const bool same = last != nullptr && last->thread == event.thread && sameLine(last->pos, event.pos) &&
                      last->stack == event.stack;
    if (!same) rows.push_back({event.thread, event.pos, event.call, {}, false, 0, i, i});
    rows.back().last = i;
    if (rows.back().call.empty()) rows.back().call = event.call;
    for (const Effect& effect : event.effects) addEffect(rows.back().effects, effect);
    rows.back().failing |= failing;
    last = &event;
  }
  return rows;
}

std::vector<Row> shorten(const std::vector<Row>& rows) {
  std::vector<Row> kept;
  for (size_t begin = 0; begin < rows.size();) {
    size_t end = begin;
    while (end < rows.size() && rows[end].thread == rows[begin].thread) ++end;
    const auto first = rows.begin() + static_cast<std::ptrdiff_t>(begin);
    const auto past = rows.begin() + static_cast<std::ptrdiff_t>(end);
    const bool isStart = begin == 0 && rows[0].thread == 1 && end < rows.size();
    if (isStart && end > longestStart) {
      kept.push_back({first->thread, {}, "", {}, false, end - keptOfStart});
      kept.insert(kept.end(), past - keptOfStart, past);
    } else if (end - begin <= longestStretch) {
      kept.insert(kept.end(), first, past);
    } else {
      kept.insert(kept.end(), first, first + keptAtEnds);
      kept.push_back({first->thread, {}, "", {}, false, end - begin - 2 * keptAtEnds, 0, 0});
      kept.insert(kept.end(), past - keptAtEnds, past);
    }
    begin = end;
  }
  return kept;
}

} // namespace heddle::report
