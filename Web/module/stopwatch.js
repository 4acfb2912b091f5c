import { stopwatchFace } from "./events.js";
import { callAll, receive, Timekeeper } from "./timekeeper.js";
import { unitMilliseconds } from "./times.js";

/** Counts up, with laps whose displayed times add up to the displayed total. */
export class Stopwatch {
  #timekeeper;
  #index;
  #listeners = new Set();
  #isClosed = false;

  /** The unit of the displayed time, in milliseconds. */
  unit;

  /** The finished laps, in order. */
  laps = [];

  constructor({ unit = { milliseconds: 100 }, timekeeper = Timekeeper.shared } = {}) {
    this.unit = unitMilliseconds(unit);
    this.#timekeeper = timekeeper;
    timekeeper.perform((core) => void (this.#index = core.stopwatch_create(this.unit)));
    timekeeper.add("stopwatch", this.#index, this);
  }

  get reading() {
    return this.#timekeeper.read("stopwatch", this.#index);
  }

  start() {
    return this.#perform((core, now) => core.stopwatch_start(this.#index, now));
  }

  stop() {
    return this.#perform((core, now) => core.stopwatch_stop(this.#index, now));
  }

  reset() {
    return this.#perform((core, now) => {
      const isReset = core.stopwatch_reset(this.#index, now);
      if (isReset) this.laps = [];
      return isReset;
    });
  }

  lap() {
    return this.#perform((core, now) => {
      const isLap = core.stopwatch_lap(this.#index, now);
      if (isLap) this.laps = [...this.laps, this.#finishedLap(core)];
      return isLap;
    });
  }

  #finishedLap(core) {
    const index = this.laps.length;
    const shown = core.stopwatch_lap_shown(this.#index, index);
    const duration = core.stopwatch_lap_duration(this.#index, index);
    return { number: index + 1, duration, shown, clockFace: stopwatchFace(shown, this.unit) };
  }

  /** Calls `listener` with a reading whenever the displayed time changes, and now. Returns a function that stops it. */
  on(type, listener) {
    if (type !== "tick") throw new TypeError(`a stopwatch has no event "${type}"; accepted: tick`);
    if (this.#isClosed) return () => {};
    const call = (reading) => listener(reading);
    this.#listeners.add(call);
    this.#watch();
    callAll([call], this.reading);
    return () => {
      this.#listeners.delete(call);
      if (!this.#isClosed) this.#watch();
    };
  }

  /** Gives the memory back. A closed stopwatch does nothing any more. */
  close() {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#listeners.clear();
    this.#timekeeper.remove("stopwatch", this.#index, this);
  }

  #perform(operation) {
    return !this.#isClosed && this.#timekeeper.perform(operation) === 1;
  }

  #watch() {
    this.#timekeeper.perform((core, now) => core.stopwatch_watch(this.#index, this.#listeners.size > 0, now));
  }

  /** Delivers a reading. */
  [receive](_, reading) {
    this.#timekeeper.keep(this, reading.state === "running" && this.#listeners.size > 0);
    if (!this.#isClosed) callAll(this.#listeners, reading);
  }
}
