/** Countdowns, boards and stopwatches. All numbers are milliseconds, unless their comment says otherwise. */

/** A duration: `{ minutes: 3, seconds: 30 }`, or a `Temporal.Duration` without years, months and weeks. */
export interface DurationLike {
  readonly days?: number;
  readonly hours?: number;
  readonly minutes?: number;
  readonly seconds?: number;
  readonly milliseconds?: number;
}

/** An instant: a `Date`, a `Temporal.Instant`, or milliseconds since 1970. */
export type InstantLike = Date | { readonly epochMilliseconds: number } | number;

/** A phase with its duration, and a name or whatever else the page wants to know about it. */
export type Phase = DurationLike & { readonly name?: string };

/** What a countdown counts down: a duration, the time to an instant, or phases that may be repeated in rounds. */
export type Target =
  | DurationLike
  | { readonly until: InstantLike }
  | { readonly phases: readonly Phase[]; readonly rounds?: number };

/**
 * Loads the core, once. Await it before anything else.
 *
 * @param source The URL or the bytes of `sandglass.wasm`; by default, the file next to this module.
 * @throws If the file cannot be loaded. A later call tries again.
 */
export function load(source?: URL | string | BufferSource): Promise<void>;

export interface CountdownOptions {
  /** The unit of the displayed number, at least a millisecond; one second by default. */
  readonly unit?: DurationLike;

  /** How the displayed number is rounded; up by default, so that zero is shown only when no time remains. */
  readonly rounding?: "up" | "nearest" | "down";

  /** The remaining times to report when the countdown reaches them, each longer than zero, in any order. */
  readonly milestones?: readonly DurationLike[];

  /** Whether the countdown continues past zero until it is stopped. */
  readonly countsPastZero?: boolean;

  /**
   * How late a tick may be in order to share a wake-up with others. By default, 17 ms or a tenth of
   * the unit, whichever is less, or zero with `flipsTogether`. The end is never delayed.
   */
  readonly tolerance?: DurationLike;

  /**
   * Whether the number changes only at whole units since 1970, together with that of all countdowns for which this is
   * so. A number may then be shown for up to a unit too long; the end is exact.
   */
  readonly flipsTogether?: boolean;

  /** The timekeeper to run on; the shared one by default. */
  readonly timekeeper?: Timekeeper;
}

/** How a clock face is written. */
export interface ClockFaceStyle {
  /** The decimal places of the seconds: 0, 1, 2 or 3. */
  readonly decimalPlaces?: number;

  /** Whether hours are shown even if they are zero: `0:01:05`. */
  readonly alwaysHours?: boolean;

  /** Whether 24 hours or more are shown as days: `1d 01:01:01`, and not `25:01:01`. True by default. */
  readonly showsDays?: boolean;

  /** The text after the number of days; `d` by default. */
  readonly dayMark?: string;
}

/** Formats a time: `0:05`, `1:05`, `1:00:05`, `2d 03:04:05`. It is rounded up, or down if `roundsDown` is true. */
export function clockFace(milliseconds: number, style?: ClockFaceStyle & { readonly roundsDown?: boolean }): string;

export type CountdownState = "idle" | "running" | "paused" | "overtime" | "finished";

/** The state and times of a countdown at one moment. */
export interface Reading {
  readonly state: CountdownState;

  /** The displayed number, in units. */
  readonly shown: number;

  /** The displayed time: `shown` times the unit, or in overtime the overtime, rounded down to units. */
  readonly shownTime: number;

  /** The displayed time as a clock face: `1:05`, or `+0:05` in overtime. */
  readonly clockFace: string;

  /** The exact remaining time. */
  readonly remaining: number;

  /** The whole duration of the run or of its current phase, including extensions, but not corrections. */
  readonly total: number;

  /** The part of the whole duration that has passed, from 0 to 1. */
  readonly progress: number;

  /** The time since the end while the countdown counts past zero; otherwise zero. */
  readonly overtime: number;

  /** The number of ticks before this one that were never delivered, because the page was not running. */
  readonly missed: number;

  /** The index of the current phase, counted from zero through all rounds. */
  readonly phaseIndex: number;

  /** The unit of the displayed number. */
  readonly unit: number;

  /** Returns the displayed time as a clock face in another style. */
  face(style?: ClockFaceStyle): string;
}

/** The end of a run. */
export interface CountdownEnd {
  readonly outcome: "finished" | "cancelled";

  /** When the run ended, in milliseconds since 1970 by the page's steady clock, however late the page noticed it. */
  readonly moment: number;
  readonly missed: number;
  readonly reading: Reading;
}

export interface CountdownEvents {
  /** The displayed number has changed. The first reading comes at the start, or at once if the countdown runs. */
  tick: Reading;

  /** The run has reached its end: once for each run, and never early. */
  finish: CountdownEnd;

  /** The run was cancelled. */
  cancel: CountdownEnd;

  /** The remaining time has fallen to a milestone. */
  milestone: { readonly milestone: number; readonly reading: Reading };

  /** A phase has ended. Its index counts from zero through all rounds, and its round from one. */
  phase: {
    readonly phase: Phase;
    readonly index: number;
    readonly round: number;
    /** The next phase; null after the last one. */
    readonly next: Phase | null;
    readonly moment: number;
    readonly missed: number;
    readonly reading: Reading;
  };

  /**
   * The countdown was started, paused, resumed, extended, corrected by a server's clock or moved back a phase, or
   * overtime was stopped.
   */
  change: {
    readonly kind: "started" | "paused" | "resumed" | "extended" | "corrected" | "wentBack" | "overtimeStopped";
    readonly reading: Reading;
  };
}

/** A countdown. It runs until its end even if nobody refers to it. */
export class Countdown {
  /** Creates a countdown that is not started yet. */
  constructor(target: Target, options?: CountdownOptions);

  /** Creates a countdown and starts it. */
  static started(target: Target, options?: CountdownOptions): Countdown;

  /** The current reading. */
  readonly reading: Reading;
  readonly state: CountdownState;

  /** The unit of the displayed number. */
  readonly unit: number;
  readonly timekeeper: Timekeeper;

  /** Starts a new run, unless one is in progress. With `until`, it ends at once if the instant has passed. */
  start(): boolean;

  /** Cancels a run in progress, and starts a new one. */
  restart(): boolean;

  /** Pauses, and keeps the exact remaining time. */
  pause(): boolean;
  resume(): boolean;

  /** Cancels the run, or stops counting past zero. */
  cancel(): boolean;

  /** Ends the current phase early. */
  skip(): boolean;

  /** Goes back to the start of the previous phase. */
  back(): boolean;

  stopOvertime(): boolean;

  /** Adds to the remaining time; a negative duration shortens it. */
  extend(duration: DurationLike): boolean;

  /** Calls `listener` for each event, until the function that this method returns is called. */
  on<Type extends keyof CountdownEvents>(type: Type, listener: (event: CountdownEvents[Type]) => void): () => void;

  /** Ends the countdown without a report, and gives its memory back. A closed countdown does nothing any more. */
  close(): void;
}

/** How a board shows a row. */
export interface ShowOptions<Shown extends Element = Element> {
  /** The text at the end; `0:00` without it. */
  readonly atEnd?: string;

  /** What to do with each reading; without it, the element's text becomes the clock face. */
  readonly show?: (element: Shown, reading: Reading) => void;

  /**
   * An element around this one and others. The row counts while that element is near the visible part of the page. For a
   * list of thousands, because a browser needs time for each element that is watched.
   */
  readonly section?: Element;
}

/** Countdowns by id, for lists. A row ticks only while one of its elements is near the visible part of the page. */
export class CountdownBoard<ID = string> {
  /** Creates a board without rows. The options are those of all rows; `flipsTogether` is true by default. */
  constructor(options?: CountdownOptions);

  readonly count: number;

  /** The ids of all rows, in the order in which they were first started. */
  readonly ids: ID[];

  /** Returns the countdown of a row; undefined if there is no such row. */
  row(id: ID): Countdown | undefined;

  /** Starts a row. It replaces the row with the same id, and the elements that show that one show the new one. */
  start(id: ID, target: Target): Countdown;

  /** Removes a row, and empties the elements that show it. Returns whether there was such a row. */
  remove(id: ID): boolean;

  /**
   * Shows a row in an element, which may be before the row is started. It replaces what the element showed before.
   *
   * @param options How to show it, or only what to do with each reading.
   */
  show<Shown extends Element>(
    id: ID, element: Shown, options?: ((element: Shown, reading: Reading) => void) | ShowOptions<Shown>,
  ): void;

  /** Stops showing a row in an element, whose text stays. */
  hide(element: Element): void;

  /** Calls `listener` with the ids of all rows that have finished together, in the order of their ends. */
  on(type: "finish", listener: (ids: ID[]) => void): () => void;

  /** Removes all rows and forgets all elements. */
  close(): void;
}

/** One lap of a stopwatch. */
export interface StopwatchLap {
  /** The number of the lap, from 1. */
  readonly number: number;

  /** The exact duration. */
  readonly duration: number;

  /** The displayed duration. Those of all laps add up to the displayed total. */
  readonly shown: number;
  readonly clockFace: string;
}

/** The state and times of a stopwatch at one moment. */
export interface StopwatchReading {
  readonly state: "idle" | "running" | "stopped";

  /** The exact total. */
  readonly elapsed: number;

  /** The displayed total: the exact one, rounded down to units. */
  readonly shown: number;

  /** The displayed total with as many decimal places as the unit needs, but at most three: `0:02.3`. */
  readonly clockFace: string;

  /** The lap in progress. */
  readonly currentLap: {
    readonly number: number;
    readonly duration: number;
    readonly shown: number;
    readonly clockFace: string;
  };
  readonly missed: number;
  readonly unit: number;
}

/** Counts up, with laps. */
export class Stopwatch {
  /** Creates a stopwatch at zero. The unit of the displayed time is a tenth of a second by default. */
  constructor(options?: { readonly unit?: DurationLike; readonly timekeeper?: Timekeeper });
  readonly reading: StopwatchReading;

  /** The finished laps, in order. */
  readonly laps: readonly StopwatchLap[];
  readonly unit: number;

  /** Starts, or continues if stopped. */
  start(): boolean;
  stop(): boolean;

  /** Ends a lap and begins the next one. */
  lap(): boolean;
  reset(): boolean;

  /** Calls `listener` whenever the displayed time changes, and now. */
  on(type: "tick", listener: (reading: StopwatchReading) => void): () => void;
  close(): void;
}

/**
 * The wall clock as it was when the page was loaded. It continues during sleep, and stays as it is when the wall clock
 * is set back. Setting the wall clock forward looks like sleep, until the wall clock is set back by as much.
 */
export class SteadyClock {
  /**
   * @param clocks The clocks to build on. `monotonic` may stop during sleep, and cannot be set; `wall` continues, and
   * can be set. By default, these are `performance.now()` and `Date.now()`.
   */
  constructor(clocks?: { readonly monotonic?: () => number; readonly wall?: () => number });

  /** Milliseconds since 1970. They never decrease. */
  now(): number;

  /** How often the clock has jumped forward. */
  readonly jumps: number;

  /**
   * The jumps that were no sleep, because the wall clock has taken them back: by how much, and since when. Countdowns
   * that counted them have been corrected.
   */
  readonly mistakes: readonly { readonly lead: number; readonly since: number }[];
}

/** Runs countdowns and stopwatches on one clock, with one alarm. */
export class Timekeeper {
  constructor(options?: {
    readonly clock?: SteadyClock;
    readonly alarm?: {
      set(ring: () => void, milliseconds: number): unknown;
      clear(id: unknown): void;
    };
  });

  /** The timekeeper on which everything runs by default. */
  static readonly shared: Timekeeper;

  /** Milliseconds since 1970, by the steady clock. */
  readonly now: number;
  readonly clock: SteadyClock;

  /** Looks at the clock now, and delivers everything that is due. The page's own events do this by themselves. */
  refresh(): void;
}
