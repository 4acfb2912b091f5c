const two = (number) => String(number).padStart(2, "0");

/** Formats whole seconds as the core's clock face does: `0:05`, `1:05`, `1:00:05`, `2d 03:04:05`. */
export function secondsFace(seconds, style = {}, fraction = "") {
  const { alwaysHours = false, showsDays = true, dayMark = "d" } = style;
  const rest = two(seconds % 60) + fraction;
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(minutes / 60);
  if (showsDays && hours >= 24) {
    return `${Math.floor(hours / 24)}${dayMark} ${two(hours % 24)}:${two(minutes % 60)}:${rest}`;
  }
  return hours || alwaysHours ? `${hours}:${two(minutes % 60)}:${rest}` : `${minutes}:${rest}`;
}
