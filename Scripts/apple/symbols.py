"""Looks up what the compiled modules call that is not written in Swift."""

import re

import toolchain
from toolchain import Failure, run


def exported(tbd):
    """The names that macOS exports to programs for its own processors, from its list of them."""
    sections = re.findall(r"- targets: *\[(.*?)\]((?:\s+[\w-]+: *\[.*?\])+)", tbd, re.DOTALL)
    return {
        name.strip().strip("'")
        for targets, lists in sections
        if re.search(r"\barm64e?-macos\b", targets)
        for names in re.findall(r"symbols: *\[(.*?)\]", lists, re.DOTALL)
        for name in names.split(",")
    }


def runtime():
    """The names that Swift's runtime exports on this machine; it is the same runtime."""
    libraries = (toolchain.resources() / "linux").glob("libswift*.so")
    names = run(toolchain.program("llvm-nm"), "-D", "--defined-only", "-j", *libraries)
    return {f"_{name}" for name in names.split()}


def undefined(objects):
    """The names that compiled modules use and do not define, but for those written in Swift."""
    names = run(toolchain.program("llvm-nm"), "--undefined-only", "-j", *objects).splitlines()
    return {name for name in names if name.startswith("_") and not name.startswith("_$s")}


def look_up(objects, tbd):
    """Looks up each name. Returns their number."""
    names = undefined(objects)
    if unknown := sorted(names - exported(tbd) - runtime()):
        raise Failure(f"Neither macOS nor Swift's runtime exports: {', '.join(unknown)}")
    return len(names)
