// What people hear who use a screen reader.

const visuallyHidden = "position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap";
const regions = new WeakMap();
const pending = new Set();

/**
 * Returns the region whose new lines screen readers say. A modal dialog hides all that is outside of it; of several, the one in
 * front has the focus.
 */
export function regionFor(element) {
  const modals = [...document.querySelectorAll("dialog:modal")];
  const inFront = modals.find((modal) => modal.contains(document.activeElement));
  const place = inFront ?? element.closest("dialog:modal") ?? modals.at(-1) ?? document.body;
  let region = regions.get(place);
  if (!region?.isConnected) {
    region = document.createElement("div");
    region.setAttribute("role", "status");
    region.setAttribute("aria-atomic", "false");
    region.style.cssText = visuallyHidden;
    place.append(region);
    regions.set(place, region);
  }
  return region;
}

/**
 * Says a sentence to people who use a screen reader, after the ones before it, and once if several milestones have passed. They
 * miss one in a region that is new.
 */
export function announce(element, text, tag) {
  regionFor(element);
  if (pending.has(text)) return;
  pending.add(text);
  const line = document.createElement("div");
  if (tag) line.lang = tag;
  line.textContent = text;
  // A handler may have closed the dialog meanwhile.
  setTimeout(() => pending.delete(text) && regionFor(element).append(line), 150);
  setTimeout(() => line.remove(), 10_000);
}
