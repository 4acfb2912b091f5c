"""Looks up the C functions and variables that the modules use."""

import re

from toolchain import Failure


def exported(tbd):
    """Returns the names that macOS exports to programs for Apple silicon, from the contents of a .tbd file."""
    sections = re.findall(r"- targets: *\[(.*?)\]((?:\s+[\w-]+: *\[.*?\])+)", tbd, re.DOTALL)
    return {
        name.strip().strip("'")
        for targets, lists in sections
        if "arm64e-macos" in targets
        for names in re.findall(r"symbols: *\[(.*?)\]", lists, re.DOTALL)
        for name in names.split(",")
    }


def look_up(names, exported):
    """Checks that macOS exports every name. Some names already have the underscore that C names have there."""
    if unknown := sorted(name for name in names if not exported & {name, f"_{name}"}):
        raise Failure(f"macOS does not export {', '.join(unknown)}")
