import { load } from "./core.js";
import { Countdown } from "./countdown.js";
import { forgetNearView, onNearView } from "./near-view.js";
import { duration, instant, loadText } from "./text.js";
import { Timekeeper } from "./timekeeper.js";

const visuallyHidden = "position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap";
let region;

/** Makes the region whose changes screen readers say. They miss a sentence in a region that is new. */
function makeRegion() {
  if (region?.isConnected) return;
  region = document.createElement("div");
  region.setAttribute("role", "status");
  region.style.cssText = visuallyHidden;
  document.body.append(region);
}

/** Says a sentence to people who use a screen reader, when it has nothing else to say. */
function announce(sentence) {
  makeRegion();
  region.textContent = sentence;
}

/** Returns a time in words, in the language of the page: `1 minute, 5 seconds`. */
function words(milliseconds) {
  const seconds = Math.ceil(milliseconds / 1000);
  const parts = { hours: Math.floor(seconds / 3600), minutes: Math.floor(seconds / 60) % 60, seconds: seconds % 60 };
  if (Intl.DurationFormat) {
    const language = document.documentElement.lang || undefined;
    return new Intl.DurationFormat(language, { style: "long" }).format(parts);
  }
  return Object.keys(parts)
    .filter((unit) => parts[unit])
    .map((unit) => `${parts[unit]} ${parts[unit] === 1 ? unit.slice(0, -1) : unit}`)
    .join(", ");
}

/** `<sand-glass until="…">` or `<sand-glass for="…">`. */
class SandGlass extends HTMLElement {
  static observedAttributes = ["until", "for", "milestones"];

  #countdown;
  #stopTicks;
  #isInPage = false;
  #setNear = (isNear) => this.#watch(isNear);

  // When a countdown with `for` ends, so that it continues if the element moves to another place in the page.
  #end;

  /** The countdown; undefined while the element is not in a page, or if an attribute cannot be read. */
  get countdown() {
    return this.#countdown;
  }

  connectedCallback() {
    if (!this.hasAttribute("role")) this.setAttribute("role", "timer");
    this.#isInPage = true;
    this.#start();
  }

  disconnectedCallback() {
    this.#isInPage = false;
    this.#stop();
  }

  attributeChangedCallback(_, before, after) {
    if (!this.#isInPage || before === after) return;
    this.#stop();
    this.#end = undefined;
    this.#start();
  }

  #start() {
    try {
      this.#countdown = this.#newCountdown();
    } catch (error) {
      this.#send("refused", error);
      return;
    }
    if (!this.#countdown) return;
    if (this.hasAttribute("milestones")) makeRegion();
    this.#countdown.on("milestone", (event) => this.#reach(event));
    this.#countdown.on("finish", (end) => this.#finish(end));
    this.#countdown.start();
    this.#show(this.#countdown?.reading);
    onNearView(this, this.#setNear);
  }

  #newCountdown() {
    const milestones = (this.getAttribute("milestones") ?? "").split(/\s+/).filter(Boolean).map(duration);
    const until = this.getAttribute("until");
    // Instants are the same for everybody, so these numbers flip together. A duration begins with its first number.
    if (until !== null) return new Countdown({ until: instant(until) }, { milestones, flipsTogether: true });
    const time = this.getAttribute("for");
    if (time === null) return undefined;
    const { now } = Timekeeper.shared;
    this.#end ??= now + duration(time).milliseconds;
    return new Countdown({ milliseconds: Math.max(0, this.#end - now) }, { milestones });
  }

  #stop() {
    forgetNearView(this, this.#setNear);
    this.#stopTicks = undefined;
    this.#countdown?.close();
    this.#countdown = undefined;
  }

  // A countdown that nobody sees costs nothing until its end.
  #watch(isNear) {
    if (isNear === Boolean(this.#stopTicks) || !this.#countdown) return;
    this.#stopTicks?.();
    this.#stopTicks = isNear ? this.#countdown.on("tick", (reading) => this.#show(reading)) : undefined;
  }

  #show(reading) {
    // A countdown that waits for a server's clock leaves the element as it is.
    if (!reading || reading.state === "idle") return;
    const atEnd = this.getAttribute("at-end");
    this.textContent = reading.state === "finished" && atEnd !== null ? atEnd : reading.clockFace;
  }

  #reach({ milestone, reading }) {
    // After a gap, several milestones have passed, and the time that is left now is what people want to hear.
    const { remaining } = this.#countdown.reading;
    const time = milestone - remaining > 1000 ? remaining : milestone;
    const sentence = this.getAttribute("announcement") ?? "{time} left";
    if (time > 0) announce(sentence.replace("{time}", words(time)));
    this.#send("milestone", { milestone, reading });
  }

  #finish(end) {
    this.#show(end.reading);
    if (this.hasAttribute("milestones")) announce(this.getAttribute("at-end") ?? this.textContent);
    this.#send("finish", end);
  }

  #send(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { detail, bubbles: true }));
  }
}

Promise.all([load(), loadText()]).then(
  () => customElements.get("sand-glass") ?? customElements.define("sand-glass", SandGlass),
  (error) => console.error(error),
);

export { SandGlass };
