import { readFile } from "node:fs/promises";

const built = new URL("../../.build/web/sandglass/", import.meta.url);
const bytes = (name) => readFile(new URL(name, built));

export const sandglass = await import(new URL("sandglass.js", built));
export const text = await import(new URL("text.js", built));
export const trusted = await import(new URL("trusted-clock.js", built));
export const { VirtualTime } = await import(new URL("testing.js", built));
export const trustedBytes = await bytes("sandglass-trusted.wasm");

await sandglass.load(await bytes("sandglass.wasm"));
await text.loadText(await bytes("sandglass-text.wasm"));

/** Returns virtual time, and a list to which `note` appends. */
export function setUp() {
  const time = new VirtualTime();
  const notes = [];
  return { time, timekeeper: time.timekeeper, notes, note: (value) => notes.push(value) };
}

/** Numbers that are the same in each run with a seed. */
export function seeded(seed) {
  return (limit) => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return Math.floor((seed / 2 ** 32) * limit);
  };
}
