import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { sandglass, setUp } from "./support.js";

const file = new URL("../../.build/web-histories.jsonl", import.meta.url);
const skip = !existsSync(file) && "Web/Scripts/check-web writes the histories";

/** Makes a countdown like that of a history. A single phase stands for a countdown without phases. */
function countdown({ phases, rounds, milestones, countsPastZero }, timekeeper) {
  const times = phases.map((milliseconds) => ({ milliseconds }));
  const target = phases.length === 1 ? times[0] : { phases: times, rounds };
  const options = { timekeeper, countsPastZero, milestones: milestones.map((milliseconds) => ({ milliseconds })) };
  return new sandglass.Countdown(target, options);
}

function call(countdown, { call, argument }) {
  if (call === "extend") return countdown.extend({ milliseconds: argument });
  return countdown[call]() || call === "restart";
}

test("operations do the same to a countdown of a page and to one of an app", { skip }, () => {
  const lines = readFileSync(file, "utf8").trim().split("\n");
  for (const line of lines) {
    const history = JSON.parse(line);
    const { time, timekeeper } = setUp();
    const present = countdown(history, timekeeper);
    const begin = time.clock.now();
    let events = [];
    // A page's moments are milliseconds since 1970, which a number holds to a quarter of a microsecond.
    const at = ({ moment }) => `at ${Math.round(moment - begin)}`;
    present.on("milestone", ({ milestone }) => events.push(`milestone ${milestone}`));
    present.on("phase", (end) => events.push(`phase ${end.index} ${at(end)}`));
    present.on("finish", (end) => events.push(`finish ${at(end)}`));
    present.on("cancel", (end) => events.push(`cancel ${at(end)}`));
    present.on("change", ({ kind }) => events.push(kind));
    for (const step of history.steps) {
      time.advance(step.wait);
      const isDone = call(present, step);
      const { state, shown, phaseIndex } = present.reading;
      const times = ["remaining", "overtime", "total"].map((name) => [name, Math.round(present.reading[name])]);
      const { wait, call: name, argument } = step;
      const seen = { wait, call: name, argument, isDone, state, shown, ...Object.fromEntries(times), phaseIndex, events };
      assert.deepEqual(seen, step, line);
      events = [];
    }
  }
});
