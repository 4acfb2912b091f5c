"""The cases in which the record comes from an earlier boot."""

import os
import shlex
import shutil
import subprocess

from .clocks import ShiftedClock, hour, millisecond, second, steady
from .rows import NotRun, Row
from .subject import Process, look

boot_id_path = "/proc/sys/kernel/random/boot_id"
other_boot_id = "01234567-89ab-4cde-8f01-23456789abcd"


def other_boot_rows(folders):
    base = next(folders)
    clocks = [("correct", 0, "estimated"), ("1 h ahead", hour, "estimated"),
              ("1 h behind", -hour, "suspect")]
    try:
        clock = ShiftedClock(base.parent)
        verify_other_boot(base.parent, clock)
    except NotRun as why:
        return [Row.not_run(f"a later boot, wall clock {name}", why) for name, _, _ in clocks]
    duration = 2 * hour * second
    with Process("count", base, "tea", "for", duration) as process:
        started, saved = process.wait("started"), process.wait("saved")
        process.kill()
    rows = []
    for name, shift, certainty in clocks:
        row = Row(f"a later boot, wall clock {name}", promised=0)
        folder = next(folders)
        shutil.copytree(base, folder, dirs_exist_ok=True)
        clock.set(shift)
        line = look(folder, prefix=other_boot(folder.parent, clock))
        row.note_record(line["kind"] == "restored")
        row.check(line.get("certainty") == certainty, f"it is {line.get('certainty')}")
        row.check(line["steady"] < started["steady"], "the steady clock is that of this boot")
        if line["kind"] == "restored":
            row.errors.append(error_in_other_boot(line, started, saved, duration, certainty))
        row.notes.append(line.get("certainty", ""))
        row.finishes.append(0)
        rows.append(row)
    return rows


def verify_other_boot(folder, clock):
    """Checks that this machine can simulate a later boot."""
    if os.geteuid() != 0:
        raise NotRun("namespaces need root")
    words = other_boot(folder, clock)
    run = subprocess.run([*map(str, words), "cat", boot_id_path], capture_output=True, text=True)
    if run.stdout.strip() != other_boot_id:
        raise NotRun(f"a later boot cannot be simulated: {run.stderr.strip()}")


def other_boot(folder, clock):
    """Returns the command prefix that simulates a later boot with a shifted wall clock."""
    boot_id = folder / "boot_id"
    boot_id.write_text(other_boot_id + "\n")
    # After a reboot, the steady clock usually shows less than it did before, so begin at 1000 s.
    offset = 1000 - steady() // second
    script = f"mount --bind {shlex.quote(str(boot_id))} {boot_id_path} && exec env \"$@\""
    words = [f"{name}={value}" for name, value in clock.environment.items()]
    return ["unshare", "--mount", "--time", "--boottime", offset, "--fork", "--kill-child",
            "sh", "-c", script, "sh", *words]


def error_in_other_boot(line, started, saved, duration, certainty):
    """Returns the difference from the remaining time that law 11 requires, in milliseconds."""
    if certainty == "suspect":
        # The remaining time when the record was written.
        low, high = duration - (saved["steady"] - started["steady"]), duration
    else:
        # The wall clock was read after the steady clock and before the reading.
        taken = line["steadyAfter"] - line["steady"]
        lapse = started["steadyAfter"] - started["steady"]
        low = started["wall"] + duration - line["wall"] - taken
        high = started["wall"] + lapse + duration - line["wall"] + taken
    return max(low - line["remaining"], line["remaining"] - high, 0) / millisecond
