"""Units of time, and clocks: the steady clock, a shifted wall clock, and the machine's real wall clock."""

import contextlib
import signal
import statistics
import struct
import subprocess
import sys
import time

from .paths import faults, shifted_clock

second, millisecond = 10**9, 10**6
hour, year = 3600, 365 * 24 * 3600


def steady():
    return time.clock_gettime_ns(time.CLOCK_BOOTTIME)


def sleep_until(moment):
    """Sleeps until the steady clock reaches a moment."""
    time.sleep(max(0, moment - steady()) / second)


def build_shifted_clock():
    source = faults / "ShiftedClock.c"
    subprocess.run(
        ["clang", "-O2", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC", str(source),
         "-o", str(shifted_clock)], check=True)


class ShiftedClock:
    """The wall clock that some processes see. Our preloaded library shifts it, but not the steady clock."""

    def __init__(self, folder):
        self.file = folder / "offset"
        self.file.write_bytes(bytes(8))
        self.set(0)
        self.environment = {"LD_PRELOAD": str(shifted_clock), "SHIFTED_CLOCK": str(self.file)}

    def set(self, seconds):
        # Write all bytes in one call and in place, because the processes have mapped the file.
        with open(self.file, "r+b", buffering=0) as file:
            file.write(struct.pack("=q", seconds * second))
        self.seconds = seconds

    def verify(self, row, process):
        """Checks that the process sees the shifted wall clock and the real steady clock."""
        number = len(process.told("clocks")) + 1
        process.send("clocks")
        line = process.wait("clocks", number=number)
        row.check(0 <= line["steadySeen"] - line["steady"] < second, "the steady clock is shifted")
        shift = (line["wall"] - line["wallTrue"]) / second
        row.check(abs(shift - self.seconds) < 1, f"the wall clock is shifted by {shift:.3f} s")


@contextlib.contextmanager
def real_clock():
    """Yields a function that sets the machine's clock ahead by some seconds. Corrects the clock at the end."""
    # Use the median of many measurements, because this process may be interrupted between reading the two clocks.
    origin = int(statistics.median(time.time_ns() - steady() for _ in range(101)))
    former = {number: signal.signal(number, stop_for_signal)
              for number in (signal.SIGTERM, signal.SIGHUP)}

    def set_off(seconds):
        time.clock_settime_ns(time.CLOCK_REALTIME, steady() + origin + seconds * second)

    try:
        yield set_off
    finally:
        # Ignore signals while the clock is corrected.
        for number in (*former, signal.SIGINT):
            signal.signal(number, signal.SIG_IGN)
        set_off(0)
        for number, handler in {**former, signal.SIGINT: signal.default_int_handler}.items():
            signal.signal(number, handler)


def stop_for_signal(number, _frame):
    sys.exit(128 + number)
