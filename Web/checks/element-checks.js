// What the element does in a browser. `walk()` returns rows: what is checked, what was seen, and what is right.

// Clocks that the checks set. They are in place before the element is.
let slept = 0;
let set = 0;
const realNow = performance.now.bind(performance);
let now = realNow;
const start = Date.now() - realNow();
performance.now = () => now();
Date.now = () => start + now() + slept + set;

const warnings = [];
console.warn = (text) => warnings.push(text);

await import("./sandglass/element.js");
// Another copy of the file is no error.
const copy = await import("./sandglass/element.js?copy");

const main = document.querySelector("main");
const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
const once = (target, type) => new Promise((resolve) => target.addEventListener(type, resolve, { once: true }));
const instant = (milliseconds) => new Date(Date.now() + milliseconds).toISOString();

/** What a reader sees: the face, or what is between the tags. */
const seen = (element) => element.shadowRoot.querySelector("[part~=face]")?.textContent ?? element.textContent;
function add(html, place = main) {
  place.insertAdjacentHTML("beforeend", html);
  return place.lastElementChild;
}
const announced = (place = document.body) =>
  [...(place.querySelector(":scope > [role=status]")?.children ?? [])].map((line) => [line.lang, line.textContent]);

const checks = {
  "what is shown at once": () => {
    const texts = [
      '<sand-glass for="3 parsecs">as it was</sand-glass>',
      "<sand-glass>as it was</sand-glass>",
      '<sand-glass until="2020-01-01T00:00:00Z" at-end="over">…</sand-glass>',
      '<sand-glass until="2020-01-01T00:00Z">…</sand-glass>',
      '<sand-glass for="1h">…</sand-glass>',
      '<sand-glass for="36525d">…</sand-glass>',
      '<sand-glass for="1d2h3m4s" format="days hours minutes seconds">…</sand-glass>',
      '<sand-glass for="90m1s" lang="de" format="hours minutes">…</sand-glass>',
    ].map((html) => seen(add(html)));
    const wanted = ["as it was", "as it was", "over", "0:00", "1:00:00", "36525d 00:00:00", "1 day 2 hours 3 minutes 4 seconds", "1 Stunde 31 Minuten"];
    return [texts, wanted];
  },

  "its own tags are not touched, so that hydration finds what the server wrote": async () => {
    const html = '<sand-glass for="5m" milestones="1m"><time datetime="PT5M">5 minutes</time></sand-glass>';
    const element = add(html);
    await pause(50);
    return [[element.outerHTML, seen(element), element.shadowRoot.querySelector("slot").className], [html, "5:00", "dated"]];
  },

  "fields are parts": () => {
    const element = add('<sand-glass for="1h1m" format="hours minutes">…</sand-glass>');
    const parts = [...element.shadowRoot.querySelectorAll("[part]")].map((span) => span.getAttribute("part"));
    return [parts, ["face", "hours", "value", "label", "minutes", "value", "label"]];
  },

  "an end once for each run, although its handler moves the element": async () => {
    const list = add("<ul></ul>");
    let ends = 0;
    list.addEventListener("finish", ({ target }) => {
      ends++;
      list.append(target.parentNode);
    });
    list.innerHTML = '<li><sand-glass until="2020-01-01T00:00:00Z"></sand-glass></li><li><sand-glass for="1s"></sand-glass></li>';
    await pause(1300);
    const element = list.querySelector("sand-glass");
    element.remove();
    list.append(element);
    element.setAttribute("until", "2020-01-01T00:00:00.000Z");
    await pause(100);
    return [ends, 2];
  },

  "a text is refused once, although its handler moves the element": async () => {
    const list = add("<ul></ul>");
    let refusals = 0;
    list.addEventListener("refused", ({ target }) => {
      refusals++;
      list.append(target);
    });
    list.innerHTML = '<sand-glass for="7 parsecs"></sand-glass>';
    await pause(200);
    return [refusals, 1];
  },

  "a handler that begins a run at each end does not starve the page": async () => {
    const element = add("<sand-glass></sand-glass>");
    let [ends, refusals, turns] = [0, 0, 0];
    element.addEventListener("finish", () => element.setAttribute("for", ends++ % 2 ? "0s" : "0.001s"));
    element.addEventListener("refused", () => refusals++);
    element.setAttribute("for", "0s");
    for (const end = realNow() + 600; realNow() < end; await pause(1)) turns++;
    const other = add('<sand-glass for="0s"></sand-glass>');
    let restarts = 0;
    other.addEventListener("finish", () => restarts++ < 1000 && other.restart());
    await pause(600);
    // A browser with little time has fewer ends, and is not bounded then.
    const isBounded = (count) => count > 0 && count <= 50;
    return [
      [isBounded(ends), refusals, turns > 10, isBounded(restarts)],
      [true, ends < 50 ? 0 : 1, true, true]];
  },

  "a number does not outlive its attribute": () => {
    const element = add('<sand-glass for="1h">an hour</sand-glass>');
    const texts = [seen(element)];
    for (const value of ["1x", "2h"]) {
      element.setAttribute("for", value);
      texts.push(seen(element));
    }
    element.removeAttribute("for");
    return [[...texts, seen(element), element.state], ["1:00:00", "an hour", "2:00:00", "an hour", "idle"]];
  },

  "a run stays what it is when the element is moved": async () => {
    const element = add('<sand-glass for="1h">…</sand-glass>');
    element.extend({ minutes: 30 });
    await pause(20);
    element.pause();
    const left = element.remaining;
    add("<section></section>").append(element);
    await pause(20);
    const stays = element.remaining === left && element.state === "paused" && left < 5_400_000 && left > 5_390_000;
    const answers = [element.pause(), element.resume(), element.resume(), element.state, element.restart(), seen(element)];
    return [[stays, ...answers], [true, false, true, false, "running", true, "1:00:00"]];
  },

  "a removed element stops, and goes on where it would be": async () => {
    const element = add('<sand-glass for="1h">…</sand-glass>');
    element.remove();
    await pause(2100);
    const stood = seen(element);
    main.append(element);
    return [[stood, seen(element).slice(0, 4)], ["1:00:00", "59:5"]];
  },

  "all numbers flip together": async () => {
    const elements = [];
    for (let i = 0; i < 3; i++, await pause(130)) elements.push(add('<sand-glass for="1m">…</sand-glass>'));
    elements.push(add('<sand-glass class="boxless" for="1m">…</sand-glass>'));
    elements.push(add(`<sand-glass until="${instant(60_500)}">…</sand-glass>`));
    await pause(50);
    const flips = [];
    const observer = new MutationObserver((records) => flips.push(new Set(records.map(({ target }) => target.getRootNode().host)).size));
    for (const { shadowRoot } of elements) observer.observe(shadowRoot, { subtree: true, childList: true, characterData: true });
    await pause(3100);
    observer.disconnect();
    // The first of them is short for those that have just begun.
    return [flips.slice(-2), [5, 5]];
  },

  "a flip is not lost if it comes between two looks at the clock": async () => {
    const element = add('<sand-glass for="1h">…</sand-glass>');
    await pause(100);
    for (const before = element.shown; element.shown === before; );
    const [flip, face] = [realNow(), element.clockFace];
    await pause(900);
    let readings = 0;
    now = () => flip + (readings++ < 3 ? 998 : 1002);
    dispatchEvent(new Event("focus"));
    now = realNow;
    await pause(150);
    return [[readings > 3, seen(element) !== face], [true, true]];
  },

  "numbers that slept are right as soon as an operation notices it": async () => {
    const [element, other] = [0, 1].map(() => add('<sand-glass for="1h">…</sand-glass>'));
    await pause(100);
    slept += 25_000;
    other.pause();
    await pause(50);
    return [[seen(element), seen(other)].map((text) => text.slice(0, 4)), ["59:3", "59:3"]];
  },

  "a clock that is ahead for a moment leaves nothing behind": async () => {
    const element = add(`<sand-glass until="${instant(7_200_500)}">…</sand-glass>`);
    const tea = add('<sand-glass for="2h">…</sand-glass>');
    await pause(100);
    set += 3_600_000;
    dispatchEvent(new Event("focus"));
    const ahead = [seen(element).slice(0, 2), seen(tea).slice(0, 2)];
    set -= 3_600_000;
    dispatchEvent(new Event("focus"));
    const left = [element.remaining, tea.remaining].map((time) => time > 7_195_000 && time <= 7_200_600);
    return [[ahead.map((text) => text[0]), left], [["1", "1"], [true, true]]];
  },

  "a server's clock moves what has begun, and what begins waits for its answer": async () => {
    const running = add(`<sand-glass until="${instant(9_030_000)}">…</sand-glass>`);
    const tea = add('<sand-glass for="2h">…</sand-glass>');
    await pause(50);
    const shown = [seen(running).slice(0, 5)];
    const { follow } = await import("./sandglass/trusted-clock.js");
    let ask, answer;
    const [asked, answered] = [new Promise((resolve) => (ask = resolve)), new Promise((resolve) => (answer = resolve))];
    const fetch = async (url) => {
      ask();
      await answered;
      const time = Math.round(Date.now() + 3_600_000) * 1000;
      const nonce = url.searchParams.get("nonce");
      return { ok: true, json: async () => ({ nonce, receive: time, transmit: time, uncertainty: 0 }) };
    };
    const followed = follow("/time", { fetch });
    await asked;
    const waiting = add(`<sand-glass until="${instant(9_030_000)}">as it was</sand-glass>`);
    shown.push(seen(running).slice(0, 5), seen(waiting), waiting.state);
    answer();
    (await followed).close();
    shown.push(...[running, waiting].map((element) => seen(element).slice(0, 5)), tea.remaining > 7_190_000);
    delete globalThis[Symbol.for("sandglass.instants")];
    return [shown, ["2:30:", "2:30:", "as it was", "idle", "1:30:", "1:30:", true]];
  },

  "sleep is noticed when the page is shown, and a clock that was set back is not": async () => {
    const element = add('<sand-glass for="1h">…</sand-glass>');
    await pause(100);
    slept += 600_000;
    dispatchEvent(new Event("focus"));
    const texts = [seen(element)];
    set -= 500_000;
    dispatchEvent(new Event("focus"));
    texts.push(seen(element));
    return [texts.map((text) => text.slice(0, 3)), ["50:", "50:"]];
  },

  "what is due during sleep is told once the page is shown": async () => {
    const element = add('<sand-glass for="10m" milestones="5m" at-end="over">…</sand-glass>');
    const told = [];
    for (const type of ["milestone", "finish"]) element.addEventListener(type, ({ type }) => told.push(type));
    slept += 700_000;
    dispatchEvent(new Event("focus"));
    return [[seen(element), ...told], ["over", "milestone", "finish"]];
  },

  "announcements, in the language of the element": async () => {
    for (const [lang, end] of [["de", "fertig"], ["en_US", "ready"], ["no such tag!", "done"], ["", "none"]]) {
      add(`<sand-glass lang="${lang}" for="2s" milestones="1s" at-end="${end}">…</sand-glass>`);
    }
    add('<sand-glass for="2s" milestones="1s" announcement="Only {time}!">…</sand-glass>');
    await pause(2400);
    const lines = announced();
    const has = (lang, text) => lines.some((line) => line[0] === lang && line[1] === text);
    const wanted = [["de", "in 1 Sekunde"], ["en-US", "in 1 second"], ["de", "fertig"], ["en-US", "ready"], ["en", "Only 1 second!"], ["en", "now"]];
    return [wanted.map(([lang, text]) => has(lang, text) || [lang, text, lines]), wanted.map(() => true)];
  },

  "announcements in a modal dialog": async () => {
    const dialog = add("<dialog><p>Pay within <sand-glass for='2s' milestones='1s'>…</sand-glass></p></dialog>");
    dialog.showModal();
    const outside = add('<sand-glass for="2s" at-end="outside" milestones="1s">…</sand-glass>');
    await once(outside, "finish");
    await pause(300);
    const texts = announced(dialog).map(([, text]) => text).sort();
    dialog.close();
    return [texts, ["in 1 second", "now", "outside"]];
  },

  "the end is announced although its handler closes the dialog": async () => {
    const dialog = add("<dialog><sand-glass for='2s' milestones='1s' at-end='Signed out'>…</sand-glass></dialog>");
    dialog.showModal();
    dialog.addEventListener("finish", () => dialog.close());
    await once(dialog, "finish");
    await pause(300);
    return [announced().at(-1)[1], "Signed out"];
  },

  "after a gap, the time that is left is announced, once": async () => {
    const element = add('<sand-glass for="4s" milestones="3s 2s" announcement="{time} after a gap">…</sand-glass>');
    const reached = once(element, "milestone");
    for (const end = realNow() + 3300; realNow() < end; );
    await reached;
    await pause(300);
    return [announced().map(([, text]) => text).filter((text) => text.endsWith("gap")), ["1 second after a gap"]];
  },

  "another copy of the file is no error": () => [copy.SandGlass !== customElements.get("sand-glass"), true],

  "each refusal is said once": () => {
    add('<sand-glass for="3 parsecs">as it was</sand-glass>');
    const counts = [...new Set(warnings)].map((text) => warnings.filter((other) => other === text).length);
    const about = warnings.filter((text) => text.includes('for="3 parsecs" cannot be read; accepted: a duration')).length;
    return [[Math.max(...counts), about], [1, 1]];
  },
};

window.walk = async () => {
  const rows = [];
  for (const [name, check] of Object.entries(checks)) {
    try {
      rows.push([name, ...(await check())]);
    } catch (error) {
      rows.push([name, `${error.message} ${error.stack}`, "no error"]);
    }
    main.replaceChildren();
  }
  return rows;
};
window.ready = true;
