"""The rows of the table, and the checks of their values."""

import statistics

# The maximum lateness compared with the floor, and the maximum median error, in milliseconds.
frame, allowed_error = 17.0, 1.0


class NotRun(Exception):
    """The reason why the machine cannot run a case."""


class Row:
    """The results of one case."""

    def __init__(self, name, promised=1):
        self.name = name
        self.promised = promised
        self.errors, self.lateness, self.floor = [], [], []
        self.finishes = []
        self.records, self.lost = 0, 0
        self.notes, self.failures = [], []
        self.reason = None

    @staticmethod
    def not_run(name, why):
        row = Row(name)
        row.reason = str(why)
        return row

    def check(self, holds, failure):
        if not holds:
            self.failures.append(failure)

    def note_record(self, is_there):
        self.records += 1
        self.lost += not is_there

    def take(self, other):
        """Adds the results of another run of the same case."""
        for name in ("errors", "lateness", "floor", "finishes", "failures"):
            getattr(self, name).extend(getattr(other, name))
        self.records += other.records
        self.lost += other.lost

    def judge(self):
        wrong = [count for count in self.finishes if count != self.promised]
        self.check(not wrong, f"finishes reported: {wrong}")
        self.check(self.lost == 0, f"{self.lost} records lost")
        if self.errors:
            median = statistics.median(self.errors)
            self.check(median <= allowed_error, f"the median error is {median:.3f} ms")
        if self.lateness and self.floor:
            excess = max(self.lateness) - max(self.floor)
            self.check(excess <= frame, f"{excess:.1f} ms later than the floor")

    def cells(self):
        if self.reason:
            return [self.name, "", "", "", "", "", f"not run: {self.reason}"]
        verdict = "failed: " + "; ".join(dict.fromkeys(self.failures)) if self.failures else "passed"
        return [
            self.name, figures(self.errors, 3), figures(self.lateness, 2), figures(self.floor, 2),
            self.finishes_text(), f"{self.lost} of {self.records}" if self.records else "–",
            "; ".join([verdict, *self.notes])]

    def finishes_text(self):
        if not self.finishes:
            return "–"
        counts = sorted(set(self.finishes))
        if len(counts) == 1:
            return f"{counts[0]}" + (f" (× {len(self.finishes)})" if len(self.finishes) > 1 else "")
        return ", ".join(f"{count} (× {self.finishes.count(count)})" for count in counts)


def figures(values, digits):
    if not values:
        return "–"
    return f"{statistics.median(values):.{digits}f} / {max(values):.{digits}f}"
