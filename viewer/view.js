// The page: what is selected, and everything that follows from it.

function chip(number, story = view.story) {
  const node = el("span", "chip", String(number));
  node.style.setProperty("--thread", threadColor(story?.laneOf.get(number) ?? 0));
  node.title = story ? `thread ${number}: ${story.threadOf(number).name}` : `thread ${number}`;
  return node;
}

const view = { story: null, items: [], current: 0, full: false, unfolded: new Set(), timer: 0 };
const data = JSON.parse($("data").textContent);
const source = new Source(data.files);
const lanes = new Lanes($("scroller"), $("canvas"), $("heads"), source);

// ---- a story

function openStory(index) {
  view.story = new Story(structuredClone(data.stories[index]), data.strings);
  view.unfolded.clear();
  $("sentence").textContent = view.story.sentence;
  const s = view.story, where = [];
  if (s.place) where.push(`at ${source.longPlace(s.place)}`);
  if (s.thread && s.pending.length === 0) where.push(`in ${s.threadName(s.thread)}`);
  if (s.memoryModel !== "sc") where.push(`under ${s.memoryModel}`);
  if (s.before) where.push(`after ${s.before} steps that are not shown`);
  if (s.note) where.push(s.note);
  $("place").textContent = where.join(", ");
  $("command").textContent = s.command || data.command;
  showKey();
  showLegend();
  setItems();
  select(failing());
}

// Reasons stand below the steps: what is pending, and why a block is broken.
function showKey() {
  const s = view.story, list = $("key").querySelector("ol");
  const entries = s.key.map((k) => ({ text: k.what, go: () => select(reveal(k.step)) }));
  const atEnd = () => select(view.items.length - 1), isRace = s.property === "race";
  for (const p of isRace ? s.pending : []) {
    const held = p.held.map(([lock, place]) => lock + (place ? ` (since ${source.inProse(place)})` : "")).join(", ");
    entries.push({ text: `thread ${p.thread} ${p.what}${p.place ? ` at ${source.inProse(p.place)}` : ""}, holding ${held || "no lock"}`, go: atEnd });
  }
  list.replaceChildren(...entries.map(({ text, go }) => {
    const li = el("li"), button = el("button", "link", text);
    button.type = "button";
    button.addEventListener("click", go);
    li.append(button);
    return li;
  }));
  $("key").querySelector("p")?.remove();
  // Who only waits for others to end is no cause.
  const blocked = s.pending.filter((p) => !isRace && !p.canMove && p.act.act !== "join");
  const why = s.whyBroken || (isRace && s.pending.length > 0 ? "Nothing orders these two accesses."
    : blocked.slice(0, 4).map((p) => `thread ${p.thread} ${p.what}`).join("; ") + (blocked.length > 4 ? "; \u2026" : ""));
  if (why) $("key").append(el("p", "", why));
  $("key").hidden = entries.length === 0 && !why;
}

function setItems() {
  view.items = itemsOf(view.story, view.full, view.unfolded);
  $("slider").max = Math.max(0, view.items.length - 1);
  lanes.current = Math.min(lanes.current ?? 0, view.items.length - 1);
  lanes.show(view.story, view.items);
}

function failing() {
  const at = view.items.findIndex((it) => it.fails);
  return at < 0 ? view.items.length - 1 : at;
}

// The item of a step, which is unfolded if it has to be.
function reveal(step) {
  let at = itemAt(view.items, step);
  if (view.items[at].kind !== "fold") return at;
  view.unfolded.add(view.items[at].row);
  setItems();
  return itemAt(view.items, step);
}

function select(index) {
  if (view.items.length === 0) return;
  view.current = Math.max(0, Math.min(index, view.items.length - 1));
  lanes.select(view.current);
  const it = view.items[view.current];
  $("slider").value = view.current;
  $("position").textContent = `${view.current + 1} / ${view.items.length}`;
  const words = describe(view.story, source, it);
  $("slider").setAttribute("aria-valuetext", `step ${view.current + 1} of ${view.items.length}: ${words}`);
  if (!view.timer) $("live").textContent = words;
  showState(it);
}

function step(by) { select(view.current + by); }

function toggleFull() {
  const at = view.items[view.current].first;
  view.full = !view.full;
  $("full").setAttribute("aria-pressed", view.full);
  setItems();
  select(itemAt(view.items, at));
}

function unfold(index) {
  if (view.items[index].kind !== "fold") return false;
  select(reveal(view.items[index].first));
  return true;
}

function play() {
  const stop = () => { clearInterval(view.timer); view.timer = 0; showPlay(); };
  if (view.timer) return stop();
  if (view.current === view.items.length - 1) select(0);
  view.timer = setInterval(() => {
    step(1);
    if (view.current >= view.items.length - 1) stop();
  }, 700);
  showPlay();
}

function showPlay() {
  $("play").textContent = view.timer ? "Pause" : "Play";
}

function nextKey() {
  const s = view.story, at = view.items[view.current].last;
  const next = s.key.find((k) => k.step > at);
  if (next) select(reveal(next.step));
  else if (s.pending.length > 0 && view.current < view.items.length - 1) select(view.items.length - 1);
  else if (s.key.length > 0) select(reveal(s.key[0].step));
}

// ---- the state after the selected item

function showState(it) {
  const s = view.story, done = Math.min(it.last + 1, s.steps.length);
  const { locks } = stateAt(s, done), values = valuesAt(s, done), threads = threadsAt(s, done, locks);
  const own = it.kind === "end" ? null : it;
  for (const t of threads) {
    if (own && t.thread === it.thread && it.place) t.place = it.place;
    if (own ? t.thread === it.thread && it.fails : s.pending.some((p) => p.thread === t.thread && !(p.canMove && s.property === "deadlock"))) t.fails = true;
  }
  showThreads(threads);
  showValues(values, it);
  showLocks(locks);
  showPlaces(threads, own);
}

function table(caption, heads, rows) {
  const node = el("table"), head = el("tr"), body = el("tbody");
  node.append(el("caption", "", caption));
  for (const h of heads) {
    const th = el("th", "", h);
    th.scope = "col";
    head.append(th);
  }
  const thead = el("thead");
  thead.append(head);
  for (const cells of rows) {
    const tr = el("tr", cells.cls ?? "");
    for (const c of cells.cells) {
      const td = el("td");
      td.append(c);
      tr.append(td);
    }
    body.append(tr);
  }
  node.append(thead, body);
  return node;
}

function showThreads(threads) {
  // Of many threads those that do nothing are one row.
  const isIdle = (t) => threads.length > 6 && (t.state === "ended" || t.state === "not started") && !t.fails;
  const idle = ["not started", "ended"].flatMap((state) => {
    const chips = el("span", "chips");
    for (const t of threads) if (isIdle(t) && t.state === state) chips.append(chip(t.thread));
    return chips.firstChild ? [{ cells: [chips, "", state] }] : [];
  });
  const rows = threads.filter((t) => !isIdle(t)).map((t) => {
    const name = el("span");
    name.append(chip(t.thread), ` ${view.story.threadOf(t.thread).name}`);
    const what = t.what || (t.fails ? "fails" : t.state === "runs" && t.place ? "can go on" : t.state);
    return { cls: t.fails ? "fails" : t.state === "waits" ? "waits" : "", cells: [name, t.place ? source.shortPlace(t.place) : "", what] };
  });
  $("threads").replaceChildren(table("Threads", ["thread", "line", "state"], [...rows, ...idle]));
}

const mostValues = 300;
function showValues(values, it) {
  const touched = new Map();
  for (let i = it.first; i <= it.last && i < view.story.steps.length; ++i)
    for (const e of view.story.steps[i].effects) {
      if (e.kind === "write") touched.set(e.cell, "changed");
      else if (e.act === "land") touched.set(e.object, "changed");
      else if (e.kind === "read" && !touched.has(e.cell)) touched.set(e.cell, "read");
    }
  const all = [...values].filter(([cell]) => values.size <= mostValues || touched.has(cell));
  const rows = all.map(([cell, v]) => {
    const mark = touched.get(cell) ?? "";
    const by = v.by ? chip(v.by) : "";
    return { cls: mark, cells: [el("code", "", cell), el("code", "", v.value), by, mark] };
  });
  if (rows.length === 0) return $("values").replaceChildren();
  $("values").replaceChildren(table("Values", ["variable", "value", "written by", "here"], rows));
}

function showLocks(locks) {
  const rows = [];
  for (const [lock, holders] of locks)
    for (const h of holders) {
      const by = el("span");
      by.append(chip(h.thread));
      rows.push({ cells: [el("code", "", lock), h.shared ? "for reading" : "exclusively", by, h.place ? source.shortPlace(h.place) : ""] });
    }
  $("locks").replaceChildren(rows.length > 0 ? table("Locks held", ["lock", "how", "by", "since line"], rows) : el("p", "quiet", "No lock is held."));
}

// ---- the source

function openFile(file) {
  source.open = file;
  $("file").value = file;
  $("lines").replaceChildren(...source.rows(file));
}

function showPlaces(threads, own) {
  const main = own?.place ?? (threads.find((t) => t.place && t.fails && view.story.threads[0].number !== t.thread) ?? threads.find((t) => t.place))?.place;
  if (main && (main[0] !== source.open || !$("lines").firstChild)) openFile(main[0]);
  for (const at of $("lines").querySelectorAll(".line .at:not(:empty)")) {
    at.replaceChildren();
    at.parentNode.classList.remove("current", "fails");
  }
  const row = (line) => $("lines").querySelector(`[data-line="${line}"]`);
  for (const t of threads) {
    if (!t.place || t.place[0] !== source.open || !row(t.place[1])) continue;
    row(t.place[1]).querySelector(".at").append(chip(t.thread));
    if (own && t.thread === own.thread) row(t.place[1]).classList.add("current");
    if (t.fails) row(t.place[1]).classList.add("fails");
  }
  for (const at of $("lines").querySelectorAll(".line .at:not(:empty)")) shorten(at);
  const shown = main && row(main[1]);
  if (shown) bringIntoSight(shown);
}

// Two chips fit.
function shorten(at) {
  const all = [...at.children];
  if (all.length <= 2) return;
  const more = el("span", "more", `+${all.length - 1}`);
  more.title = all.slice(1).map((c) => c.title).join(", ");
  at.replaceChildren(all[0], more);
}

// The line, and with it all that fail, if there is room.
function bringIntoSight(line) {
  const box = $("lines"), fails = [...box.querySelectorAll(".line.fails")], room = box.clientHeight - 60;
  const tops = [line, ...fails].map((l) => l.offsetTop);
  let first = Math.min(...tops), last = Math.max(...tops);
  if (last - first > room) first = last = line.offsetTop;
  if (first < box.scrollTop + 20 || last > box.scrollTop + box.clientHeight - 40) box.scrollTop = (first + last - box.clientHeight) / 2;
}

// ---- answers without a story

function showProof() {
  document.body.classList.add("flowing");
  $("sentence").textContent = data.sentence;
  if (data.invariants.length === 0) return;
  const section = $("proof");
  section.hidden = false;
  section.append(el("h2", "", "What holds at each line"));
  const threads = [...new Set(data.invariants.map(([thread]) => thread))];
  for (const thread of threads)
    for (let file = 0; file < source.files.length; ++file) {
      const beside = new Map();
      for (const [name, place, text] of data.invariants)
        if (name === thread && place && place[0] === file) beside.set(place[1], [[name, text]]);
      if (beside.size === 0) continue;
      const block = el("section", "invariants");
      block.setAttribute("aria-label", `Thread ${thread}, ${source.files[file].name}`);
      block.append(el("h3", "", `thread ${thread}, ${source.files[file].name}`));
      const lines = el("div", "lines", "");
      lines.tabIndex = 0;
      lines.setAttribute("role", "group");
      lines.setAttribute("aria-label", `Lines of thread ${thread}`);
      lines.append(...source.rows(file, beside));
      block.append(lines);
      section.append(block);
    }
}

function showRemarks() {
  const list = (title, entries) => {
    if (entries.length === 0) return;
    const ul = el("ul");
    for (const e of entries) ul.append(el("li", "", e));
    $("remarks").append(el("h2", "", title), ul);
    $("remarks").hidden = false;
  };
  list("Assumptions", data.assumptions);
  list("Notes", data.notes);
}

// ---- controls

const arrowKinds = [["thread", "creation, join"], ["lock", "lock hand-over"], ["signal", "signal"], ["data", "write to read"]];
function showLegend() {
  const present = new Set(view.story.arrows.map((a) => a.kind));
  $("legend").hidden = present.size === 0;
  $("legend").replaceChildren(...arrowKinds.filter(([kind]) => present.has(kind)).map(([kind, name]) => {
    const label = el("label", kind), box = el("input");
    box.type = "checkbox";
    box.checked = !lanes.hidden.has(kind);
    box.addEventListener("change", () => {
      lanes.hidden[box.checked ? "delete" : "add"](kind);
      lanes.draw();
    });
    label.append(box, el("span", "swatch", ""), name);
    return label;
  }));
}

async function copy() {
  const text = $("command").textContent;
  try {
    await navigator.clipboard.writeText(text);
  } catch { // a page from a file may not have the clipboard
    getSelection().selectAllChildren($("command"));
    document.execCommand("copy");
  }
  $("copy").textContent = "Copied";
  $("live").textContent = "Copied";
  setTimeout(() => { $("copy").textContent = "Copy"; }, 1500);
}

const keys = {
  ArrowDown: () => step(1), ArrowRight: () => step(1), ArrowUp: () => step(-1), ArrowLeft: () => step(-1),
  PageDown: () => step(10), PageUp: () => step(-10), Home: () => select(0), End: () => select(view.items.length - 1),
  " ": play, f: () => select(failing()), s: toggleFull, m: nextKey, Enter: () => unfold(view.current),
};

function onKey(event) {
  if (event.ctrlKey || event.altKey || event.metaKey || !view.story) return;
  const at = event.target, key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if (at.matches("select, input[type=range]") && key.length > 1) return;
  if (at.matches("button, input, select") && (key === " " || key === "Enter")) return;
  if (at.id === "lines" && key.length > 1) return; // scrolls
  if (!keys[key]) return;
  event.preventDefault();
  keys[key]();
}

function start() {
  document.title = `Heddle: ${data.stories[0]?.sentence ?? data.sentence}`;
  $("verdict").textContent = data.verdict.replace("verdict: ", "");
  $("verdict").className = /^verdict: (true|false|unknown)/.exec(data.verdict)?.[1] ?? "unknown";
  $("command").textContent = data.command;
  $("command-label").textContent = data.replays ? "Replay it:" : "Run it again:";
  $("made").textContent = `Heddle ${data.version}`;
  followTheme(() => {});
  $("copy").addEventListener("click", copy);
  showRemarks();
  if (data.stories.length === 0) return showProof();
  for (const id of ["stepping", "columns", "keys"]) $(id).hidden = false;
  const bind = (id, go) => $(id).addEventListener("click", go);
  bind("first", () => select(0));
  bind("back", () => step(-1));
  bind("next", () => step(1));
  bind("play", play);
  bind("failure", () => select(failing()));
  bind("full", toggleFull);
  $("slider").addEventListener("input", () => select(Number($("slider").value)));
  $("scroller").addEventListener("click", (event) => {
    const row = event.target.closest(".item");
    if (row && !unfold(Number(row.dataset.index))) select(Number(row.dataset.index));
  });
  source.files.forEach((f, i) => $("file").append(new Option(f.name, i)));
  $("file").addEventListener("change", () => { openFile(Number($("file").value)); });
  data.stories.forEach((s, i) => $("story").append(new Option(`${i + 1}. ${s.sentence}${s.count > 1 ? ` (${s.count} times)` : ""}`, i)));
  $("choice").hidden = data.stories.length < 2;
  $("story").addEventListener("change", () => openStory(Number($("story").value)));
  document.addEventListener("keydown", onKey);
  openStory(0);
}

start();
