// The lanes: a lane a thread, a row an item. Only rows in sight are in the document; their heights are known without
// asking the browser, because text is wrapped here. A row may be wider than its lane when lanes are many.

const gap = 16, pad = 5, codeHeight = 18, noteHeight = 16, numbersWidth = 50, roomyLane = 190, leastCard = 270;

class Lanes {
  constructor(scroller, canvas, heads, source) {
    Object.assign(this, { scroller, canvas, heads, source });
    this.hidden = new Set(); // kinds of arrows
    this.svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    this.svg.setAttribute("aria-hidden", "true");
    scroller.addEventListener("scroll", () => this.draw());
    new ResizeObserver(() => { if (this.items && scroller.clientWidth !== this.width) this.layout(); }).observe(scroller);
  }

  show(story, items) {
    Object.assign(this, { story, items });
    this.layout();
  }

  measure() {
    const probe = el("span", "code unseen", "x".repeat(100));
    document.body.append(probe);
    this.codeColumn = probe.getBoundingClientRect().width / 100;
    probe.className = "note unseen";
    this.noteColumn = probe.getBoundingClientRect().width / 100;
    probe.remove();
  }

  layout() {
    this.measure();
    const n = Math.max(1, this.story.threads.length);
    this.width = this.scroller.clientWidth;
    const room = this.width - numbersWidth;
    this.isRoomy = room / n >= roomyLane;
    this.pitch = this.isRoomy ? Math.min(room / n, 420) : Math.max(8, (room - leastCard - 10) / Math.max(1, n - 1));
    this.card = this.isRoomy ? this.pitch - 18 : Math.max(leastCard - 20, room - (n - 1) * this.pitch - 10);
    this.canvas.style.width = `${Math.max(numbersWidth + (n - 1) * this.pitch + this.card + 8, 0)}px`;
    this.tops = [];
    this.ends = new Map(); // of arrows
    let y = gap;
    for (const it of this.items) {
      this.tops.push(y);
      it.height = this.measureItem(it);
      y += it.height + gap;
    }
    this.tops.push(y);
    this.canvas.style.height = `${y + 20}px`;
    this.drawHeads();
    this.draw();
  }

  x(lane) { return numbersWidth + lane * this.pitch; }

  measureItem(it) {
    if (it.kind === "fold") return 26;
    if (it.kind === "row") {
      it.card = this.cardText(it.place, it.call, toldOf(it), it.fails && this.story.pending.length === 0 ? this.story.sentence : "", it.thread);
      return it.card.height;
    }
    it.cards = this.story.pending.map((p) => ({ ...this.cardText(p.place, p.call, [], p.what, p.thread), thread: p.thread }));
    let y = 0;
    for (const c of it.cards) {
      c.top = this.isRoomy ? 0 : y;
      y += c.height + 6;
    }
    return this.isRoomy ? Math.max(...it.cards.map((c) => c.height)) : y - 6;
  }

  cardText(place, call, notes, failure, thread) {
    const codeColumns = Math.max(10, Math.floor((this.card - 16) / this.codeColumn)) - 3;
    const noteColumns = Math.max(10, Math.floor((this.card - 34) / this.noteColumn));
    const label = place ? this.source.shortPlace(place) : "";
    const text = (place && essence(this.source.text(place))) || call || "(no source)";
    const code = wrap(`${label ? label + "  " : ""}${text}`, codeColumns, 4);
    const lines = notes.flatMap((note) => wrap(note, noteColumns, 3).map((line, i) => ({ line, more: i > 0, cls: "note" })));
    if (failure) lines.push(...wrap(failure, noteColumns, 5).map((line, i) => ({ line, more: i > 0, cls: "note failure" })));
    return { code, label, lines, thread, height: 2 * pad + code.length * codeHeight + lines.length * noteHeight };
  }

  drawHeads() {
    this.heads.replaceChildren(...this.story.threads.map((t) => {
      const head = el("div", "head", "");
      head.style.left = `${this.x(t.lane) - this.scroller.scrollLeft}px`;
      const hasName = this.pitch >= 90;
      head.append(chip(t.number));
      if (hasName) head.append(` ${t.name}`);
      head.style.maxWidth = `${hasName ? this.pitch - 8 : 40}px`;
      head.title = `thread ${t.number}: ${t.name}`;
      return head;
    }));
    this.heads.classList.toggle("dense", this.pitch < 24);
  }

  draw() {
    if (!this.items) return;
    const top = this.scroller.scrollTop, bottom = top + this.scroller.clientHeight;
    let first = this.indexAt(top - 200), last = this.indexAt(bottom + 200);
    const nodes = [this.svg];
    for (let i = first; i <= last && i < this.items.length; ++i) nodes.push(this.row(i));
    const focused = this.canvas.contains(document.activeElement);
    this.canvas.replaceChildren(...nodes);
    if (focused) this.scroller.focus({ preventScroll: true });
    this.scroller.setAttribute("aria-activedescendant", `item-${this.current}`);
    this.heads.style.setProperty("--shift", `${-this.scroller.scrollLeft}px`);
    for (const [lane, head] of [...this.heads.children].entries()) head.style.left = `${this.x(lane) - this.scroller.scrollLeft}px`;
    this.drawLines(top - 200, bottom + 200);
  }

  indexAt(y) {
    let low = 0, high = this.items.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.tops[middle] <= y) low = middle; else high = middle - 1;
    }
    return low;
  }

  row(i) {
    const it = this.items[i];
    const row = el("div", `item ${it.kind}`, "");
    row.id = `item-${i}`;
    row.dataset.index = i;
    row.setAttribute("role", "option");
    row.setAttribute("aria-setsize", this.items.length);
    row.setAttribute("aria-posinset", i + 1);
    row.setAttribute("aria-selected", i === this.current);
    row.setAttribute("aria-label", describe(this.story, this.source, it));
    row.style.top = `${this.tops[i]}px`;
    row.style.height = `${it.height}px`;
    row.classList.toggle("current", i === this.current);
    row.classList.toggle("later", i > this.current);
    row.classList.toggle("fails", !!it.fails);
    const number = el("span", "number", it.kind === "row" ? String(it.number) : it.kind === "end" ? "\u21D2" : "");
    if (it.fails && it.kind === "row") number.textContent = "\u21D2";
    if (it.key !== undefined) number.prepend(el("span", "star", "\u2605"));
    row.append(number);
    if (it.kind === "fold") row.append(this.foldCard(it));
    else if (it.kind === "row") row.append(this.cardNode(it.card, 0, it.fails));
    else for (const c of it.cards) row.append(this.cardNode(c, c.top, true));
    return row;
  }

  cardNode(c, top, fails) {
    const node = el("div", `card${fails ? " fails" : ""}`, "");
    place(node, this.x(this.story.threadOf(c.thread).lane), top, this.card, c.height);
    node.style.setProperty("--thread", threadColor(this.story.laneOf.get(c.thread)));
    c.code.forEach((line, i) => {
      const div = el("div", "code", "");
      if (i === 0) div.append(chip(c.thread, this.story), " ");
      if (i === 0 && c.label && line.startsWith(c.label)) div.append(el("span", "lineno", c.label), line.slice(c.label.length));
      else div.append(`${i > 0 ? "     " : ""}${line}`);
      node.append(div);
    });
    for (const l of c.lines) node.append(el("div", l.cls, `${l.more ? "  " : ""}${l.line}`));
    return node;
  }

  foldCard(it) {
    const node = el("div", "card folded", `\u2026 ${it.count} more rows of this thread`);
    place(node, this.x(this.story.threadOf(it.thread).lane), 0, this.card, it.height);
    node.style.setProperty("--thread", threadColor(this.story.laneOf.get(it.thread)));
    node.title = "Unfold";
    return node;
  }

  // Lifelines, and the arrows of which a part is in sight.
  drawLines(top, bottom) {
    const parts = [];
    this.svg.setAttribute("width", this.canvas.style.width.replace("px", ""));
    this.svg.setAttribute("height", bottom - top);
    this.svg.style.top = `${top}px`;
    const item = (step) => itemAt(this.items, step);
    for (const t of this.story.threads) {
      const steps = this.story.stepsOf.get(t.number);
      const stays = this.story.standing.some((p) => p.thread === t.number) || this.story.pending.some((p) => p.thread === t.number);
      if (steps.length === 0 && !stays) continue;
      const from = steps.length > 0 ? this.tops[item(steps[0])] : this.tops[this.items.length - 1];
      const to = stays ? this.tops.at(-1) : this.tops[item(steps.at(-1))] + 20;
      const x = this.x(t.lane) + 2, y1 = Math.max(from, top), y2 = Math.min(to, bottom);
      if (y1 < y2) parts.push(`<line x1="${x}" x2="${x}" y1="${y1 - top}" y2="${y2 - top}" class="life" style="stroke:${threadColor(t.lane)}"/>`);
    }
    for (const a of this.arrowsInSight(top, bottom)) parts.push(this.arrow(a, top));
    this.svg.innerHTML = `<defs>${["thread", "lock", "signal", "data"].map((k) => `<marker id="head-${k}" class="${k}" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" markerUnits="userSpaceOnUse" orient="auto"><path d="M0 0L8 4L0 8z"/></marker>`).join("")}</defs>${parts.join("")}`;
  }

  arrowsInSight(top, bottom) {
    const seen = new Set(), all = [];
    for (const a of this.story.arrows) {
      if (this.hidden.has(a.kind)) continue;
      const [from, to] = this.endsOf(a);
      if (from === undefined || to === undefined || from >= to || this.tops[from] > bottom || this.tops[to] < top || seen.has(`${from} ${to} ${a.kind}`)) continue;
      seen.add(`${from} ${to} ${a.kind}`);
      all.push({ ...a, from, to, threads: [a.from, a.to].map((step) => this.story.steps[step].thread), isCurrent: from === this.current || to === this.current });
    }
    return all.filter((a, i) => a.isCurrent || i < 300);
  }

  // The items of an arrow's ends. A step that no item shows stands in for the next, or the last, of its thread.
  endsOf(a) {
    const find = (step, by) => {
      const { thread } = this.story.steps[step];
      for (let i = itemAt(this.items, step); i >= 0 && i < this.items.length; i += by) {
        const it = this.items[i];
        if (it.kind === "end") return it.cards.some((c) => c.thread === thread) ? i : undefined;
        if (it.thread === thread && (by < 0 || it.last >= step)) return i;
      }
      return undefined;
    };
    return this.ends.get(a) ?? this.ends.set(a, [find(a.from, -1), find(a.to, 1)]).get(a);
  }

  // Down beside the lane of its beginning, across in the gap above its end, into its end.
  arrow(a, top) {
    const [x1, x2] = a.threads.map((thread, i) => this.x(this.story.laneOf.get(thread)) + (i === 0 ? -5 : 12));
    const inItem = this.items[a.to].cards?.find((c) => c.thread === a.threads[1])?.top ?? 0;
    const y2 = this.tops[a.to] + inItem - top;
    const y1 = this.tops[a.from] + this.items[a.from].height - top - 8;
    const turn = y2 - gap / 2, d = x2 > x1 ? 1 : -1, r = 4;
    const path = `M${x1 + 5} ${y1}Q${x1} ${y1} ${x1} ${Math.min(y1 + r, turn - r)}V${turn - r}Q${x1} ${turn} ${x1 + d * r} ${turn}H${x2 - d * r}Q${x2} ${turn} ${x2} ${turn + r}V${y2 - 1}`;
    return `<path d="${path}" class="arrow ${a.kind}${a.isCurrent ? " now" : ""}" marker-end="url(#head-${a.kind})"/>`;
  }

  select(index) {
    this.current = index;
    const y = this.tops[index], height = this.items[index].height, s = this.scroller;
    if (y - gap < s.scrollTop) s.scrollTop = y - gap - 30;
    else if (y + height + gap > s.scrollTop + s.clientHeight) s.scrollTop = y + height + gap + 30 - s.clientHeight;
    this.draw();
  }
}

// What a row did; some of many effects are left out in the middle.
function toldOf(it) {
  const told = it.effects.map(phrase);
  if (it.hidden) told.splice(told.length / 2, 0, `\u2026 ${it.hidden} more`);
  return told;
}

// The words of a row, for those who do not see it.
function describe(story, source, it) {
  if (it.kind === "fold") return `${it.count} more rows of ${story.threadName(it.thread)}, folded`;
  if (it.kind === "end") return story.pending.map((p) => `${story.threadName(p.thread)} ${p.what}`).join("; ");
  const parts = [story.threadName(it.thread)];
  if (it.place) parts.push(`line ${it.place[1]}: ${essence(source.text(it.place))}`);
  else if (it.call) parts.push(it.call);
  parts.push(...toldOf(it));
  if (it.fails) parts.push(story.sentence);
  return `${it.key !== undefined ? "Matters. " : ""}${parts.join(", ")}`;
}

// A line without what only takes room: a comment at its end, the last semicolon.
function essence(line) {
  const text = line.trim().replace(/\s+/g, " ");
  const comment = text.lastIndexOf("//");
  const cut = comment > 0 && text.indexOf('"', comment) < 0 ? text.slice(0, comment) : text;
  return cut.replace(/[ ;]+$/, "");
}

// At most `most` lines of `columns`, broken at spaces where possible.
function wrap(text, columns, most) {
  const lines = [];
  let rest = text;
  while (rest.length > columns && lines.length < most - 1) {
    const space = Math.max(rest.lastIndexOf(" ", columns), rest.lastIndexOf("(", columns - 1) + 1);
    const at = space > columns / 3 ? space : columns;
    lines.push(rest.slice(0, at));
    rest = rest.slice(at).trimStart();
  }
  lines.push(rest.length > columns ? `${rest.slice(0, columns - 1)}\u2026` : rest);
  return lines;
}

function place(node, left, top, width, height) {
  Object.assign(node.style, { left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px` });
}
