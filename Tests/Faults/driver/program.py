"""Runs all cases and prints the table of their results."""

import argparse
import os
import pathlib
import random
import subprocess
import sys
import tempfile

from .clocks import build_shifted_clock, second
from .disks import difficult_disk, fill_disk, make_read_only
from .freezes import freeze_cases, undisturbed
from .kills import killed_while_changing
from .later_boot import other_boot_rows
from .paths import root
from .rows import Row
from .table import print_table
from .wall_clock import set_clock, wall_cases


def fresh_folders(base):
    number = 0
    while True:
        number += 1
        folder = base / str(number) / "state"
        folder.mkdir(parents=True)
        yield folder


def attempt(name, case, *words):
    """Returns the rows of a case, or one failed row if the case does not complete."""
    print(f"{name} …", file=sys.stderr, flush=True)
    try:
        rows = case(*words)
        return rows if isinstance(rows, list) else [rows]
    except Exception as error:
        row = Row(name)
        row.failures.append(f"{type(error).__name__}: {error}")
        return [row]


def all_rows(folders, seed, options):
    quick = options.quick
    numbers = random.Random(seed)
    times = 20 if quick else 200
    tmpfs = "mount -t tmpfs -o size=64k,mode=700 none \"$1\""
    bind = "mount --bind \"$1\" \"$1\""
    cases = [
        ("undisturbed", undisturbed, next(folders), (2 if quick else 10) * second),
        ("freezes", freeze_cases, folders, numbers, quick),
        ("the wall clock", wall_cases, folders, quick),
        ("kill -9 while changing", killed_while_changing, next(folders), numbers, times),
        ("a later boot", other_boot_rows, folders),
        ("disk full", difficult_disk, folders, "disk full", 28, tmpfs, fill_disk),
        ("state folder read-only", difficult_disk, folders, "state folder read-only", 30, bind,
         make_read_only),
        ("the machine's clock", set_clock, next(folders), options.set_clock),
    ]
    return [row for case in cases for row in attempt(*case)]


def main():
    parser = argparse.ArgumentParser(description="Disturbs real processes that run countdowns.")
    parser.add_argument("--quick", action="store_true", help="fewer repetitions")
    parser.add_argument("--markdown", action="store_true", help="the table in Markdown")
    parser.add_argument(
        "--set-clock", action="store_true", help="also set the machine's real clock, and set it back")
    options = parser.parse_args()
    if not sys.platform.startswith("linux"):
        sys.exit("Scripts/faults needs Linux")
    subprocess.run(
        ["swift", "build", "-c", "release", "--package-path", str(root), "--product", "Subject"],
        env=os.environ | {"SANDGLASS_TRAIT": "StandIns"}, check=True, stdout=sys.stderr)
    build_shifted_clock()
    seed = int(os.environ.get("SANDGLASS_SEED", random.randrange(1 << 32)))
    print(f"SANDGLASS_SEED={seed}", flush=True)
    with tempfile.TemporaryDirectory() as base:
        rows = all_rows(fresh_folders(pathlib.Path(base)), seed, options)
    for row in rows:
        row.judge()
    print_table(rows, options.markdown)
    sys.exit(any(row.failures for row in rows))
