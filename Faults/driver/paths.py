"""The paths of the files that the driver uses."""

import pathlib

faults = pathlib.Path(__file__).resolve().parent.parent
subject = faults / ".build/release/Subject"
shifted_clock = faults / ".build/ShiftedClock.so"
