export { CountdownBoard } from "./board.js";
export { load } from "./core.js";
export { Countdown } from "./countdown.js";
export { clockFace } from "./events.js";
export { SteadyClock } from "./steady-clock.js";
export { Stopwatch } from "./stopwatch.js";
export { Timekeeper } from "./timekeeper.js";
