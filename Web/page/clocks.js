import { SteadyClock, Timekeeper } from "./sandglass/sandglass.js";

// The clocks that everything on the page reads. The buttons change them as sleep and the settings of a device would.

let slept = 0;
let set = 0;
let isFrozen = false;

/** What `Date.now()` would return on the simulated device. */
export const dateNow = () => Date.now() + slept + set;

/** Returns a timekeeper on these clocks. `performance.now()` does not count sleep in most browsers, and so not here. */
export function newTimekeeper() {
  const clock = new SteadyClock({ monotonic: () => performance.now(), wall: dateNow });
  return new Timekeeper({ clock, alarm: { set: (ring, delay) => setTimeout(() => awake(ring), delay), clear: clearTimeout.bind(globalThis) } });
}

export const sleep = (milliseconds) => void (slept += milliseconds);
export const setClock = (milliseconds) => void (set += milliseconds);

// What wants to run while the page is frozen.
const held = [];

export function freeze(milliseconds, resume) {
  isFrozen = true;
  setTimeout(() => {
    isFrozen = false;
    resume();
    for (const call of held.splice(0)) call();
  }, milliseconds);
}

function awake(call) {
  if (isFrozen) held.push(call);
  else call();
}

/** Calls `tick` each second, as many pages do. */
export function everySecond(tick) {
  return setInterval(() => {
    if (!isFrozen) tick();
  }, 1000);
}
