import { kept, kill, setClock, sleep, trueNow } from "./device.js";
import { clockFace, countTicks, subtractDates } from "./usual.js";
import "./sandglass/element.js";

const length = 25 * 60;
const find = (id) => document.getElementById(id);
const tell = (sentence) => (find("story").textContent = sentence);

const wasKilled = kept.end !== undefined;
kept.end ??= trueNow() + length * 1000;

// MARK: The three countdowns

/** Starts the three in elements. A page that was killed finds `until` in its HTML again, and the others begin again. */
function start([ours, ticks, dates], end, left) {
  ours.setAttribute("until", new Date(end).toISOString());
  countTicks(ticks, left);
  subtractDates(dates, left);
}

const names = ["ours", "ticks", "dates"];
start(names.map(find), kept.end, length);

/** The element whose text a reader sees. */
const face = (element) => element.shadowRoot?.querySelector("[part=face]") ?? element;

/** Holds what is shown against the time that really is left. */
function judge() {
  const left = Math.max(0, (kept.end - trueNow()) / 1000);
  for (const name of names) {
    const parts = face(find(name)).textContent.split(":").map(Number);
    // At the end, Sandglass shows a text.
    const shown = parts.some(Number.isNaN) ? 0 : parts.reduce((sum, part) => sum * 60 + part);
    const error = Math.floor(shown - left);
    const verdict = find(`${name}-verdict`);
    // A number may be a second old, and rounded up.
    verdict.dataset.isRight = Math.abs(error) <= 2;
    const text = Math.abs(error) <= 2 ? "✓ right" : `✗ ${clockFace(Math.abs(error))} too ${error > 0 ? "much" : "little"}`;
    if (verdict.textContent !== text) verdict.textContent = text;
  }
}
setInterval(judge, 250);

// MARK: What happens

const acts = {
  sleep() {
    sleep(600_000);
    tell("The device slept for ten minutes. No tick ran meanwhile, so what counts ticks missed them.");
  },
  set() {
    setClock(-3_600_000);
    tell("The clock was set back an hour. What subtracts dates shows an hour more, and will end an hour late.");
  },
  kill,
  thousand() {
    if (!find("rows").childElementCount) addRows(1000);
    find("sale").hidden = !find("sale").hidden;
    find("thousand").setAttribute("aria-expanded", String(!find("sale").hidden));
  },
  again: () => location.reload(),
};
for (const [name, act] of Object.entries(acts)) {
  find(name).addEventListener("click", () => {
    demonstration.forEach(clearTimeout);
    act();
    judge();
  });
}

// Whoever only looks sees what is different, too.
const demonstration = [];
const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
if (wasKilled) {
  const sentence = "The tab was killed, and opened again. What kept its end in a variable begins again; `until` is in the page.";
  tell(kept.set ? `${sentence} The clock is still wrong, which no page can know unless it asks a server.` : sentence);
  find("kill").focus({ preventScroll: true });
} else if (!isStill) {
  tell("In a moment, somebody sets the clock of this device back.");
  for (const [name, delay] of [["set", 3000], ["sleep", 6500]]) {
    demonstration.push(setTimeout(() => (acts[name](), judge()), delay));
  }
}

// MARK: A thousand

function addRows(count) {
  for (let number = 1; number <= count; number++) {
    const row = document.createElement("li");
    const cells = ["span", "sand-glass", "span", "span"].map((tag) => document.createElement(tag));
    cells[0].textContent = `Lot ${number}`;
    row.append(...cells);
    find("rows").append(row);
    const end = kept.end + number * 7000;
    start(cells.slice(1), end, Math.round((end - trueNow()) / 1000));
  }
}

judge();
document.documentElement.dataset.ready = "";
