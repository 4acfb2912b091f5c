"""What a package's manifest says of its modules."""

import json
import pathlib

from toolchain import Failure, run


class Module:
    """A module of a package: where its sources are, what it needs, how it is compiled."""

    def __init__(self, package, root, description, language):
        self.name = description["name"]
        self.package = package
        self.is_test = description["type"] == "test"
        self.is_executable = description["type"] == "executable"
        folder = pathlib.Path(description.get("path") or f"Sources/{self.name}")
        # Some modules of a test folder play Apple's frameworks. On Linux their names are ours; here they have
        # the frameworks' names, which are those of their folders: that is what our sources import.
        self.is_stand_in = folder.parts[0] == "Tests"
        self.compiled_name = folder.name if self.is_stand_in else self.name
        self.sources = sorted((root / folder).rglob("*.swift"))
        self.needs = list(map(needed, description["dependencies"]))
        self.settings = description["settings"]
        self.language = language
        self.is_own = True

    @property
    def role(self):
        """Whose it is, as the table of results says."""
        if not self.is_own:
            return "dependency"
        return "stand-in" if self.is_stand_in else "own"

    @property
    def options(self):
        """What the manifest has the compiler told."""
        options = ["-swift-version", self.language, "-package-name", self.package]
        for setting in self.settings:
            (kind, value), *_ = setting["kind"].items()
            match kind:
                case "enableUpcomingFeature":
                    options += ["-enable-upcoming-feature", value["_0"]]
                case "treatAllWarnings":
                    pass
                case _:
                    raise Failure(f"{self.name}: Scripts/apple/package.py does not know {kind}")
        return options


def needed(dependency):
    """The name of the module or product that a module depends on."""
    (_, (name, *_)), *_ = dependency.items()
    return name


class Package:
    """The modules of a package by name, and the oldest systems that it is for."""

    def __init__(self, root):
        """Reads the manifest in the folder `root`."""
        manifest = json.loads(run("swift", "package", "--package-path", root, "dump-package"))
        versions = manifest["swiftLanguageVersions"] or [manifest["toolsVersion"]["_version"]]
        language = versions[0].split(".")[0]
        self.floors = {floor["platformName"]: floor["version"] for floor in manifest["platforms"]}
        self.modules = {
            description["name"]: Module(manifest["name"], root, description, language)
            for description in manifest["targets"]
        }
        self.packages = [
            source["identity"]
            for dependency in manifest["dependencies"]
            for source in dependency.get("sourceControl", [])
        ]


def read(root):
    """The package at `root`, with the modules of the packages that it depends on."""
    package = Package(root)
    checkouts = root / ".build/checkouts"
    if not all((checkouts / name).exists() for name in package.packages):
        run("swift", "package", "--package-path", root, "resolve")
    for name in package.packages:
        for module in Package(checkouts / name).modules.values():
            module.is_own = False
            package.modules.setdefault(module.name, module)
    return package


def closure(modules, name):
    """A module and what it needs, each after what it needs itself.

    Modules in C are left out: ours are for Linux alone.
    """
    found = []
    for need in modules[name].needs:
        if need in modules:
            found += [module for module in closure(modules, need) if module not in found]
    return found + [modules[name]] if modules[name].sources else found


def products(package):
    """What a package offers: its own modules but for tests and what serves them."""
    return [
        module
        for module in package.modules.values()
        if module.is_own and module.sources and not module.is_test and not module.is_stand_in
    ]
