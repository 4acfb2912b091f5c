import { compile, isLoaded, load } from "./core.js";
import { callAll, Timekeeper } from "./timekeeper.js";

// The requests of a burst, and the time between later ones. `HTTPTimeServer` in apps has the same burst.
const burst = 8;
const interval = 400_000;
const afterFailure = 15_000;
const timeout = 5000;

// A server whose clock is before 2025, in microseconds, is not set.
const firstYear = Date.UTC(2025) * 1000;

// Browsers round their clocks, and some of them by as much as a millisecond.
const clockResolution = 1;

/** A clock that asks a server for the time, and knows the interval in which the true time lies. */
export class TrustedClock {
  #core;
  #url;
  #timekeeper;
  #fetch;
  #timers;
  #jumps;
  #timer;
  #isAsking = false;
  #listeners = new Set();

  constructor(core, url, options = {}) {
    const { timekeeper = Timekeeper.shared, fetch = globalThis.fetch.bind(globalThis), timers = globalThis } = options;
    this.#core = core;
    this.#url = url;
    this.#timekeeper = timekeeper;
    this.#fetch = fetch;
    this.#timers = timers;
    this.#jumps = timekeeper.clock.jumps;
  }

  /** The interval that contains the true time, in milliseconds since 1970; undefined if no server has answered. */
  get interval() {
    const now = this.#timekeeper.now;
    const earliest = this.#core.trusted_earliest(now);
    return Number.isNaN(earliest) ? undefined : { earliest, latest: this.#core.trusted_latest(now) };
  }

  /** The earliest moment at which the true time may reach an instant; not a number if the time is not known. */
  moment(instant) {
    return this.#core.trusted_moment(instant);
  }

  /** Calls `listener` after each answer that was taken. Returns a function that stops it. */
  on(type, listener) {
    if (type !== "answer") throw new TypeError(`a trusted clock has no event "${type}"; accepted: answer`);
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Asks the server, some times in a row, and later every few minutes. Returns whether the time is known then. */
  async synchronize() {
    if (this.#isAsking) return this.interval !== undefined;
    this.#isAsking = true;
    let wait = interval;
    for (let request = 0; request < burst && wait === interval; request++) {
      if (!(await this.#ask())) wait = afterFailure;
    }
    this.#isAsking = false;
    this.#askLater(wait);
    return this.interval !== undefined;
  }

  /** Asks again if the page's clock has jumped, because of sleep or because the wall clock was set. */
  noteJumps() {
    const { jumps } = this.#timekeeper.clock;
    if (jumps === this.#jumps) return;
    this.#jumps = jumps;
    // What the server said was about the clock as it was before the jump.
    this.#core.trusted_forget();
    void this.synchronize();
  }

  close() {
    this.#timers.clearTimeout(this.#timer);
  }

  #askLater(wait) {
    this.#timers.clearTimeout(this.#timer);
    const chosen = this.#core.trusted_is_disputed() ? afterFailure : wait;
    this.#timer = this.#timers.setTimeout(() => void this.synchronize(), chosen * (0.75 + Math.random() / 2));
  }

  async #ask() {
    const { jumps } = this.#timekeeper.clock;
    const nonce = crypto.randomUUID().replaceAll("-", "");
    const url = new URL(this.#url, globalThis.location?.href);
    url.searchParams.set("nonce", nonce);
    const sent = this.#timekeeper.now;
    try {
      const response = await this.#fetch(url, {
        cache: "no-store", credentials: "omit", redirect: "error", signal: AbortSignal.timeout(timeout),
      });
      if (!response.ok) return false;
      const answer = await response.json();
      const received = this.#timekeeper.now;
      if (answer.nonce !== nonce || this.#timekeeper.clock.jumps !== jumps) return false;
      return this.#add(sent, received, answer);
    } catch {
      return false;
    }
  }

  #add(sent, received, { receive, transmit, uncertainty }) {
    if (![receive, transmit, uncertainty].every(Number.isSafeInteger)) return false;
    if (uncertainty < 0 || Math.min(receive, transmit) < firstYear) return false;
    const isTaken = this.#core.trusted_add(
      sent, received, receive / 1000, transmit / 1000, uncertainty / 1000 + 0.001 + clockResolution);
    if (!isTaken) return false;
    this.#timekeeper.correct();
    refreshElements();
    callAll(this.#listeners, this.interval);
    return true;
  }
}

const refreshElements = () => globalThis.customElements?.get("sand-glass")?.followServer?.();

/** Says to elements, which are another file, when an instant comes. */
function leadElements(timekeeper, moment) {
  globalThis[Symbol.for("sandglass.instants")] = { moment, now: () => timekeeper.now };
  refreshElements();
}

/**
 * Lets all countdowns to instants follow a server's clock, and returns that clock. Countdowns that are started before
 * the server has answered wait.
 */
export async function follow(url, options = {}) {
  if (!isLoaded()) await load();
  const { timekeeper = Timekeeper.shared, source = new URL("sandglass-trusted.wasm", import.meta.url) } = options;
  // The countdowns wait from now on, and not only once the file is there.
  timekeeper.followInstants({ moment: () => NaN });
  if (!options.timekeeper) leadElements(timekeeper, () => NaN);
  const core = new WebAssembly.Instance(await compile(source)).exports;
  const clock = new TrustedClock(core, url, options);
  timekeeper.followInstants(clock);
  if (!options.timekeeper) leadElements(timekeeper, (instant) => clock.moment(instant));
  await clock.synchronize();
  return clock;
}
