import assert from "node:assert/strict";
import { test } from "node:test";
import { sandglass, seeded, setUp } from "./support.js";

const { Countdown, CountdownBoard } = sandglass;

test("a countdown shows each number once, and finishes on time", () => {
  const { time, timekeeper, notes, note } = setUp();
  const tea = new Countdown({ seconds: 3 }, { timekeeper });
  tea.on("tick", (reading) => note(reading.clockFace));
  tea.on("finish", (end) => note(end.moment));
  const start = time.clock.now();
  tea.start();
  time.advance(2999);
  assert.deepEqual(notes, ["0:03", "0:02", "0:01"]);
  time.advance(1);
  assert.deepEqual(notes, ["0:03", "0:02", "0:01", start + 3000]);
  time.advance(10_000);
  assert.equal(notes.length, 4);
  assert.equal(time.alarmCount, 0);
});

test("a countdown that is not watched needs one alarm, and still finishes", () => {
  const { time, timekeeper, notes, note } = setUp();
  Countdown.started({ seconds: 3 }, { timekeeper }).on("finish", () => note("end"));
  assert.equal(time.alarmCount, 1);
  time.advance(3000);
  assert.deepEqual(notes, ["end"]);
});

test("pausing keeps the exact remaining time", () => {
  const { time, timekeeper } = setUp();
  const tea = Countdown.started({ seconds: 10 }, { timekeeper });
  for (let i = 0; i < 1000; i++) {
    time.advance(1.5);
    assert.equal(tea.pause(), true);
    time.advance(7);
    assert.equal(tea.resume(), true);
  }
  assert.ok(Math.abs(tea.reading.remaining - 8500) < 0.001);
});

test("operations that make no sense return false", () => {
  const { timekeeper } = setUp();
  const tea = new Countdown({ seconds: 10 }, { timekeeper });
  for (const name of ["pause", "resume", "cancel", "skip", "back", "stopOvertime"]) {
    assert.equal(tea[name](), false, name);
  }
  assert.equal(tea.extend({ seconds: 1 }), false);
  assert.equal(tea.start(), true);
  assert.equal(tea.start(), false);
  tea.close();
  for (const name of ["start", "pause", "cancel"]) assert.equal(tea[name](), false, name);
});

test("milestones, an extension, overtime and a restart are reported in order", () => {
  const { time, timekeeper, notes, note } = setUp();
  const options = { timekeeper, milestones: [{ seconds: 1 }, { seconds: 2 }], countsPastZero: true };
  const tea = new Countdown({ seconds: 3 }, options);
  tea.on("milestone", ({ milestone }) => note(milestone));
  tea.on("change", ({ kind }) => note(kind));
  tea.on("finish", () => note("finish"));
  tea.on("cancel", () => note("cancel"));
  tea.start();
  time.advance(1500);
  tea.extend({ seconds: 1 });
  time.advance(3000);
  assert.equal(tea.reading.face({ decimalPlaces: 1 }), "+0:00.0");
  tea.on("tick", (reading) => note(reading.clockFace));
  time.advance(1000);
  tea.stopOvertime();
  tea.restart();
  tea.cancel();
  assert.deepEqual(notes, [
    "started", 2000, "extended", 2000, 1000, "finish", "+0:00", "+0:01", "overtimeStopped", "0:00", "started", "0:03",
    "cancel",
  ]);
});

test("past zero there is a reading at zero, after a freeze the newest one, and one of the stop", () => {
  const { time, timekeeper, notes, note } = setUp();
  const options = { timekeeper, unit: { minutes: 1 }, countsPastZero: true };
  const tea = new Countdown({ minutes: 2 }, options);
  tea.on("finish", () => note("finish"));
  tea.on("tick", (reading) => note(reading.missed > 0 ? [reading.clockFace, reading.missed] : reading.clockFace));
  tea.start();
  time.advance(179_000);
  assert.deepEqual(notes, ["2:00", "1:00", "finish", "+0:00"]);
  time.advance(1000);
  tea.stopOvertime();
  tea.start();
  tea.extend({ minutes: -2 });
  assert.deepEqual(notes.splice(4), ["+1:00", "0:00", "2:00", "finish", "+0:00"]);
  // A restart stops overtime, and then starts.
  tea.restart();
  time.freeze(250_000);
  assert.deepEqual(notes.splice(4), ["0:00", "2:00", "finish", ["+2:00", 2]]);
});

test("phases follow each other at their own deadlines, in rounds", () => {
  const { time, timekeeper, notes, note } = setUp();
  const work = { phases: [{ name: "Focus", seconds: 5 }, { name: "Break", seconds: 2 }], rounds: 2 };
  const countdown = new Countdown(work, { timekeeper });
  countdown.on("phase", ({ phase, next, round }) => note(`${phase.name} ${round} ${next?.name}`));
  countdown.on("finish", () => note("finish"));
  countdown.start();
  time.freeze(12_500);
  assert.deepEqual(notes, ["Focus 1 Break", "Break 1 Focus", "Focus 2 Break"]);
  assert.equal(countdown.reading.remaining, 1500);
  countdown.back();
  assert.equal(countdown.reading.phaseIndex, 2);
  countdown.skip();
  countdown.skip();
  assert.equal(notes.at(-1), "finish");
});

test("after a freeze there is one tick, with the number of missed ones", () => {
  const { time, timekeeper, notes, note } = setUp();
  const tea = Countdown.started({ seconds: 100 }, { timekeeper });
  tea.on("tick", (reading) => note([reading.shown, reading.missed]));
  time.freeze(9500);
  assert.deepEqual(notes, [[100, 0], [91, 8]]);
});

test("sleep counts, and setting the clock back does not", () => {
  const { time, timekeeper } = setUp();
  const tea = Countdown.started({ until: time.wall + 3_600_000 }, { timekeeper });
  time.sleep(600_000);
  assert.equal(tea.reading.remaining, 3_000_000);
  time.setClock(-500_000);
  time.advance(1000);
  assert.equal(tea.reading.remaining, 2_999_000);
  time.sleep(600_000);
  assert.equal(tea.reading.remaining, 2_399_000);
});

test("a clock that was ahead and is set right takes nothing from what has counted", () => {
  const { time, timekeeper, notes, note } = setUp();
  const sale = Countdown.started({ until: time.wall + 3_000_000 }, { timekeeper });
  const tea = Countdown.started({ minutes: 90 }, { timekeeper });
  sale.on("finish", () => note("sale"));
  time.advance(1000);
  time.setClock(2_000_000);
  timekeeper.refresh();
  const late = Countdown.started({ minutes: 1 }, { timekeeper });
  time.advance(1000);
  assert.equal(sale.reading.remaining, 998_000);
  time.setClock(-2_000_000);
  assert.equal(sale.reading.remaining, 2_998_000);
  assert.equal(tea.reading.remaining, 5_398_000);
  assert.equal(late.reading.remaining, 59_000);
  const other = Countdown.started({ until: time.wall + 10_000 }, { timekeeper });
  assert.equal(other.reading.remaining, 10_000);
  // What is due by mistake is not due when the mistake is known.
  time.setClock(3_600_000);
  time.setClock(-3_600_000);
  time.advance(2_997_999);
  assert.deepEqual(notes, []);
  time.advance(1);
  assert.deepEqual(notes, ["sale"]);
});

test("numbers go beyond 32 bits", () => {
  const { time, timekeeper } = setUp();
  const century = Countdown.started({ until: Date.UTC(2100, 0, 1) }, { timekeeper });
  assert.equal(century.reading.shown, (Date.UTC(2100, 0, 1) - time.wall) / 1000);
  assert.equal(century.reading.clockFace, "27028d 00:00:00");
  const precise = Countdown.started({ days: 300 }, { timekeeper, unit: { milliseconds: 1 } });
  assert.equal(precise.reading.shown, 300 * 86_400_000);
});

test("virtual time refuses what it cannot read", () => {
  const { time } = setUp();
  const before = time.wall;
  time.advance({ seconds: 5 });
  assert.equal(time.wall, before + 5000);
  assert.throws(() => time.advance({ second: 5 }), /"second" is no unit; accepted: days, hours, minutes, seconds, milliseconds/);
  assert.throws(() => time.advance({ minutes: 1, second: 30 }), /"second" is no unit/);
  for (const bad of [NaN, "5s", undefined, {}, -1]) assert.throws(() => time.advance(bad), String(bad));
  assert.equal(time.wall, before + 5000);
});

test("listeners may call anything, are never nested, and one that throws does not stop others", (t) => {
  const { time, timekeeper, notes, note } = setUp();
  const errors = [];
  globalThis.reportError = (error) => errors.push(error.message);
  t.after(() => delete globalThis.reportError);
  const tea = new Countdown({ seconds: 2 }, { timekeeper });
  tea.on("tick", () => {
    throw new Error("mine");
  });
  tea.on("tick", (reading) => {
    note(`in ${reading.shown}`);
    if (reading.shown === 1) tea.extend({ seconds: 5 });
    note(`out ${reading.shown}`);
  });
  const stop = tea.on("tick", () => stop?.());
  tea.start();
  time.advance(1000);
  assert.deepEqual(notes, ["in 2", "out 2", "in 1", "out 1", "in 6", "out 6"]);
  assert.deepEqual(errors, ["mine", "mine", "mine"]);
});

test("invalid values are refused with what is accepted", () => {
  const { timekeeper } = setUp();
  const refused = [
    [90, {}, /no duration; accepted: an object/],
    ["3m", {}, /is text; pass duration\("3m"\)/],
    [{ until: "2027-01-01" }, {}, /is text; pass instant/],
    [{ until: new Date(NaN) }, {}, /no instant/],
    [{ seconds: NaN }, {}, /seconds must be a number, and is NaN/],
    [{ seconds: 1 }, { unit: { milliseconds: 1e-9 } }, /unit must be at least a millisecond, and is 1e-9 ms/],
    [{ seconds: 1 }, { tolerance: { seconds: -1 } }, /tolerance must not be negative, and is -1000 ms/],
    [{ seconds: 1 }, { rounding: "off" }, /rounding must be one of up,nearest,down, and is off/],
    [{ seconds: 1 }, { milestones: [{ seconds: 0 }] }, /a milestone must be longer than zero/],
    [{ phases: [] }, {}, /not empty/],
    [{ phases: [{ seconds: 1 }], rounds: 0.5 }, {}, /rounds must be a whole number from 1, and is 0.5/],
    [{ phases: [{ seconds: 1 }], rounds: 20_000 }, {}, /more than 10,000/],
    [{ months: 1, days: 1 }, {}, /years, months and weeks/],
  ];
  for (const [target, options, message] of refused) {
    assert.throws(() => new Countdown(target, { ...options, timekeeper }), { message }, JSON.stringify(target));
  }
  assert.throws(() => new Countdown({ seconds: 1 }, { timekeeper }).on("end", () => {}), /accepted: tick, finish/);
});

test("extreme durations and instants do not trap", () => {
  const { time, timekeeper } = setUp();
  for (const seconds of [-1, 0, 1e-9, 1e12, 1e300]) {
    const countdown = Countdown.started({ seconds }, { timekeeper, milestones: [{ seconds: 1e200 }] });
    countdown.extend({ seconds: -1e300 });
    countdown.extend({ seconds: 1e300 });
  }
  for (const until of [-8.64e15, 0, 8.64e15]) Countdown.started({ until }, { timekeeper });
  time.advance(1000);
});

test("rows with the same end always show the same number, and finish together", () => {
  const { time, timekeeper, notes, note } = setUp();
  const board = new CountdownBoard({ timekeeper });
  const elements = [];
  const end = time.wall + 60_000;
  for (let i = 0; i < 50; i++) {
    time.advance(37);
    elements.push({});
    board.start(i, { until: end });
    board.show(i, elements[i]);
    assert.equal(new Set(elements.map((element) => element.textContent)).size, 1);
  }
  board.on("finish", (ids) => note(ids.length));
  time.advance(30_000);
  assert.equal(elements[0].textContent, elements[49].textContent);
  assert.equal(time.alarmCount, 1);
  time.advance(30_000);
  assert.deepEqual(notes, [50]);
  assert.equal(elements[0].textContent, "0:00");
});

test("an element shows the row that it was given last", () => {
  const { time, timekeeper } = setUp();
  const board = new CountdownBoard({ timekeeper });
  const element = {};
  board.start("a", { until: time.wall + 10_000 });
  board.start("b", { until: time.wall + 20_000 });
  board.show("a", element);
  board.show("b", element, { atEnd: "over" });
  assert.equal(element.textContent, "0:20");
  time.advance(20_000);
  assert.equal(element.textContent, "over");
  board.start("b", { until: time.wall + 5000 });
  assert.equal(element.textContent, "0:05");
  board.remove("b");
  time.advance(5000);
  assert.deepEqual(board.ids, ["a"]);
});

test("against a model: random calls in random time", () => {
  const random = seeded(20261124);
  const possible = {
    start: ["idle", "finished"], pause: ["running"], resume: ["paused"], cancel: ["running", "paused"],
  };
  for (let round = 0; round < 200; round++) {
    const { time, timekeeper } = setUp();
    const length = 1 + random(20_000);
    const countdown = new Countdown({ milliseconds: length }, { timekeeper });
    let finishes = 0;
    let left = 0;
    let state = "idle";
    countdown.on("finish", () => finishes++);
    let expected = 0;
    const pass = (time) => {
      if (state !== "running") return;
      left -= time;
      if (left > 0) return;
      state = "finished";
      expected++;
    };
    for (let step = 0; step < 30; step++) {
      // Sleep of up to a quarter of a second is not noticed.
      const span = 251 + random(3000);
      const passing = ["advance", "freeze", "sleep"][random(3)];
      time[passing](span);
      pass(span);
      const call = ["start", "pause", "resume", "cancel"][random(4)];
      const isPossible = possible[call].includes(state);
      assert.equal(countdown[call](), isPossible, `${call} while ${state}`);
      if (!isPossible) continue;
      if (call === "start") left = length;
      state = { start: "running", pause: "paused", resume: "running", cancel: "idle" }[call];
    }
    assert.equal(finishes, expected);
  }
});

test("sleep that is noticed moves the alarm, so that the end is not late", () => {
  for (const call of ["refresh", "perform"]) {
    const { time, timekeeper, notes, note } = setUp();
    const tea = Countdown.started({ seconds: 8 }, { timekeeper });
    tea.on("finish", () => note("end"));
    time.setClock(5000);
    // Either the page is shown, or something else is done.
    if (call === "refresh") timekeeper.refresh();
    else new Countdown({ seconds: 60 }, { timekeeper }).start();
    time.advance(2999);
    assert.deepEqual(notes, []);
    time.advance(1);
    assert.deepEqual(notes, ["end"], call);
  }
});
