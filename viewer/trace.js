// The time line of a recorded run: a lane a thread, events from left to right in their order. All is drawn on a canvas: of
// what is in sight each column of pixels shows how many events of which kind are in it, so that a million events cost some
// milliseconds.

const run = JSON.parse($("data").textContent);

// The order of Group in src/report/trace_page.cpp.
const groups = [["read", "reads"], ["write", "writes"], ["sync", "locks and signals"], ["fork", "threads"], ["other", "calls and marks"]];

function unpacked({ bytes, data }) {
  const text = atob(data), raw = new Uint8Array(text.length);
  for (let i = 0; i < text.length; ++i) raw[i] = text.charCodeAt(i);
  return bytes === 1 ? raw : bytes === 2 ? new Uint16Array(raw.buffer) : new Uint32Array(raw.buffer);
}

const who = unpacked(run.who), what = unpacked(run.what);
const groupOfRow = Uint8Array.from(run.rows, (r) => r[0]);
const line = { begin: 0, end: run.count, selected: 0, shown: [true, true, true, true, true], colors: [], labels: 64, axis: 20 };
const box = $("timeline"), canvas = box.querySelector("canvas"), pen = canvas.getContext("2d");

function readColors() {
  const probe = el("span");
  document.body.append(probe);
  const color = (value) => {
    probe.style.color = value;
    return getComputedStyle(probe).color;
  };
  line.colors = groups.map(([name]) => color(`var(--${name})`));
  line.ink = color("var(--quiet)");
  line.rule = color("var(--rule)");
  line.focus = color("var(--focus)");
  line.threads = run.threads.map((_, lane) => color(threadColor(lane)));
  probe.remove();
}

const laneHeight = () => Math.max(4, Math.min(34, 460 / run.threads.length));
const plotWidth = () => line.width - line.labels;
const xOf = (index) => line.labels + (index - line.begin) / (line.end - line.begin) * plotWidth();
const indexAt = (x) => line.begin + (x - line.labels) / plotWidth() * (line.end - line.begin);

function resize() {
  line.width = box.clientWidth;
  line.height = laneHeight() * run.threads.length + line.axis;
  const scale = devicePixelRatio || 1;
  canvas.width = line.width * scale;
  canvas.height = line.height * scale;
  canvas.style.height = `${line.height}px`;
  pen.setTransform(scale, 0, 0, scale, 0, 0);
  draw();
}

function draw() {
  const began = performance.now(), h = laneHeight(), columns = Math.max(1, Math.floor(plotWidth()));
  pen.clearRect(0, 0, line.width, line.height);
  pen.font = "11px sans-serif";
  for (let lane = 0; lane < run.threads.length; ++lane) {
    pen.fillStyle = line.rule;
    pen.fillRect(line.labels, (lane + 0.5) * h, plotWidth(), 1);
    pen.fillStyle = line.threads[lane];
    if (lane % Math.ceil(12 / h) === 0) pen.fillText(`thread ${run.threads[lane]}`, 4, (lane + 0.5) * h + 4);
  }
  const width = drawEvents(h, columns);
  drawAxis(h, width);
  box.dataset.milliseconds = performance.now() - began;
}

// Each column of pixels is divided among the kinds of its events, as many as there are of each.
function drawEvents(h, columns) {
  const counts = new Uint32Array(columns * run.threads.length * groups.length);
  const first = Math.max(0, Math.floor(line.begin)), past = Math.min(run.count, Math.ceil(line.end));
  const perEvent = columns / (line.end - line.begin);
  for (let i = first; i < past; ++i) {
    const group = groupOfRow[what[i]], column = Math.floor((i - line.begin) * perEvent);
    if (line.shown[group] && column >= 0 && column < columns) ++counts[(who[i] * columns + column) * groups.length + group];
  }
  const width = Math.max(1, Math.min(perEvent - (perEvent > 6 ? 1 : 0), 40)), border = h >= 10 ? 2 : 0, room = h - 2 * border;
  for (let at = 0; at < counts.length; at += groups.length) {
    let sum = 0;
    for (let g = 0; g < groups.length; ++g) sum += counts[at + g];
    if (sum === 0) continue;
    const cell = at / groups.length, lane = Math.floor(cell / columns), x = line.labels + cell % columns;
    let y = lane * h + border;
    for (let g = 0; g < groups.length; ++g) {
      if (counts[at + g] === 0) continue;
      const share = counts[at + g] / sum * room;
      pen.fillStyle = line.colors[g];
      pen.fillRect(x, y, width, Math.max(share, 1));
      y += share;
    }
  }
  return width;
}

function drawAxis(h, width) {
  const y = h * run.threads.length, span = line.end - line.begin;
  const step = [1, 2, 5, 10].map((n) => n * 10 ** Math.floor(Math.log10(Math.max(1, span / 8)))).find((s) => span / s <= 10) ?? span;
  pen.fillStyle = line.ink;
  for (let n = Math.ceil((line.begin + 1) / step) * step; n <= line.end; n += step) { // events are counted from 1
    pen.fillRect(xOf(n - 1), y, 1, 4);
    if (xOf(n - 1) < line.width - 60) pen.fillText(n.toLocaleString("en"), xOf(n - 1) + 3, y + 14);
  }
  const x = xOf(line.selected);
  pen.strokeStyle = line.focus;
  pen.lineWidth = 2;
  if (x >= line.labels - 1 && x <= line.width) pen.strokeRect(x - 1, 1, Math.max(2, width) + 2, y - 2);
}

function zoom(factor, around = line.selected) {
  const span = Math.max(8, Math.min(run.count, (line.end - line.begin) / factor));
  const share = Math.min(1, Math.max(0, (around - line.begin) / (line.end - line.begin)));
  moveTo(around - share * span, span);
}

function moveTo(begin, span = line.end - line.begin) {
  line.begin = Math.max(0, Math.min(begin, run.count - span));
  line.end = line.begin + span;
  draw();
}

// ---- the selected event

function textOf(index) {
  const [, place, text] = run.rows[what[index]];
  return `thread ${run.threads[who[index]]}${place ? `, ${place}` : ""}: ${text}`;
}

function select(index) {
  if (run.count === 0) return;
  line.selected = Math.max(0, Math.min(run.count - 1, Math.floor(index)));
  const span = line.end - line.begin;
  if (line.selected < line.begin || line.selected >= line.end) moveTo(line.selected - span / 2);
  else draw();
  $("position").textContent = `${(line.selected + 1).toLocaleString("en")} / ${run.count.toLocaleString("en")}`;
  box.setAttribute("aria-valuenow", line.selected + 1);
  box.setAttribute("aria-valuetext", `event ${line.selected + 1} of ${run.count}: ${textOf(line.selected)}`);
  showEvents();
}

const around = 9;
function showEvents() {
  const table = el("table"), first = Math.max(0, Math.min(line.selected - around, run.count - 2 * around - 1));
  table.append(el("caption", "", "Events"));
  for (let i = first; i < Math.min(run.count, first + 2 * around + 1); ++i) {
    const row = table.insertRow(), [group, place, text] = run.rows[what[i]];
    row.className = i === line.selected ? "selected" : "";
    row.dataset.index = i;
    const chip = el("span", "chip", String(run.threads[who[i]])), key = el("span", "key");
    chip.style.setProperty("--thread", threadColor(who[i]));
    key.style.background = line.colors[group];
    for (const cell of [(i + 1).toLocaleString("en"), chip, place, key, el("code", "", text)]) row.insertCell().append(cell);
  }
  $("events").replaceChildren(table);
}

function nextSwitch() {
  let i = line.selected;
  while (i < run.count - 1 && who[i] === who[line.selected]) ++i;
  select(i);
}

// ---- controls

function whole() { moveTo(0, Math.max(8, run.count)); }
const actions = { in: () => zoom(2), out: () => zoom(0.5), fit: whole, back: () => select(line.selected - 1), next: () => select(line.selected + 1), switch: nextSwitch };
const keys = { "+": actions.in, "=": actions.in, "-": actions.out, 0: whole, ArrowRight: actions.next, ArrowDown: actions.next, ArrowLeft: actions.back,
  ArrowUp: actions.back, Home: () => select(0), End: () => select(run.count - 1), PageDown: () => select(line.selected + 100), PageUp: () => select(line.selected - 100), t: nextSwitch };

function listen() {
  for (const [id, act] of Object.entries(actions)) $(id).addEventListener("click", act);
  document.addEventListener("keydown", (event) => {
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    if (event.ctrlKey || event.altKey || event.metaKey || !keys[key]) return;
    event.preventDefault();
    keys[key]();
  });
  const x = (event) => event.clientX - box.getBoundingClientRect().left;
  box.addEventListener("wheel", (event) => {
    event.preventDefault();
    if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) moveTo(line.begin + (event.deltaX || event.deltaY) / plotWidth() * (line.end - line.begin));
    else zoom(Math.exp(-event.deltaY / 300), indexAt(x(event)));
  }, { passive: false });
  let drag = null;
  box.addEventListener("pointerdown", (event) => {
    drag = { x: x(event), begin: line.begin, moved: false };
    box.setPointerCapture(event.pointerId);
  });
  box.addEventListener("pointermove", (event) => {
    if (!drag || (!drag.moved && Math.abs(x(event) - drag.x) < 4)) return;
    drag.moved = true;
    moveTo(drag.begin - (x(event) - drag.x) / plotWidth() * (line.end - line.begin));
  });
  box.addEventListener("pointerup", (event) => {
    if (drag && !drag.moved) select(indexAt(x(event)));
    drag = null;
  });
  $("events").addEventListener("click", (event) => {
    const row = event.target.closest("tr");
    if (row) select(Number(row.dataset.index));
  });
  new ResizeObserver(() => { if (box.clientWidth !== line.width) resize(); }).observe(box);
}

function showGroups() {
  const counts = groups.map(() => 0);
  for (let i = 0; i < run.count; ++i) ++counts[groupOfRow[what[i]]];
  $("legend").append(...groups.map(([name, title], g) => {
    const label = el("label"), check = el("input"), key = el("span", "key");
    check.type = "checkbox";
    check.checked = true;
    check.addEventListener("change", () => {
      line.shown[g] = check.checked;
      draw();
    });
    key.style.background = `var(--${name})`;
    label.append(check, key, `${title} (${counts[g].toLocaleString("en")})`);
    return label;
  }));
}

function start() {
  document.title = `Heddle: ${run.sentence}`;
  $("sentence").textContent = run.sentence;
  $("place").textContent = `${run.count.toLocaleString("en")} events of ${run.threads.length} threads`
    + (run.hasValues ? "" : "; values are left out");
  $("made").textContent = "Heddle";
  box.setAttribute("aria-valuemax", run.count);
  const recolor = () => {
    readColors();
    draw();
    showEvents();
  };
  followTheme(recolor);
  readColors();
  showGroups();
  line.end = Math.max(8, run.count);
  resize();
  listen();
  select(0);
}

start();
