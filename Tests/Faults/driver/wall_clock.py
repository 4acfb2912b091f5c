"""The cases in which the wall clock of a process, or the machine's real clock, is set."""

import concurrent.futures
import os
import time

from .clocks import ShiftedClock, hour, millisecond, real_clock, second, sleep_until, steady, year
from .rows import Row
from .subject import Process, wait_after
from .truth import Truth, judge_order, judge_readings, unit, wait_for_gone


def wall_cases(folders, quick):
    names = [("+1 h", hour), ("−1 h", -hour), ("+1 year", year)]
    repetitions = 1 if quick else 3
    rows = []
    with concurrent.futures.ThreadPoolExecutor(len(names)) as pool:
        runs = [[pool.submit(wall_rows, next(folders), name, jump) for _ in range(repetitions)]
                for name, jump in names]
    for first, *others in runs:
        for other in others:
            for row, more in zip(first.result(), other.result()):
                row.take(more)
        rows += first.result()
    for row in rows:
        row.notes.append("note 1")
    return rows


def wall_rows(folder, name, jump):
    """Runs a countdown from a duration and a countdown to a wall-clock time, and sets the clock while they run."""
    by_duration = Row(f"wall clock {name}, countdown from a duration")
    by_wall = Row(f"wall clock {name}, countdown to a wall-clock time")
    clock = ShiftedClock(folder.parent)
    duration = 5 * second
    end = time.time_ns() + max(jump, 0) * second + 4 * second
    with (
        Process("floor", environment=clock.environment) as floor,
        Process("count", folder, "tea", "for", duration, environment=clock.environment) as steadily,
        Process("count", folder, "milk", "until", end, environment=clock.environment) as following,
    ):
        pairs = [(by_duration, steadily), (by_wall, following)]
        truths = [Truth.started(steadily.wait("started"), duration), Truth("wall", end)]
        for (row, process), record in zip(pairs, ("tea.json", "milk.json")):
            process.wait("saved")
            row.note_record((folder / record).exists())
        floor.wait("floor")
        time.sleep(1)
        set_shifted_clock(clock, jump, pairs, truths, floor)
        if jump < 0:
            # Wait until after the time at which the countdown would have ended if the clock had not been set.
            sleep_until(truths[0].latest)
            time.sleep(0.5)
            by_wall.check(not following.told("finish"), "it has finished before its time")
            set_shifted_clock(clock, 0, pairs[1:], truths[1:], floor)
        for (row, process), truth, record in zip(pairs, truths, ("tea.json", "milk.json")):
            process.wait("finish")
            row.check(wait_for_gone(folder / record), "the record is not removed after the finish")
        time.sleep(0.3)
    for (row, process), truth in zip(pairs, truths):
        row.finishes.append(len(process.told("finish")))
        judge_readings(row, process, truth)
    judge_order(by_duration, steadily, duration)
    return [by_duration, by_wall]


def set_shifted_clock(clock, seconds, pairs, truths, floor):
    moment = steady()
    clock.set(seconds)
    for _, process in pairs:
        process.send("refresh")
    asked = steady()
    floor.send("clocks")
    answered = wait_after(floor, asked, "clocks")["steady"]
    for (row, process), truth in zip(pairs, truths):
        line = wait_after(process, moment, "reading", "finish")
        due = moment
        if truth.clock == "steady":
            # The clock change does not affect this countdown, so its next event is its next tick.
            due = line["steady"] + truth.remaining(line) - line["shown"] * unit
        row.lateness.append(max(0, line["steady"] - max(due, moment)) / millisecond)
        row.floor.append((answered - asked) / millisecond)
        clock.verify(row, process)


def set_clock(folder, is_wanted):
    row = Row("the machine's clock +2 s and back, countdown to a wall-clock time")
    if not is_wanted:
        return Row.not_run(row.name, "only with --set-clock, as root")
    if os.geteuid() != 0:
        return Row.not_run(row.name, "setting the clock needs root")
    try:
        with real_clock() as set_off:
            end = time.time_ns() + 6 * second
            with Process("floor") as floor, Process("count", folder, "tea", "until", end) as process:
                process.wait("saved")
                row.note_record((folder / "tea.json").exists())
                for seconds in (2, 0, -2, 0):
                    time.sleep(0.55)
                    moment = steady()
                    set_off(seconds)
                    line = wait_after(process, moment, "reading", "finish")
                    row.lateness.append((line["steady"] - moment) / millisecond)
                process.wait("finish")
                row.check(wait_for_gone(folder / "tea.json"), "the record is not removed after the finish")
                time.sleep(0.3)
    except PermissionError:
        return Row.not_run(row.name, "the clock cannot be set on this machine")
    row.finishes.append(len(process.told("finish")))
    judge_readings(row, process, Truth("wall", end))
    row.floor += [(line["steady"] - line["due"]) / millisecond for line in floor.told("floor")]
    return row
