// The device that the buttons simulate. Everything on the page reads `Date`, and so do all its countdowns.
// `performance.now()` stays as it is, because most browsers do not count sleep in it.

const realNow = Date.now.bind(Date);

/** What outlives a kill: the device's state, and the end, which the HTML of a real page would contain. */
export const kept = { slept: 0, set: 0, ...history.state };
history.replaceState(null, "");

Date.now = () => trueNow() + kept.set;

/** The time that really is, whatever the device's clock says. */
export const trueNow = () => realNow() + kept.slept;

export function sleep(milliseconds) {
  kept.slept += milliseconds;
  // The browser tells a page that it is shown again.
  dispatchEvent(new Event("focus"));
}

export const setClock = (milliseconds) => void (kept.set += milliseconds);

/** Loads the page again. Its variables are lost. */
export function kill() {
  history.replaceState(kept, "");
  location.reload();
}
