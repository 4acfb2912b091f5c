// Below this, a difference between the two clocks is their drift, or the rounding of `Date`.
const threshold = 250;

// If reading the clocks took longer than this, the thread was interrupted, and the readings do not belong together.
const longestReading = 20;

/**
 * The milliseconds since 1970 as the wall clock had them when the page was loaded. It continues during sleep, and stays
 * as it is when the clock is set back.
 */
export class SteadyClock {
  #monotonic;
  #wall;
  #offset;
  #difference;

  /** How often the clock has jumped forward, because of sleep or because the wall clock was set forward. */
  jumps = 0;

  constructor({ monotonic = () => performance.now(), wall = () => Date.now() } = {}) {
    this.#monotonic = monotonic;
    this.#wall = wall;
    this.#offset = this.#difference = this.#read().difference ?? wall() - monotonic();
  }

  now() {
    const { moment, difference } = this.#read();
    const lead = difference - this.#difference;
    if (Math.abs(lead) > threshold) this.#follow(lead);
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

  #follow(lead) {
    this.#difference += lead;
    if (lead < 0) return;
    this.#offset += lead;
    this.jumps++;
  }
}
