"""Compiles the modules for Apple's systems. Run by Scripts/build-apple, which says what this proves."""

import concurrent.futures
import functools
import os
import pathlib
import sys
import time

import compiler
import package
import symbols
import wheel
from system import SDK, System
from toolchain import Failure

root = pathlib.Path(__file__).resolve().parent.parent.parent
work = root / ".build/apple"

# What the manifest calls a system, and what the compiler calls it.
systems = {"macos": "macos", "ios": "ios", "tvos": "tvos", "visionos": "xros", "watchos": "watchos"}
have_uikit = {"ios", "tvos", "visionos"}

# How many lines of a compiler's message are printed.
shown = 60

# The oldest watches have integers of 32 bits, and so has this.
narrow = "armv7-apple-none-macho"


def main():
    start = time.monotonic()
    wheel.fetch(work / "wheel")
    sandglass = package.read(root)
    sdk = SDK(work)
    actions = [functools.partial(build, sandglass, sdk, name) for name in systems]
    actions.append(functools.partial(build_core, sandglass))
    compilers = [show(target) for target in results(actions)]
    (work / "result").write_text("".join(map(table, compilers)))
    print(f"{look_up(compilers[:-1])} symbols looked up")
    print(f"{time.monotonic() - start:.0f} s")


def results(actions):
    """What the actions return, in their order. Begins no other once one has failed."""
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        futures = [pool.submit(action) for action in actions]
        try:
            yield from (future.result() for future in futures)
        finally:
            pool.shutdown(cancel_futures=True)


def build(sandglass, sdk, name):
    """Compiles what is for a system."""
    triple = f"arm64-apple-{systems[name]}{sandglass.floors[name]}"
    target = compiler.for_system(System(sdk, triple), work / "products")
    for module in package.products(sandglass):
        needed = package.closure(sandglass.modules, module.name)
        if is_for(name, module, needed):
            for each in needed:
                if each not in target.modules:
                    target.compile(each)
    return target


def is_for(name, module, needed):
    if module.is_executable:
        return name == "macos"
    return name in have_uikit or not any(each.is_stand_in for each in needed)


def build_core(sandglass):
    """Compiles the core where integers have 32 bits."""
    target = compiler.in_embedded_swift(narrow, work / "products")
    target.compile(sandglass.modules["SandglassCore"])
    return target


def show(target):
    for module in target.modules:
        print(f"{target.triple}: {module.name}, {len(module.sources)} files", flush=True)
    return target


def table(target):
    """A line for each module: the system, the module, the number of files, and whose it is."""
    lines = [
        (target.triple, module.name, len(module.sources), module.role) for module in target.modules
    ]
    return "".join("\t".join(map(str, line)) + "\n" for line in lines)


def look_up(compilers):
    tbd = (work / "wheel/darwin/libSystem.tbd").read_text()
    objects = [target.object(module) for target in compilers for module in target.modules]
    return symbols.look_up(objects, tbd)


try:
    main()
except Failure as failure:
    lines = str(failure).splitlines()
    left = len(lines) - shown
    sys.exit("\n".join(lines[:shown] + [f"… and {left} lines more"] * (left > 0)))
