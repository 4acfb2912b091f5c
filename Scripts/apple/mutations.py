"""Breaks copies of our files. The check must detect each of these mutations."""

import pathlib
import re
import tempfile
from typing import NamedTuple

import declarations
import symbols
from toolchain import Failure


class Mutation(NamedTuple):
    """A change that breaks a file, and the message that the compiler must report."""

    what: str
    # The platform, the module, and a pattern for the file name. The first matching file is changed.
    place: tuple
    pattern: str
    replacement: str
    complaint: str


def addition(what, place, code, complaint):
    """Returns a mutation that adds code at the end of a file. If the file ends with #endif, the code precedes it."""
    return Mutation(what, place, r"(?=\n#endif\n\Z)|\Z", "\n" + code, complaint)


core = ("macos", "SandglassCore", "*.swift")
darwin = ("macos", "Sandglass", "*+Darwin.swift")
missing = "cannot find .* in scope"

mutations = [
    Mutation("a misspelt constant", darwin, r"\bF_FULLFSYNC\b", "F_FULLFSYNCX", missing),
    Mutation("a removed import", darwin, r" *import Darwin\n", "", missing),
    Mutation("a removed import of the locks", darwin, r" *import os\n", "", missing),
    Mutation(
        "a removed import in a file for every system",
        ("macos", "Sandglass", "*.swift"),
        *(r"(public )?import Dispatch\n", "", missing),
    ),
    Mutation("a wrong type", darwin, r"(-> |: )Int32\b", r"\1Int64", "convert"),
    Mutation(
        "an argument too many",
        ("watchos", "Sandglass", "*+Darwin.swift"),
        *(r"\b(fsync|getpid|usleep)\(", r"\1(0, ", "argument"),
    ),
    Mutation(
        "a misspelt class",
        ("ios", "SandglassUIKit", "*.swift"),
        *(r"\bUIApplication\b", "UIAplication", missing),
    ),
    Mutation(
        "a misspelt class of the audio session",
        ("visionos", "SandglassAudio", "*+AVFAudio.swift"),
        *(r"\bAVAudioSession\b", "AVAudioSesion", missing),
    ),
    Mutation(
        "a piece of the platform that is missing",
        ("macos", "Sandglass", "PlatformContract.swift"),
        *(r"func synchronize\(_", "func mutation(_", "does not conform to protocol 'PlatformFileCalls'"),
    ),
    addition("a constant of Linux", darwin, "let mutation = CLOCK_BOOTTIME", missing),
    addition(
        "a function of Linux",
        ("macos", "sandglass-cli", "*.swift"),
        *("let mutation = epoll_create1(0)", missing),
    ),
    addition(
        "a function that the system lacks",
        ("tvos", "Sandglass", "FileCalls+Darwin.swift"),
        *("func mutation() -> Int32 { system(nil) }", "'system' is unavailable"),
    ),
    addition(
        "a function that no library has",
        ("macos", "SandglassTrustedTime", "*+Darwin.swift"),
        '@_silgen_name("mutation") func absent()\nfunc mutation() { absent() }',
        "does not export mutation",
    ),
    addition(
        "a call from off the main actor",
        ("visionos", "SandglassUIKit", "*Link+UIKit.swift"),
        "func mutation(_ it: UIApplication) { _ = it.applicationState }",
        "main actor-isolated",
    ),
    addition(
        "alerts on tvOS",
        ("tvos", "SandglassUIKit", "CountdownAlerts+UIKit.swift"),
        *("func mutation(_: CountdownAlerts) {}", "'CountdownAlerts' is unavailable in tvOS"),
    ),
    addition(
        "the title of an alert on tvOS",
        ("tvos", "SandglassUIKit", "CountdownAlert+UIKit.swift"),
        "func mutation(_ it: UNNotificationContent) -> String { it.title }",
        "'title' is unavailable in tvOS",
    ),
    addition(
        "an NTP server on a watch",
        ("watchos", "SandglassTrustedTime", "NetworkWatch+Darwin.swift"),
        *('func mutation() { _ = NTPServer("time") }', "'NTPServer' is unavailable in watchOS"),
    ),
    addition(
        "an activity that leaves its function",
        ("ios", "Recipes", "TeaActivity.swift"),
        "func mutation(_ it: Activity<TeaAttributes>) { Task { await it.end(nil) } }",
        "sending|non-Sendable",
    ),
    addition(
        "an alarm on a system without alarms",
        ("ios", "Recipes", "TeaOutside.swift"),
        *("func mutation(_: TeaAlarm) {}", "'TeaAlarm' is only available in iOS 26.1"),
    ),
    addition("a variable of all threads", core, "var mutation = 0", "not concurrency-safe"),
    addition("a protocol without any", core, "func mutation(_: Error) {}", "any Error"),
    addition(
        "an internal import in a public declaration",
        ("macos", "Sandglass", "TimekeeperState.swift"),
        *("public func mutation(_: DispatchQueue) {}", "package"),
    ),
    addition("a warning", core, "func mutation() { let one = 1 }", "never used"),
]

# Changes that make a stand-in laxer than Apple's declaration. The comparison must detect them. Each has a framework, a
# pattern for the file name, and what is said of it.
laxer = [
    Mutation(
        "an activity that is Sendable",
        ("ios", "ActivityKit", "ActivityKit.swift"),
        *(r"(class Activity<Attributes>: )Identifiable", r"\1@unchecked Sendable, Identifiable"),
        "Activity conforms to Sendable, but Apple's does not",
    ),
    Mutation(
        "an alarm manager that is Sendable",
        ("ios", "AlarmKit", "AlarmManager.swift"),
        *(r"public class AlarmManager", "public final class AlarmManager: Sendable"),
        "unnecessary for a constant with 'Sendable' type|AlarmManager conforms to Sendable, but Apple's does not",
    ),
    Mutation(
        "an application on every actor",
        ("ios", "UIKit", "UIApplication.swift"),
        *(r"@MainActor\n(@available.*\npublic class UIApplication)", r"\1"),
        "UIApplication is not isolated, but Apple's is on the main actor",
    ),
    Mutation(
        "a request that cannot fail",
        ("ios", "ActivityKit", "ActivityKit.swift"),
        *(r"\) throws -> Activity", ") -> Activity"),
        "is declared as",
    ),
    Mutation(
        "a cell that always has a label",
        ("ios", "UIKit", "UITableView.swift"),
        *(r"textLabel: UILabel\?", "textLabel: UILabel"),
        "is declared as",
    ),
    Mutation(
        "a state that can be set",
        ("ios", "UIKit", "UIApplication.swift"),
        *(r"public package\(set\) var applicationState", "public var applicationState"),
        "can be set, but Apple's can only be read",
    ),
    Mutation(
        "alarms on every system",
        ("ios", "AlarmKit", "AlarmManager.swift"),
        *(r"@available\(iOS 26.0, \*\)\n", ""),
        "but Apple's only from 26.0 on|is only available in iOS 26",
    ),
    Mutation(
        "the title of an alert on tvOS",
        ("tvos", "UserNotifications", "UNNotificationContent.swift"),
        *(r"  @available\(tvOS, unavailable\)\n(  public var title)", r"\1"),
        "title is available on tvos, where Apple's is not",
    ),
    Mutation(
        "a completion handler for one actor",
        ("ios", "UserNotifications", "UNUserNotificationCenter.swift"),
        *(r"\(@Sendable \(\(any Error\)\?\)", "(((any Error)?)"),
        "is declared as",
    ),
    Mutation(
        "a declaration that Apple has not",
        ("ios", "UIKit", "UILabel.swift"),
        *(r"(?=  // Of NSObject)", "  public var mutation = 0\n\n"),
        "is not in declarations.txt",
    ),
]

for system in ("macos", "ios", "tvos", "visionos", "watchos"):
    mutations += [
        addition(
            "a function newer than the oldest version",
            (system, "Sandglass", "FileCalls+Darwin.swift"),
            *("func mutation() -> Int32 { fdclosedir(nil) }", "'fdclosedir' is only available in"),
        ),
        addition(
            "a type newer than the oldest version",
            (system, "Sandglass", "FileCalls+Darwin.swift"),
            *("let mutation: InlineArray<2, Int> = [1, 2]", "'InlineArray' is only available in"),
        ),
    ]


def check(mutation, compilers, exported):
    """Raises a failure unless the compiler detects the mutation."""
    system, name, _ = mutation.place
    compiler = compilers[system]
    module = next((module for module in compiler.modules if module.name == name), None)
    path, text = mutated(mutation, compiler.files(module) if module else [])
    with tempfile.TemporaryDirectory() as folder:
        copy = pathlib.Path(folder) / path.name
        copy.write_text(text)
        try:
            names = compiler.analyse(module, [copy], [source for source in module.sources if source != path])
            symbols.look_up(names.splitlines(), exported)
        except Failure as failure:
            if re.search(mutation.complaint, str(failure)):
                return
            raise Failure(f"{described(mutation)} is found, but with a different message:\n{failure}")
    raise Failure(f"{described(mutation)} is not found in {path.name}")


def check_laxer(mutation, compilers, floors):
    """Raises a failure unless the comparison with Apple's declarations detects the mutation of a stand-in."""
    system, name, _ = mutation.place
    compiler = compilers[system]
    module = next(module for module in compiler.modules if module.name == name)
    path, text = mutated(mutation, module.sources)
    with tempfile.TemporaryDirectory() as folder:
        copy = pathlib.Path(folder) / path.name
        copy.write_text(text)
        sources = [copy if source == path else source for source in module.sources]
        graphs = pathlib.Path(folder) / "graphs"
        try:
            compiler.write_graphs(module, sources, pathlib.Path(folder) / f"{name}.swiftmodule", graphs)
            found = declarations.symbols(graphs, name)
            declarations.compare(declarations.Facts(), found, floors, {name: [system]})
        except Failure as failure:
            if re.search(mutation.complaint, str(failure)):
                return
            raise Failure(f"{described(mutation)} is found, but with a different message:\n{failure}")
    raise Failure(f"{described(mutation)} is not found in {path.name}")


def mutated(mutation, sources):
    """Returns the first file that the mutation applies to, and its text with the mutation."""
    _, _, files = mutation.place
    for path in sources:
        text = path.read_text()
        for match in re.finditer(mutation.pattern, text):
            line = text[: match.start()].rpartition("\n")[2]
            if path.match(files) and not line.lstrip().startswith("//"):
                start, end = match.span()
                return path, text[:start] + match.expand(mutation.replacement) + text[end:]
    raise Failure(f"{described(mutation)} does not apply to any file; choose a different one")


def described(mutation):
    system, module, _ = mutation.place
    return f"The mutation “{mutation.what}” of {module} for {system}"
