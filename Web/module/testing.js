import { SteadyClock } from "./steady-clock.js";
import { Timekeeper } from "./timekeeper.js";
import { milliseconds as read, positiveMilliseconds } from "./times.js";

/** Returns a number of milliseconds, or those of a duration. */
const milliseconds = (time) => read(typeof time === "number" ? { milliseconds: time } : time);
const passed = (time) => positiveMilliseconds({ milliseconds: milliseconds(time) }, "the time that passes", { zero: true });

/** Time that passes only when a test says so. */
export class VirtualTime {
  #monotonic = 0;
  #wall;
  #alarms = new Map();
  #nextID = 1;

  constructor({ wall = Date.UTC(2026, 0, 1) } = {}) {
    this.#wall = wall;
    this.clock = new SteadyClock({ monotonic: () => this.#monotonic, wall: () => this.#wall });
    const alarm = {
      set: (ring, delay) => {
        this.#alarms.set(this.#nextID, { ring, at: this.#monotonic + delay });
        return this.#nextID++;
      },
      clear: (id) => this.#alarms.delete(id),
    };
    this.timekeeper = new Timekeeper({ clock: this.clock, alarm });
  }

  /** What `Date.now()` returns. */
  get wall() {
    return this.#wall;
  }

  /** The number of alarms that are set. A timekeeper sets at most one. */
  get alarmCount() {
    return this.#alarms.size;
  }

  /** Lets time pass. Each alarm rings at its own moment. */
  advance(time) {
    const end = this.#monotonic + passed(time);
    for (let next = this.#firstAlarm(end); next; next = this.#firstAlarm(end)) {
      this.#pass(next.at - this.#monotonic);
      this.#alarms.delete(next.id);
      next.ring();
    }
    this.#pass(end - this.#monotonic);
  }

  /** Lets time pass while the page is frozen or hidden: no alarm rings. Then the page is shown. */
  freeze(time) {
    this.#pass(passed(time));
    this.timekeeper.refresh();
  }

  /** Lets the device sleep: only the wall clock continues. Then the page is shown. */
  sleep(time) {
    this.#wall += passed(time);
    this.timekeeper.refresh();
  }

  /** Sets the wall clock forward, or back by a negative number. */
  setClock(time) {
    this.#wall += milliseconds(time);
  }

  #pass(milliseconds) {
    if (milliseconds <= 0) return;
    this.#monotonic += milliseconds;
    this.#wall += milliseconds;
  }

  #firstAlarm(end) {
    let first;
    for (const [id, alarm] of this.#alarms) {
      if (alarm.at <= end && !(first?.at <= alarm.at)) first = { id, ...alarm };
    }
    return first;
  }
}
