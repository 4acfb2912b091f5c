import { Reading } from "./events.js";
import { callAll, receive, Timekeeper } from "./timekeeper.js";
import { epochMilliseconds, milliseconds, positiveMilliseconds, unitMilliseconds } from "./times.js";

const roundings = ["up", "nearest", "down"];

// The operations of `countdown_perform`; see `Countdowns.swift`.
const operations = { start: 0, pause: 1, resume: 2, cancel: 3, skip: 4, back: 5, stopOvertime: 6 };

const types = ["tick", "finish", "cancel", "milestone", "phase", "change"];

/** A countdown. It runs until its end even if nobody refers to it. */
export class Countdown {
  #timekeeper;
  #index;
  #target;
  #listeners = {};
  #isWatched = false;
  #isClosed = false;
  #isWaiting = false;

  // When the instant comes, by the clock that was followed last. An extension comes on top of that.
  #moment;

  // Since when it counts without a pause. An instant is on the wall clock, so it counts since ever.
  #since = -Infinity;

  /** The unit of the displayed number, in milliseconds. */
  unit;

  constructor(target, options = {}) {
    const { unit = { seconds: 1 }, rounding = "up", milestones = [], countsPastZero = false, tolerance } = options;
    this.#target = readTarget(target);
    this.unit = unitMilliseconds(unit);
    if (!roundings.includes(rounding)) throw new TypeError(`rounding must be one of ${roundings}, and is ${rounding}`);
    // What flips together shares its wake-ups without being late.
    const standard = options.flipsTogether ? 0 : -1;
    const lateness = tolerance === undefined ? standard : positiveMilliseconds(tolerance, "tolerance", { zero: true });
    const reports = milestones.map((milestone) => positiveMilliseconds(milestone, "a milestone"));
    this.#timekeeper = options.timekeeper ?? Timekeeper.shared;
    this.#timekeeper.perform((core, now) => {
      this.#index = core.countdown_create(
        this.#target.duration ?? 0, this.unit, roundings.indexOf(rounding), countsPastZero, lateness,
        options.flipsTogether ?? false);
      for (const { time } of this.phases) core.countdown_add_phase(this.#index, time);
      if (this.#target.phases) core.countdown_set_rounds(this.#index, this.#target.rounds);
      for (const milestone of reports) core.countdown_add_milestone(this.#index, milestone, now);
    });
    this.#timekeeper.add("countdown", this.#index, this);
  }

  static started(target, options) {
    const countdown = new this(target, options);
    countdown.start();
    return countdown;
  }

  get timekeeper() {
    return this.#timekeeper;
  }

  /** The phases of one round; empty without phases. */
  get phases() {
    return this.#target.phases ?? [];
  }

  get reading() {
    const reading = this.#timekeeper.read("countdown", this.#index);
    if (reading.state !== "idle" || this.#target.until === undefined) return reading;
    // Before the start, the core does not know the instant.
    const moment = this.#timekeeper.momentOf(this.#target.until);
    return Reading.idle(Math.max(0, moment - this.#timekeeper.now) || 0, this.unit);
  }

  get state() {
    return this.reading.state;
  }

  // MARK: Operations. Each returns whether it was possible.

  start() {
    if (this.#isClosed || this.#isWaiting) return false;
    const { until } = this.#target;
    this.#since = until === undefined ? this.#timekeeper.now : -Infinity;
    if (until === undefined) return this.#operate(operations.start);
    const moment = this.#timekeeper.momentOf(until);
    this.#moment = moment;
    this.#isWaiting = Number.isNaN(moment);
    if (this.#isWaiting) {
      this.#timekeeper.keep(this, true);
      return true;
    }
    return this.#perform((core, now) => core.countdown_start_until(this.#index, moment, now));
  }

  restart() {
    this.cancel();
    return this.start();
  }

  pause() {
    return this.#operate(operations.pause);
  }

  resume() {
    const isResumed = this.#operate(operations.resume);
    if (isResumed) this.#since = this.#timekeeper.now;
    return isResumed;
  }

  cancel() {
    if (this.#isWaiting) {
      this.#isWaiting = false;
      this.#timekeeper.keep(this, false);
      return true;
    }
    return this.#operate(operations.cancel);
  }

  skip() {
    return this.#operate(operations.skip);
  }

  back() {
    return this.#operate(operations.back);
  }

  stopOvertime() {
    return this.#operate(operations.stopOvertime);
  }

  extend(duration) {
    const time = milliseconds(duration);
    return this.#perform((core, now) => core.countdown_extend(this.#index, time, now));
  }

  /** Ends the countdown without a report, and gives its memory back. A closed countdown does nothing any more. */
  close() {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#listeners = {};
    this.#timekeeper.remove("countdown", this.#index, this);
  }

  #operate(operation) {
    return this.#perform((core, now) => core.countdown_perform(this.#index, operation, now));
  }

  #perform(operation) {
    return !this.#isClosed && this.#timekeeper.perform(operation) === 1;
  }

  /** The index of this countdown if it has counted what the clock took for sleep by mistake; otherwise undefined. */
  indexOfMistake(since, countsInstants) {
    const isCounted = this.#since < since && (this.#target.until === undefined || countsInstants);
    return isCounted ? this.#index : undefined;
  }

  /** Starts or moves this countdown, because the clock for instants has changed. */
  follow() {
    const { until } = this.#target;
    if (until === undefined || this.#isClosed) return;
    const moment = this.#timekeeper.momentOf(until);
    if (Number.isNaN(moment)) return;
    if (this.#isWaiting) {
      this.#isWaiting = false;
      this.start();
    } else {
      this.#move(moment);
    }
  }

  /**
   * Corrects the end of a running countdown, as `TrustedClock` does in apps. If the new end is later by less than a unit,
   * and an earlier number would reappear, the end stays until the next alarm.
   */
  #move(moment) {
    const { state, remaining, shown } = this.reading;
    const shift = moment - this.#moment;
    const reappears = shift > 0 && shift < this.unit && Math.ceil((remaining + shift) / this.unit) > shown;
    if (Math.abs(shift) < 1 || (state === "running" && reappears)) return;
    this.#moment = moment;
    if (state === "running") this.#perform((core, now) => core.countdown_correct(this.#index, shift, now));
  }

  // MARK: Listeners

  /** Calls `listener` for each event, until the function that this method returns is called. */
  on(type, listener) {
    if (!types.includes(type)) throw new TypeError(`there is no event "${type}"; accepted: ${types.join(", ")}`);
    if (this.#isClosed) return () => {};
    const listeners = (this.#listeners[type] ??= new Set());
    const call = (value) => listener(value);
    listeners.add(call);
    if (type === "tick") {
      this.watch();
      const reading = this.reading;
      if (reading.state === "running" || reading.state === "overtime") callAll([call], reading);
    }
    return () => {
      listeners.delete(call);
      this.watch();
    };
  }

  /** Whether ticks are wanted, besides by listeners. A countdown without ticks costs nothing until its end. */
  wantsTicks = false;

  /** Starts or stops the ticks, after what wants them has changed. */
  watch() {
    const isWatched = this.wantsTicks || this.#listeners.tick?.size > 0;
    if (this.#isClosed || isWatched === this.#isWatched) return;
    this.#isWatched = isWatched;
    this.#timekeeper.perform((core, now) => core.countdown_watch(this.#index, isWatched, now));
  }

  /** Delivers an event. */
  [receive](type, detail) {
    if (this.#isClosed) return;
    if (type !== "tick") this.#timekeeper.keep(this, detail.reading.state === "running");
    if (type === "phase") {
      const count = this.phases.length;
      const next = detail.index + 1;
      detail.phase = this.phases[detail.index % count].phase;
      detail.next = next < count * this.#target.rounds ? this.phases[next % count].phase : null;
      detail.round = Math.floor(detail.index / count) + 1;
    }
    const listeners = this.#listeners[type];
    if (listeners) callAll(listeners, detail);
  }
}

/** Returns `{ duration }`, `{ until }` or `{ phases, rounds }`. */
function readTarget(target) {
  if (target?.until !== undefined) return { until: epochMilliseconds(target.until) };
  if (target?.phases === undefined) return { duration: milliseconds(target) };
  const { phases, rounds = 1 } = target;
  if (!Array.isArray(phases) || phases.length === 0) throw new TypeError("phases must be an array that is not empty");
  if (!Number.isInteger(rounds) || rounds < 1) {
    throw new RangeError(`rounds must be a whole number from 1, and is ${rounds}`);
  }
  if (phases.length * rounds > 10_000) throw new RangeError(`${phases.length * rounds} phases are more than 10,000`);
  const timed = phases.map((phase) => ({ phase, time: positiveMilliseconds(phase, "a phase", { zero: true }) }));
  return { phases: timed, rounds };
}
