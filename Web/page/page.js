import { Countdown, CountdownBoard, Stopwatch, clockFace, load } from "./sandglass/sandglass.js";
import { dateNow, everySecond, freeze, newTimekeeper, setClock, sleep } from "./clocks.js";
import "./sandglass/element.js";

await load();
const timekeeper = newTimekeeper();
const find = (id) => document.getElementById(id);
const say = (sentence) => (find("milestones").textContent = sentence);
const show = (element, text) => {
  if (element.textContent !== text) element.textContent = text;
};

/** The two columns beside each countdown: a loop on `Date`, and one that counts its own ticks. */
class Others {
  #loop;
  #count;
  #end;
  #left;

  constructor(name) {
    this.#loop = find(`${name}-loop`);
    this.#count = find(`${name}-count`);
    everySecond(() => this.#tick());
  }

  start(milliseconds) {
    this.#end = dateNow() + milliseconds;
    this.#left = milliseconds;
    this.#show();
  }

  stop() {
    this.#end = undefined;
    show(this.#loop, "–");
    show(this.#count, "–");
  }

  #tick() {
    if (this.#end === undefined) return;
    this.#left -= 1000;
    this.#show();
  }

  #show() {
    show(this.#loop, clockFace(this.#end - dateNow()));
    show(this.#count, clockFace(this.#left));
  }
}

// MARK: The machine

find("sleep").onclick = () => {
  sleep(600_000);
  // The page is shown after sleep, and looks at its clocks.
  timekeeper.refresh();
  show(find("story"), "The device slept for 10 minutes. What counts ticks is 10 minutes behind.");
};
find("back").onclick = () => {
  setClock(-600_000);
  show(find("story"), "The clock was set back 10 minutes. What loops on Date has 10 minutes too many.");
};
find("freeze").onclick = () => {
  freeze(5000, () => {
    timekeeper.refresh();
    show(find("story"), "The page was frozen for 5 seconds. What counts ticks is 5 seconds behind.");
  });
  show(find("story"), "The page is frozen.");
};

// MARK: A resend button

const resend = find("resend");
const resendOthers = new Others("resend");
const code = new Countdown({ seconds: 60 }, { timekeeper, milestones: [{ seconds: 30 }, { seconds: 10 }] });
code.on("tick", (reading) => show(resend, `Resend (${reading.shown})`));
code.on("milestone", ({ milestone }) => say(`You can resend the code in ${milestone / 1000} seconds.`));
code.on("finish", () => {
  // A disabled button would lose the focus.
  resend.setAttribute("aria-disabled", "false");
  show(resend, "Resend the code");
  resendOthers.stop();
  say("You can resend the code now.");
});
resend.onclick = () => {
  if (!code.start()) return;
  resend.setAttribute("aria-disabled", "true");
  resendOthers.start(60_000);
};

// MARK: Phases

const isStill = matchMedia("(prefers-reduced-motion: reduce)");
const phasesOthers = new Others("phases");
const phases = [{ name: "Focus", seconds: 25 }, { name: "Break", seconds: 5 }];
const work = new Countdown({ phases, rounds: 4 }, { timekeeper });
const showPhase = (reading) => {
  show(find("phase"), `${phases[reading.phaseIndex % 2].name} ${Math.floor(reading.phaseIndex / 2) + 1} of 4`);
  show(find("phase-face"), reading.clockFace);
  find("ring").style.strokeDashoffset = isStill.matches ? 1 - reading.shownTime / reading.total : reading.progress;
};
const showButtons = () => {
  const { state } = work;
  show(find("phases-toggle"), { running: "Pause", paused: "Resume" }[state] ?? "Start");
  for (const id of ["phases-back", "phases-skip"]) {
    find(id).setAttribute("aria-disabled", String(state !== "running" && state !== "paused"));
  }
};
const turnRing = () => {
  if (work.state !== "running" || isStill.matches) return;
  find("ring").style.strokeDashoffset = work.reading.progress;
  requestAnimationFrame(turnRing);
};
work.on("tick", showPhase);
work.on("phase", ({ next }) => say(next ? `${next.name} begins.` : "All rounds are over."));
work.on("change", ({ kind, reading }) => {
  showPhase(reading);
  showButtons();
  if (kind === "started" || kind === "resumed") turnRing();
});
work.on("finish", ({ reading }) => {
  showPhase(reading);
  showButtons();
  phasesOthers.stop();
});
find("phases-toggle").onclick = () => {
  if (work.pause() || work.resume()) return;
  if (work.start()) phasesOthers.start(25_000);
};
find("phases-back").onclick = () => work.back();
find("phases-skip").onclick = () => work.skip();
showPhase(work.reading);
showButtons();

// MARK: A stopwatch

const watch = new Stopwatch({ timekeeper });
const stopwatchButtons = () => {
  const { state } = watch.reading;
  show(find("stopwatch-toggle"), state === "running" ? "Stop" : "Start");
  find("stopwatch-lap").setAttribute("aria-disabled", String(state !== "running"));
  find("stopwatch-reset").setAttribute("aria-disabled", String(state === "idle"));
};
let began;
let counted = 0;
const showStopwatchOthers = () => {
  show(find("stopwatch-loop"), began === undefined ? "–" : clockFace(dateNow() - began, { roundsDown: true }));
  show(find("stopwatch-count"), began === undefined ? "–" : clockFace(counted));
};
everySecond(() => {
  if (began !== undefined && watch.reading.state === "running") {
    counted += 1000;
    showStopwatchOthers();
  }
});
watch.on("tick", (reading) => show(find("stopwatch"), reading.clockFace));
find("stopwatch-toggle").onclick = () => {
  if (!watch.stop() && watch.start()) began ??= dateNow();
  stopwatchButtons();
};
find("stopwatch-lap").onclick = () => {
  if (!watch.lap()) return;
  const lap = watch.laps.at(-1);
  const item = document.createElement("li");
  item.textContent = lap.clockFace;
  find("laps").append(item);
  say(`Lap ${lap.number}: ${lap.clockFace}`);
};
find("stopwatch-reset").onclick = () => {
  watch.reset();
  find("laps").replaceChildren();
  [began, counted] = [undefined, 0];
  showStopwatchOthers();
  stopwatchButtons();
};
stopwatchButtons();

// MARK: A flash sale

const board = new CountdownBoard({ timekeeper });
const rows = [];
const list = find("sale");
const articles = ["Lamp", "Chair", "Kettle", "Clock", "Bag", "Shelf", "Radio", "Rug"];
for (let number = 1; number <= 1000; number++) {
  const left = 600_000 + number * 7_000;
  const cells = [`${articles[number % 8]} ${number}`, "", "", ""].map((text) => {
    const cell = document.createElement("span");
    cell.textContent = text;
    return cell;
  });
  const row = document.createElement("li");
  row.className = "row";
  row.append(...cells);
  list.append(row);
  rows.push({ end: dateNow() + left, left, loop: cells[2], count: cells[3] });
  board.start(number, { milliseconds: left });
  board.show(number, cells[1], (cell, reading) => show(cell, reading.state === "finished" ? "Sold out" : reading.clockFace));
}
const showRows = () => {
  // What these loops cost is not the matter here, so they leave out the rows that are scrolled out of view.
  const first = Math.max(0, Math.floor(list.scrollTop / rows[0].loop.parentElement.offsetHeight) - 2);
  for (const row of rows.slice(first, first + 40)) {
    show(row.loop, clockFace(row.end - dateNow()));
    show(row.count, clockFace(row.left));
  }
};
everySecond(() => {
  for (const row of rows) row.left -= 1000;
  showRows();
});
list.addEventListener("scroll", showRows, { passive: true });
showRows();
let sold = 0;
board.on("finish", (ids) => {
  sold += ids.length;
  show(find("sold"), `${sold} of ${rows.length} are sold out.`);
});

document.documentElement.dataset.ready = "";
