// Makes the pictures of docs/page.md again: node pictures.js, with HEDDLE and VIEWER_MODULES set. Look at each.
const path = require("node:path");
const { check, folder, launch, open, recordBusy, root, run, write } = require("./pages.js");

// Ten threads increment under a lock, and one that forgets it.
const twelve = `#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int tickets;

static void *seller(void *arg) {
  pthread_mutex_lock(&lock);
  tickets++;
  pthread_mutex_unlock(&lock);
  return arg;
}

static void *kiosk(void *arg) {
  tickets++;
  return arg;
}

int main(void) {
  pthread_t t[11];
  for (int i = 0; i < 10; i++)
    pthread_create(&t[i], NULL, seller, NULL);
  pthread_create(&t[10], NULL, kiosk, NULL);
  for (int i = 0; i < 11; i++)
    pthread_join(t[i], NULL);
  assert(tickets == 11);
  return 0;
}
`;

const wide = { width: 1280, height: 800 };
const pictures = [
  { name: "lost_update", file: "examples/lost_update.c", size: { width: 1280, height: 900 } },
  { name: "race", file: "examples/race.c" },
  { name: "deadlock-dark", file: "examples/deadlock.c", dark: true },
  { name: "atomicity", file: "tests/verify/atomicity_rwr_unsafe.c", options: ["--property", "atomicity"] },
  { name: "twelve_threads", source: twelve, options: ["--engine", "sample", "--property", "assert"], size: { width: 1280, height: 1000 }, keys: ["m", "m", "m"] },
  { name: "narrow", file: "examples/lost_wakeup.c", size: { width: 400, height: 860 } },
  { name: "invariants", file: "examples/fixed_update.c", options: ["--engine", "modular", "--invariants"] },
];

(async () => {
  const out = process.argv[2] ?? path.join(root, "docs/pictures");
  const browser = await launch();
  for (const p of pictures) {
    const source = p.file ?? path.relative(root, write(`${p.name}.c`, p.source));
    const { url } = check(p.name, source, ...(p.options ?? []));
    const page = await open(browser, url, { viewport: p.size ?? wide, colorScheme: p.dark ? "dark" : "light" });
    // As somebody would have typed it, without the folders of this script.
    await page.evaluate((name) => {
      const command = document.getElementById("command");
      command.textContent = command.textContent.replace(/--html \S+ --json \S+( --engine explore)?/, "--html bug.html").replace(/\S*heddle-viewer\S*/, `${name}.c`);
      for (const node of [document.getElementById("place"), ...document.querySelectorAll("option")])
        node.textContent = node.textContent.replace(/\S*heddle-viewer-\w+\//, "");
    }, p.name);
    for (const key of p.keys ?? []) await page.keyboard.press(key);
    await page.evaluate(() => document.fonts.ready);
    await page.screenshot({ path: path.join(out, `${p.name}.png`) });
    if (page.complaints.length > 0) throw new Error(page.complaints.join("\n"));
    await page.close();
  }
  recordBusy();
  run(["trace", "--html", path.join(folder, "busy.html"), path.join(folder, "busy.trace")], [0]);
  const page = await open(browser, `file://${folder}/busy.html`, { viewport: { width: 1280, height: 720 } });
  await page.evaluate(() => { $("sentence").textContent = $("sentence").textContent.replace(/\S*heddle-viewer-\w+/, "."); });
  await page.screenshot({ path: path.join(out, "trace.png") });
  await browser.close();
})();
