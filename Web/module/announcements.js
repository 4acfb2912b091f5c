// What people hear who use a screen reader.

const visuallyHidden = "position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap";
const regions = new WeakMap();

/** Returns the region whose new lines screen readers say. A modal dialog hides all that is outside of it. */
export function regionFor(element) {
  const modals = [...document.querySelectorAll("dialog:modal")];
  const place = element.closest("dialog:modal") ?? modals.at(-1) ?? document.body;
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

/** Says a sentence to people who use a screen reader, after the ones before it. They miss one in a region that is new. */
export function announce(element, text, tag) {
  const region = regionFor(element);
  const line = document.createElement("div");
  if (tag) line.lang = tag;
  line.textContent = text;
  setTimeout(() => region.append(line), 150);
  setTimeout(() => line.remove(), 10_000);
}
