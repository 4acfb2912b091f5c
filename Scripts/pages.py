"""Updates the part of a page that a script generates, between two markers."""

import sys


def is_as_made(page, start, end, made):
    """Returns whether the page contains this text between the markers. With --write, writes the text first."""
    text = page.read_text()
    if text.count(start) != 1 or text.count(end) != 1 or text.index(start) > text.index(end):
        sys.exit(f"{page.name} must have exactly one {start.strip()}, followed by one {end.strip()}")
    before, _, rest = text.partition(start)
    former, _, after = rest.partition(end)
    if former == made:
        return True
    if "--write" not in sys.argv:
        return False
    page.write_text(before + start + made + end + after)
    return True
