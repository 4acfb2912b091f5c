"""Compiles the modules for Apple platforms. Scripts/build-apple runs this script, and says what a pass proves."""

import concurrent.futures
import os
import pathlib
import sys
import time

import compiler
import mutations
import package
import symbols
import toolchain
import wheel
from system import SDK, System
from toolchain import Failure

root = pathlib.Path(__file__).resolve().parent.parent.parent
work = root / ".build/apple"

# For each platform, named as in the manifest, the compiler's names for its processor and system. On many watches,
# integers have 32 bits.
systems = {
    "macos": ("arm64", "macos"),
    "ios": ("arm64", "ios"),
    "tvos": ("arm64", "tvos"),
    "visionos": ("arm64", "xros"),
    "watchos": ("arm64", "watchos"),
    "watchos, 32 bits": ("arm64_32", "watchos"),
}
have_uikit = {"ios", "tvos", "visionos"}

# The toolchain's library for Embedded Swift contains function bodies, so with it the compiler detects constants that
# overflow. There is no such library for 32-bit watches. This is the most similar target that has one.
narrow = "armv7-apple-none-macho"

# The maximum number of lines to print for a failure.
shown = 60


def main():
    start = time.monotonic()
    (work / "result").unlink(missing_ok=True)
    wheel.fetch(work / "wheel")
    sandglass = package.read(root)
    sdk = SDK(work)
    compilers = compile_all(sandglass, sdk)
    exported = symbols.exported((work / "wheel/darwin/libSystem.tbd").read_text())
    find_mutations(compilers, exported)
    look_up_symbols(compilers, exported)
    write_result(compilers)
    print(f"{time.monotonic() - start:.0f} s")


def results(action, items):
    """Returns the results of the action for the items, in order. If an action fails, no further action is started."""
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        futures = [pool.submit(action, item) for item in items]
        try:
            yield from (future.result() for future in futures)
        finally:
            pool.shutdown(cancel_futures=True)


def compile_all(sandglass, sdk):
    """Compiles everything for every platform. Returns the compilers by platform name."""

    def compiled(name):
        return build_core(sandglass) if name == "narrow" else build(sandglass, sdk, name)

    names = [*systems, "narrow"]
    compilers = {}
    for name, target in zip(names, results(compiled, names)):
        compilers[name] = target
        for module in target.modules:
            print(f"{target.triple}: {module.name}, files: {len(module.sources)}", flush=True)
    return compilers


def build(sandglass, sdk, name):
    """Compiles the modules that support a platform."""
    architecture, system = systems[name]
    triple = f"{architecture}-apple-{system}{sandglass.floors[name.partition(',')[0]]}"
    target = compiler.for_system(System(sdk, triple), work / "products")
    for module in package.products(sandglass):
        needed = package.closure(sandglass.modules, module.name)
        if is_for(name, module, needed):
            for each in needed:
                if each not in target.modules:
                    target.compile(each)
    return target


def is_for(name, module, needed):
    """Returns whether a module supports a platform. `needed` contains all the modules that it needs."""
    if module.is_executable:
        return name == "macos"
    return name in have_uikit or not any(each.is_stand_in for each in needed)


def build_core(sandglass):
    """Compiles the core and the core of trusted time with 32-bit integers."""
    target = compiler.in_embedded_swift(narrow, work / "products")
    for module in package.closure(sandglass.modules, "SandglassTrustedTimeCore"):
        target.compile(module)
    return target


def find_mutations(compilers, exported):
    """Checks that each mutation is detected, unless this has already been checked for the same contents."""

    def check(mutation):
        mutations.check(mutation, compilers, exported)

    keys = [key for target in compilers.values() for key in target.keys.values()]
    source = pathlib.Path(mutations.__file__).read_text()
    key = toolchain.key(source, *keys)
    toolchain.once(work / "mutations", key, lambda: list(results(check, mutations.mutations)))
    print(f"mutations found: {len(mutations.mutations)}")


def look_up_symbols(compilers, exported):
    """Looks up the functions that the modules call, except in Embedded Swift, whose users provide them."""
    targets = [target for name, target in compilers.items() if name in systems]
    objects = [target.object(module) for target in targets for module in target.modules]
    print(f"symbols looked up: {symbols.look_up(objects, exported)}")


def write_result(compilers):
    """Writes a line for each compiled module: the target, the module, its number of files, and its role."""
    lines = [
        f"{target.triple}\t{module.name}\t{len(module.sources)}\t{module.role}\n"
        for target in compilers.values()
        for module in target.modules
    ]
    (work / "result").write_text("".join(lines))


try:
    main()
except Failure as failure:
    lines = str(failure).splitlines()
    rest = [f"… and {len(lines) - shown} lines more"] if len(lines) > shown else []
    sys.exit("\n".join(lines[:shown] + rest))
