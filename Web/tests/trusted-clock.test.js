import assert from "node:assert/strict";
import { test } from "node:test";
import { sandglass, setUp, trusted, trustedBytes } from "./support.js";

const { Countdown } = sandglass;

/** A server whose clock is ahead of the device's by `lead`, at the end of a path of `oneWay` milliseconds. */
function server(time, lead, oneWay = 40) {
  const requests = [];
  const truth = () => (time.clock.now() + lead) * 1000;
  const fetch = async (url) => {
    requests.push(url);
    time.advance(oneWay);
    const answer = { receive: Math.round(truth()), transmit: Math.round(truth()), uncertainty: 500 };
    answer.nonce = url.searchParams.get("nonce");
    time.advance(oneWay);
    return { ok: true, json: async () => answer };
  };
  return { fetch, requests, truth: () => truth() / 1000 };
}

const noTimers = { setTimeout: () => 0, clearTimeout: () => {} };
const follow = (timekeeper, fetch) =>
  trusted.follow("https://example.org/time", { timekeeper, source: trustedBytes, fetch, timers: noTimers });

test("countdowns to instants wait for the server, and end by its clock, never late", async () => {
  for (const lead of [-600_000, 600_000]) {
    const { time, timekeeper, notes, note } = setUp();
    const { fetch, requests, truth } = server(time, lead);
    const end = truth() + 60_000;
    const isKnown = follow(timekeeper, fetch);
    const sale = new Countdown({ until: end }, { timekeeper });
    sale.on("finish", () => note(truth()));
    assert.equal(sale.start(), true);
    assert.equal(sale.state, "idle");
    const clock = await isKnown;
    assert.equal(requests.length, 8);
    assert.equal(sale.state, "running");
    assert.ok(clock.interval.earliest <= truth() && truth() <= clock.interval.latest);
    time.advance(60_000);
    assert.equal(notes.length, 1);
    const width = clock.interval.latest - clock.interval.earliest;
    assert.ok(notes[0] <= end && notes[0] >= end - width, `${end - notes[0]} ms early, ${width} ms wide`);
  }
});

test("a countdown that runs is corrected, and one to a duration is not", async () => {
  const { time, timekeeper } = setUp();
  const { fetch, truth } = server(time, 600_000);
  const sale = Countdown.started({ until: truth() + 60_000 }, { timekeeper });
  const code = Countdown.started({ seconds: 60 }, { timekeeper });
  const kinds = [];
  sale.on("change", ({ kind }) => kinds.push(kind));
  const { shown, total } = sale.reading;
  assert.equal(shown, 660);
  await follow(timekeeper, fetch);
  assert.equal(sale.reading.shown, 60);
  // A correction is no extension.
  assert.equal(sale.reading.total, total);
  assert.deepEqual(kinds, ["corrected"]);
  assert.equal(code.reading.shown, 60);
});

test("an extension stays when the end is corrected", async () => {
  const { time, timekeeper } = setUp();
  const { fetch, truth } = server(time, 600_000);
  const sale = Countdown.started({ until: truth() + 60_000 }, { timekeeper });
  sale.extend({ seconds: 30 });
  await follow(timekeeper, fetch);
  assert.equal(sale.reading.shown, 90);
});

test("a correction beyond the total leaves the progress at zero", async () => {
  const { time, timekeeper } = setUp();
  const { fetch, truth } = server(time, -30_000);
  const sale = Countdown.started({ until: truth() + 60_000 }, { timekeeper });
  assert.equal(sale.reading.shown, 30);
  await follow(timekeeper, fetch);
  assert.equal(sale.reading.shown, 60);
  assert.equal(sale.reading.total, 30_000);
  assert.equal(sale.reading.progress, 0);
});

test("after a jump of the page's clock, the server is asked again", async () => {
  const { time, timekeeper } = setUp();
  const path = server(time, 0);
  let lead = 0;
  const clock = await follow(timekeeper, (url) => server(time, lead).fetch(url));
  const sale = Countdown.started({ until: path.truth() + 3_600_000 }, { timekeeper });
  const before = sale.reading.remaining;
  // The wall clock is set forward, so the steady clock is ahead of the true time from now on.
  lead = -600_000;
  time.setClock(600_000);
  const answered = new Promise((resolve) => clock.on("answer", resolve));
  timekeeper.refresh();
  assert.ok(before - sale.reading.remaining >= 600_000);
  await answered;
  assert.ok(before - sale.reading.remaining < 1000, `${before - sale.reading.remaining}`);
});

test("answers that are wrong are not taken", async () => {
  const now = Date.UTC(2026) * 1000;
  const good = { receive: now, transmit: now, uncertainty: 500, nonce: true };
  const answers = [
    { ...good, nonce: undefined },
    { ...good, receive: String(now) },
    { ...good, receive: now + 1 },
    { ...good, receive: 1, transmit: 2 },
    { ...good, uncertainty: -1 },
    { ...good, uncertainty: 16_000_000 },
    null,
  ];
  for (const answer of answers) {
    const { timekeeper } = setUp();
    const fetch = async (url) => {
      const nonce = answer?.nonce && url.searchParams.get("nonce");
      return { ok: true, json: async () => answer && { ...answer, nonce } };
    };
    const clock = await follow(timekeeper, fetch);
    assert.equal(clock.interval, undefined, JSON.stringify(answer));
    const waiting = Countdown.started({ until: 0 }, { timekeeper });
    assert.equal(waiting.state, "idle");
    assert.equal(waiting.cancel(), true);
  }
});
