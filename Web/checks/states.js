// Rows that count down in three ways, beside each other: Sandglass, a loop on `Date`, and one that counts its ticks.
// `check()` returns how many of each are wrong, and by how much.

import { CountdownBoard, SteadyClock, Timekeeper, load } from "./sandglass/sandglass.js";

const count = 200;
let slept = 0;
let set = 0;

// The simulated device: `performance.now()` does not count sleep, and `Date` can be set. The true time is neither's.
const monotonic = () => performance.now();
const dateNow = () => performance.timeOrigin + performance.now() + slept + set;
const truth = () => performance.timeOrigin + performance.now() + slept;

await load();
const timekeeper = new Timekeeper({ clock: new SteadyClock({ monotonic, wall: dateNow }) });
const board = new CountdownBoard({ timekeeper });
const rows = [];
for (let i = 0; i < count; i++) {
  const end = Math.round(truth()) + 3_600_000 + i * 1037;
  const cells = ["sandglass", "date", "ticks"].map((name) => {
    const cell = document.createElement("span");
    cell.className = name;
    return cell;
  });
  const row = document.createElement("p");
  row.append(...cells);
  document.querySelector("#rows").append(row);
  board.start(i, { until: end });
  board.show(i, cells[0], (cell, reading) => (cell.textContent = reading.shown));
  rows.push({ end, cells, left: Math.ceil((end - dateNow()) / 1000) });
}
const update = () => {
  for (const row of rows) {
    row.cells[1].textContent = Math.ceil((row.end - dateNow()) / 1000);
    row.cells[2].textContent = row.left--;
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
 * The rows of Sandglass must show the number of the latest flip, which may be 50 ms late. The others may show a number
 * that is up to a second old, because they look once a second.
 */
function check() {
  const now = truth();
  const flips = [now, now - 50].map((moment) => Math.floor(moment / 1000) * 1000);
  const result = {};
  for (const [index, name] of ["sandglass", "date", "ticks"].entries()) {
    const errors = rows.map(({ cells, end }) => {
        const shown = Number(cells[index].textContent);
        return index === 0
          ? Math.min(...flips.map((flip) => error(shown, end, flip, flip)))
          : error(shown, end, now - 1050, now);
      });
    result[name] = { rows: errors.length, wrong: errors.filter(Boolean).length, worst: Math.max(...errors) };
  }
  return result;
}

// The results of the first frames after events, by the name of the event.
const results = {};
const atFirstFrame = (name) => requestAnimationFrame(() => (results[name] = check()));
document.addEventListener("visibilitychange", () => {
  if (document.visibilityState === "visible") atFirstFrame("visible");
});
document.addEventListener("resume", () => (results.resume = check()));
addEventListener("pageshow", (event) => {
  if (event.persisted) results.pageshow = check();
});

Object.assign(window, {
  check,
  lag: () => truth() - timekeeper.now,
  results,
  sleep: (milliseconds) => void (slept += milliseconds),
  setClock: (milliseconds) => void (set += milliseconds),
  ready: true,
});
