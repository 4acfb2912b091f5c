// The compiler checks the types with this file, which is never run.

import { Countdown, CountdownBoard, load, Stopwatch, SteadyClock, Timekeeper, clockFace } from "../module/sandglass.js";
import { duration, instant, loadText } from "../module/text.js";
import { VirtualTime } from "../module/testing.js";
import { follow } from "../module/trusted-clock.js";
import type { SandGlass, SandGlassAttributes } from "../module/element.js";
import "../module/element.js";

export async function use(button: HTMLButtonElement, list: HTMLLIElement[]): Promise<void> {
  await Promise.all([load(), loadText("sandglass-text.wasm")]);
  const resend = new Countdown({ seconds: 60 }, { milestones: [{ seconds: 10 }], rounding: "nearest" });
  const stop: () => void = resend.on("tick", (reading) => (button.textContent = `Resend (${reading.shown})`));
  resend.on("phase", ({ phase, next }) => console.log(phase.name, next?.name));
  resend.on("change", ({ kind }) => kind === "paused");
  stop();
  Countdown.started({ until: instant("2027-01-01T00:00:00Z") }).extend(duration("1m"));
  new Countdown({ phases: [{ name: "Focus", minutes: 25 }], rounds: 4 }).start();

  const board = new CountdownBoard<number>({ flipsTogether: false });
  list.forEach((element, id) => {
    board.start(id, { until: Date.now() + 1000 });
    board.show(id, element, (element, reading) => (element.value = reading.shown));
    board.show(id, element, { atEnd: "over", section: button });
    board.show(id, element, { show: (element, { clockFace }) => (element.title = clockFace) });
  });
  board.on("finish", (ids: number[]) => console.log(ids));

  const watch = new Stopwatch({ unit: { milliseconds: 10 } });
  watch.on("tick", ({ clockFace, currentLap }) => console.log(clockFace, currentLap.number));
  const time = new VirtualTime({ wall: 0 });
  const timekeeper: Timekeeper = new Timekeeper({ clock: new SteadyClock({ wall: () => time.wall }) });
  const clock = await follow("/time", { timekeeper });
  console.log(clock.interval?.latest, clockFace(65_000, { alwaysHours: true }));

  const element: SandGlass = document.createElement("sand-glass");
  element.addEventListener("finish", ({ detail }) => console.log(new Date(detail.moment)));
  element.addEventListener("milestone", (event) => event.detail.milestone > 1000);
  element.addEventListener("refused", (event) => console.log(event.detail.attribute, event.detail.message));
  element.addEventListener("click", () => element.state === "running" && element.pause());
  console.log(element.extend({ minutes: 1 }), element.resume(), element.restart(), element.remaining, element.clockFace);
  const attributes: JSX.IntrinsicElements["sand-glass"] = { until: "2027-01-01T00:00:00Z", "aria-label": "sale" };
  const same: SandGlassAttributes = attributes;
  console.log(same.until);

  // @ts-expect-error The element is over, and not in overtime.
  console.log(element.state === "overtime");
  // @ts-expect-error There is no such attribute.
  const wrong: JSX.IntrinsicElements["sand-glass"] = { untill: "2027-01-01T00:00:00Z" };
  // @ts-expect-error A plain number has no unit.
  element.extend(60);

  // @ts-expect-error A plain number has no unit.
  new Countdown(90);
  // @ts-expect-error There is no such event.
  resend.on("end", () => {});
  // @ts-expect-error A reading cannot be changed.
  resend.reading.shown = 1;
}
