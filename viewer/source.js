// The source: files with the lines that are embedded, the lines at which threads stand, invariants beside them.

class Source {
  constructor(files) {
    this.files = files.map((f) => ({ name: f.name, lines: new Map(f.parts.flatMap(([first, lines]) => lines.map((text, i) => [first + i, text]))) }));
    this.open = 0;
  }

  text([file, line]) { return this.files[file].lines.get(line) ?? ""; }
  shortName(file) { return this.files[file].name.replace(/^.*\//, ""); }
  // The line alone where there is only one file.
  shortPlace([file, line]) { return this.files.length === 1 ? `${line}` : `${this.shortName(file)}:${line}`; }
  inProse(place) { return this.files.length === 1 ? `line ${place[1]}` : this.shortPlace(place); }
  longPlace([file, line]) { return `${this.files[file].name}:${line}`; }

  // beside: by line, the invariants: then only lines about those. May be missing.
  rows(file, beside) {
    const out = [];
    const isNear = (line) => line >= Math.min(...beside.keys()) - 4 && line <= Math.max(...beside.keys()) + 2;
    let last = 0;
    for (const [line, text] of [...this.files[file].lines].sort((a, b) => a[0] - b[0])) {
      if (beside && !isNear(line)) continue;
      if (line !== last + 1) out.push(el("div", "gap", "\u22EE"));
      last = line;
      const row = el("div", "line", "");
      row.dataset.line = line;
      row.append(el("span", "at", ""), el("span", "lineno", String(line)), highlighted(text));
      for (const [thread, what] of beside?.get(line) ?? []) {
        const note = el("span", "invariant", what);
        note.title = `thread ${thread}: what holds when it comes here`;
        row.append(note);
      }
      out.push(row);
    }
    if (out.length === 0) out.push(el("p", "quiet", "The text of this file is not available."));
    return out;
  }
}

const words = new Set(("auto break case char const continue default do double else enum extern float for goto if inline int long register "
  + "restrict return short signed sizeof static struct switch typedef union unsigned void volatile while _Atomic _Bool _Thread_local").split(" "));

// Words, strings, comments and the preprocessor's lines; a comment over several lines is not followed.
function highlighted(text) {
  const code = el("span", "text", "");
  const token = /(\/\/.*|\/\*.*?(?:\*\/|$)|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|^\s*#\s*\w+|[A-Za-z_]\w*)/g;
  let last = 0;
  for (const m of text.matchAll(token)) {
    const t = m[0];
    const cls = t.startsWith("//") || t.startsWith("/*") ? "comment" : /^["']/.test(t) ? "string" : t.trimStart().startsWith("#") ? "pre" : words.has(t) ? "word" : "";
    if (!cls) continue;
    code.append(text.slice(last, m.index), el("span", cls, t));
    last = m.index + t.length;
  }
  code.append(text.slice(last));
  return code;
}
