const two = (number) => String(number).padStart(2, "0");

/**
 * Formats a time in milliseconds as the core's clock face does: `0:05`, `1:05`, `1:00:05`, `2d 03:04:05`, `0:05.4`. The
 * time is rounded up to the last field, as countdowns are, or down, as stopwatches are.
 */
export function clockFace(time, style = {}) {
  const { decimalPlaces = 0, alwaysHours = false, showsDays = true, dayMark = "d", roundsDown = false } = style;
  const scale = 10 ** decimalPlaces;
  const steps = Math[roundsDown ? "floor" : "ceil"]((Math.max(0, time) * scale) / 1000);
  const fraction = decimalPlaces ? "." + String(steps % scale).padStart(decimalPlaces, "0") : "";
  const seconds = Math.floor(steps / scale);
  const rest = two(seconds % 60) + fraction;
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(minutes / 60);
  if (showsDays && hours >= 24) {
    return `${Math.floor(hours / 24)}${dayMark} ${two(hours % 24)}:${two(minutes % 60)}:${rest}`;
  }
  return hours || alwaysHours ? `${hours}:${two(minutes % 60)}:${rest}` : `${minutes}:${rest}`;
}
