// What is usually written, in two ways. Nothing here knows of the buttons.

/** Counts the ticks of an interval. */
export function countTicks(element, left) {
  const show = () => (element.textContent = clockFace(left));
  show();
  setInterval(() => {
    left -= 1;
    show();
  }, 1000);
}

/** Subtracts dates. */
export function subtractDates(element, left) {
  const end = Date.now() + left * 1000;
  const show = () => (element.textContent = clockFace(Math.ceil((end - Date.now()) / 1000)));
  show();
  setInterval(show, 1000);
}

export function clockFace(seconds) {
  const left = Math.max(0, seconds);
  const two = (number) => String(number).padStart(2, "0");
  const [hours, minutes, rest] = [Math.floor(left / 3600), Math.floor(left / 60) % 60, left % 60];
  return hours ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}
