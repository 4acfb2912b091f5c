import { SteadyClock } from "./steady-clock.js";
import { Timekeeper } from "./timekeeper.js";

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
  advance(milliseconds) {
    const end = this.#monotonic + milliseconds;
    for (let next = this.#firstAlarm(end); next; next = this.#firstAlarm(end)) {
      this.#pass(next.at - this.#monotonic);
      this.#alarms.delete(next.id);
      next.ring();
    }
    this.#pass(end - this.#monotonic);
  }

  /** Lets time pass while the page is frozen or hidden: no alarm rings. Then the page is shown. */
  freeze(milliseconds) {
    this.#pass(milliseconds);
    this.timekeeper.refresh();
  }

  /** Lets the device sleep: only the wall clock continues. Then the page is shown. */
  sleep(milliseconds) {
    this.#wall += milliseconds;
    this.timekeeper.refresh();
  }

  /** Sets the wall clock forward, or back by a negative number. */
  setClock(milliseconds) {
    this.#wall += milliseconds;
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
