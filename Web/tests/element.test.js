import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { duration, instant } from "../module/attribute-text.js";
import { Run } from "../module/run.js";
import { SteadyClock } from "../module/steady-clock.js";
import { fields } from "../module/time-in-words.js";
import { seeded, text } from "./support.js";

// The element's own rules, beside the core's. `SANDGLASS_HISTORIES` is the number of random histories, and
// `SANDGLASS_SEED` the seed, which each failure prints.
const built = new URL("../../.build/web/sandglass/", import.meta.url);
const core = await WebAssembly.compile(await readFile(new URL("sandglass.wasm", built)));
const count = Number(process.env.SANDGLASS_HISTORIES ?? 2000);
const seed = Number(process.env.SANDGLASS_SEED ?? Math.floor(Math.random() * 2 ** 32));
const microsecond = 0.001;

// MARK: Runs

/** A countdown of the core, whose numbers flip at whole seconds. */
class CoreRun {
  #core = new WebAssembly.Instance(core).exports;
  #events = [];
  #index;

  constructor({ until, duration = 0 }, milestones, now) {
    this.#index = this.#core.countdown_create(duration, 1000, 0, 0, 0, 1);
    for (const milestone of milestones) this.#core.countdown_add_milestone(this.#index, milestone, now);
    if (until === undefined) this.#core.countdown_perform(this.#index, 0, now);
    else this.#core.countdown_start_until(this.#index, until, now);
  }

  perform(call, argument, now) {
    if (call === "extend") return this.#core.countdown_extend(this.#index, argument, now) === 1;
    if (call === "correct") return this.#core.countdown_correct(this.#index, argument, now) === 1;
    return this.#core.countdown_perform(this.#index, { pause: 1, resume: 2 }[call], now) === 1;
  }

  advance(now) {
    this.#core.advance(now);
  }

  read(now) {
    this.#core.countdown_read(this.#index, now);
    const [, , state, shown, , remaining, total] = this.#take().at(-1);
    return { state: ["idle", "running", "paused", "overtime", "finished"][state], shown, remaining, total };
  }

  /** The milliseconds until something is due, rounded up; negative if nothing is. */
  wait(now) {
    return this.#core.alarm_delay(now);
  }

  /** What has happened since the latest call. */
  takeEvents() {
    this.#take();
    return this.#events.splice(0);
  }

  #take() {
    const width = 10;
    const { memory, events_address: address, events_count: count } = this.#core;
    const numbers = [...new Float64Array(memory.buffer, address(), count() * width)];
    const events = Array.from({ length: count() }, (_, i) => numbers.slice(i * width, (i + 1) * width));
    this.#core.events_clear();
    for (const event of events) {
      if (event[0] === 1) this.#events.push(["milestone", event[9]]);
      if (event[0] === 4) this.#events.push(["finish", event[9]]);
    }
    return events;
  }
}

const same = (own, others, what) => assert.ok(Math.abs(own - others) <= microsecond, `${what}: ${own} and ${others}`);

/** The same things happen to a run of the element and to one of the core. */
class History {
  steps = [];
  #random;
  #monotonic = 0;
  #wall;
  #now;
  #told = [];

  constructor(random) {
    this.#random = random;
    this.#wall = Date.UTC(2026, 0, 1) + this.exactly(1_000_000);
    this.clock = new SteadyClock({ monotonic: () => this.#monotonic, wall: () => this.#wall });
    this.#now = this.clock.now();
    this.start();
  }

  /** A time in steps of 1/64 ms, which a number and the core's nanoseconds hold exactly. */
  exactly(limit) {
    return this.#random(limit * 64) / 64;
  }

  whole(limit) {
    return this.#random(limit) * 1000;
  }

  pick(...choices) {
    return choices[this.#random(choices.length)];
  }

  run() {
    for (let i = 1 + this.#random(25); i > 0; i--) {
      this.step(this.pick("pass", "pass", "freeze", "flip", "due", "sleep", "back", "mistake"));
      this.step(this.pick("pause", "resume", "extend", "extend", "start", "none", "none", "none"));
    }
  }

  step(name) {
    this.steps.push(name);
    this[name]();
    this.look();
  }

  // MARK: Time

  pass(time = this.pick(this.exactly(3000), this.whole(5), this.exactly(200_000))) {
    this.#monotonic += time;
    this.#wall += time;
  }

  freeze() {
    this.pass(this.exactly(10_000_000));
  }

  flip() {
    this.pass(1000 - (this.#now % 1000));
  }

  due() {
    const wait = this.own.due - this.#now;
    if (wait < 1e9) this.pass(wait);
  }

  sleep() {
    this.#wall += 251 + this.exactly(1_000_000);
  }

  back() {
    this.#wall -= 251 + this.exactly(1_000_000);
  }

  mistake() {
    const lead = 251 + this.exactly(4_000_000);
    this.#wall += lead;
    this.look();
    this.pass(this.exactly(3000));
    if (this.#random(2)) this.look();
    this.#wall -= lead;
  }

  // MARK: Operations

  start() {
    this.instant = this.#random(2) === 0;
    const time = this.pick(0, this.exactly(5000), this.whole(10), this.exactly(10_000_000), this.whole(10_000_000));
    const milestones = this.someMilestones();
    this.ahead = this.clock.mistakes.reduce((sum, { lead }) => sum + lead, 0);
    const until = this.#now - this.exactly(2000) + time;
    const report = (type, { milestone, moment }) => this.#told.push([type, milestone ?? moment]);
    const target = this.instant ? { until: until - this.ahead } : { duration: time };
    this.steps.push(target, milestones);
    this.own = new Run(target, this.#now, { mistakes: this.clock.mistakes, report });
    this.own.setMilestones(milestones, this.#now);
    this.own.advance(this.#now);
    this.core = new CoreRun(this.instant ? { until } : target, milestones, this.#now);
    this.known = this.clock.mistakes.length;
    this.since = this.instant ? -Infinity : this.#now;
    this.settle();
  }

  someMilestones() {
    const times = Array.from({ length: this.#random(4) }, () => 1 + this.pick(this.whole(8) + 999, this.exactly(20_000)));
    return [...new Set(times)].sort((one, other) => other - one);
  }

  none() {}

  pause() {
    this.operate("pause");
  }

  resume() {
    if (!this.operate("resume")) return;
    this.since = this.#now;
    this.settle();
  }

  extend() {
    const time = this.pick(this.exactly(5000), this.whole(100), -this.exactly(5000), -this.whole(100), -1e10);
    if (this.operate("extend", time)) this.settle();
  }

  operate(call, ...argument) {
    this.steps.push(...argument);
    const isDone = this.own[call](...argument, this.#now);
    assert.equal(isDone, this.core.perform(call, argument[0], this.#now), call);
    return isDone;
  }

  /** After a start, a resume or an extension of what is no instant, a number is at most the exact one. */
  settle() {
    this.most = this.since > -Infinity ? Math.ceil(this.core.read(this.#now).remaining / 1000) : Infinity;
  }

  // MARK: What is compared

  look() {
    const before = this.#now;
    this.#now = this.clock.now();
    assert.ok(this.#now >= before, "the clock never decreases");
    for (; this.known < this.clock.mistakes.length; this.known++) {
      const { lead, since } = this.clock.mistakes[this.known];
      if (this.since >= since || this.core.read(before).state !== "running") continue;
      this.core.perform("correct", lead, before);
      this.most = Infinity;
    }
    this.own.advance(this.#now);
    this.core.advance(this.#now);
    const events = this.core.takeEvents();
    assert.deepEqual(this.#told.map(([type]) => type), events.map(([type]) => type));
    this.#told.forEach(([type, value], i) => same(value, events[i][1], type));
    seen[this.#told.length ? "eventful" : "quiet"]++;
    this.#told = [];
    const reading = this.core.read(this.#now);
    assert.equal(this.own.state, reading.state);
    same(this.own.remaining(this.#now), reading.remaining, "remaining");
    same(this.own.total, reading.total, "total");
    const shown = reading.state === "running" ? Math.min(this.most, reading.shown) : reading.shown;
    assert.equal(this.own.shown(this.#now), shown, "the number");
    const wait = this.core.wait(this.#now);
    assert.equal(Math.ceil(this.own.due - this.#now), wait < 0 ? Infinity : wait, "what is due next");
    seen.numbers++;
  }
}
const seen = { eventful: 0, quiet: 0, numbers: 0 };

test(`${count} histories of the element and of the core`, () => {
  const random = seeded(seed);
  for (let i = 0; i < count; i++) {
    const history = new History(random);
    try {
      history.run();
    } catch (error) {
      error.message += `\nSANDGLASS_SEED=${seed}, history ${i}: ${JSON.stringify(history.steps)}`;
      throw error;
    }
  }
  console.log(`${count} histories with the seed ${seed}: ${seen.numbers} numbers, ${seen.eventful} times with events`);
  assert.ok(seen.eventful > count / 2, "things happen");
});

// MARK: Texts

/** What the core's parser says: a number, or that there is none. */
const read = (parse, text) => {
  try {
    return parse(text);
  } catch {
    return "refused";
  }
};

function compareParsers(written) {
  for (const [own, cores, name] of [
    [duration, (it) => text.duration(it).milliseconds, "duration"],
    [instant, (it) => text.instant(it).getTime(), "instant"],
  ]) {
    const [one, other] = [read(own, written), read(cores, written)];
    // A `Date` has whole milliseconds. The others are compared to a nanosecond, as far as a number has it.
    const isSame = one === other || (name === "instant" ? Math.trunc(one) === other : Math.abs(one / other - 1) < 1e-15);
    assert.ok(isSame, `the ${name} ${JSON.stringify(written)} is ${one} for the element, ${other} for the core`);
  }
  return read(duration, written) !== "refused" || read(instant, written) !== "refused";
}

test("attributes are read as the core reads them", () => {
  const accepted = [
    "90", "1:30", "25m", "1h30m", "1.5h", "1,5h", "500ms", "PT1H30M", "P1DT2H", "PT0.5S", "P2W", "1h30", "2m5", "1:00:05",
    "2d 03:04:05", "2 days, 3:04:05", "1d and 3:04:05", "1.00.05", "1.05,4", "90:00", "2 hours 5 min", "1.500s", "0", "0s",
    "1 hour, 2 minutes and 3 seconds", "1 H 30 M", "10μs", "10µs", "1ns", "0.1ns", "1.0000000001s", "1:30.5", "１:３０", "٣٠s", " 5m ", "5 m",
    "584y".replace("584y", "18446744073s"), "p1w2dt3h4m5.25s", "1.5", "2027-01-01T00:00:00Z", "2027-01-01t00:00:00z",
    "2027-01-01 00:00:00+08:00", "2024-02-29T00:00:00.123456789Z", "2016-12-31T23:59:60Z", "0000-01-01T00:00:00Z",
    "9999-12-31T23:59:59Z", "2100-01-01T00:00:00Z", "2027-01-01T00:00Z", "2027-01-01T00:00+08:00",
  ];
  const refused = [
    "", " ", "-5m", "−5m", "3 parsecs", "1y", "2 months", "m", "5 m 3 h", "5m 5m", "1h 90", "1h and 30", "1.30", "1,500 ms",
    "1.234 days", "1:60", "1:5", "1:2:3:4", "1d 5:00", "2h 1:00:00", ":30", "1:", "p", "pt", "p1m", "p1dt", "pt1d", "1.", ".5",
    "5m,", "5m and", "19000000000s", "0.0000000000000000001s", "1 30", "abc", "٣٠3s", "1h30.5", "2027-01-01", "2027-01-01T00:00",
    "2027-01-01T00:00:00", "2027-13-01T00:00:00Z", "2027-02-29T00:00:00Z", "2027-01-01T24:00:00Z", "2027-01-01T00:00:60Z",
    "2027-01-01T00:00:00+24:00", " 2027-01-01T00:00:00Z", "tomorrow", "2027-01-01T00:00:00.Z", "1e3", "0x10", "Infinity",
  ];
  for (const written of accepted) assert.ok(compareParsers(written), written);
  for (const written of refused) assert.ok(!compareParsers(written), written);
});

test(`${count} random texts`, () => {
  const random = seeded(seed);
  const pick = (list) => list[random(list.length)];
  const numbers = ["0", "1", "5", "30", "59", "60", "90", "1.5", "1,5", "1.30", "1,500", "2.234", "00", "007", "12345678901", "٣", "５", ".5", "1."];
  const names = ["", "s", "m", "h", "d", "w", "ms", "us", "µs", "ns", "min", "Hours", "days", "y", "x", "SECONDS", "K"];
  const joints = ["", " ", ", ", ",", " and ", "and", ":", ".", "-", "\u00a0", "\u200e", "t", "p", "T"];
  const dates = ["2027-01-01", "2024-02-29", "2023-02-29", "2016-12-31", "0000-03-01", "9999-12-31", "1900-02-29", "2000-02-29"];
  const times = ["00:00:00", "23:59:60", "23:59:59.999", "12:30", "24:00:00", "1:30", "03:04:05,5", "16:59:60"];
  const zones = ["Z", "z", "+08:00", "-23:59", "+7:00", "", "-07:00"];
  const forms = [
    () => Array.from({ length: 1 + random(4) }, () => pick(numbers) + pick(["", " "]) + pick(names) + pick(joints)).join(""),
    () => Array.from({ length: 1 + random(3) }, () => String(random(120)).padStart(1 + random(2), "0")).join(pick([":", "."])) + pick(["", ",5", ".25"]),
    () => `${random(9)}${pick([" ", ""])}${pick(names)}${pick(joints)}${pick(times)}`,
    () => `P${pick(numbers)}${pick(["W", "D", "M", "Y"])}${pick(["", "T", "T1H", "T5M3S"])}${pick(["", "2.5S", "1M"])}`,
    () => `${pick(dates)}${pick(["T", "t", " ", ""])}${pick(times)}${pick(zones)}`,
    () => Array.from({ length: random(8) }, () => pick([..."0123456789.,:-+ pPtTzZhmsdw", "and", "\n", "６", "٤", "é", "🕰️"])).join(""),
  ];
  let accepted = 0;
  for (let i = 0; i < count; i++) {
    let written = pick(forms)();
    if (random(4) === 0) written = written.slice(0, random(written.length + 1)) + pick(joints) + written.slice(random(written.length + 1));
    try {
      accepted += compareParsers(written);
    } catch (error) {
      error.message += `\nSANDGLASS_SEED=${seed}, text ${i}`;
      throw error;
    }
  }
  assert.ok(accepted > count / 20, `${accepted} of ${count} texts were accepted`);
});

test("fields are rounded up", () => {
  assert.deepEqual(fields(90_061, ["days", "hours", "minutes", "seconds"]), { days: 1, hours: 1, minutes: 1, seconds: 1 });
  assert.deepEqual(fields(90_061, ["minutes", "days"]), { days: 1, minutes: 62 });
  assert.deepEqual(fields(3599, ["hours"]), { hours: 1 });
});
