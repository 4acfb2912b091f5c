"""The case in which a process is killed while it changes a countdown."""

from .clocks import millisecond, second, sleep_until
from .rows import Row, allowed_error
from .subject import Process, look


class Model:
    """The states that a countdown's record may contain, as ranges."""

    def __init__(self, line):
        self.states = [self.state(line)]

    @staticmethod
    def state(line):
        left = line["remaining"]
        if line["state"] == "paused":
            return ("paused", left, left)
        return ("running", line["steady"] + left, line["steadyAfter"] + left)

    def change(self, begun, done, killed):
        """Adds the state after a change. If the process reported only that the change began, the range is wider."""
        kind, low, high = self.states[-1]
        shift = {"extend": second, "shorten": -second}.get(begun["change"], 0)
        first, last = begun["steady"], done["steadyAfter"] if done else killed
        if begun["change"] == "pause" and kind == "running":
            kind, low, high = "paused", low - last, high - first
        elif begun["change"] == "resume" and kind == "paused":
            kind, low, high = "running", low + first, high + last
        self.states.append((kind, low + shift, high + shift))

    def distance(self, line):
        """Returns the difference between a restored state and the nearest allowed state, in milliseconds."""
        kind, low, high = self.state(line)
        allowed = [state for state in self.states if state[0] == kind]
        distances = [max(least - high, low - most, 0) for _, least, most in allowed]
        return min(distances) / millisecond if distances else None


def allowed_states(process, killed):
    """Returns the states that are possible after the saved changes and the changes that were begun."""
    model = Model(process.told("started", "restored")[-1])
    begun, done = process.told("begun"), {line["number"]: line for line in process.told("done")}
    saved = {line.get("number") for line in process.told("saved")}
    for line in begun:
        model.change(line, done.get(line["number"]), killed)
        if line["number"] in saved:
            model.states = model.states[-1:]
    return model, bool(begun) and begun[-1]["number"] not in saved


def killed_while_changing(folder, random_numbers, times):
    row = Row("kill -9 while a countdown is changed and saved continuously")
    inside, drafts = 0, 0
    for _ in range(times):
        with Process("change", folder, "tea") as process:
            saved = process.wait("saved")
            sleep_until(saved["steady"] + random_numbers.randrange(60 * millisecond))
            killed = process.kill()
        model, is_inside = allowed_states(process, killed)
        inside += is_inside
        drafts += (folder / ".sandglass.draft").exists()
        line = look(folder)
        row.note_record(line["kind"] == "restored")
        if line["kind"] != "restored":
            row.check(False, line.get("error", ""))
            continue
        row.check(line["certainty"] == "exact", f"it is {line['certainty']}")
        distance = model.distance(line)
        row.check(distance is not None, f"{line['state']} matches no change that was acknowledged or begun")
        row.errors.append(distance or 0)
    row.check(not row.errors or max(row.errors) <= allowed_error, "a restored state is wrong")
    row.check(not list(folder.glob("*damaged*")), "a record was damaged")
    row.notes.append(f"{times} kills, {inside} during a save, {drafts} that left a temporary file behind")
    return row
