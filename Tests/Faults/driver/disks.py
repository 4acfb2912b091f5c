"""The cases in which the disk fails."""

import contextlib
import os
import pathlib
import subprocess
import time

from .clocks import millisecond, second, steady
from .rows import Row
from .subject import Process
from .truth import Truth, error_of_restored, judge_readings


def difficult_disk(folders, name, code, prepare, spoil):
    """Makes a save fail while a countdown runs."""
    row = Row(name)
    folder = next(folders)
    if os.geteuid() != 0:
        return Row.not_run(name, "mounting needs root")
    prefix = ["unshare", "--mount", "sh", "-c", prepare + " && shift && exec \"$@\"", "sh", folder]
    probe = subprocess.run([*prefix, "true"], capture_output=True, text=True)
    if probe.returncode != 0:
        return Row.not_run(name, probe.stderr.strip())
    duration, more = 2 * second, 500 * millisecond
    with Process("floor") as floor, \
            Process("count", folder, "tea", "for", duration, prefix=prefix) as process:
        truth = Truth.started(process.wait("started"), duration)
        process.wait("saved")
        # The folder, as seen in that process's mount namespace.
        seen = pathlib.Path(f"/proc/{process.process.pid}/root{folder}")
        spoil(process.process.pid, folder, seen)
        # The lease is written after the countdown, so the record may change until the disk fails.
        before = (seen / "tea.json").read_bytes()
        truth_after = Truth("steady", truth.earliest + more, truth.latest + more)
        moment = steady()
        process.send("extend", more)
        error = process.wait("saved", number=2).get("error")
        row.check(error == f"notSaved: {os.strerror(code)} (error {code})", f"the save reports {error}")
        row.note_record((seen / "tea.json").read_bytes() == before)
        with Process("look", folder, "tea",
                     prefix=["nsenter", "-t", process.process.pid, "-m"]) as reader:
            line = reader.wait("restored", "failed")
            row.check(line["kind"] == "restored", "the earlier record cannot be read")
            if line["kind"] == "restored":
                row.errors.append(error_of_restored(line, truth))
        finish = process.wait("finish")
        row.lateness.append(max(0, finish["steady"] - truth_after.latest) / millisecond)
        time.sleep(0.3)
    row.floor += [(line["steady"] - line["due"]) / millisecond for line in floor.told("floor")]
    row.finishes.append(len(process.told("finish")))
    judge_readings(row, process, truth_after, after=moment + millisecond)
    row.notes.append(f"the save throws {error}")
    return row


def fill_disk(_process, _folder, seen):
    with contextlib.suppress(OSError), open(seen / "filler", "wb", buffering=0) as filler:
        while filler.write(bytes(4096)):
            pass


def make_read_only(process, folder, _seen):
    subprocess.run(
        ["nsenter", "-t", str(process), "-m", "mount", "-o", "remount,bind,ro", str(folder)],
        check=True)
