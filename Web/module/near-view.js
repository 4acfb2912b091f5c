// Elements near the visible part of the page. One observer serves all of them, and does not keep them in memory.

const watched = new WeakMap();
let observer;

/**
 * Calls `call` with whether the element is near the visible part of the page, as soon as that is known and whenever it
 * changes.
 */
export function onNearView(element, call) {
  if (typeof IntersectionObserver === "undefined") return call(true);
  observer ??= new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        const watch = watched.get(target);
        if (!watch) continue;
        watch.isNear = isIntersecting;
        for (const call of [...watch.calls]) call(isIntersecting);
      }
    },
    // A row is up to date before it scrolls into view. The second margin is for lists that scroll by themselves.
    { rootMargin: "50%", scrollMargin: "50%" },
  );
  let watch = watched.get(element);
  if (!watch) {
    watched.set(element, (watch = { calls: new Set() }));
    observer.observe(element);
  }
  watch.calls.add(call);
  if (watch.isNear !== undefined) call(watch.isNear);
}

export function forgetNearView(element, call) {
  const watch = watched.get(element);
  watch?.calls.delete(call);
  if (watch?.calls.size !== 0) return;
  watched.delete(element);
  observer.unobserve(element);
}
