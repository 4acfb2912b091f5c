// Durations and instants in attributes, as the core's parsers read them. The tests hold them together.

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

/** The text is no duration or no instant. Who reads an attribute says what is accepted. */
export const refuse = () => {
  throw new Error();
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
  const written = plain(text).replace(/\s+/g, " ").trim();
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
  const days = /^(\d+) ?(?:days?|d)(?![a-z\x80-\u{10ffff}]) ?,? ?(?:and(?![a-z\x80-\u{10ffff}]))? ?/u.exec(written);
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

const part = /(\d+)(?:([.,])(\d+))? ?([a-z\x80-\u{10ffff}]*)/uy;
const conjunction = / ?(,?) ?((?:and(?![a-z\x80-\u{10ffff}]))?) ?/uy;

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
