// What all pages share: making elements, the colours of threads, light and dark.

const $ = (id) => document.getElementById(id);

function el(tag, cls, text) {
  const node = document.createElement(tag);
  if (cls) node.className = cls;
  if (text) node.textContent = text;
  return node;
}

// Hues that differ for most eyes; with more threads than hues the number tells them apart.
const hues = [215, 30, 150, 285, 0, 185, 60, 325, 100, 250, 15, 165];
function threadColor(lane) { return `light-dark(hsl(${hues[lane % hues.length]} 65% 40%), hsl(${hues[lane % hues.length]} 70% 66%))`; }

// ---- light and dark

const themes = ["auto", "light", "dark"];

function setTheme(theme) {
  document.documentElement.style.colorScheme = theme === "auto" ? "light dark" : theme;
  $("theme").textContent = { auto: "\u25D0 auto", light: "\u2600\uFE0E light", dark: "\u263E dark" }[theme];
  $("theme").setAttribute("aria-label", `Colours: ${theme}`);
}

// changed: called when colours are others.
function followTheme(changed) {
  let theme = "auto";
  try { theme = localStorage.getItem("heddle-theme") ?? "auto"; } catch { /* not every browser keeps anything of a file */ }
  if (!themes.includes(theme)) theme = "auto";
  setTheme(theme);
  $("theme").addEventListener("click", () => {
    theme = themes[(themes.indexOf(theme) + 1) % themes.length];
    setTheme(theme);
    try { localStorage.setItem("heddle-theme", theme); } catch { /* as above */ }
    changed();
  });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", changed);
}
