"""The files of the fault program."""

import pathlib

faults = pathlib.Path(__file__).resolve().parent.parent
subject = faults / ".build/release/Subject"
shifted_clock = faults / ".build/ShiftedClock.so"
