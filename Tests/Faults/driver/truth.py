"""The correct end of a countdown, and checks that compare reported times with it."""

import time

from .clocks import millisecond, second

# The unit and the milestones of the countdowns that the process under test runs.
unit = 100 * millisecond
milestones = [5 * second, 2500 * millisecond, second, 250 * millisecond]


class Truth:
    """The range of possible instants of a countdown's end, on the clock that determines the end."""

    def __init__(self, clock, earliest, latest=None):
        self.clock, self.earliest, self.latest = clock, earliest, latest or earliest

    @staticmethod
    def started(line, duration):
        return Truth("steady", line["steady"] + duration, line["steadyAfter"] + duration)

    def remaining(self, line):
        return max(0, self.latest - line[self.clock])

    def error(self, line):
        """Returns the maximum possible error of a reported remaining time, in milliseconds."""
        end = line["remaining"] + line[self.clock]
        return max(self.latest - end, end - self.earliest) / millisecond

    def is_early(self, line):
        """Returns whether a finish or a milestone was reported too early."""
        return line[self.clock] + line.get("remaining", 0) < self.earliest


def error_of_restored(line, truth):
    """Returns the maximum possible error of a restored reading, in milliseconds."""
    if line["remaining"] == 0:
        return max(0, truth.earliest - line["steadyAfter"]) / millisecond
    low, high = line["steady"] + line["remaining"], line["steadyAfter"] + line["remaining"]
    return max(high - truth.earliest, truth.latest - low) / millisecond


def judge_readings(row, process, truth, after=0):
    """Adds the errors of the readings, and checks that no finish was early."""
    readings = [line for line in process.told("reading") if line["steady"] >= after]
    row.errors += [truth.error(line) for line in readings]
    for line in process.told("finish"):
        row.check(not truth.is_early(line), "a finish was reported early")


def judge_order(row, process, duration):
    """Checks that skipped numbers are reported as missed, and that all milestones are reported in order."""
    readings = process.told("reading")
    for earlier, later in zip(readings, readings[1:]):
        skipped = earlier["shown"] - later["shown"] - 1
        # A tick that is late but within its tolerance is not reported as missed.
        row.check(skipped - later["missed"] in (0, 1), f"{skipped} skipped, {later['missed']} reported")
    told = [line["remaining"] for line in process.told("milestone")]
    wanted = [milestone for milestone in milestones if milestone < duration]
    row.check(told == wanted, f"milestones reported: {told}")


def wait_for_gone(record):
    """Waits until a record is removed, for at most a second. Returns whether it was removed."""
    end = time.monotonic() + 1
    while record.exists() and time.monotonic() < end:
        time.sleep(0.002)
    return not record.exists()
