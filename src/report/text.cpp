// The counterexample as a table, or as a list where threads are too many for columns. Neighbours: rows.h
// decides what a row is, columns.h how text is placed.
#include "report/text.h"

#include "report/rows.h"

#include <algorithm>
#include <fmt/format.h>
#include <set>

namespace heddle::report {

namespace {

constexpr size_t numberWidth = 4;  // the column of row numbers and of the mark
constexpr size_t leastColumn = 26; // narrower columns break every line: a list reads better
constexpr size_t widestColumn = 60;
constexpr size_t leastListColumn = 20;
constexpr size_t mostEffects = 8; // of one row

// The line without what only takes room in a narrow column: a comment at its end, the last semicolon.
std::string essence(std::string line) {
  const size_t comment = line.rfind("//");
  if (comment != std::string::npos && comment > 0 && line.find('"', comment) == std::string::npos)
    line.erase(comment);
  while (!line.empty() && (line.back() == ' ' || line.back() == ';')) line.pop_back();
  return line;
}

class Painter {
public:
  Painter(const Story& story, SourceText& source, const TextStyle& style)
      : story_(story), source_(source), style_(style), rows_(shorten(rowsOf(story))) {
    std::set<uint32_t> files;
    for (const Row& row : rows_)
      if (row.pos.known()) files.insert(row.pos.file);
    for (const Pending& pending : story.pending)
      if (pending.pos.known()) files.insert(pending.pos.file);
    if (files.size() == 1) onlyFile_ = *files.begin();
    if (onlyFile_ == 0) return; // places then stand on lines of their own
    for (const Row& row : rows_) placeWidth_ = std::max(placeWidth_, place(row.pos).size());
    for (const Pending& pending : story.pending)
      placeWidth_ = std::max(placeWidth_, place(pending.pos).size());
  }

  std::string paint() {
    return headline() + "\n" + legend() + "\n" + (columnWidth() >= leastColumn ? table() : list()) +
           ending() + dependence();
  }

private:
  std::string headline() {
    const ccfg::Violation& v = story_.violation;
    std::string text = heddle::report::headline(story_);
    if (story_.violationPos.known())
      text += fmt::format("\n  at {}", fullPlace(story_.violationPos));
    else if (onlyFile_ != 0)
      text += fmt::format("\n  in {}", source_.fileName({onlyFile_, 1, 1}));
    if (v.thread != 0 && v.otherThread == 0) text += fmt::format(", in {}", threadName(v.thread));
    if (story_.memoryModel != ccfg::MemoryModel::Sc)
      text += fmt::format(", under {}", memoryModelName(story_.memoryModel));
    return inked(text, Ink::Fail, style_.color) + "\n";
  }

  std::string legend() {
    std::string out;
    for (const ThreadStory& t : story_.threads) {
      out += threadTitle(t);
      if (t.creator != 0) {
        out += fmt::format(", created by thread {}", t.creator);
        if (t.createdAt.known()) out += " at " + inProse(t.createdAt);
      }
      out += "\n";
    }
    if (story_.before != 0)
      out += fmt::format("before the first row: {} steps, as in the recorded run\n", story_.before);
    return out;
  }

  std::string table() {
    std::vector<size_t> widths(story_.threads.size() + 1, columnWidth());
    widths[0] = numberWidth;
    std::vector<std::vector<Line>> header = {{}};
    std::string rule(numberWidth, '-');
    for (const ThreadStory& t : story_.threads) {
      header.push_back(wrapped(threadTitle(t), columnWidth(), 0, Ink::Bold));
      rule += "-+-" + std::string(columnWidth(), '-');
    }
    std::string out = tableRow(header, widths, style_.color) + inked(rule, Ink::Dim, style_.color) + "\n";
    for (size_t i = 0; i < rows_.size(); ++i) {
      std::vector<std::vector<Line>> cells(widths.size());
      cells[0] = {mark(i)};
      cells[columnOf(rows_[i].thread)] = cell(rows_[i], columnWidth());
      out += tableRow(cells, widths, style_.color);
    }
    if (story_.pending.empty()) return out;
    // Where everyone stands when it shows: one row, side by side.
    std::vector<std::vector<Line>> cells(widths.size());
    cells[0] = {{"  =>", Ink::Fail}};
    for (const Pending& pending : story_.pending)
      cells[columnOf(pending.thread)] = pendingCell(pending, columnWidth());
    return out + tableRow(cells, widths, style_.color);
  }

  std::string list() {
    size_t nameWidth = 6;
    for (const ThreadStory& t : story_.threads) nameWidth = std::max(nameWidth, shortName(t).size());
    const size_t used = numberWidth + nameWidth + 6;
    const size_t rest = style_.width < used + leastListColumn ? leastListColumn : style_.width - used;
    const std::vector<size_t> widths = {numberWidth, nameWidth, rest};
    std::string out = tableRow({{}, {{"thread", Ink::Bold}}, {{"step", Ink::Bold}}}, widths, style_.color);
    for (size_t i = 0; i < rows_.size(); ++i) {
      const std::string name = shortName(thread(rows_[i].thread));
      out += tableRow({{mark(i)}, {{name}}, cell(rows_[i], rest)}, widths, style_.color);
    }
    for (const Pending& pending : story_.pending)
      out +=
          tableRow({{{"  =>", Ink::Fail}}, {{shortName(thread(pending.thread))}}, pendingCell(pending, rest)},
                   widths, style_.color);
    return out;
  }

  // Below the table: a race's two sides, or who waits for whom.
  std::string ending() {
    if (!story_.broken.empty()) return brokenBlock();
    if (story_.pending.empty() || story_.isCut) return "\n";
    const bool race = story_.violation.property == ccfg::Property::Race;
    std::string out = race ? "\nNothing orders these two accesses:\n" : "\nWho waits for whom:\n";
    for (const Pending& p : story_.pending) {
      std::string text = fmt::format("  {} {}", threadName(p.thread), p.what);
      if (race && p.pos.known()) text += fmt::format(" at {}", inProse(p.pos));
      if (race) text += ", holding " + heldText(p.held, "no lock");
      if (!race && !p.held.empty()) text += "; holds " + heldText(p.held, "");
      for (const std::string& line : wrapText(text, style_.width, 4)) out += line + "\n";
    }
    return out + "\n";
  }

  std::string dependence() {
    if (story_.dependsOn.empty()) return "";
    std::string out = "Whether this can happen depends on what was approximated:\n";
    for (const std::string& text : story_.dependsOn)
      for (const std::string& line : wrapText("  " + text, style_.width, 4)) out += line + "\n";
    return out + "\n";
  }

  std::string brokenBlock() {
    std::string out = "\nNo uninterrupted execution of the block has these three accesses in this order:\n";
    for (const Pending& p : story_.broken) {
      const bool ofBlock = p.thread == story_.violation.thread;
      std::string text = fmt::format("  {} {}", threadName(p.thread), p.what);
      if (p.pos.known()) text += fmt::format(" at {}", inProse(p.pos));
      if (ofBlock) text += ", in the block";
      for (const std::string& line : wrapText(text, style_.width, 4)) out += line + "\n";
    }
    return out + story_.whyBroken + "\n\n";
  }

  std::string heldText(const std::vector<HeldLock>& held, const std::string& nothing) {
    std::string out;
    for (const HeldLock& lock : held) {
      out += (out.empty() ? "" : ", ") + lock.lock;
      if (lock.since.known()) out += fmt::format(" (since {})", inProse(lock.since));
    }
    return out.empty() ? nothing : out;
  }

  Line mark(size_t row) {
    if (rows_[row].failing) return {"  =>", Ink::Fail};
    return {fmt::format("{:>{}}", row + 1, numberWidth), Ink::Dim};
  }

  std::vector<Line> cell(const Row& row, size_t width) {
    if (row.omitted > 0) return {{fmt::format("... {} more rows of this thread", row.omitted), Ink::Dim}};
    std::vector<Line> lines = code(row.pos, row.call, width, row.failing);
    const size_t count = row.effects.size(), hidden = count > mostEffects ? count - mostEffects + 1 : 0;
    for (size_t i = 0; i < count; ++i) {
      if (hidden > 0 && i == mostEffects / 2) {
        append(lines, effectLines(fmt::format("... {} more", hidden), width, Ink::Dim));
        i += hidden;
      }
      append(lines, effectLines(phrase(row.effects[i]), width, Ink::Plain));
    }
    if (row.failing && !story_.violation.message.empty())
      append(lines, effectLines(story_.violation.message, width, Ink::Fail));
    return lines;
  }

  std::vector<Line> pendingCell(const Pending& pending, size_t width) {
    std::vector<Line> lines = code(pending.pos, pending.call, width, true);
    append(lines, effectLines(pending.what, width, Ink::Fail));
    return lines;
  }

  std::vector<Line> code(SourcePos pos, const std::string& call, size_t width, bool failing) {
    std::string text = essence(source_.line(pos));
    if (text.empty()) text = call;
    const Ink ink = failing ? Ink::Fail : Ink::Bold;
    if (onlyFile_ != 0)
      return wrapped(fmt::format("{:>{}}  {}", place(pos), placeWidth_, text), width, placeWidth_ + 2, ink);
    std::vector<Line> lines = wrapped(place(pos), width, 0, Ink::Dim);
    append(lines, wrapped(std::string(placeWidth_ + 2, ' ') + text, width, placeWidth_ + 2, ink));
    return lines;
  }

  std::vector<Line> effectLines(const std::string& text, size_t width, Ink ink) {
    return wrapped(std::string(placeWidth_ + 4, ' ') + text, width, placeWidth_ + 6, ink);
  }

  static std::vector<Line> wrapped(const std::string& text, size_t width, size_t indent, Ink ink) {
    std::vector<Line> lines;
    for (std::string& line : wrapText(text, width, indent)) lines.push_back({std::move(line), ink});
    return lines;
  }

  static void append(std::vector<Line>& lines, std::vector<Line> more) {
    lines.insert(lines.end(), more.begin(), more.end());
  }

  // A row's place: the line number alone where there is only one file.
  std::string place(SourcePos pos) {
    if (!pos.known()) return "?";
    if (pos.file == onlyFile_) return std::to_string(pos.line);
    const std::string& file = source_.fileName(pos);
    return fmt::format("{}:{}", file.substr(file.rfind('/') + 1), pos.line);
  }

  std::string fullPlace(SourcePos pos) {
    return pos.known() ? fmt::format("{}:{}", source_.fileName(pos), pos.line) : "?";
  }
  std::string inProse(SourcePos pos) {
    return pos.file == onlyFile_ ? fmt::format("line {}", pos.line) : fullPlace(pos);
  }

  size_t columnWidth() const {
    const size_t threads = std::max<size_t>(1, story_.threads.size());
    const size_t used = numberWidth + 3 * threads;
    return style_.width <= used ? 0 : std::min(widestColumn, (style_.width - used) / threads);
  }

  const ThreadStory& thread(uint32_t number) const { return story_.threads[columnOf(number) - 1]; }
  size_t columnOf(uint32_t number) const {
    for (size_t i = 0; i < story_.threads.size(); ++i)
      if (story_.threads[i].number == number) return i + 1;
    return 1;
  }

  static std::string threadTitle(const ThreadStory& t) {
    return fmt::format("thread {}: {}", t.number, t.name);
  }
  static std::string shortName(const ThreadStory& t) { return fmt::format("{} {}", t.number, t.name); }
  std::string threadName(uint32_t n) const { return fmt::format("thread {} ({})", n, thread(n).name); }

  const Story& story_;
  SourceText& source_;
  const TextStyle& style_;
  const std::vector<Row> rows_;
  uint32_t onlyFile_ = 0; // 0: the rows are of several files, or of none
  size_t placeWidth_ = 1;
};

} // namespace

std::string counterexampleText(const Story& story, SourceText& source, const TextStyle& style) {
  return Painter(story, source, style).paint();
}

namespace {

std::string whatFails(const Story& story) {
  const ccfg::Violation& v = story.violation;
  // The engine's message names every thread; here the table does.
  if (v.property == ccfg::Property::Deadlock && !story.isCut)
    return std::ranges::none_of(story.pending, &Pending::canMove)
               ? "deadlock: no thread can move"
               : "deadlock: some threads wait for each other forever";
  return v.message.empty() ? fmt::format("{} violated", propertyName(v.property)) : v.message;
}

} // namespace

std::string headline(const Story& story) {
  return (story.dependsOn.empty() ? "" : "possible ") + whatFails(story);
}

std::string phrase(const Effect& effect) {
  switch (effect.kind) {
  case Effect::Kind::Read:
    return fmt::format("reads {} = {}", effect.text, effect.after);
  case Effect::Kind::Write:
    return fmt::format("{}: {} -> {}", effect.text, effect.before, effect.after);
  case Effect::Kind::Note:
    return effect.text;
  }
  return "";
}

} // namespace heddle::report
