"""The table of all rows, and its notes."""

notes = [
    "1. The wall clock is shifted only for those processes, by our own preloaded library. The row checks that the "
    "library does not shift the steady clock as well. (Debian's faketime moves timers on `CLOCK_BOOTTIME` "
    "along with the wall clock.) A library cannot wake a thread that waits for the clock to be set, so the "
    "process calls `refresh()`, as an app does when it becomes active. Without that call the countdown "
    "follows at its next tick, within 100 ms.",
    "2. Delivery is at least once: if a process is killed after its closure was called for the finish and "
    "before the record was removed, the record remains, and the finish is reported again.",
    "3. The remaining time is computed when a reading is passed to its closure. The error is the time from "
    "then until the closure reads the clock itself, including any stall of the machine in between. The "
    "verdict is based on the median.",
]
headings = ["case", "error of the reported remaining time, ms (note 3)", "lateness, ms", "floor, ms",
            "finishes reported",
            "records lost", "verdict"]


def print_table(rows, is_markdown):
    table = [headings, *(row.cells() for row in rows)]
    if is_markdown:
        table.insert(1, ["---"] * len(headings))
        lines = ["| " + " | ".join(cells) + " |" for cells in table]
    else:
        widths = [max(map(len, column)) for column in zip(*table)]
        lines = ["  ".join(map(str.ljust, cells, widths)).rstrip() for cells in table]
    print("\n".join([*lines, "", *notes, "", "Figures are median / worst."]))
