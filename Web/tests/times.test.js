import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { sandglass, setUp, text, VirtualTime } from "./support.js";

const { clockFace, SteadyClock, Stopwatch } = sandglass;

test("the core parses durations and instants, and says what is wrong", () => {
  assert.equal(text.duration("1h30m").milliseconds, 5_400_000);
  assert.equal(text.duration("90").milliseconds, 90_000);
  assert.equal(text.duration("PT0.5S").milliseconds, 500);
  assert.equal(text.instant("2027-01-01T00:00:00+08:00").toISOString(), "2026-12-31T16:00:00.000Z");
  const message = /"3x" has an unknown unit "x"; accepted: 90/;
  assert.throws(() => text.duration("3x"), { name: "TimeTextError", message });
  assert.throws(() => text.duration("🕰️"), /accepted/);
  assert.throws(() => text.duration("9".repeat(100_000)), /accepted/);
  assert.throws(() => text.instant("2027-01-01"), /accepted: 2026-12-31T23:59:59Z/);
  assert.throws(() => text.instant(""), /is empty/);
});

test("clock faces are those of the table in TheDisplayedTime.md", async () => {
  const page = await readFile(new URL("../../Sources/Sandglass/Sandglass.docc/TheDisplayedTime.md", import.meta.url), "utf8");
  // The German faces are the core's own, but for a no-break space.
  const german = page.split("### German")[1].split("###")[0];
  const rows = [...german.matchAll(/^\| ([\d,]+)( past zero)? \| [^|]+ \| ([^|]+) \|/gm)];
  assert.ok(rows.length >= 8);
  for (const [, seconds, past, face] of rows) {
    const time = Number(seconds.replaceAll(",", "")) * 1000;
    const own = (past ? "+" : "") + clockFace(time, { roundsDown: Boolean(past) });
    assert.equal(own, face.replace("\u00a0", " "));
  }
  assert.equal(clockFace(65_401, { decimalPlaces: 1, alwaysHours: true }), "0:01:05.5");
  assert.equal(clockFace(90_061_000, { showsDays: false }), "25:01:01");
  assert.equal(clockFace(59_999), "1:00");
  assert.equal(clockFace(59_999, { roundsDown: true }), "0:59");
});

test("the laps of a stopwatch add up to the displayed total", () => {
  const { time, timekeeper, notes, note } = setUp();
  const watch = new Stopwatch({ timekeeper });
  watch.on("tick", (reading) => note(reading.clockFace));
  watch.start();
  for (let i = 0; i < 10; i++) {
    time.advance(177);
    watch.lap();
  }
  watch.stop();
  assert.equal(watch.reading.elapsed, 1770);
  const sum = (name) => watch.laps.reduce((sum, lap) => sum + lap[name], 0);
  assert.equal(sum("shown") + watch.reading.currentLap.shown, watch.reading.shown);
  assert.match(watch.reading.currentLap.clockFace, /^0:00\.\d$/);
  assert.equal(sum("duration"), 1770);
  assert.equal(notes.at(-1), "0:01.7");
  time.sleep(5000);
  assert.equal(watch.reading.elapsed, 1770);
  watch.start();
  time.sleep(5000);
  assert.equal(watch.reading.clockFace, "0:06.7");
  assert.equal(watch.reset(), true);
  assert.deepEqual([watch.laps.length, watch.reading.clockFace], [0, "0:00.0"]);
  watch.close();
  assert.equal(watch.start(), false);
});

test("a steady clock never decreases, counts sleep, and ignores what is set back", () => {
  let monotonic = 0;
  let wall = 1_000_000;
  const clock = new SteadyClock({ monotonic: () => monotonic, wall: () => wall });
  const pass = (time) => ((monotonic += time), (wall += time));
  let expected = 1_000_000;
  let last = 0;
  for (let i = 0; i < 2000; i++) {
    pass(16);
    expected += 16;
    if (i % 7 === 0) wall -= 100_000 + i;
    // Noticed at the next reading, before the sleep.
    assert.ok(clock.now() >= last);
    if (i % 5 === 0) {
      wall += 60_000;
      expected += 60_000;
    }
    last = clock.now();
    assert.equal(last, expected);
  }
  assert.equal(clock.jumps, 400);
});

test("readings of the clocks that do not belong together are not compared", () => {
  let monotonic = 0;
  // The thread is interrupted for a second between each two readings.
  const clock = new SteadyClock({ monotonic: () => (monotonic += 1000), wall: () => 1_000_000 + monotonic });
  for (let i = 0; i < 10; i++) clock.now();
  assert.equal(clock.jumps, 0);
});

test("virtual time has one alarm", () => {
  const time = new VirtualTime();
  assert.equal(time.alarmCount, 0);
});
