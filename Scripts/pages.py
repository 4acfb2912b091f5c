"""Pages that people write, with a part that a script writes between two markers."""

import sys


def is_as_made(page, start, end, made):
    """Whether the page has this text between the markers; puts it there if --write is given."""
    text = page.read_text()
    if text.count(start) != 1 or text.count(end) != 1 or text.index(start) > text.index(end):
        sys.exit(f"{page.name} has not one place for what is made, between {start.strip()} and {end.strip()}")
    before, _, rest = text.partition(start)
    former, _, after = rest.partition(end)
    if former == made:
        return True
    if "--write" not in sys.argv:
        return False
    page.write_text(before + start + made + end + after)
    return True
