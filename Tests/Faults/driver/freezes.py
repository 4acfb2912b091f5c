"""The cases in which a process is undisturbed, or is suspended and later continued."""

import concurrent.futures
import signal
import time

from .clocks import millisecond, second, sleep_until
from .rows import Row
from .subject import Process, wait_after
from .truth import Truth, judge_order, judge_readings, unit, wait_for_gone


def undisturbed(folder, duration):
    row = Row("undisturbed")
    process, floor, truth = count_down(row, folder, duration)
    # The first reading is delivered when the closure is bound, not on a tick.
    row.lateness += [
        max(0, line["shown"] * unit - truth.remaining(line)) / millisecond
        for line in process.told("reading")[1:]]
    row.floor += [(line["steady"] - line["due"]) / millisecond for line in floor.told("floor")]
    return row


def frozen(name, folder, duration, freezes):
    """Suspends the processes several times. `freezes` has the start and the length of each suspension."""
    row = Row(name)

    def freeze_all(process, floor, truth, start):
        for begin, length in freezes:
            freeze(row, process, floor, truth, start + begin, length)

    process, _, _ = count_down(row, folder, duration, freeze_all)
    row.check(process.lines[-1]["kind"] == "finish", "something was reported after the finish")
    return row


def count_down(row, folder, duration, disturb=lambda process, floor, truth, start: None):
    """Runs one countdown to its finish, and judges its readings and their order."""
    with Process("floor") as floor, Process("count", folder, "tea", "for", duration) as process:
        start = process.wait("started")
        truth = Truth.started(start, duration)
        process.wait("saved")
        row.note_record((folder / "tea.json").exists())
        disturb(process, floor, truth, start["steady"])
        process.wait("finish", seconds=duration / second + 10)
        row.check(wait_for_gone(folder / "tea.json"), "the record is not removed after the finish")
        # Leave time for anything that is reported after the finish.
        time.sleep(0.3)
    row.finishes.append(len(process.told("finish")))
    judge_readings(row, process, truth)
    judge_order(row, process, duration)
    return process, floor, truth


def freeze(row, process, floor, truth, begin, length):
    sleep_until(begin)
    stopped = process.signal(signal.SIGSTOP)
    floor.signal(signal.SIGSTOP)
    sleep_until(begin + length)
    # Continue the processes one after the other, so that neither competes with the other for the processor.
    again = floor.signal(signal.SIGCONT)
    floor_line = wait_after(floor, again, "floor")
    row.floor.append((floor_line["steady"] - again) / millisecond)
    again = process.signal(signal.SIGCONT)
    if stopped < truth.latest:
        line = wait_after(process, again, "reading", "milestone", "finish")
        row.lateness.append((line["steady"] - again) / millisecond)


def freeze_cases(folders, random_numbers, quick):
    """Runs every case a few times. Runs the cases in parallel, because suspended processes use no processor time."""
    def jitter():
        return random_numbers.randrange(unit)
    half = second // 2
    short = [(half + k * 1300 * millisecond + jitter(), 900 * millisecond) for k in range(10)]
    cases = [
        ("frozen for 0.9 s, ten times", 14 * second, lambda: short),
        ("frozen for 5 s before the finish", 7 * second, lambda: [(half + jitter(), 5 * second)]),
        ("frozen for 5 s across the finish", 3 * second, lambda: [(half + jitter(), 5 * second)]),
        ("frozen for 5 s after the finish", second,
         lambda: [(second + 200 * millisecond + jitter(), 5 * second)]),
    ]
    repetitions = 1 if quick else 3
    rows = [Row(name) for name, _, _ in cases]
    with concurrent.futures.ThreadPoolExecutor(len(cases)) as pool:
        for _ in range(repetitions):
            runs = [pool.submit(frozen, name, next(folders), duration, freezes())
                    for name, duration, freezes in cases]
            for row, run in zip(rows, runs):
                row.take(run.result())
    return rows
