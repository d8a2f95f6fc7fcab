// What the page shows, without the page: a story from its data (src/report/html.cpp writes it), the arrows between its
// steps, the items of the short and the full view, and the state after any number of steps.

// The order of Act::Kind in src/report/story.h.
const acts = ["none", "start", "join", "lock", "lock-shared", "unlock", "wait", "wake", "signal", "broadcast", "post", "take",
  "arrive", "leave", "free", "land"];

function phrase(effect) {
  if (effect.kind === "read") return `reads ${effect.cell} = ${effect.value}`;
  if (effect.kind === "write") return `${effect.cell}: ${effect.before} \u2192 ${effect.value}`;
  return effect.text;
}

class Story {
  constructor(raw, strings) {
    Object.assign(this, raw);
    const effect = (e) => {
      if (e[0] === 0) return { kind: "read", cell: strings[e[1]], value: strings[e[2]] };
      if (e[0] === 1) return { kind: "write", cell: strings[e[1]], before: strings[e[2]], value: strings[e[3]] };
      if (e.length === 2) return { kind: "note", text: strings[e[1]], act: "none" };
      return { kind: "note", text: strings[e[1]], act: acts[e[2]], object: strings[e[3]], mutex: strings[e[4]], thread: e[5],
        value: strings[e[6]] };
    };
    this.threads = raw.threads.map(([number, name, creator, place], lane) => ({ number, name, creator, place, lane }));
    this.laneOf = new Map(this.threads.map((t) => [t.number, t.lane]));
    this.steps = raw.steps.map(([thread, file, line, fn, call, library, effects]) => ({ thread,
      place: file < 0 ? null : [file, line], fn: strings[fn], call: strings[call], library: library === 1,
      effects: effects.map(effect) }));
    this.rows = raw.rows.map(([first, last, fails, effects, hidden]) => ({ first, last, fails: fails === 1, effects: effects.map(effect), hidden }));
    this.key = raw.key.map(([step, what]) => ({ step, what }));
    for (const list of [this.pending, this.broken, this.standing])
      for (const p of list) {
        const [act, object, mutex, thread] = p.act;
        p.act = { act: acts[act], object, mutex, thread };
      }
    this.stepsOf = new Map(this.threads.map((t) => [t.number, []]));
    this.steps.forEach((s, i) => this.stepsOf.get(s.thread)?.push(i));
    this.arrows = arrowsOf(this);
  }

  threadOf(number) { return this.threads[this.laneOf.get(number) ?? 0]; }
  threadName(number) { return `thread ${number} (${this.threadOf(number).name})`; }

  // The first step of the thread that is not among the first `done` ones.
  nextOf(thread, done) {
    const all = this.stepsOf.get(thread) ?? [];
    let low = 0, high = all.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (all[middle] < done) low = middle + 1; else high = middle;
    }
    return all[low];
  }
}

// Arrows: { kind, from, to, label } with steps as ends. kind: thread (creation, join), lock (hand-over), signal, data.
function arrowsOf(story) {
  const arrows = [];
  const add = (kind, from, to, label) => { if (from !== undefined && to !== undefined) arrows.push({ kind, from, to, label }); };
  const released = new Map(), written = new Map(), posted = new Map(), arrived = new Map();
  const wokenBy = new Map(), waiting = new Map();
  const fromOther = (kind, map, name, to, label) => {
    const from = map.get(name);
    if (from !== undefined && story.steps[from].thread !== story.steps[to].thread) add(kind, from, to, label);
  };
  const follow = {
    start: (e, i) => add("thread", i, story.nextOf(e.thread, i), `starts thread ${e.thread}`),
    join: (e, i) => add("thread", (story.stepsOf.get(e.thread) ?? []).filter((s) => s < i).pop(), i, `thread ${e.thread} has ended`),
    lock: (e, i) => fromOther("lock", released, e.object, i, `${e.object} changes hands`),
    unlock: (e, i) => released.set(e.object, i),
    wait: (e, i) => { released.set(e.mutex, i); waiting.set(story.steps[i].thread, e.object); },
    wake: (e, i) => {
      const thread = story.steps[i].thread;
      if (wokenBy.has(thread)) add("signal", wokenBy.get(thread), i, `${e.object} was signalled`);
      else if (e.mutex) fromOther("lock", released, e.mutex, i, `${e.mutex} changes hands`);
      wokenBy.delete(thread);
      waiting.delete(thread);
    },
    signal: (e, i) => { if (e.thread) wokenBy.set(e.thread, i); },
    broadcast: (e, i) => { for (const [thread, on] of waiting) if (on === e.object) wokenBy.set(thread, i); },
    post: (e, i) => posted.set(e.object, i),
    take: (e, i) => fromOther("signal", posted, e.object, i, `${e.object} was posted`),
    arrive: (e, i) => arrived.set(e.object, i),
    leave: (e, i) => fromOther("signal", arrived, e.object, i, `the last one has arrived at ${e.object}`),
    land: (e, i) => written.set(e.object, i),
  };
  follow["lock-shared"] = follow.lock;
  story.steps.forEach((step, i) => {
    for (const e of step.effects) {
      if (e.kind === "read") fromOther("data", written, e.cell, i, `${e.cell} = ${e.value} is read`);
      else if (e.kind === "write") written.set(e.cell, i);
      else follow[e.act]?.(e, i);
    }
  });
  return arrows;
}

// ---- items: what stands below each other

const longestStretch = 12; // rows of one thread in a row that are shown in full
const keptAtEnds = 3;

// kind: row, fold (of `count` rows) or end (what is pending). `last`: the last of its steps.
function itemsOf(story, full, unfolded) {
  const items = full ? story.steps.map((s, i) => item(story, i, i, i === story.steps.length - 1 && story.rows.at(-1)?.fails, s.effects, i))
    : folded(story, unfolded);
  if (story.pending.length > 0) items.push({ kind: "end", first: story.steps.length, last: story.steps.length, fails: true });
  const keys = new Map(story.key.map((k, n) => [k.step, n]));
  for (const it of items)
    for (const [step, n] of keys) if (it.kind === "row" && it.first <= step && step <= it.last) it.key = n;
  return items;
}

function item(story, first, last, fails, effects, index) {
  const s = story.steps.slice(first, last + 1).find((step) => step.place) ?? story.steps[first];
  const call = s.call || story.steps[last].call;
  return { kind: "row", first, last, fails: !!fails, effects, thread: s.thread, place: s.place, call, library: s.library, number: index + 1 };
}

function folded(story, unfolded) {
  const rows = story.rows.map((r, i) => ({ ...item(story, r.first, r.last, r.fails, r.effects, i), hidden: r.hidden }));
  const isKey = (row) => row.fails || story.key.some((k) => row.first <= k.step && k.step <= row.last);
  const items = [];
  for (let begin = 0; begin < rows.length;) {
    let end = begin;
    while (end < rows.length && rows[end].thread === rows[begin].thread) ++end;
    const isShort = end - begin <= longestStretch;
    for (let i = begin; i < end;) {
      const shown = (n) => isShort || n < begin + keptAtEnds || n >= end - keptAtEnds || isKey(rows[n]);
      if (shown(i)) { items.push(rows[i++]); continue; }
      let past = i;
      while (past < end && !shown(past)) ++past;
      if (past - i < 3 || unfolded.has(i)) items.push(...rows.slice(i, past));
      else items.push({ kind: "fold", row: i, count: past - i, thread: rows[i].thread, first: rows[i].first, last: rows[past - 1].last });
      i = past;
    }
    begin = end;
  }
  return items;
}

// The item that holds a step, or the one before it.
function itemAt(items, step) {
  let low = 0, high = items.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (items[middle].first <= step) low = middle; else high = middle - 1;
  }
  return low;
}

// ---- the state after the first `done` steps

function stateAt(story, done) {
  const values = new Map(); // by cell: value, by (thread), at (step)
  const locks = new Map();  // by lock: [{ thread, shared, place }]
  for (const [cell, value] of story.beginning?.values ?? []) values.set(cell, { value, by: 0, at: -1 });
  const hold = (lock, thread, shared, place) => { if (lock) locks.set(lock, [...(locks.get(lock) ?? []), { thread, shared, place }]); };
  const release = (lock, thread) => { if (locks.has(lock)) locks.set(lock, locks.get(lock).filter((h) => h.thread !== thread)); };
  for (const [lock, thread, shared] of story.beginning?.locks ?? []) hold(lock, thread, shared, null);
  for (let i = 0; i < done; ++i) {
    const step = story.steps[i];
    for (const e of step.effects) {
      if (e.kind === "read") { if (!values.has(e.cell)) values.set(e.cell, { value: e.value, by: 0, at: -1 }); }
      else if (e.kind === "write") values.set(e.cell, { value: e.value, by: step.thread, at: i });
      else if (e.act === "land") values.set(e.object, { value: e.value, by: step.thread, at: i });
      else if (e.act === "lock" || e.act === "lock-shared") hold(e.object, step.thread, e.act === "lock-shared", step.place);
      else if (e.act === "unlock") release(e.object, step.thread);
      else if (e.act === "wait") release(e.mutex, step.thread);
      else if (e.act === "wake") hold(e.mutex, step.thread, false, step.place);
    }
  }
  return { values, locks };
}

// The cells that are not touched yet: what they hold is what their first access finds.
function valuesAt(story, done) {
  story.initial ??= initialValues(story);
  const values = stateAt(story, done).values;
  for (const [cell, value] of story.initial) if (!values.has(cell)) values.set(cell, { value, by: 0, at: -1 });
  return new Map([...story.initial.keys()].map((cell) => [cell, values.get(cell)]));
}

function initialValues(story) {
  const initial = new Map(story.beginning?.values ?? []);
  const add = (cell, value) => { if (!initial.has(cell)) initial.set(cell, value); };
  for (const step of story.steps)
    for (const e of step.effects) {
      if (e.kind === "read") add(e.cell, e.value);
      else if (e.kind === "write") add(e.cell, e.before);
      else if (e.act === "land") add(e.object, "?");
    }
  return initial;
}

// Of each thread: { state: "not started" | "runs" | "waits" | "ended" | "fails" | "unknown", place, what }.
function threadsAt(story, done, locks) {
  const started = new Set([1, ...(story.threads.length > 0 ? [story.threads[0].number] : [])]);
  for (let i = 0; i < done; ++i) {
    started.add(story.steps[i].thread);
    for (const e of story.steps[i].effects) if (e.act === "start") started.add(e.thread);
  }
  const runsLater = (t) => story.nextOf(t, done) !== undefined;
  const standing = new Map(story.standing.map((p) => [p.thread, p]));
  const isAlive = (t) => runsLater(t) || standing.has(t);
  return story.threads.map(({ number }) => {
    if (!started.has(number)) return { thread: number, state: "not started", place: null, what: "" };
    const next = story.nextOf(number, done);
    const place = next !== undefined ? story.steps[next].place : standing.get(number)?.place ?? null;
    const acts = next !== undefined ? story.steps[next].effects.filter((e) => e.kind === "note") : standing.has(number) ? [standing.get(number).act] : [];
    for (const act of acts) {
      const what = waitsFor(story, number, act, done, next, locks, isAlive);
      if (what) return { thread: number, state: "waits", place, what };
    }
    if (next !== undefined) return { thread: number, state: "runs", place, what: "" };
    const pending = done === story.steps.length && story.pending.find((p) => p.thread === number);
    if (pending) return { thread: number, state: pending.canMove ? "runs" : "waits", place: pending.place, what: pending.what };
    if (standing.has(number)) return { thread: number, state: "runs", place, what: "" };
    return { thread: number, state: story.isCut ? "unknown" : "ended", place: null, what: "" };
  });
}

// What keeps a thread from its next act, or nothing.
function waitsFor(story, thread, act, done, next, locks, isAlive) {
  const holders = (lock, shared) => (locks.get(lock) ?? []).filter((h) => h.thread !== thread && !(shared && h.shared));
  const held = (lock, shared) => {
    const by = holders(lock, shared).map((h) => `thread ${h.thread}`);
    return by.length > 0 ? `waits for ${lock}, held by ${by.join(" and ")}` : "";
  };
  switch (act.act) {
    case "lock": return held(act.object, false);
    case "lock-shared": return held(act.object, true);
    case "join": return isAlive(act.thread) ? `waits for thread ${act.thread} to end` : "";
    case "wake": {
      const signal = next === undefined ? undefined : story.arrows.find((a) => a.kind === "signal" && a.to === next);
      if (next === undefined || (signal && signal.from >= done)) return `waits for a signal on ${act.object}`;
      return held(act.mutex, false);
    }
    case "leave": {
      const last = story.arrows.find((a) => a.kind === "signal" && a.to === next);
      return last && last.from >= done ? `waits at ${act.object} for others to arrive` : "";
    }
    default: return "";
  }
}

if (typeof module !== "undefined") module.exports = { Story, phrase, itemsOf, itemAt, stateAt, valuesAt, threadsAt };
