"""The paths of the files that the driver uses."""

import pathlib

faults = pathlib.Path(__file__).resolve().parent.parent
root = faults.parent.parent
subject = root / ".build/release/Subject"
shifted_clock = root / ".build/ShiftedClock.so"
