// The rules of a run, as values that get the time as an argument. The tests hold them to the core.

/**
 * A run of a countdown, to an instant or through a duration. Moments are those of a steady clock, and each method but
 * `total` gets the present one. What happens is passed to `report`.
 *
 * The number is that of the latest whole second, so all numbers of a page flip together, and the end is exact. After a
 * start, a pause or an extension of what is no instant, the number is at most the exact one.
 */
export class Run {
  #mistakes;
  #known;
  #report;
  #milestones = [];

  // Milestones below this are still to be told.
  #armed;

  // The end while it runs, and the remaining time while it is paused.
  #end;
  #left;

  // Since when it counts without a pause. An instant is on the wall clock, so it counts since ever.
  #since;
  #most = Infinity;

  state = "running";

  /** The whole duration, with extensions. */
  total;

  /** @param target `{ until }` or `{ duration }`, in milliseconds. */
  constructor({ until, duration }, now, { mistakes = [], report }) {
    this.#mistakes = mistakes;
    this.#known = mistakes.length;
    this.#report = report;
    const ahead = mistakes.reduce((sum, { lead }) => sum + lead, 0);
    this.#end = until === undefined ? now + duration : Math.max(now, until + ahead);
    this.#since = until === undefined ? now : -Infinity;
    // The duration itself, because the sum of a moment and a long time is rounded.
    this.#armed = this.total = duration ?? this.#end - now;
    this.#settle(this.total);
  }

  remaining(now) {
    this.#correct();
    if (this.state === "running") return Math.max(0, this.#end - now);
    return this.state === "paused" ? this.#left : 0;
  }

  /** The displayed number of seconds. */
  shown(now) {
    const left = this.remaining(now);
    if (this.state !== "running" || left === 0) return Math.ceil(left / 1000);
    return Math.min(this.#most, Math.ceil((this.#end - Math.floor(now / 1000) * 1000) / 1000));
  }

  /** When something is due next, besides the number. */
  get due() {
    this.#correct();
    if (this.state !== "running") return Infinity;
    return this.#end - (this.#milestones.find((milestone) => milestone < this.#armed) ?? 0);
  }

  /** Reports what is due. */
  advance(now) {
    this.#correct();
    if (this.state !== "running") return;
    this.#reach(this.#end - now);
    if (this.#end <= now) this.#finish(this.#end);
  }

  setMilestones(milestones, now) {
    this.advance(now);
    this.#milestones = [...new Set(milestones)].sort((one, other) => other - one);
    this.#armed = this.remaining(now);
  }

  pause(now) {
    this.advance(now);
    if (this.state !== "running") return false;
    this.#left = this.#end - now;
    this.state = "paused";
    return true;
  }

  resume(now) {
    if (this.state !== "paused") return false;
    this.state = "running";
    this.#end = now + this.#left;
    this.#since = now;
    this.#settle(this.#left);
    return true;
  }

  /** Adds to the remaining time, or shortens it. */
  extend(time, now) {
    this.advance(now);
    if (this.state === "finished") return false;
    const left = Math.max(0, this.remaining(now) + time);
    this.total = Math.max(0, this.total + time);
    if (this.state === "paused") this.#left = left;
    else this.#end = now + left;
    this.#reach(left, now);
    this.#armed = left;
    if (left === 0) this.#finish(now);
    else this.#settle(left);
    return true;
  }

  #settle(left) {
    const isExact = this.#since > -Infinity;
    this.#most = isExact && this.state === "running" ? Math.ceil(left / 1000) : Infinity;
  }

  /** Moves the end to where it is by a better clock. */
  correct(shift) {
    if (this.state !== "running") return;
    this.#end += shift;
    this.#most = Infinity;
  }

  // What was counted by mistake still remains.
  #correct() {
    for (; this.#known < this.#mistakes.length; this.#known++) {
      const { lead, since } = this.#mistakes[this.#known];
      if (this.state !== "running" || this.#since >= since) continue;
      this.#end += lead;
      this.#most = Infinity;
    }
  }

  /** Reports the milestones that the remaining time passes as it falls, in order. */
  #reach(left, now) {
    for (const milestone of this.#milestones) {
      if (milestone >= this.#armed || milestone < left) continue;
      this.#armed = milestone;
      this.#report("milestone", { milestone, moment: now ?? this.#end - milestone });
    }
  }

  #finish(moment) {
    this.state = "finished";
    this.#report("finish", { moment });
  }
}
