// Rows that count down by seconds, in one of four ways: `?kind=sandglass&rows=1000&view=all`.

import { CountdownBoard, clockFace, load } from "./sandglass/sandglass.js";
import "./sandglass/element.js";

await load();
const parameters = new URLSearchParams(location.search);
const count = Number(parameters.get("rows"));
const view = parameters.get("view");
document.body.className = view;
const rows = [];
let section;
for (let i = 0; i < count; i++) {
  const element = document.createElement("p");
  if (view === "sections" && i % 40 === 0) {
    section = document.createElement("section");
    document.body.append(section);
  }
  (section ?? document.body).append(element);
  rows.push({ element, section, end: Date.now() + 3_600_000 + i * 37 });
}

const kinds = {
  sandglass() {
    const board = new CountdownBoard();
    rows.forEach(({ element, section, end }, i) => {
      board.start(i, { until: end });
      board.show(i, element, { section });
    });
    window.board = board;
  },

  element() {
    for (const { element, end } of rows) {
      const glass = document.createElement("sand-glass");
      glass.setAttribute("until", new Date(end).toISOString());
      element.append(glass);
    }
  },

  // One loop, as somebody writes it who knows that an interval for each row is dear.
  loop() {
    setInterval(() => {
      const now = Date.now();
      for (const { element, end } of rows) {
        const text = clockFace(end - now);
        if (element.textContent !== text) element.textContent = text;
      }
    }, 1000);
  },

  // One timer for each row, as easytimer.js is used.
  easytimer() {
    for (const { element, end } of rows) {
      const timer = new easytimer.Timer({ countdown: true, startValues: { seconds: Math.ceil((end - Date.now()) / 1000) } });
      timer.addEventListener("secondsUpdated", () => (element.textContent = timer.getTimeValues().toString()));
      timer.start();
    }
  },
};
kinds[parameters.get("kind")]();
window.ready = true;
