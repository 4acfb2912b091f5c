"""The process under test, and the lines that it prints."""

import contextlib
import json
import os
import signal
import subprocess
import threading
import time

from .clocks import steady
from .paths import subject


class Process:
    """A running test process and the lines that it has printed."""

    def __init__(self, *words, prefix=(), environment=None):
        self.lines = []
        self.changed = threading.Condition()
        self.process = subprocess.Popen(
            [*map(str, prefix), str(subject), *map(str, words)],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
            env={**os.environ, **(environment or {})})
        self.reader = threading.Thread(target=self.read, daemon=True)
        self.reader.start()

    def read(self):
        for text in self.process.stdout:
            with self.changed:
                # A killed process may leave an incomplete line.
                if text.endswith("\n"):
                    self.lines.append(json.loads(text))
                self.changed.notify_all()

    def told(self, *kinds):
        with self.changed:
            return [line for line in self.lines if line["kind"] in kinds]

    def wait(self, *kinds, number=1, seconds=15):
        """Waits for the `number`th line of the given kinds, and returns it."""
        end = time.monotonic() + seconds
        while True:
            with self.changed:
                found = [line for line in self.lines if line["kind"] in kinds]
                if len(found) >= number:
                    return found[number - 1]
                self.changed.wait(0.05)
            if time.monotonic() > end or (not self.reader.is_alive() and len(self.told(*kinds)) < number):
                raise RuntimeError(f"no line {number} of {'/'.join(kinds)}; last: {self.lines[-1:]}")

    def send(self, *words):
        self.process.stdin.write(" ".join(map(str, words)) + "\n")
        self.process.stdin.flush()

    def signal(self, number):
        """Sends a signal, and returns the time just before it was sent."""
        moment = steady()
        self.process.send_signal(number)
        return moment

    def kill(self):
        moment = self.signal(signal.SIGKILL)
        self.process.wait()
        self.reader.join()
        return moment

    def close(self):
        """Closes the process's input, and waits for the process to exit."""
        with contextlib.suppress(OSError):
            self.process.stdin.close()
        try:
            self.process.wait(15)
        except subprocess.TimeoutExpired:
            self.kill()
        self.reader.join()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGCONT)
        self.close()


def look(folder, prefix=(), environment=None):
    """Restores the countdown in a new process, and returns the line with its state."""
    with Process("look", folder, "tea", prefix=prefix, environment=environment) as process:
        return process.wait("restored", "failed")


def first_after(process, moment, *kinds):
    return next((line for line in process.told(*kinds) if line["steady"] >= moment), None)


def wait_after(process, moment, *kinds, seconds=10):
    """Returns the first line of the given kinds whose event was at or after `moment`."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        line = first_after(process, moment, *kinds)
        if line:
            return line
        with process.changed:
            process.changed.wait(0.02)
    raise RuntimeError(f"no {'/'.join(kinds)} after a disturbance")
