// The model as a Graphviz graph.
#include "ccfg/dot.h"

#include "ccfg/text.h"

#include <fmt/format.h>

namespace heddle::ccfg {

namespace {

// In quotes, as DOT reads it. Very long lines would push everything else off the page.
std::string label(const std::vector<std::string>& lines, const char* lineBegin, const char* lineEnd) {
  constexpr size_t longest = 72;
  std::string s;
  for (const std::string& line : lines) {
    const bool cut = line.size() > longest;
    s += lineBegin;
    for (char ch : cut ? line.substr(0, longest) : line) {
      if (ch == '"' || ch == '\\') s += '\\';
      s += ch == '\n' ? ' ' : ch;
    }
    s += std::string(cut ? "..." : "") + lineEnd;
  }
  return "\"" + s + "\"";
}

std::string centred(const std::vector<std::string>& lines) { return label(lines, "", "\\n"); }
std::string leftAligned(const std::vector<std::string>& lines) {
  return label(lines, "  ", "\\l");
} // off the arrow

class DotPrinter {
public:
  explicit DotPrinter(const Program& p) : p_(p), print_(p) {}

  std::string run() {
    line("digraph model {{");
    line("  node [shape=ellipse, fontname=\"monospace\", fontsize=10];");
    line("  edge [fontname=\"monospace\", fontsize=9];");
    for (ThreadId t = 0; t < p_.threads.size(); ++t) thread(t);
    for (const Edge& e : p_.edges) forks(e);
    line("}}");
    return std::move(out_);
  }

private:
  template <typename... Args>
  void line(fmt::format_string<Args...> format, Args&&... args) {
    out_ += fmt::format(format, std::forward<Args>(args)...) + "\n";
  }

  void thread(ThreadId id) {
    const Thread& t = p_.threads[id];
    line("  subgraph cluster_{} {{", id);
    line("    label={};", centred({fmt::format("thread {}{}", t.name, t.repeatable ? " (repeatable)" : "")}));
    for (LocId l = 0; l < p_.locations.size(); ++l)
      if (p_.locations[l].thread == id) location(l, t);
    for (const Edge& e : p_.edges)
      if (p_.locations[e.from].thread == id) edge(e);
    line("  }}");
  }

  void location(LocId id, const Thread& t) {
    const Location& l = p_.locations[id];
    std::vector<std::string> lines = {fmt::format("L{}{}", id, l.label.empty() ? "" : " " + l.label + ":")};
    if (l.pos.known()) lines.push_back(p_.posString(l.pos));
    const char* shape = id == t.exit ? ", shape=doublecircle" : id == t.entry ? ", shape=box" : "";
    line("    n{} [label={}{}{}];", id, centred(lines), shape,
         l.atomic ? ", style=filled, fillcolor=lightgrey" : "");
  }

  void edge(const Edge& e) {
    std::vector<std::string> lines;
    if (!e.text.empty()) lines.push_back(e.text);
    if (e.text.empty() || !e.library)
      for (const Operation& op : e.ops) lines.push_back(print_.operation(op));
    line("    n{} -> n{} [label={}{}];", e.from, e.to, leftAligned(lines),
         e.atomicGroup ? ", penwidth=2" : "");
  }

  void forks(const Edge& e) {
    for (const Operation& op : e.ops)
      if (const Fork* f = std::get_if<Fork>(&op))
        line("  n{} -> n{} [style=dotted, constraint=false];", e.from, p_.threads[f->thread].entry);
  }

  const Program& p_;
  OperationPrinter print_;
  std::string out_;
};

} // namespace

std::string printDot(const Program& p) { return DotPrinter(p).run(); }

} // namespace heddle::ccfg
