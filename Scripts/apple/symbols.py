"""Looks up the C functions and variables that the compiled modules use."""

import re

import toolchain
from toolchain import Failure, run


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


def used(objects):
    """Returns the C names that compiled modules use, without the names of Swift and its runtime."""
    names = run(toolchain.program("llvm-nm"), "--undefined-only", "-j", *objects).splitlines()
    return {name for name in names if re.match(r"_(?!\$s|_?swift_)", name)}


def look_up(objects, exported):
    """Checks that macOS exports every C name that the objects use. Returns the number of names."""
    names = used(objects)
    if unknown := sorted(names - exported):
        raise Failure(f"macOS does not export {', '.join(unknown)}")
    return len(names)
