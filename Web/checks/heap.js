// Changes numbers on the page, in virtual time, while rows and elements come and go.

import { CountdownBoard, load } from "./sandglass/sandglass.js";
import { VirtualTime } from "./sandglass/testing.js";
import "./sandglass/element.js";

await load();
const time = new VirtualTime();
const board = new CountdownBoard({ timekeeper: time.timekeeper });
const list = document.querySelector("#rows");
const count = 100;
let changes = 0;
let next = 0;
const gone = [];

function add() {
  const element = document.createElement("p");
  list.append(element);
  const id = next++;
  board.start(id, { minutes: 10 });
  board.show(id, element, (element, reading) => {
    element.textContent = reading.clockFace;
    changes++;
  });
}

// The board is not told about the element, so only the collector can find out.
function removeOldest() {
  const id = next - count;
  list.firstElementChild.remove();
  board.remove(id);
}

const frame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
for (let i = 0; i < count; i++) add();
await frame();

/** Lets time pass until that many numbers have changed. */
window.changeUntil = async (limit) => {
  while (changes < limit) {
    for (let i = 0; i < 50 && changes < limit; i++) time.advance(1000);
    for (let i = 0; i < 10; i++) {
      removeOldest();
      add();
    }
    const element = document.createElement("sand-glass");
    element.setAttribute("for", "1h");
    list.prepend(element);
    element.remove();
    if (gone.length < 50) gone.push(new WeakRef(element));
    await frame();
  }
  return changes;
};

window.startCounting = () => void (changes = 0);

/** How many of the elements that were removed are still in memory. */
window.kept = () => gone.filter((ref) => ref.deref()).length;
window.ready = true;
