// What the compared pages have in common: rows to fill, clocks that can be set, and what a reader sees. A page has this before
// its own scripts, and without a request.
{
  const parameters = new URLSearchParams(location.search);
  const count = Number(parameters.get("rows"));
  let slept = 0;
  let set = 0;
  const realNow = Date.now;
  const truth = () => realNow() + slept;
  const begin = realNow();
  globalThis.Date = class extends Date {
    constructor(...parts) {
      super(...(parts.length ? parts : [Date.now()]));
    }
    static now() {
      return truth() + set;
    }
  };
  // During sleep, `performance.now()` stands still, and timers do. `Date` goes on.
  globalThis.sleep = (milliseconds) => void (slept += milliseconds);
  globalThis.setClock = (milliseconds) => void (set += milliseconds);

  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`
    body { margin: 0; font: 5px/6px monospace; }
    p { display: inline-block; width: 30px; height: 6px; margin: 0; contain: strict; }
  `);
  document.adoptedStyleSheets = [sheet];

  /** When each row ends, and a new element for the next row. */
  globalThis.ends = Array.from({ length: count }, (_, i) => begin + 3_000_000 + i * 37);
  globalThis.row = () => document.body.appendChild(document.createElement("p"));

  const text = (node) =>
    [...node.childNodes].map((child) => (child.nodeType === 3 ? child.data : text(child.shadowRoot ?? child))).join("");
  const units = { h: 3600, m: 60, s: 1 };
  /** Reads `49:59`, `00:00:49:59` and `49m 59s`. */
  const seconds = (text) => {
    const named = [...text.matchAll(/(\d+) ?([hms])/g)];
    if (named.length) return named.reduce((sum, [, number, unit]) => sum + number * units[unit], 0);
    return text === "" ? NaN : text.split(":").reduce((sum, field) => sum * 60 + Number(field), 0);
  };

  /** By how many seconds the first row is too long. Numbers may be rounded up or down, and a second old. */
  globalThis.error = () => {
    const difference = seconds(text(document.querySelector("p") ?? document)) - (ends[0] - truth()) / 1000;
    return -1.1 < difference && difference < 2.1 ? 0 : difference;
  };

  const watch = () => (error() === 0 ? (globalThis.firstRight = performance.now()) : requestAnimationFrame(watch));
  watch();

  /** Returns when the first row has changed so often. */
  globalThis.changed = (count) =>
    new Promise((resolve) => {
      const row = document.querySelector("p");
      const observer = new MutationObserver(() => {
        if (--count > 0) return;
        observer.disconnect();
        resolve();
      });
      const options = { subtree: true, childList: true, characterData: true };
      observer.observe(row.firstElementChild?.shadowRoot ?? row, options);
    });
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) requestAnimationFrame(() => (globalThis.errorWhenShown = error()));
  });
}
