import { secondsFace } from "./clock-face.js";

// The names of the numbers in the core's events; see `Events.swift`.
const width = 10;
const kinds = ["tick", "milestone", "phase", "change", "finish", "cancel", "stopwatch"];
const states = ["idle", "running", "paused", "overtime", "finished"];
const stopwatchStates = ["idle", "running", "stopped"];
const changes = ["started", "paused", "resumed", "extended", "corrected", "wentBack", "overtimeStopped"];

/** The state and times of a countdown at one moment, in milliseconds. It decodes the core's numbers when asked. */
export class Reading {
  #numbers;
  #at;

  constructor(numbers, at, unit) {
    this.#numbers = numbers;
    this.#at = at;
    this.unit = unit;
  }

  get state() {
    return states[this.#numbers[this.#at + 2]];
  }

  get shown() {
    return this.#numbers[this.#at + 3];
  }

  get missed() {
    return this.#numbers[this.#at + 4];
  }

  get remaining() {
    return this.#numbers[this.#at + 5];
  }

  get total() {
    return this.#numbers[this.#at + 6];
  }

  get overtime() {
    return this.#numbers[this.#at + 7];
  }

  get phaseIndex() {
    return this.#numbers[this.#at + 8];
  }

  /** Returns the reading of a countdown that has not been started and would last `time`. */
  static idle(time, unit) {
    return new Reading([0, 0, 0, Math.ceil(time / unit), 0, time, time, 0, 0, 0], 0, unit);
  }

  get progress() {
    // After a correction, more time may remain than the total.
    return this.total > 0 ? Math.max(0, 1 - this.remaining / this.total) : 1;
  }

  get shownTime() {
    return this.state === "overtime" ? Math.floor(this.overtime / this.unit) * this.unit : this.shown * this.unit;
  }

  get clockFace() {
    return this.face();
  }

  face(style) {
    const isOver = this.state === "overtime";
    return (isOver ? "+" : "") + clockFace(this.shownTime, { ...style, roundsDown: isOver });
  }
}

/** The state and times of a stopwatch at one moment, in milliseconds. */
export class StopwatchReading {
  constructor(numbers, at, unit) {
    this.state = stopwatchStates[numbers[at + 2]];
    this.shown = numbers[at + 3];
    this.missed = numbers[at + 4];
    this.elapsed = numbers[at + 5];
    const [lap, duration, shown] = numbers.slice(at + 6, at + 9);
    this.currentLap = {
      number: lap + 1,
      duration,
      shown,
      get clockFace() {
        return stopwatchFace(shown, unit);
      },
    };
    this.unit = unit;
  }

  get clockFace() {
    return stopwatchFace(this.shown, this.unit);
  }
}

/**
 * Formats a time in milliseconds as the core's clock face does, also with decimal places: `0:05.4`. The time is rounded up to
 * the last field, as countdowns are, or down, as stopwatches are.
 */
export function clockFace(time, style = {}) {
  const { decimalPlaces = 0, roundsDown = false } = style;
  const scale = 10 ** decimalPlaces;
  const steps = Math[roundsDown ? "floor" : "ceil"]((Math.max(0, time) * scale) / 1000);
  const fraction = decimalPlaces ? "." + String(steps % scale).padStart(decimalPlaces, "0") : "";
  return secondsFace(Math.floor(steps / scale), style, fraction);
}

/** Formats a time of a stopwatch, with as many decimal places as its unit needs, but at most three. */
export function stopwatchFace(time, unit) {
  const decimalPlaces = [1000, 100, 10].findIndex((step) => unit % step === 0);
  return clockFace(time, { decimalPlaces: decimalPlaces < 0 ? 3 : decimalPlaces, roundsDown: true });
}

/** Takes the events that the core has gathered, for the countdowns and stopwatches that `owner` returns. */
export function takeEvents(core, owner) {
  const count = core.events_count();
  if (count === 0) return [];
  // A copy, because the core uses the memory again, and detaches it when it grows.
  const numbers = new Float64Array(core.memory.buffer, core.events_address(), count * width).slice();
  const events = [];
  for (let at = 0; at < numbers.length; at += width) {
    const type = kinds[numbers[at]];
    const target = owner(type, numbers[at + 1]);
    if (target) events.push({ target, type, detail: detail(type, numbers, at, target.unit) });
  }
  core.events_clear();
  return events;
}

function detail(type, numbers, at, unit) {
  if (type === "stopwatch") return new StopwatchReading(numbers, at, unit);
  const reading = new Reading(numbers, at, unit);
  const number = numbers[at + 9];
  switch (type) {
    case "tick":
      return reading;
    case "milestone":
      return { milestone: number, reading };
    case "phase":
      return { index: reading.phaseIndex, moment: number, missed: reading.missed, reading };
    case "change":
      return { kind: changes[number], reading };
    default:
      return { outcome: type === "finish" ? "finished" : "cancelled", moment: number, missed: reading.missed, reading };
  }
}
