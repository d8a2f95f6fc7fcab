// What the tests of the page share: pages made by heddle, and Chromium to open them in.
const { execFileSync, spawnSync } = require("node:child_process");
const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");
const { chromium } = require(path.join(process.env.VIEWER_MODULES, "node_modules", "playwright-core"));

const heddle = process.env.HEDDLE;
const root = path.resolve(__dirname, "../..");
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "heddle-viewer-"));

// { url, story } of a check: the page, and the same story as JSON.
function check(name, source, ...options) {
  const page = path.join(folder, `${name}.html`), json = path.join(folder, `${name}.json`);
  // One engine, so that the interleaving is the same each time.
  const engine = options.includes("--engine") ? [] : ["--engine", "explore"];
  const text = run(["check", "--html", page, "--json", json, ...engine, ...options, source], [0, 10]);
  return { file: page, url: `file://${page}`, result: JSON.parse(fs.readFileSync(json, "utf8")), text };
}

// Runs heddle in a folder; its exit code has to be among these.
function run(args, codes, cwd = root) {
  const done = spawnSync(heddle, args, { encoding: "utf8", cwd });
  if (!codes.includes(done.status)) throw new Error(`heddle ${args.join(" ")} ended with ${done.status}: ${done.stderr}`);
  return done.stdout;
}

// A program that is written for a test. The bytes are as given.
function write(name, text) {
  const file = path.join(folder, name);
  fs.writeFileSync(file, text);
  return file;
}

function findChromium() {
  for (const name of [process.env.CHROMIUM, "chromium", "chromium-browser", "google-chrome"]) {
    if (!name) continue;
    try {
      return execFileSync("which", [name], { encoding: "utf8" }).trim();
    } catch { /* the next one */ }
  }
  throw new Error("no chromium: scripts/setup --tests installs it");
}

// A user-data-dir of its own, new and empty, is what playwright gives to each launch.
function launch() {
  return chromium.launch({ executablePath: findChromium(), headless: true, args: ["--no-sandbox", "--disable-gpu", "--disable-quic",
    "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"] });
}

// busy.trace: a run with a million events.
const busy = `#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static volatile int shared;
static void *work(void *a) {
  for (int i = 0; i < 42000; i++) {
    pthread_mutex_lock(&lock);
    for (int k = 0; k < 2; k++) shared = shared + 1;
    pthread_mutex_unlock(&lock);
  }
  return a;
}
int main(void) {
  pthread_t t[4];
  for (int i = 0; i < 4; i++) pthread_create(&t[i], 0, work, 0);
  for (int i = 0; i < 4; i++) pthread_join(t[i], 0);
  return 0;
}
`;

function recordBusy() {
  const program = path.join(folder, "busy");
  run(["cc", write("busy.c", busy), "-o", program], [0]);
  run(["record", "-o", `${program}.trace`, "--", program], [0]);
}

// A page that fails the test if it says anything on the console, or asks for anything but itself.
async function open(browser, url, options = {}) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, ...options });
  page.complaints = [];
  page.on("console", (m) => page.complaints.push(`console: ${m.text()}`));
  page.on("pageerror", (e) => page.complaints.push(`error: ${e.message}`));
  page.on("request", (r) => { if (r.url() !== url && !r.url().startsWith("data:")) page.complaints.push(`request: ${r.url()}`); });
  await page.goto(url);
  return page;
}

module.exports = { check, recordBusy, run, write, launch, open, folder, root, heddle };
