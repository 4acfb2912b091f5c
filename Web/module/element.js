// <sand-glass>: a countdown in a page. Web/Scripts/build-web makes one file of this and of what it imports.

import { announce, regionFor } from "./announcements.js";
import { duration, instant, refuse } from "./attribute-text.js";
import { secondsFace } from "./clock-face.js";
import { Run } from "./run.js";
import { SteadyClock } from "./steady-clock.js";
import { fieldNames, fields, language, sentence, unitParts, words } from "./time-in-words.js";

const accepted = {
  until: "an instant with its offset from UTC, such as 2027-01-01T00:00:00Z or 2027-01-01T00:00:00+08:00",
  for: "a duration, such as 90, 1:30, 25m, 1h30m, PT1H30M",
  milestones: "durations longer than zero, such as 10m 1m 10s",
  format: "some of the words days, hours, minutes and seconds",
};

const list = (text) => text.match(/\S+/g) ?? [];

/** Reads an attribute; undefined if it is not there. */
const readers = {
  until: instant,
  for: duration,
  milestones: (text) => list(text).map(duration).map((time) => (time > 0 ? time : refuse())),
  format: (text) => {
    const names = list(text);
    return names.length && names.every((name) => fieldNames.includes(name)) ? names : refuse();
  },
};

// The face has no box of its own, because the browser takes longer to lay out and to paint a line with two boxes.
const css = `
  :host { font-variant-numeric: tabular-nums; }
  [part~=face] { display: contents; }
  [part~=face] + slot { display: none; }
  @media print { .dated { display: none; } .dated + slot { display: contents; } }
`;

// The alarm is never set for later than this. A browser's timer stops during sleep, and a visible page gets no event
// when the device wakes up.
const longestWait = 10_000;

// A handler that begins a run of no length at each end may do so this often in a second.
const mostEnds = 50;

/** When an instant comes, by the page's wall clock; not a number if a page follows a server's clock that is not known yet. */
function momentOf(instant, now, ahead) {
  const led = globalThis[Symbol.for("sandglass.instants")];
  return led ? led.moment(instant) - led.now() + now - ahead : instant;
}

// A page that is rendered on a server may import this file there, where it does nothing.
const Base = globalThis.HTMLElement ?? class {};

/** `<sand-glass until="…">` or `<sand-glass for="…">`. */
export class SandGlass extends Base {
  static observedAttributes = ["until", "for", "milestones", "format", "at-end", "lang"];

  // One clock, one alarm and one observer for all elements of the page.
  static #clock;
  static #sheet;
  static #observer;
  static #alarm;
  static #alarmAt = Infinity;
  static #alarmJumps = 0;
  static #running = new Set();
  static #near = new Set();
  static #dueAt = Infinity;
  static #events = [];
  static #said = new Set();

  // Those that wait for a server's clock.
  static #waiting = new Set();

  #root = this.attachShadow({ mode: "open" });
  #face = document.createElement("span");
  #slot = document.createElement("slot");
  #run;
  #target;
  #format;
  #cells;
  #drawn;
  #refused = {};
  #ends = { count: 0, since: 0 };

  // When the instant comes, by the clock that was followed last. An extension comes on top of that.
  #moment;

  constructor() {
    super();
    this.attachInternals().role = "timer";
    this.#face.part = "face";
    if (!SandGlass.#sheet) {
      SandGlass.#sheet = new CSSStyleSheet();
      SandGlass.#sheet.replaceSync(css);
    }
    this.#root.adoptedStyleSheets = [SandGlass.#sheet];
    this.#root.append(this.#slot);
    // On paper, a date says more than a number that stands still.
    this.#slot.addEventListener("slotchange", () => {
      const isDated = this.#slot.assignedElements().some((element) => element.localName === "time");
      this.#slot.className = this.#face.className = isDated ? "dated" : "";
    });
  }

  // MARK: Properties and methods, in the words of the class `Countdown`

  /** `idle` without a run, `running`, `paused` or `finished`. */
  get state() {
    this.#advance();
    return this.#run?.state ?? "idle";
  }

  /** The exact remaining time in milliseconds. */
  get remaining() {
    return this.#run?.remaining(SandGlass.#now) ?? 0;
  }

  /** The whole duration of the run in milliseconds, with extensions. */
  get total() {
    return this.#run?.total ?? 0;
  }

  /** The displayed number of seconds. */
  get shown() {
    return this.#run?.shown(SandGlass.#now) ?? 0;
  }

  /** The displayed time as a clock face, whatever the format is. */
  get clockFace() {
    return secondsFace(this.shown);
  }

  pause() {
    return this.#change((run, now) => run.pause(now));
  }

  resume() {
    return this.#change((run, now) => run.resume(now));
  }

  /** Adds to the remaining time; a negative duration shortens it. */
  extend(duration) {
    const time = milliseconds(duration);
    return this.#change((run, now) => run.extend(time, now));
  }

  /** Begins the run of the attributes again. */
  restart() {
    if (!this.#target) return false;
    this.#begin();
    return true;
  }

  // MARK: The life of an element

  connectedCallback() {
    this.#start();
    this.#watch();
    this.#advance();
    this.#draw(false);
  }

  disconnectedCallback() {
    this.#watch();
  }

  attributeChangedCallback(name, before, after) {
    if (before === after) return;
    const isTarget = name === "until" || name === "for";
    if (isTarget && this.isConnected) this.#start();
    else if (isTarget) this.#target = this.#run = undefined;
    else if (name === "milestones") this.#setMilestones();
    else this.#draw(true);
  }

  /** Begins the run that the attributes say, unless it is the present one. */
  #start() {
    const name = this.hasAttribute("until") ? "until" : "for";
    const value = this.#read(name);
    const former = this.#target;
    if (value !== undefined && former?.name === name && former.value === value) return;
    this.#target = value === undefined ? undefined : { name, value };
    if (this.#target) {
      this.#begin();
    } else {
      this.#run = undefined;
      this.#watch();
      this.#draw(true);
    }
  }

  #begin() {
    const now = SandGlass.#now;
    const { name, value } = this.#target;
    if (this.#ends.count >= mostEnds && now - this.#ends.since <= 1000) {
      this.#target = this.#run = undefined;
      this.#draw(true, now);
      return this.#refuse(name, `${mostEnds} runs have ended within a second, and a handler of their events began another`);
    }
    const report = (type, detail) => this.#report(type, detail);
    const options = { mistakes: SandGlass.#clock.mistakes, report };
    this.#moment = name === "until" ? momentOf(value, now, SandGlass.#ahead) : 0;
    if (Number.isNaN(this.#moment)) {
      this.#run = undefined;
      return void SandGlass.#waiting.add(this);
    }
    this.#run = new Run(name === "until" ? { until: this.#moment } : { duration: value }, now, options);
    this.#setMilestones();
    this.#drawn = undefined;
    this.#watch();
    this.#advance(now);
    this.#draw(true, now);
  }

  #setMilestones() {
    this.#run?.setMilestones(this.#read("milestones") ?? [], SandGlass.#now);
    if (this.isConnected && this.hasAttribute("milestones")) regionFor(this);
    this.#advance();
  }

  #change(operation) {
    if (!this.#run) return false;
    const now = SandGlass.#now;
    const isChanged = operation(this.#run, now);
    this.#watch();
    this.#advance(now);
    this.#draw(false, now);
    return isChanged;
  }

  /** Takes part in the alarm and in the observer while it counts in a page. */
  #watch() {
    const isCounting = this.isConnected && this.#run?.state === "running";
    if (isCounting === SandGlass.#running.has(this)) return;
    if (isCounting) {
      SandGlass.#running.add(this);
      SandGlass.#observe(this);
    } else {
      SandGlass.#running.delete(this);
      SandGlass.#near.delete(this);
      SandGlass.#observer?.unobserve(this);
    }
  }

  #advance(now = SandGlass.#now) {
    this.#run?.advance(now);
    if (this.#run?.state === "finished") this.#watch();
    if (SandGlass.#running.has(this)) SandGlass.#dueAt = Math.min(SandGlass.#dueAt, this.#run.due);
    SandGlass.#setAlarm(now);
  }

  // MARK: What happens

  #report(type, detail) {
    if (type === "finish") {
      if (detail.moment - this.#ends.since > 1000) this.#ends = { count: 0, since: detail.moment };
      this.#ends.count++;
    }
    this.#send(type, detail);
  }

  /** Reads an attribute, and says it once if it cannot be read. */
  #read(name) {
    const text = this.getAttribute(name);
    try {
      const value = text === null ? undefined : readers[name](text);
      this.#refused[name] = undefined;
      return value;
    } catch {
      return this.#refuse(name, `${name}="${text}" cannot be read; accepted: ${accepted[name]}`);
    }
  }

  #refuse(attribute, reason) {
    const message = `<sand-glass>: ${reason}`;
    // Whatever a handler does with the element, the same text is refused once.
    if (this.#refused[attribute] === message) return;
    this.#refused[attribute] = message;
    if (!SandGlass.#said.has(message)) console.warn(message);
    SandGlass.#said.add(message);
    this.#send("refused", { attribute, value: this.getAttribute(attribute), message });
  }

  // Events come from a task of their own. So handlers are never nested, hear of what happened while a page was being
  // made, and leave the page its time, whatever they begin.
  #send(type, detail) {
    SandGlass.#events.push({ element: this, type, detail });
    SandGlass.#setAlarm(SandGlass.#now);
  }

  static #deliver() {
    for (const { element, type, detail } of SandGlass.#events.splice(0)) {
      if (detail.moment) detail.moment -= SandGlass.#ahead;
      if (type !== "refused") element.#announce(type, detail);
      element.dispatchEvent(new CustomEvent(type, { detail, bubbles: true }));
    }
  }

  #announce(type, { milestone }) {
    if (!this.isConnected || !this.hasAttribute("milestones")) return;
    const tag = language(this);
    if (type === "finish") return announce(this, this.getAttribute("at-end") ?? sentence(0, tag), tag);
    // After a gap, several milestones have passed, and the time that is left now is what people want to hear.
    const left = this.remaining;
    const seconds = Math.ceil((milestone - left > 1000 ? left : milestone) / 1000);
    if (seconds === 0) return;
    const custom = this.getAttribute("announcement");
    announce(this, custom?.replace("{time}", words(seconds, tag)) ?? sentence(seconds, tag), tag);
  }

  // MARK: What is shown

  /** Shows the number if it has changed. If it must, it makes the face anew, or shows what is between the tags. */
  #draw(isForced, now = SandGlass.#now) {
    const number = this.#run?.shown(now);
    if (number === this.#drawn && !isForced) return;
    this.#drawn = number;
    if (number === undefined) return this.#root.replaceChildren(this.#slot);
    if (isForced) {
      this.#format = this.#read("format");
      this.#cells = undefined;
      this.#root.replaceChildren(this.#face, this.#slot);
    }
    const atEnd = this.#run.state === "finished" ? this.getAttribute("at-end") : null;
    if (atEnd !== null) this.#face.textContent = atEnd;
    else if (this.#format) this.#drawFields(number);
    else if (this.#face.firstChild?.nodeType === 3) this.#face.firstChild.data = secondsFace(number);
    else this.#face.textContent = secondsFace(number);
  }

  #drawFields(number) {
    const counts = fields(number, this.#format);
    const tag = language(this);
    if (!this.#cells) {
      this.#cells = Object.keys(counts).map((name) => ({ name, cell: document.createElement("span") }));
      this.#face.replaceChildren(...this.#cells.flatMap(({ cell }, index) => (index ? [" ", cell] : [cell])));
    }
    for (const field of this.#cells) {
      if (field.count === counts[field.name]) continue;
      field.count = counts[field.name];
      field.cell.part = field.name;
      field.cell.replaceChildren(...unitParts(field.count, field.name, tag).map(({ type, value }) => {
        const span = document.createElement("span");
        span.part = type === "unit" ? "label" : "value";
        span.textContent = value;
        return type === "literal" ? value : span;
      }));
    }
  }

  // MARK: All elements of the page

  /** By how much the steady clock is ahead of the wall clock, by mistakes. */
  static get #ahead() {
    return SandGlass.#clock.mistakes.reduce((sum, { lead }) => sum + lead, 0);
  }

  /** Follows a server's clock, because that has changed; `follow` of `trusted-clock.js` calls this. */
  static followServer() {
    for (const element of [...SandGlass.#waiting]) {
      SandGlass.#waiting.delete(element);
      if (element.isConnected && element.#target && !element.#run) element.#begin();
    }
    for (const element of [...SandGlass.#running]) if (element.#target.name === "until") element.#follow();
  }

  /** Moves the end to where the server's clock has it, unless a number that was shown would come again. */
  #follow() {
    const now = SandGlass.#now;
    const shift = momentOf(this.#target.value, now, SandGlass.#ahead) - this.#moment;
    const left = this.#run.remaining(now) + shift;
    const reappears = shift > 0 && shift < 1000 && Math.ceil(left / 1000) > this.#run.shown(now);
    if (!(Math.abs(shift) >= 1) || reappears) return;
    this.#moment += shift;
    this.#run.correct(shift);
    this.#advance(now);
    this.#draw(false, now);
  }

  static get #now() {
    if (!SandGlass.#clock) {
      SandGlass.#clock = new SteadyClock();
      const wake = () => SandGlass.#wake();
      for (const type of ["visibilitychange", "resume"]) document.addEventListener(type, wake);
      for (const type of ["pageshow", "focus"]) window.addEventListener(type, wake);
    }
    return SandGlass.#clock.now();
  }

  static #observe(element) {
    // A row is up to date before it scrolls into view. The second margin is for lists that scroll by themselves.
    SandGlass.#observer ??= new IntersectionObserver(
      (entries) => {
        const now = SandGlass.#now;
        for (const { target, isIntersecting } of entries) {
          // An element without a box is nowhere, and its number may be anywhere.
          SandGlass.#setNear(target, isIntersecting || getComputedStyle(target).display === "contents", now);
        }
        SandGlass.#setAlarm(now);
      },
      { rootMargin: "50%", scrollMargin: "50%" },
    );
    SandGlass.#observer.observe(element);
  }

  static #setNear(element, isNear, now) {
    if (!isNear || !SandGlass.#running.has(element)) return void SandGlass.#near.delete(element);
    SandGlass.#near.add(element);
    element.#draw(false, now);
  }

  /** Does everything that is due. */
  static #wake() {
    SandGlass.#alarmAt = Infinity;
    const now = SandGlass.#now;
    if (now >= SandGlass.#dueAt) SandGlass.#advanceAll(now);
    for (const element of SandGlass.#near) element.#draw(false, now);
    SandGlass.#deliver();
    SandGlass.#setAlarm(now);
  }

  static #advanceAll(now) {
    SandGlass.#dueAt = Infinity;
    for (const element of [...SandGlass.#running]) {
      if (element.#run.due <= now) {
        element.#run.advance(now);
        element.#watch();
        element.#draw(false, now);
      }
      if (element.#run.state === "running") SandGlass.#dueAt = Math.min(SandGlass.#dueAt, element.#run.due);
    }
  }

  /** Sets the alarm for what follows `now`, the moment of the numbers that are drawn. If that has passed, it rings at once. */
  static #setAlarm(now) {
    const flip = SandGlass.#near.size && !document.hidden ? Math.floor(now / 1000) * 1000 + 1000 : Infinity;
    const due = SandGlass.#running.size ? Math.min(SandGlass.#dueAt, now + longestWait) : Infinity;
    const hasJumped = SandGlass.#clock.jumps !== SandGlass.#alarmJumps;
    // After a jump, what is left of the browser's timer is too long, and numbers may be old.
    if (hasJumped) SandGlass.#alarmAt = Infinity;
    SandGlass.#alarmJumps = SandGlass.#clock.jumps;
    const at = SandGlass.#events.length || hasJumped ? now : Math.min(flip, due);
    if (at >= SandGlass.#alarmAt) return;
    clearTimeout(SandGlass.#alarm);
    SandGlass.#alarmAt = at;
    SandGlass.#alarm = setTimeout(() => SandGlass.#wake(), Math.max(0, Math.ceil(at - SandGlass.#now)));
  }
}

/** Returns the milliseconds of a duration as JavaScript programs write it. */
function milliseconds(duration) {
  const lengths = { days: 86_400_000, hours: 3_600_000, minutes: 60_000, seconds: 1000, milliseconds: 1 };
  const entries = typeof duration === "object" ? Object.entries(duration ?? {}) : [];
  if (!entries.length || entries.some(([name, count]) => !(name in lengths) || !Number.isFinite(count))) {
    throw new TypeError(`${JSON.stringify(duration)} is no duration; accepted: an object such as { minutes: 3, seconds: 30 }`);
  }
  return entries.reduce((sum, [name, count]) => sum + count * lengths[name], 0);
}

// Another copy or another version of this file may have been first.
if (globalThis.customElements && !customElements.get("sand-glass")) customElements.define("sand-glass", SandGlass);
