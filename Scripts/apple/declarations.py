"""Compares the stand-ins for Apple's frameworks with what Apple declares, as listed in declarations.txt.

A stand-in that is laxer than the framework hides faults. So a stand-in must have the same signature. It must be isolated
where Apple's declaration is, must not conform to more protocols, and must not be available on more systems. What Apple's
pages and interfaces do not say is the stricter of the two: no conformance, and no availability. A stand-in that is
stricter is counted. It may reject code that Apple's framework accepts, and hides nothing.
"""

import json
import pathlib
import re
from typing import NamedTuple

from toolchain import Failure

types = "struct|class|enum|protocol|typealias"
path = pathlib.Path(__file__).with_name("declarations.txt")

# Conformances that the compiler adds to every type, or that only describe a value for logs.
implied = {"Copyable", "Escapable", "SendableMetatype", "BitwiseCopyable", "CVarArg", "NSObjectProtocol"}
implied |= {"CustomStringConvertible", "CustomDebugStringConvertible", "SetAlgebra", "ExpressibleByArrayLiteral"}
implying = {
    "Codable": {"Decodable", "Encodable"},
    "Hashable": {"Equatable"},
    "Comparable": {"Equatable"},
    "OptionSet": {"RawRepresentable", "Equatable"},
    "NSObject": {"Hashable"},
}


class Fact(NamedTuple):
    """What Apple declares. The systems are those on which the declaration is available, each from a version on."""

    framework: str
    name: str
    declaration: str
    conformances: frozenset
    systems: dict
    source: str


class Facts:
    """All facts, and the systems of each framework."""

    def __init__(self, text=None):
        self.systems = {}
        self.all = {}
        # The declarations for which no page and no interface was found.
        self.unknown = []
        framework, source = None, ""
        for line in (path.read_text() if text is None else text).splitlines():
            if not line or line.startswith("#"):
                continue
            if head := re.fullmatch(r"\[(\w+)\] (.*?) \((.*)\)", line):
                framework, systems, source = head.groups()
                self.systems[framework] = versions(systems)
                continue
            name, declaration, *rest = (cell.strip() for cell in line.split(" | "))
            conformances, systems, own = (rest + ["", "", ""])[:3]
            fact = Fact(
                framework,
                name,
                declaration,
                frozenset(filter(None, conformances.split(", "))),
                self.systems[framework] | versions(systems),
                own or source,
            )
            if declaration == "?":
                self.unknown.append(f"{framework}: {name}")
            self.all.setdefault((framework, name), []).append(fact)

    def inherited(self, protocols):
        """Returns the protocols and classes, and what they inherit from in turn."""
        found, waiting = set(), list(protocols)
        while waiting:
            if (name := waiting.pop()) in found:
                continue
            found.add(name)
            waiting += implying.get(name, ())
            for (_, each), rows in self.all.items():
                if each == name:
                    waiting += rows[0].conformances
        return found

    def is_on(self, framework, system):
        """Returns whether a framework exists on a platform, named as in the manifest."""
        return system in self.systems.get(framework, {})


def versions(text):
    """Returns the versions in a text such as “iOS 16.2, not tvOS”, by platform."""
    found = {}
    for name, version in re.findall(r"(\w+OS) (\d+(?:\.\d+)*)", text):
        found[name.lower()] = tuple(map(int, version.split(".")))
    for name in re.findall(r"not (\w+OS)", text):
        found[name.lower()] = None
    return found


class Symbol(NamedTuple):
    """A public declaration of a stand-in."""

    framework: str
    name: str
    declaration: str
    conformances: set
    availability: dict


def symbols(folder, framework):
    """Returns the public declarations in the symbol graphs of a module, those in extensions of other modules included."""
    graphs = [
        json.loads(file.read_text())
        for file in sorted(folder.glob("*.symbols.json"))
        if re.split(r"[.@]", file.name)[0] == framework
    ]
    if not graphs:
        raise Failure(f"There is no symbol graph of {framework} in {folder}")
    parents = {symbol["identifier"]["precise"]: symbol for graph in graphs for symbol in graph["symbols"]}
    by_path = {tuple(symbol["pathComponents"]): symbol for symbol in parents.values()}
    conformances = {}
    for graph in graphs:
        for relation in graph["relationships"]:
            if relation["kind"] in ("conformsTo", "inheritsFrom"):
                protocol = relation.get("targetFallback") or relation["target"]
                if relation["target"] in parents:
                    protocol = parents[relation["target"]]["pathComponents"][-1]
                conformances.setdefault(relation["source"], set()).add(protocol.rpartition(".")[2])
    for precise, symbol in parents.items():
        components = symbol["pathComponents"]
        if any(part.startswith("_") for part in components) or "::SYNTHESIZED::" in precise:
            continue
        # What Decodable requires of a type is in its conformances.
        if components[-1] in ("init(from:)", "encode(to:)"):
            continue
        text = "".join(fragment["spelling"] for fragment in symbol["declarationFragments"])
        above = [by_path.get(tuple(components[:length])) for length in range(1, len(components))]
        available = {}
        for each in [*filter(None, above), symbol]:
            available |= availability(each)
        # Members have the isolation of their type, and types that are nested in it have not.
        is_member = not re.match(types, normalised(text))
        if is_member and not isolation(text) and above and above[-1] and isolation(plain(above[-1])) == "main":
            text = "@MainActor " + text
        yield Symbol(framework, ".".join(components), text, conformances.get(precise, set()), available)


def plain(symbol):
    return "".join(fragment["spelling"] for fragment in symbol["declarationFragments"])


def availability(symbol):
    """Returns the availability that a symbol states itself: a version for each system, or None if there is none."""
    found = {}
    for each in symbol.get("availability", []):
        domain = each.get("domain", "").lower()
        if each.get("isUnconditionallyUnavailable"):
            found[domain] = None
        elif version := each.get("introduced"):
            found[domain] = (version["major"], version.get("minor", 0))
    return found


def isolation(declaration):
    """Returns “main”, “none”, or nothing if a declaration does not state its isolation."""
    head = declaration.split("(")[0]
    if "nonisolated" in head:
        return "none"
    return "main" if "@MainActor" in head else ""


def is_settable(declaration):
    """Returns whether a variable can be set by a client."""
    return " var " in f" {declaration}" and (" set }" in declaration or not declaration.endswith("}"))


def normalised(declaration):
    """Returns a signature without what does not matter to its callers, and with one way to write the rest."""
    text = re.sub(r"@(?!escaping|Sendable|MainActor)\w+(?:\.\w+)*(?:\([^)]*\))? ?", "", declaration)
    text = text.replace("nonisolated(unsafe) ", "")
    head, paren, tail = text.partition("(")
    head = re.sub(r"@MainActor |\bnonisolated ", "", head)
    head = re.sub(r"\b(public|open|final|convenience|override|required|mutating|indirect|package) ", "", head)
    head = re.sub(r"\bclass (?=var|func|let)", "static ", head)
    text = head + paren + tail
    text = re.sub(r" (\{ get \}|\{ get set \}|\{ get throws \}|\{ get nonmutating set \})$", "", text)
    # What a type inherits from is compared as its conformances.
    kinds = types + "|associatedtype"
    text = re.sub(rf"^((?:{kinds}) \w+(?:<[^>]*>)?) ?: [^{{]*?(?= where |$)", r"\1", text)
    if re.match(rf"(?:{kinds}) ", text):
        text = re.sub(r" where .*", "", text)
    text = re.sub(r"\b(Foundation|Swift|SwiftUI)\.(?=\w)", "", text)
    text = re.sub(r"= 0(\.0)?(?=[,)])", "= 0", text).replace("= .init()", "= []")
    text = re.sub(r"\bvar\b", "let", text, count=1) if re.match(r"(static )?(let|var) ", text) else text
    return re.sub(r"\s+", " ", text.replace(" :", ":").replace("`", "")).strip()


class Report(NamedTuple):
    compared: int
    stricter: int
    unknown: list


def compare(facts, found, floors, compiled):
    """Raises a failure for each stand-in that is laxer than what Apple declares. `floors` has the oldest version for each
    platform of the manifest, and `compiled` the platforms for which the stand-ins of a framework are compiled.
    """
    faults, stricter, compared = [], 0, 0
    for symbol in found:
        rows = facts.all.get((symbol.framework, symbol.name))
        where = f"{symbol.framework}: {symbol.name}"
        if not rows:
            faults.append(f"{where} is not in declarations.txt: {symbol.declaration}")
            continue
        if rows[0].declaration == "?":
            continue
        compared += 1
        signature = normalised(symbol.declaration)
        row = next((row for row in rows if normalised(row.declaration) == signature), None)
        if not row:
            faults.append(f"{where} is declared as\n  {signature}\nbut Apple declares\n  {normalised(rows[0].declaration)}")
            continue
        if is_settable(symbol.declaration) and not is_settable(row.declaration):
            faults.append(f"{where} can be set, but Apple's can only be read")
        own, apples = isolation(symbol.declaration) or "none", isolation(row.declaration) or "none"
        if own == "none" and apples == "main":
            faults.append(f"{where} is not isolated, but Apple's is on the main actor")
        stricter += own == "main" and apples == "none"
        allowed = facts.inherited(row.conformances) | implied
        if extra := sorted(each for each in symbol.conformances - allowed if not each.startswith("_")):
            faults.append(f"{where} conforms to {', '.join(extra)}, but Apple's does not")
        stricter += bool(row.conformances - symbol.conformances - implied)
        for system in compiled[symbol.framework]:
            fault = laxity(symbol.availability, row.systems, system, floors[system])
            if fault:
                faults.append(f"{where} {fault}")
    if faults:
        raise Failure("\n".join(faults))
    return Report(compared, stricter, facts.unknown)


def laxity(own, apples, system, floor):
    """Returns in what a declaration is available where Apple's is not; nothing if it is not."""
    oldest = tuple(map(int, floor.split(".")))
    has = own.get(system, own.get("*", oldest))
    since = apples.get(system)
    if has is None:
        return None
    if since is None:
        return f"is available on {system}, where Apple's is not"
    if max(has, oldest) < since:
        return f"is available on {system} {floor}, but Apple's only from {'.'.join(map(str, since))} on"
    return None
