"""Checks the modules for Apple platforms. Scripts/build-apple runs this script, and says what a pass proves."""

import concurrent.futures
import os
import pathlib
import sys
import time

import compiler
import declarations
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
# integers have 32 bits. The other watches have the same declarations, and integers as on the other platforms.
systems = {
    "macos": ("arm64", "macos"),
    "ios": ("arm64", "ios"),
    "tvos": ("arm64", "tvos"),
    "visionos": ("arm64", "xros"),
    "watchos": ("arm64_32", "watchos"),
}
# All files are checked for these platforms, one for each size of integers. For the others, only the files that vary
# are checked. The toolchain's modules are compiled for these platforms, and copied for the others.
whole = ("macos", "watchos")

# The maximum number of lines to print for a failure.
shown = 60


def main():
    start = time.monotonic()
    (work / "result").unlink(missing_ok=True)
    wheel.fetch(work / "wheel")
    sandglass = package.read(root)
    compilers = check_all(sandglass, SDK(work))
    exported = symbols.exported((work / "wheel/darwin/libSystem.tbd").read_text())
    look_up_symbols(compilers["macos"], exported)
    compare_declarations(sandglass, compilers)
    find_mutations(compilers, exported, sandglass.floors)
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


def check_all(sandglass, sdk):
    """Checks all modules for every platform. Returns the compilers by platform name."""
    made = results(lambda name: System(sdk, triple(sandglass, name)), whole)
    models = dict(zip(whole, made))

    def checked(name):
        system = models.get(name) or System(sdk, triple(sandglass, name), models["macos"])
        return check(sandglass, name, compiler.Compiler(system, work / "products", name in whole))

    compilers = {}
    for name, target in zip(systems, results(checked, systems)):
        compilers[name] = target
        for module in target.modules:
            print(f"{target.triple}: {module.name}, files: {len(module.sources)}", flush=True)
    return compilers


def triple(sandglass, name):
    architecture, system = systems[name]
    return f"{architecture}-apple-{system}{sandglass.floors[name]}"


def check(sandglass, name, target):
    """Checks the modules that support a platform."""
    facts = declarations.Facts()
    for module in package.products(sandglass):
        if module.is_executable and name != "macos":
            continue
        for each in package.closure(sandglass.modules, module.name, lambda framework: facts.is_on(framework, name)):
            if each not in target.modules:
                target.check(each)
    return target


def compare_declarations(sandglass, compilers):
    """Compares the stand-ins with what Apple declares."""
    facts, compiled, found = declarations.Facts(), {}, {}
    for name, target in compilers.items():
        for module in target.modules:
            if module.is_stand_in:
                compiled.setdefault(module.name, []).append(name)
                found[module.name] = declarations.symbols(target.graphs(module), module.name)
    symbols = [symbol for each in found.values() for symbol in each]
    report = declarations.compare(facts, symbols, sandglass.floors, compiled)
    print(f"declarations compared with Apple's: {report.compared}, stricter: {report.stricter}")
    for each in report.unknown:
        print(f"not compared, because no page and no interface was found: {each}")


def find_mutations(compilers, exported, floors):
    """Checks that each mutation is detected, unless this has already been checked for the same contents."""

    def check(mutation):
        if mutation in mutations.laxer:
            mutations.check_laxer(mutation, compilers, floors)
        else:
            mutations.check(mutation, compilers, exported)

    keys = [key for target in compilers.values() for key in target.keys.values()]
    sources = [pathlib.Path(module.__file__).read_text() for module in (mutations, declarations)]
    key = toolchain.key(*sources, declarations.path.read_text(), *keys)
    every = [*mutations.mutations, *mutations.laxer]
    toolchain.once(work / "mutations", key, lambda: list(results(check, every)))
    print(f"mutations found: {len(mutations.mutations)}, of laxer stand-ins: {len(mutations.laxer)}")


def look_up_symbols(target, exported):
    """Looks up the C functions and variables that the modules use."""
    own = [module for module in target.modules if module.role == "own"]
    names = {name for module in own for name in target.calls(module).read_text().splitlines()}
    symbols.look_up(names, exported)
    print(f"symbols looked up: {len(names)}")


def write_result(compilers):
    """Writes a line for each checked module: the target, the module, its number of files, and its role."""
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
