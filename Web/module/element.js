// <sand-glass>: a countdown in a page, in one file that imports nothing. What it shows, and when something is due, is
// decided by values that get the time as an argument: a text, a steady clock, and a run. The element at the end is a
// shell around them. Web/tests/element.test.js holds the values to the core.

// MARK: Durations and instants, as the core's parsers read them

const second = 10n ** 18n;
const units = [
  [["w", "wk", "wks", "week", "weeks"], 604_800n * second],
  [["d", "day", "days"], 86_400n * second],
  [["h", "hr", "hrs", "hour", "hours"], 3600n * second],
  [["m", "min", "mins", "minute", "minutes"], 60n * second],
  [["s", "sec", "secs", "second", "seconds"], second],
  [["ms", "msec", "msecs", "millisecond", "milliseconds"], second / 1000n],
  [["us", "\u00b5s", "\u03bcs", "usec", "usecs", "microsecond", "microseconds"], second / 1_000_000n],
  [["ns", "nsec", "nsecs", "nanosecond", "nanoseconds"], second / 1_000_000_000n],
];
const [week, day, hour, minute] = units.map(([, length]) => length);

// The longest time that a moment of the core can hold, in attoseconds.
const longest = (2n ** 64n - 1n) * 10n ** 9n;

// The zeros of the scripts whose digits are read.
const zeros = [
  0x30, 0x660, 0x6f0, 0x7c0, 0x966, 0x9e6, 0xf20, 0x1040, 0x1c50, 0xabf0, 0xff10, 0x11136, 0x1e950,
];
const zeroOf = (code) => zeros.find((zero) => code >= zero && code < zero + 10);

/** Returns a text with ASCII digits and signs, simple spaces, and small letters. */
function plain(text) {
  const scripts = new Set([...text].map((scalar) => zeroOf(scalar.codePointAt(0))).filter(Boolean));
  const read = (scalar) => {
    const code = scalar.codePointAt(0);
    const zero = zeroOf(code);
    if (zero && scripts.size === 1) return String(code - zero);
    if (/[\x85\xa0\u1680\u2000-\u200b\u200e\u200f\u2028\u2029\u202f\u205f\u2060\u2066-\u2069\u3000\u061c\ufeff]/.test(scalar)) return " ";
    if (code > 0xff00 && code < 0xff5f && !zero) return String.fromCharCode(code - 0xfee0);
    return { "\u060c": ",", "\u066b": ".", "\u2212": "-" }[scalar] ?? scalar;
  };
  return [...text].map(read).join("").replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

/** The text is no duration or no instant. */
class Unreadable extends Error {}
const refuse = () => {
  throw new Unreadable();
};

/** Returns a number of units in attoseconds, exactly. */
function product(whole, fraction, unit) {
  let sum = BigInt(whole) * unit;
  let place = unit;
  for (const digit of fraction) {
    place = place % 10n ? 0n : place / 10n;
    if (!place && digit !== "0") refuse();
    sum += place * BigInt(digit);
  }
  return sum;
}

/** Returns the milliseconds of a duration: `90`, `1:30`, `25m`, `1h30m`, `1.5h`, `PT1H30M`. */
export function duration(text) {
  const written = plain(text).replace(/^[\t-\r ]+|[\t-\r ]+$/g, "");
  const run = /[\d.,]*$/.exec(written)[0];
  const points = run.split(".").length - 1;
  const isPointed = points > 1 || (points === 1 && run.includes(","));
  let sum;
  if (written[0] === "p") sum = period(written);
  else if (written.includes(":")) sum = clock(written, /^(\d+):(\d+)(?::(\d+))?(?:[.,](\d+))?$/);
  else if (isPointed) sum = clock(written, /^(\d+)\.(\d+)(?:\.(\d+))?(?:,(\d+))?$/);
  else sum = named(written);
  if (sum > longest) refuse();
  // A part of a nanosecond counts as one, so that no countdown is too short.
  return Number((sum + 999_999_999n) / 1_000_000_000n) / 1e6;
}

function period(written) {
  const number = "(?:(\\d+)(?:[.,](\\d+))?";
  const form = new RegExp(`^p${number}w)?${number}d)?(?:t(?=.)${number}h)?${number}m)?${number}s)?)?$`);
  const parts = form.exec(written) ?? refuse();
  if (written === "p") refuse();
  const lengths = [week, day, hour, minute, second];
  return lengths.reduce((sum, length, i) => sum + product(parts[2 * i + 1] ?? "0", parts[2 * i + 2] ?? "", length), 0n);
}

function clock(written, form) {
  const days = /^(\d+)[\t-\r ]*(?:days?|d)(?![a-z\x80-\u{10ffff}])[\t-\r ]*,?[\t-\r ]*(?:and(?![a-z\x80-\u{10ffff}]))?[\t-\r ]*/u.exec(written);
  const fields = form.exec(days ? written.slice(days[0].length) : written) ?? refuse();
  const [, first, next, last, fraction = ""] = fields;
  if (days && last === undefined) refuse();
  const numbers = last === undefined ? ["0", first, next] : [first, next, last];
  const isChecked = (index) => days || index > (last === undefined ? 1 : 0);
  numbers.forEach((number, index) => {
    if (!isChecked(index)) return;
    const isHour = index === 0;
    if (!(number.length === 2 || (isHour && number.length === 1)) || Number(number) > (isHour ? 23 : 59)) refuse();
  });
  return (
    product(days?.[1] ?? "0", "", day) + product(numbers[0], "", hour) + product(numbers[1], "", minute) +
    product(numbers[2], fraction, second)
  );
}

const part = /(\d+)(?:([.,])(\d+))?[\t-\r ]*([a-z\x80-\u{10ffff}]*)/uy;
const conjunction = /[\t-\r ]*(,?)[\t-\r ]*((?:and(?![a-z\x80-\u{10ffff}]))?)[\t-\r ]*/uy;

function named(written) {
  let sum = 0n;
  let last;
  let isJoined = false;
  let at = 0;
  const take = (form) => {
    form.lastIndex = at;
    const found = form.exec(written) ?? refuse();
    at = form.lastIndex;
    return found;
  };
  do {
    const [, whole, sign, fraction = "", name] = take(part);
    const unit = name ? units.find(([names]) => names.includes(name))?.[1] : leftOut(whole, fraction, last);
    if (!unit || (!name && (isJoined || at < written.length)) || unit >= last) refuse();
    // `1.30` may also be 1:30, and `1,500 ms` and `1.234 days` may have a separator of thousands.
    if (!name && !last && /^[0-5]\d$/.test(fraction)) refuse();
    if (fraction.length === 3 && /^[1-9]\d{0,2}$/.test(whole) && (sign === "," || unit >= day)) refuse();
    sum += product(whole, fraction, unit);
    last = unit;
    const [, comma, and] = take(conjunction);
    isJoined = Boolean(comma || and);
    if (isJoined && at === written.length) refuse();
  } while (at < written.length);
  return sum;
}

/** Returns the unit of a last number that has none. */
function leftOut(whole, fraction, last) {
  if (!last) return second;
  if (fraction || !/^[0-5]?\d$/.test(whole)) return undefined;
  return { [hour]: minute, [minute]: second }[last];
}

const rfc3339 = /^(\d{4})-(\d\d)-(\d\d)[t ](\d\d):(\d\d)(?::(\d\d)(?:\.(\d+))?)?(?:z|([+-])(\d\d):(\d\d))$/;

/** Returns the milliseconds since 1970 of an instant: `2027-01-01T00:00:00Z`, `2027-01-01T00:00+08:00`. */
export function instant(text) {
  const [, year, month, date, hours, minutes, seconds = "00", fraction = "", sign, eastHours = "00", eastMinutes = "00"] =
    rfc3339.exec(plain(text)) ?? refuse();
  const midnight = new Date(0);
  midnight.setUTCFullYear(Number(year), Number(month) - 1, Number(date));
  const isDay = midnight.getUTCMonth() === Number(month) - 1 && midnight.getUTCDate() === Number(date);
  const isTime = hours < "24" && minutes < "60" && seconds < "61" && eastHours < "24" && eastMinutes < "60";
  if (!isDay || !isTime) refuse();
  const east = (Number(eastHours) * 60 + Number(eastMinutes)) * (sign === "-" ? -1 : 1);
  const time = midnight.getTime() + ((Number(hours) * 60 + Number(minutes) - east) * 60 + Number(seconds)) * 1000;
  if (seconds !== "60") return time + Number(fraction.slice(0, 9).padEnd(9, "0")) / 1e6;
  // A leap second is at the end of a month in UTC, and the wall clock does not count it.
  const next = new Date(time);
  if (next.getUTCDate() !== 1 || time % 86_400_000 !== 0) refuse();
  return time;
}

// MARK: The steady clock

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

// MARK: A run

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
    this.#armed = this.total = this.#end - now;
    this.#settle(now);
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
    this.#settle(now);
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
    else this.#settle(now);
    return true;
  }

  #settle(now) {
    const isExact = this.#since > -Infinity;
    this.#most = isExact && this.state === "running" ? Math.ceil((this.#end - now) / 1000) : Infinity;
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

// MARK: Texts

const two = (number) => String(number).padStart(2, "0");

/** Formats seconds as the core's clock face does: `0:05`, `1:05`, `1:00:05`, `2d 03:04:05`. */
export function clockFace(seconds) {
  const [minutes, hours, days] = [60, 3600, 86_400].map((length) => Math.floor(seconds / length));
  const rest = `${two(minutes % 60)}:${two(seconds % 60)}`;
  if (days) return `${days}d ${two(hours % 24)}:${rest}`;
  return hours ? `${hours}:${rest}` : `${minutes}:${two(seconds % 60)}`;
}

const fieldLengths = { days: 86_400, hours: 3600, minutes: 60, seconds: 1 };

/** Returns how many of each unit are in a number of seconds. It is rounded up to the last unit. */
export function fields(seconds, names) {
  const last = Math.min(...names.map((name) => fieldLengths[name]));
  let rest = Math.ceil(seconds / last) * last;
  const counts = {};
  for (const name of Object.keys(fieldLengths).filter((name) => names.includes(name))) {
    counts[name] = Math.floor(rest / fieldLengths[name]);
    rest %= fieldLengths[name];
  }
  return counts;
}

/** Returns a language tag that `Intl` accepts; undefined, which is the browser's language, if there is none. */
function language(element) {
  const tag = element.closest("[lang]")?.lang ?? element.getRootNode().host?.closest("[lang]")?.lang;
  try {
    return tag ? Intl.getCanonicalLocales(tag.trim().replaceAll("_", "-"))[0] : undefined;
  } catch {
    return undefined;
  }
}

const unitFormats = new Map();

/** Returns the number and the name of a unit, `["2", " days"]`, in the order of the language. */
function unitParts(count, name, tag) {
  const key = `${name} ${tag}`;
  const options = { style: "unit", unit: name.slice(0, -1), unitDisplay: "long" };
  if (!unitFormats.has(key)) unitFormats.set(key, new Intl.NumberFormat(tag, options));
  return unitFormats.get(key).formatToParts(count);
}

/** Returns a time in words: `1 minute, 5 seconds`. */
function words(seconds, tag) {
  const counts = Object.entries(fields(seconds, Object.keys(fieldLengths))).filter(([, count]) => count > 0);
  const texts = counts.map(([name, count]) => unitParts(count, name, tag).map(({ value }) => value).join(""));
  return new Intl.ListFormat(tag, { type: "unit", style: "long" }).format(texts);
}

/** Returns a sentence that says when the end is: `in 1 minute`, and `now`. */
function sentence(seconds, tag) {
  const name = Object.keys(fieldLengths).find((name) => seconds > 0 && seconds % fieldLengths[name] === 0) ?? "seconds";
  return new Intl.RelativeTimeFormat(tag, { numeric: "auto" }).format(seconds / fieldLengths[name], name);
}

// MARK: Announcements

const visuallyHidden = "position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap";
const regions = new WeakMap();

/** Returns the region whose new lines screen readers say. A modal dialog hides all that is outside of it. */
function regionFor(element) {
  const modals = [...document.querySelectorAll("dialog:modal")];
  const place = element.closest("dialog:modal") ?? modals.at(-1) ?? document.body;
  let region = regions.get(place);
  if (!region?.isConnected) {
    region = document.createElement("div");
    region.setAttribute("role", "status");
    region.setAttribute("aria-atomic", "false");
    region.style.cssText = visuallyHidden;
    place.append(region);
    regions.set(place, region);
  }
  return region;
}

/** Says a sentence to people who use a screen reader, after the ones before it. They miss one in a region that is new. */
function announce(element, text, tag) {
  const region = regionFor(element);
  const line = document.createElement("div");
  if (tag) line.lang = tag;
  line.textContent = text;
  setTimeout(() => region.append(line), 150);
  setTimeout(() => line.remove(), 10_000);
}

// MARK: The element

const accepted = {
  until: "an instant with its offset from UTC, such as 2027-01-01T00:00:00Z or 2027-01-01T00:00:00+08:00",
  for: "a duration, such as 90, 1:30, 25m, 1h30m, PT1H30M",
  milestones: "durations longer than zero, such as 10m 1m 10s",
  format: "some of the words days, hours, minutes and seconds",
};

/** Reads an attribute; undefined if it is not there. */
const readers = {
  until: instant,
  for: duration,
  milestones: (text) =>
    text.split(/\s+/).filter(Boolean).map(duration).map((time) => (time > 0 ? time : refuse())),
  format: (text) => {
    const names = text.split(/\s+/).filter(Boolean);
    return names.length && names.every((name) => name in fieldLengths) ? names : refuse();
  },
};

const css = `
  :host { font-variant-numeric: tabular-nums; }
  [part~=face] + slot { display: none; }
  @media print { .dated { display: none; } .dated + slot { display: contents; } }
`;

// The alarm is never set for later than this. A browser's timer stops during sleep, and a visible page gets no event
// when the device wakes up.
const longestWait = 10_000;

// A handler that begins a run of no length at each end may do so this often in a second.
const mostEnds = 50;

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
    return clockFace(this.shown);
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
    this.#run = new Run(name === "until" ? { until: value } : { duration: value }, now, options);
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
      // The face has a box even if the element has none, as with `display: contents`.
      SandGlass.#observe(this.#face);
    } else {
      SandGlass.#running.delete(this);
      SandGlass.#near.delete(this);
      SandGlass.#observer?.unobserve(this.#face);
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
    if (this.#refused[attribute] === message) return undefined;
    this.#refused[attribute] = message;
    if (!SandGlass.#said.has(message)) console.warn(message);
    SandGlass.#said.add(message);
    this.#send("refused", { attribute, value: this.getAttribute(attribute), message });
    return undefined;
  }

  // Events come from a task of their own. So handlers are never nested, hear of what happened while a page was being
  // made, and leave the page its time, whatever they begin.
  #send(type, detail) {
    SandGlass.#events.push({ element: this, type, detail });
    SandGlass.#setAlarm(SandGlass.#now);
  }

  static #deliver() {
    for (const { element, type, detail } of SandGlass.#events.splice(0)) {
      const ahead = SandGlass.#clock.mistakes.reduce((sum, { lead }) => sum + lead, 0);
      if (detail.moment) detail.moment -= ahead;
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
    else if (this.#face.firstChild?.nodeType === 3) this.#face.firstChild.data = clockFace(number);
    else this.#face.textContent = clockFace(number);
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

  static get #now() {
    if (!SandGlass.#clock) {
      SandGlass.#clock = new SteadyClock();
      const wake = () => SandGlass.#wake();
      for (const type of ["visibilitychange", "resume"]) document.addEventListener(type, wake);
      for (const type of ["pageshow", "focus"]) window.addEventListener(type, wake);
    }
    return SandGlass.#clock.now();
  }

  static #observe(face) {
    // A row is up to date before it scrolls into view. The second margin is for lists that scroll by themselves.
    SandGlass.#observer ??= new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) SandGlass.#setNear(target.getRootNode().host, isIntersecting);
        SandGlass.#setAlarm(SandGlass.#now);
      },
      { rootMargin: "50%", scrollMargin: "50%" },
    );
    SandGlass.#observer.observe(face);
  }

  static #setNear(element, isNear) {
    if (!isNear || !SandGlass.#running.has(element)) return void SandGlass.#near.delete(element);
    SandGlass.#near.add(element);
    element.#draw(false);
  }

  /** Does everything that is due. */
  static #wake() {
    SandGlass.#alarmAt = Infinity;
    const now = SandGlass.#now;
    if (now >= SandGlass.#dueAt) SandGlass.#advanceAll(now);
    for (const element of SandGlass.#near) element.#draw(false, now);
    SandGlass.#deliver();
    SandGlass.#setAlarm(SandGlass.#now);
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

  static #setAlarm(now) {
    const flip = SandGlass.#near.size && !document.hidden ? Math.floor(now / 1000) * 1000 + 1000 : Infinity;
    const end = SandGlass.#running.size ? now + longestWait : Infinity;
    // After a jump, what is left of the browser's timer is too long.
    if (SandGlass.#clock.jumps !== SandGlass.#alarmJumps) SandGlass.#alarmAt = Infinity;
    SandGlass.#alarmJumps = SandGlass.#clock.jumps;
    const at = SandGlass.#events.length ? now : Math.min(SandGlass.#running.size ? SandGlass.#dueAt : Infinity, flip, end);
    if (at >= SandGlass.#alarmAt) return;
    clearTimeout(SandGlass.#alarm);
    SandGlass.#alarmAt = at;
    SandGlass.#alarm = setTimeout(() => SandGlass.#wake(), Math.max(0, Math.ceil(at - now)));
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
