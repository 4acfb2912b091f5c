// Elements near the visible part of the page. One observer serves all of them, and does not keep them in memory.

const calls = new WeakMap();
let observer;

/** Calls `call` with whether the element is near the visible part of the page, now and whenever that changes. */
export function onNearView(element, call) {
  if (typeof IntersectionObserver === "undefined") return call(true);
  observer ??= new IntersectionObserver(
    (entries) => {
      for (const entry of entries) calls.get(entry.target)?.(entry.isIntersecting);
    },
    // A row is up to date before it scrolls into view. The second margin is for lists that scroll by themselves.
    { rootMargin: "50%", scrollMargin: "50%" },
  );
  calls.set(element, call);
  observer.observe(element);
}

export function forgetNearView(element) {
  calls.delete(element);
  observer?.unobserve(element);
}
