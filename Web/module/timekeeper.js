import { newCore } from "./core.js";
import { takeEvents } from "./events.js";
import { SteadyClock } from "./steady-clock.js";

// The alarm is never set for later than this. A browser's timer stops during sleep, and a visible page gets no event
// when the device wakes up.
const longestWait = 10_000;

const browserAlarm = { set: (ring, delay) => setTimeout(ring, delay), clear: (id) => clearTimeout(id) };

/** The method with which a countdown or a stopwatch receives its events. */
export const receive = Symbol("receive");

/** Runs countdowns and stopwatches on one clock, with one alarm. */
export class Timekeeper {
  static #shared;

  static get shared() {
    return (Timekeeper.#shared ??= new Timekeeper());
  }

  #core = newCore();
  #clock;
  #alarm;
  #alarmID;
  #alarmAt = Infinity;
  #alarmJumps;
  #owners = { countdown: [], stopwatch: [] };
  #running = new Set();
  #events = [];
  #isDelivering = false;
  #afterDelivery = new Set();
  #removed = new FinalizationRegistry(({ kind, index }) => this.remove(kind, index));
  #instants = { isFixed: true, moment: (instant) => instant + this.#ahead };

  // The latest moment at which the core was called, and how many of the clock's mistakes it knows.
  #latest = -Infinity;
  #known = 0;
  #ahead = 0;

  constructor({ clock = new SteadyClock(), alarm = browserAlarm } = {}) {
    this.#clock = clock;
    this.#alarm = alarm;
    if (alarm === browserAlarm && typeof document === "object") this.#followPage();
  }

  /** The current moment: milliseconds since 1970, by the steady clock. */
  get now() {
    return this.#clock.now();
  }

  get clock() {
    return this.#clock;
  }

  /** Looks at the clock now, and delivers everything that is due. */
  refresh() {
    this.#alarmAt = NaN;
    this.perform();
    this.correct();
  }

  #followPage() {
    const refresh = () => this.refresh();
    for (const type of ["visibilitychange", "resume"]) document.addEventListener(type, refresh);
    for (const type of ["pageshow", "focus"]) window.addEventListener(type, refresh);
  }

  // MARK: Countdowns and stopwatches

  /** Registers a new countdown or stopwatch. The core forgets it when nobody refers to it any more. */
  add(kind, index, owner) {
    this.#owners[kind][index] = new WeakRef(owner);
    this.#removed.register(owner, { kind, index }, owner);
  }

  /** Makes the core forget a countdown or a stopwatch. */
  remove(kind, index, owner) {
    if (owner) {
      this.#removed.unregister(owner);
      this.#running.delete(owner);
    }
    this.#owners[kind][index] = undefined;
    this.#core[`${kind}_remove`](index);
    this.#setAlarm(this.now);
  }

  /** Delivers everything that is due, then calls the core, and delivers what follows. */
  perform(operation = () => {}) {
    const now = this.now;
    this.#correctMistakes();
    this.#latest = now;
    this.#core.advance(now);
    const result = operation(this.#core, now);
    this.#take();
    this.#setAlarm(now);
    this.#deliver();
    return result;
  }

  /** Reads a countdown or a stopwatch. Nothing is delivered. */
  read(kind, index) {
    if (this.now > this.#latest && this.#known < this.#clock.mistakes.length) this.perform();
    this.#core[`${kind}_read`](index, this.now);
    return takeEvents(this.#core, (type, index) => this.#owner(type, index))[0].detail;
  }

  /** What the clock took for sleep by mistake still remains. The core hears of it before anything is due. */
  #correctMistakes() {
    for (; this.#known < this.#clock.mistakes.length; this.#known++) {
      const { lead, since } = this.#clock.mistakes[this.#known];
      this.#ahead += lead;
      for (const owner of this.#running) {
        const index = owner.indexOfMistake?.(since, this.#instants.isFixed);
        if (index !== undefined) this.#core.countdown_correct(index, lead, this.#latest);
      }
    }
  }

  /** Calls a function when the current delivery is over, once. */
  afterDelivery(call) {
    this.#afterDelivery.add(call);
  }

  // MARK: A clock for instants

  /** Lets a trusted clock say at which moment an instant is reached; not a number if it does not know yet. */
  followInstants(instants) {
    this.#instants = instants;
  }

  momentOf(instant) {
    return this.#instants.moment(instant);
  }

  /** Lets countdowns to instants follow the clock that says when these are reached. */
  correct() {
    if (this.#instants.isFixed) return;
    this.#instants.noteJumps?.();
    for (const countdown of [...this.#running]) countdown.follow?.();
  }

  /** Keeps a countdown in memory while it runs, or while it waits for a trusted clock. */
  keep(countdown, isKept) {
    if (isKept) this.#running.add(countdown);
    else this.#running.delete(countdown);
  }

  // MARK: Events

  #owner(type, index) {
    return this.#owners[type === "stopwatch" ? "stopwatch" : "countdown"][index]?.deref();
  }

  #take() {
    for (const event of takeEvents(this.#core, (type, index) => this.#owner(type, index))) this.#events.push(event);
  }

  #deliver() {
    if (this.#isDelivering) return;
    this.#isDelivering = true;
    try {
      this.#deliverAll();
    } finally {
      this.#isDelivering = false;
    }
  }

  #deliverAll() {
    do {
      for (let i = 0; i < this.#events.length; i++) {
        const { target, type, detail } = this.#events[i];
        target[receive](type, detail);
      }
      this.#events.length = 0;
      const calls = [...this.#afterDelivery];
      this.#afterDelivery.clear();
      for (const call of calls) call();
    } while (this.#events.length || this.#afterDelivery.size);
  }

  #setAlarm(now) {
    const delay = this.#core.alarm_delay(now);
    const alarmAt = delay < 0 ? Infinity : now + delay;
    // The core rounds the delay up to milliseconds. After a jump, what is left of the browser's timer is too long.
    const isSet = alarmAt === this.#alarmAt || Math.abs(alarmAt - this.#alarmAt) < 1;
    if (isSet && this.#clock.jumps === this.#alarmJumps) return;
    this.#alarmJumps = this.#clock.jumps;
    if (this.#alarmID !== undefined) this.#alarm.clear(this.#alarmID);
    this.#alarmAt = alarmAt;
    this.#alarmID = delay < 0 ? undefined : this.#alarm.set(() => this.#ring(), Math.min(delay, longestWait));
  }

  #ring() {
    this.#alarmID = undefined;
    this.#alarmAt = Infinity;
    this.refresh();
  }
}

/** Reports an error of a listener, as the browser does for its own events. */
export function report(error) {
  if (typeof reportError === "function") reportError(error);
  else setTimeout(() => { throw error; });
}

/** Calls every listener, also if one throws. */
export function callAll(listeners, value) {
  for (const listener of [...listeners]) {
    try {
      listener(value);
    } catch (error) {
      report(error);
    }
  }
}
