import { compile } from "./core.js";

let loading;
let core;

/** Loads the parser, once. */
export function loadText(source = new URL("sandglass-text.wasm", import.meta.url)) {
  const start = (module) => void (core = new WebAssembly.Instance(module).exports);
  loading ??= compile(source).then(start).catch((error) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

/** The text is no duration or no instant. The message says what is wrong, and what is accepted. */
export class TimeTextError extends Error {
  name = "TimeTextError";
}

/** Parses a duration: `90`, `1:30`, `25m`, `1h30m`, `1.5h`, `500ms`, `PT1H30M`. */
export function duration(text) {
  return { milliseconds: parse(text, "parse_duration") };
}

/** Parses an instant in RFC 3339, with its offset from UTC: `2027-01-01T00:00:00Z`, `2027-01-01T00:00:00+08:00`. */
export function instant(text) {
  return new Date(parse(text, "parse_instant"));
}

function parse(text, parser) {
  if (!core) throw new Error("The parser is not loaded yet; write `await loadText()` before this.");
  const bytes = new TextEncoder().encode(text);
  const address = core.text_address(bytes.length);
  new Uint8Array(core.memory.buffer, address, bytes.length).set(bytes);
  const number = core[parser]();
  if (Number.isNaN(number)) throw new TimeTextError(message());
  return number;
}

function message() {
  const address = core.message_address();
  return new TextDecoder().decode(new Uint8Array(core.memory.buffer, address, core.message_count()));
}
