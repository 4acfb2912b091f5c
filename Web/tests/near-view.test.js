import assert from "node:assert/strict";
import { test } from "node:test";
import { sandglass, setUp } from "./support.js";

/** An observer of elements that the test calls near or far. */
class FakeObserver {
  static shared;
  observed = new Set();

  constructor(call) {
    this.call = call;
    FakeObserver.shared = this;
  }

  observe(element) {
    this.observed.add(element);
  }

  unobserve(element) {
    this.observed.delete(element);
  }

  set(target, isIntersecting) {
    if (this.observed.has(target)) this.call([{ target, isIntersecting }]);
  }
}
globalThis.IntersectionObserver = FakeObserver;

test("rows count while their section is near, and one element is watched for all of them", () => {
  const { time, timekeeper } = setUp();
  const board = new sandglass.CountdownBoard({ timekeeper });
  const section = {};
  const elements = ["a", "b", "c"].map((id) => {
    const element = {};
    board.start(id, { until: time.wall + 60_000 });
    board.show(id, element, { section });
    return element;
  });
  const texts = () => elements.map((element) => element.textContent);
  const observer = FakeObserver.shared;
  assert.equal(observer.observed.size, 1);
  time.advance(1000);
  assert.deepEqual(texts(), ["1:00", "1:00", "1:00"], "far rows do not count");

  observer.set(section, true);
  assert.deepEqual(texts(), ["0:59", "0:59", "0:59"]);
  time.advance(1000);
  assert.deepEqual(texts(), ["0:58", "0:58", "0:58"]);

  // A row that comes later knows at once that its section is near.
  const late = {};
  board.show("a", late, { section, show: (element, reading) => (element.shown = reading.shown) });
  time.advance(1000);
  assert.equal(late.shown, 57);

  board.hide(elements[1]);
  time.advance(1000);
  observer.set(section, false);
  time.advance(1000);
  assert.deepEqual(texts(), ["0:56", "0:57", "0:56"]);
  assert.equal(late.shown, 56);

  for (const element of [elements[0], elements[2]]) board.hide(element);
  assert.equal(observer.observed.size, 1);
  board.hide(late);
  assert.equal(observer.observed.size, 0);
});

test("without a section, each element is watched by itself, also if two boards show it", () => {
  const { time, timekeeper } = setUp();
  const boards = [1, 2].map(() => new sandglass.CountdownBoard({ timekeeper }));
  const element = {};
  const shown = [];
  for (const [index, board] of boards.entries()) {
    board.start("a", { until: time.wall + 60_000 });
    board.show("a", element, (_, reading) => (shown[index] = reading.shown));
  }
  const observer = FakeObserver.shared;
  observer.set(element, true);
  time.advance(1000);
  assert.deepEqual(shown, [59, 59]);
  boards[0].hide(element);
  time.advance(1000);
  assert.deepEqual(shown, [59, 58]);
  boards[1].close();
  assert.equal(observer.observed.size, 0);
});
