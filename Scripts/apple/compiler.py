"""Compiles the modules of a package for one platform."""

import toolchain
from toolchain import Failure


class Compiler:
    """Compiles modules for one of Apple's platforms. Each module is compiled once."""

    def __init__(self, triple, options, key, products):
        self.triple = triple
        self.options = options
        self.key = key
        self.folder = products / triple
        self.modules = []
        self.keys = {}

    def object(self, module):
        return self.folder / f"{module.compiled_name}.o"

    def compile(self, module):
        """Compiles a module unless it is already compiled. The modules that it needs must already be compiled."""
        command = self.command(module, module.sources, self.folder)
        contents = [path.read_text() for path in module.sources]
        below = [self.keys[name] for name in module.needs if name in self.keys]
        self.keys[module.name] = toolchain.key(self.key, *command, *contents, *below)
        stamp = self.folder / f"{module.name}.compiled"
        toolchain.once(stamp, self.keys[module.name], lambda: self.run(module, command))
        self.modules.append(module)

    def run(self, module, command):
        self.folder.mkdir(parents=True, exist_ok=True)
        try:
            toolchain.run(*command)
        except Failure as failure:
            raise Failure(f"{module.name} does not compile for {self.triple}:\n{failure}")

    def command(self, module, sources, folder):
        """Returns the command that compiles a module from `sources` into `folder`."""
        options = [*self.options, *module.options, "-I", self.folder, "-wmo"]
        if not any(path.name == "main.swift" for path in sources):
            options.append("-parse-as-library")
        options.append("-warnings-as-errors" if module.is_own else "-suppress-warnings")
        name = module.compiled_name
        product = folder / name
        return [
            *(toolchain.program("swift-frontend"), "-c", *options, "-module-name", name),
            *("-emit-module-path", f"{product}.swiftmodule", "-o", f"{product}.o", *sources),
        ]


def for_system(system, products):
    # The standard library is that of Linux, which does not support Objective-C.
    options = [*system.options, "-Onone", "-disable-objc-interop"]
    return Compiler(system.triple, options, system.sdk.key, products)


def in_embedded_swift(triple, products):
    options = ["-target", triple, "-resource-dir", toolchain.resources(), "-Osize"]
    options += ["-enable-experimental-feature", "Embedded"]
    return Compiler(triple, options, toolchain.version(), products)
