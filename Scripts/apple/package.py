"""Reads a package's modules from its manifest."""

import copy
import json
import pathlib
import re

from toolchain import Failure, run

databases = {"SQLite", "PostgreSQL"}

# The traits whose dependencies are not compiled: those of databases, and the client of HTTP, which is only for Linux.
left_out = databases | {"HTTPClient"}

# The modules of stand-ins for Apple's frameworks, and the one of the examples that is checked with them.
stand_ins = ("SandglassStandIns", "AppleStandIns")
recipes = "Recipes"


class Module:
    """A module of a package: its source folder, the modules that it needs, and its compiler options."""

    def __init__(self, package, root, description, language):
        self.name = description["name"]
        self.package = package
        self.is_test = description["type"] == "test"
        self.is_executable = description["type"] == "executable"
        folder = pathlib.Path(description.get("path") or f"Sources/{self.name}")
        self.is_for_tests = folder.parts[0] == "Tests"
        self.is_stand_in = self.name in stand_ins
        self.compiled_name = self.name.replace("-", "_")
        self.sources = sorted(path for path in (root / folder).rglob("*.swift") if not is_for_databases(path))
        self.needs = list(map(needed, dependencies(description)))
        self.settings = description["settings"]
        self.language = language
        self.is_own = True

    @property
    def role(self):
        """The module's role, as in .build/apple/result."""
        if not self.is_own:
            return "dependency"
        return "stand-in" if self.is_stand_in else "own"

    @property
    def options(self):
        """The compiler options from the manifest."""
        options = ["-swift-version", self.language, "-package-name", self.package]
        for setting in self.settings:
            (kind, value), *_ = setting["kind"].items()
            condition = setting.get("condition") or {}
            if condition.get("platformNames") == ["linux"] or condition.get("traits"):
                continue
            match kind:
                case "enableUpcomingFeature":
                    options += ["-enable-upcoming-feature", value["_0"]]
                case "treatAllWarnings":
                    pass
                case _:
                    raise Failure(f"{self.name}: Scripts/apple/package.py does not support {kind}")
        return options


def needed(dependency):
    """Returns the name of the module or product that a dependency refers to."""
    (_, (name, *_)), *_ = dependency.items()
    return name


class Package:
    """A package's modules by name, and its minimum platform versions."""

    def __init__(self, root):
        """Reads the manifest in the folder `root`."""
        # The programs that check and measure are only for Linux.
        command = ("env", "-u", "SANDGLASS_TRAIT", "swift", "package", "--package-path", root, "dump-package")
        manifest = json.loads(run(*command))
        targets = [target for target in manifest["targets"] if not is_for_servers(target)]
        versions = manifest["swiftLanguageVersions"] or [manifest["toolsVersion"]["_version"]]
        language = versions[0].split(".")[0]
        self.floors = {floor["platformName"]: floor["version"] for floor in manifest["platforms"]}
        modules = [Module(manifest["name"], root, description, language) for description in targets]
        self.modules = {part.name: part for module in modules for part in parts(module)}
        self.packages = sorted(
            {need["product"][1] for target in targets for need in dependencies(target) if "product" in need}
        )


def parts(module):
    """Returns the modules of which a module consists here.

    On Linux, stand-ins for Apple's frameworks are one module. Here each folder of it is a module with the name of a
    framework, because our sources import these.
    """
    if not module.is_stand_in:
        return [module]
    whole, frameworks = copy.copy(module), {}
    whole.is_stand_in = False
    whole.sources = []
    for path in module.sources:
        if path.parent.name == module.name:
            whole.sources.append(path)
            continue
        name = path.parent.name
        framework = frameworks.setdefault(name, copy.copy(module))
        framework.name = framework.compiled_name = name
        framework.sources = sorted(path.parent.glob("*.swift"))
    # The part of Foundation that Linux lacks is in the Foundation of Scripts/apple/interfaces.py.
    frameworks.pop("Foundation", None)
    whole.needs = [*module.needs, *frameworks]
    return [whole, *frameworks.values()]


def connect(modules):
    """Sets what the stand-ins for frameworks need: the other frameworks that they import."""
    frameworks = {module.name for module in modules.values() if module.is_stand_in}
    for name in frameworks:
        texts = [path.read_text() for path in modules[name].sources]
        imports = {each for text in texts for each in re.findall(r"^ *(?:public )?import (\w+)", text, re.M)}
        modules[name].needs = sorted(imports & frameworks)


def traits(dependency):
    """Returns the traits of which a dependency needs one."""
    ((*_, condition),) = dependency.values()
    return set((condition or {}).get("traits") or [])


def is_for_servers(target):
    """Returns whether a target is only for Linux: it needs the trait Server, or is a program that needs a database."""
    needed = list(map(traits, target["dependencies"]))
    return any("Server" in each and not each & databases for each in needed) or (
        target["type"] == "executable" and any(each & databases for each in needed)
    )


def dependencies(target):
    """Returns the dependencies of a target, without those of a trait that is left out."""
    return [need for need in target["dependencies"] if not traits(need) & left_out]


def is_for_databases(path):
    """Returns whether a file contains nothing without the trait of a database."""
    return re.match("#if (DURABLE|SQLITE|POSTGRESQL)$", path.read_text(), flags=re.M) is not None


def read(root):
    """Returns the package at `root`, including the recipes, and the modules of the packages that it depends on."""
    package = Package(root)
    for name, module in Package(root / "Examples").modules.items():
        if name == recipes:
            package.modules[name] = module
        elif module.is_stand_in and name in package.modules:
            # Both packages have stand-ins for UIKit, and our sources import one module.
            package.modules[name].sources += module.sources
        elif module.is_stand_in:
            package.modules[name] = module
    frameworks = [name for name, module in package.modules.items() if module.is_stand_in]
    package.modules[recipes].needs = ["SandglassStores", *frameworks]
    connect(package.modules)
    checkouts = root / ".build/checkouts"
    if not all((checkouts / name).exists() for name in package.packages):
        run("swift", "package", "--package-path", root, "resolve")
    for name in package.packages:
        for module in Package(checkouts / name).modules.values():
            module.is_own = False
            package.modules.setdefault(module.name, module)
    return package


def closure(modules, name, is_on):
    """Returns a module and the modules that it needs, in dependency order.

    C modules are left out, because ours are only for Linux, and so are frameworks for which `is_on` returns false.
    """
    found = []
    for need in modules[name].needs:
        if need in modules and (not modules[need].is_stand_in or is_on(need)):
            found += [module for module in closure(modules, need, is_on) if module not in found]
    return found + [modules[name]] if modules[name].sources else found


def products(package):
    """Returns a package's own modules, except for tests and their support modules."""
    return [
        module
        for module in package.modules.values()
        if module.is_own and module.sources and not module.is_test and not module.is_for_tests and not module.is_stand_in
    ]
