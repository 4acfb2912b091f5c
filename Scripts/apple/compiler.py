"""Checks the modules of a package for one platform, without generating code."""

import re

import toolchain
from toolchain import Failure


class Compiler:
    """Checks modules for one of Apple's platforms. Each module is checked once."""

    def __init__(self, system, products, is_whole):
        self.triple = system.triple
        # Whether all files are checked, and not only those that vary.
        self.is_whole = is_whole
        # The standard library is that of Linux, which does not support Objective-C.
        self.options = [*system.options, "-Onone", "-disable-objc-interop"]
        self.key = system.sdk.key
        self.folder = products / system.triple
        self.modules = []
        self.keys = {}

    def check(self, module):
        """Checks a module unless it has already been checked. The modules that it needs must already be checked."""
        options = self.options_of(module)
        contents = [path.read_text() for path in module.sources]
        below = [self.keys[name] for name in module.needs if name in self.keys]
        self.keys[module.name] = toolchain.key(self.key, self.is_whole, *options, *contents, *below)
        stamp = self.folder / f"{module.name}.checked"
        toolchain.once(stamp, self.keys[module.name], lambda: self.run(module))
        self.modules.append(module)

    def run(self, module):
        self.folder.mkdir(parents=True, exist_ok=True)
        product = self.folder / f"{module.compiled_name}.swiftmodule"
        try:
            # The modules above need only the declarations.
            if module.is_stand_in:
                self.write_graphs(module, module.sources, product, self.graphs(module))
            else:
                self.frontend(module, *self.declarations(product), *module.sources)
            if module.role == "own":
                if self.is_whole:
                    self.frontend(module, "-typecheck", *module.sources)
                self.calls(module).write_text(self.analyse(module, varying(module.sources)))
        except Failure as failure:
            raise Failure(f"{module.name} does not compile for {self.triple}:\n{failure}")

    def analyse(self, module, files, others=None):
        """Runs all checks of the compiler on some files of a module, including those of the flow of values.

        Returns the names of the C functions and variables in these files, one per line.
        """
        if not files:
            return ""
        others = [path for path in module.sources if path not in files] if others is None else others
        primary = [word for path in files for word in ("-primary-file", path)]
        text = self.frontend(module, "-emit-sil", *primary, *others)
        # A header may give a function a different name, which begins with a mark. Names of Swift begin with a dollar.
        pattern = r'\[asmname "\x01?([^"]+)"\]|^sil [^@\n]*@(?!swift_)([A-Za-z_]\w*) :'
        names = {given or plain for given, plain in re.findall(pattern, text, re.M)}
        return "\n".join(sorted(names))

    def files(self, module):
        """Returns the files of a module that are checked."""
        return module.sources if self.is_whole else varying(module.sources)

    def calls(self, module):
        """Returns the file with the names of the C functions and variables in a module's files that vary."""
        return self.folder / f"{module.name}.calls"

    def declarations(self, product):
        """Returns the options that write a module's declarations to a file."""
        return ["-emit-module", "-experimental-skip-all-function-bodies", "-o", product]

    def write_graphs(self, module, sources, product, folder):
        """Writes the declarations of a stand-in to a file, and its symbol graphs to a folder."""
        folder.mkdir(exist_ok=True)
        graphs = ("-emit-symbol-graph", "-emit-symbol-graph-dir", folder, "-symbol-graph-skip-synthesized-members")
        self.frontend(module, *self.declarations(product), *graphs, *sources)

    def graphs(self, module):
        """Returns the folder with the symbol graphs of a stand-in."""
        return self.folder / f"{module.name}.graphs"

    def frontend(self, module, action, *rest):
        return toolchain.run(toolchain.program("swift-frontend"), action, *self.options_of(module), *rest)

    def options_of(self, module):
        options = [*self.options, *module.options, "-I", self.folder, "-module-name", module.compiled_name]
        if not any(path.name == "main.swift" for path in module.sources):
            options.append("-parse-as-library")
        options.append("-warnings-as-errors" if module.is_own else "-suppress-warnings")
        return options


def varying(sources):
    """Returns the files that are not the same for all systems."""
    return [path for path in sources if re.search(r"^ *#if ", path.read_text(), re.M)]
