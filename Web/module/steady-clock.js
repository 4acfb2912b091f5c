// Below this, a difference between the two clocks is their drift, or the rounding of `Date`.
const threshold = 250;

// If reading the clocks took longer than this, the thread was interrupted, and the readings do not belong together.
const longestReading = 20;

/**
 * The milliseconds since 1970 as the wall clock had them at first. It continues during sleep, stays as it is when the
 * clock is set back, and never decreases. A lead of the wall clock looks like sleep. If the wall clock takes back just as
 * much, it was none, and `mistakes` says so.
 */
export class SteadyClock {
  #monotonic;
  #wall;
  #offset;
  #difference;
  #leads = [];

  /** How often the clock has jumped forward, because of sleep or because the wall clock was set forward. */
  jumps = 0;

  /** What was taken for sleep by mistake: by how much, and the moment from which it was counted. */
  mistakes = [];

  constructor({ monotonic = () => performance.now(), wall = () => Date.now() } = {}) {
    this.#monotonic = monotonic;
    this.#wall = wall;
    this.#offset = this.#difference = this.#read().difference ?? wall() - monotonic();
  }

  now() {
    const { moment, difference } = this.#read();
    const lead = difference - this.#difference;
    if (Math.abs(lead) > threshold) this.#follow(lead, moment);
    return moment + this.#offset;
  }

  // There is no difference if the thread was interrupted each time.
  #read() {
    for (let attempt = 0; attempt < 3; attempt++) {
      const before = this.#monotonic();
      const wall = this.#wall();
      const moment = this.#monotonic();
      if (moment - before <= longestReading) return { moment, difference: wall - moment };
    }
    return { moment: this.#monotonic() };
  }

  #follow(lead, moment) {
    this.#difference += lead;
    if (lead > 0) {
      this.#offset += lead;
      this.jumps++;
      this.#leads = [{ lead, since: moment + this.#offset }, ...this.#leads].slice(0, 8);
      return;
    }
    const mistake = this.#leads.find((former) => Math.abs(former.lead + lead) <= threshold);
    if (!mistake) return;
    this.#leads = this.#leads.filter((former) => former !== mistake);
    this.mistakes.push({ lead: -lead, since: mistake.since });
  }
}
