// Rows that count down in four ways, beside each other: a board, the element, a loop on `Date`, and one that counts its
// ticks.
// `check(earliest)` returns how many of each are wrong, and by how much, and `checkNow()` when every timer has run that is
// due.

import { CountdownBoard, SteadyClock, Timekeeper, load } from "./sandglass/sandglass.js";

const names = ["sandglass", "element", "date", "ticks"];
const count = 200;
let slept = 0;
let set = 0;

// The simulated device: `performance.now()` does not count sleep, and `Date` can be set. The true time is neither's.
const monotonic = () => performance.now();
const dateNow = () => performance.timeOrigin + performance.now() + slept + set;
const truth = () => performance.timeOrigin + performance.now() + slept;

// When the latest event began. These listeners come before those of the timekeeper, which looks at its clocks at the same
// events, so the timekeeper has looked later than that.
let began;
for (const type of ["visibilitychange", "resume"]) document.addEventListener(type, () => (began = truth()));
for (const type of ["pageshow", "focus"]) addEventListener(type, () => (began = truth()));

// The element has no clocks of its own choice.
Date.now = dateNow;
await import("./sandglass/element.js");
await load();
const timekeeper = new Timekeeper({ clock: new SteadyClock({ monotonic, wall: dateNow }) });
const board = new CountdownBoard({ timekeeper });
const rows = [];
for (let i = 0; i < count; i++) {
  const end = Math.round(truth()) + 3_600_000 + i * 1037;
  const cells = names.map((name) => document.createElement(name === "element" ? "sand-glass" : "span"));
  cells[1].setAttribute("until", new Date(end).toISOString());
  const row = document.createElement("p");
  row.append(...cells);
  document.querySelector("#rows").append(row);
  board.start(i, { until: end });
  board.show(i, cells[0], (cell, reading) => (cell.textContent = reading.shown));
  rows.push({ end, cells, left: Math.ceil((end - dateNow()) / 1000) });
}
const update = () => {
  for (const row of rows) {
    row.cells[2].textContent = Math.ceil((row.end - dateNow()) / 1000);
    row.cells[3].textContent = row.left--;
  }
};
update();
setInterval(update, 1000);

/** Returns by how many seconds a shown number is wrong. It may be that of any moment since `earliest`. */
function error(shown, end, earliest, now) {
  const [least, most] = [Math.ceil((end - now) / 1000), Math.ceil((end - earliest) / 1000)];
  return shown < least ? least - shown : shown > most ? shown - most : 0;
}

/**
 * The rows of Sandglass must show the number of the latest flip before `earliest`, or of a later one: however slow the
 * machine is, the timekeeper has looked since. The steady clock may be late by as long as it takes to read two clocks, at
 * most 50 ms. The others may show a number that is up to a second old, because they look once a second.
 */
function check(earliest) {
  const now = truth();
  const flips = [];
  for (let flip = Math.floor((earliest - 50) / 1000) * 1000; flip <= now; flip += 1000) flips.push(flip);
  const result = {};
  for (const [index, name] of names.entries()) {
    const errors = rows.map(({ cells, end }) => {
        const text = cells[index].shadowRoot?.querySelector("[part]").textContent ?? cells[index].textContent;
        const shown = text.split(":").reduce((sum, field) => sum * 60 + Number(field), 0);
        return index < 2
          ? Math.min(...flips.map((flip) => error(shown, end, flip, flip)))
          : error(shown, end, now - 1050, now);
      });
    result[name] = { rows: errors.length, wrong: errors.filter(Boolean).length, worst: Math.max(...errors) };
  }
  return result;
}

/** A browser may have a queue for timers that timers have set, and one for others. This waits for both. */
function checkNow() {
  const earliest = truth();
  return new Promise((resolve) => {
    const wait = (depth) => (depth === 0 ? resolve(check(earliest)) : setTimeout(() => wait(depth - 1), 1));
    wait(8);
  });
}

// The results of the first frames after events, by the name of the event.
const results = {};
document.addEventListener("visibilitychange", () => {
  if (document.visibilityState === "visible") requestAnimationFrame(() => (results.visible = check(began)));
});
document.addEventListener("resume", () => (results.resume = check(began)));
addEventListener("pageshow", (event) => {
  if (event.persisted) results.pageshow = check(began);
});

Object.assign(window, {
  checkNow,
  results,
  sleep: (milliseconds) => void (slept += milliseconds),
  setClock: (milliseconds) => void (set += milliseconds),
  ready: true,
});
