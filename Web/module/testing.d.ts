import type { DurationLike, SteadyClock, Timekeeper } from "./sandglass.js";

/** Time that passes only when a test says so. A time is a number of milliseconds, or a duration: `{ seconds: 5 }`. */
export class VirtualTime {
  /** @param options.wall The wall clock at the beginning, in milliseconds since 1970. */
  constructor(options?: { readonly wall?: number });

  /** Pass it to what you test: `new Countdown({ minutes: 3 }, { timekeeper: time.timekeeper })`. */
  readonly timekeeper: Timekeeper;
  readonly clock: SteadyClock;

  /** The wall clock, in milliseconds since 1970. */
  readonly wall: number;

  /** The number of alarms that are set. */
  readonly alarmCount: number;

  /** Lets time pass. Each alarm rings at its own moment. */
  advance(time: number | DurationLike): void;

  /** Lets time pass while the page is frozen or hidden, and then shows the page. */
  freeze(time: number | DurationLike): void;

  /** Lets the device sleep, and then shows the page. */
  sleep(time: number | DurationLike): void;

  /** Sets the wall clock forward, or back by a negative number. */
  setClock(time: number | DurationLike): void;
}
