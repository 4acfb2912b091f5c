// Durations and instants as JavaScript programs write them.

const units = { days: 86_400_000, hours: 3_600_000, minutes: 60_000, seconds: 1000, milliseconds: 1 };
const accepted = "an object such as { minutes: 3, seconds: 30 }, or a Temporal.Duration";

// A phase may have whatever the page wants to know about it, but not a unit under another name.
const misspelt = /^([dhms]|ms|day|hour|minute|second|millisecond|hrs?|mins?|secs?|microseconds?|nanoseconds?)$/;

/** Returns the milliseconds of a duration. */
export function milliseconds(duration) {
  if (typeof duration === "string") {
    throw new TypeError(`"${duration}" is text; pass duration("${duration}") from sandglass/text.js, or ${accepted}`);
  }
  const unknown = Object.keys(duration ?? {}).find((key) => misspelt.test(key));
  if (unknown) throw new TypeError(`"${unknown}" is no unit; accepted: ${Object.keys(units).join(", ")}`);
  let sum = 0;
  let isDuration = false;
  for (const unit in units) {
    const number = duration?.[unit];
    if (number === undefined) continue;
    if (!Number.isFinite(number)) throw new TypeError(`${unit} must be a number, and is ${number}`);
    sum += number * units[unit];
    isDuration = true;
  }
  if (!isDuration) throw new TypeError(`${String(duration)} is no duration; accepted: ${accepted}`);
  if (duration.years || duration.months || duration.weeks) {
    throw new TypeError("years, months and weeks are not accepted; the longest unit is days");
  }
  return sum;
}

/** Returns the milliseconds of a duration that must be longer than zero, or also zero. */
export function positiveMilliseconds(duration, name, { zero = false } = {}) {
  const time = milliseconds(duration);
  if (time > 0 || (zero && time === 0)) return time;
  throw new RangeError(`${name} must ${zero ? "not be negative" : "be longer than zero"}, and is ${time} ms`);
}

/** Returns the milliseconds of the unit of a displayed number. */
export function unitMilliseconds(duration) {
  const time = milliseconds(duration);
  if (time >= 1) return time;
  throw new RangeError(`unit must be at least a millisecond, and is ${time} ms`);
}

/** Returns the milliseconds since 1970 of an instant. */
export function epochMilliseconds(instant) {
  const date = instant instanceof Date ? instant.getTime() : instant?.epochMilliseconds;
  const time = typeof instant === "number" ? instant : date;
  if (Number.isFinite(time)) return time;
  throw new TypeError(
    typeof instant === "string"
      ? `"${instant}" is text; pass instant("${instant}") from sandglass/text.js, or a Date`
      : `${String(instant)} is no instant; accepted: a valid Date, a Temporal.Instant, milliseconds since 1970`,
  );
}
