// Times in the words of a language.

const fieldLengths = { days: 86_400, hours: 3600, minutes: 60, seconds: 1 };
export const fieldNames = Object.keys(fieldLengths);

/** Returns how many of each unit are in a number of seconds. It is rounded up to the last unit. */
export function fields(seconds, names) {
  const last = Math.min(...names.map((name) => fieldLengths[name]));
  let rest = Math.ceil(seconds / last) * last;
  const counts = {};
  for (const name of fieldNames.filter((name) => names.includes(name))) {
    counts[name] = Math.floor(rest / fieldLengths[name]);
    rest %= fieldLengths[name];
  }
  return counts;
}

/** Returns a language tag that `Intl` accepts; undefined, which is the browser's language, if there is none. */
export function language(element) {
  const tag = element.closest("[lang]")?.lang ?? element.getRootNode().host?.closest("[lang]")?.lang;
  try {
    return tag ? Intl.getCanonicalLocales(tag.trim().replaceAll("_", "-"))[0] : undefined;
  } catch {
    return undefined;
  }
}

const unitFormats = new Map();

/** Returns the number and the name of a unit, `["2", " days"]`, in the order of the language. */
export function unitParts(count, name, tag) {
  const key = `${name} ${tag}`;
  const options = { style: "unit", unit: name.slice(0, -1), unitDisplay: "long" };
  if (!unitFormats.has(key)) unitFormats.set(key, new Intl.NumberFormat(tag, options));
  return unitFormats.get(key).formatToParts(count);
}

/** Returns a time in words: `1 minute, 5 seconds`. */
export function words(seconds, tag) {
  const counts = Object.entries(fields(seconds, fieldNames)).filter(([, count]) => count > 0);
  const texts = counts.map(([name, count]) => unitParts(count, name, tag).map(({ value }) => value).join(""));
  return new Intl.ListFormat(tag, { type: "unit", style: "long" }).format(texts);
}

/** Returns a sentence that says when the end is: `in 1 minute`, and `now`. */
export function sentence(seconds, tag) {
  const name = fieldNames.find((name) => seconds > 0 && seconds % fieldLengths[name] === 0) ?? "seconds";
  return new Intl.RelativeTimeFormat(tag, { numeric: "auto" }).format(seconds / fieldLengths[name], name);
}
