"""Replaces Apple's SDK: provides the C headers, and the standard library's modules for each platform."""

import pathlib
import re
import shutil

import headers
import interfaces
import toolchain
from toolchain import Failure

# In dependency order.
library = ["Swift", "SwiftOnoneSupport", "_Concurrency", "Darwin", "Synchronization"]
library += ["Observation", "_StringProcessing", "Dispatch", "notify", "Network", "Foundation"]

here = pathlib.Path(__file__).parent


class SDK:
    """The headers and the other files that all platforms share."""

    def __init__(self, work):
        self.wheel = work / "wheel"
        self.folder = work / "sdk"
        self.sdk = self.folder / "sdk"
        self.resources = self.folder / "resources"
        self.printed = self.folder / "printed"
        files = ("requirements.txt", "toolchain.py", "headers.py", "interfaces.py", "system.py")
        sources = [(here / name).read_text() for name in files]
        self.key = toolchain.key(toolchain.version(), self.folder, *sources)
        toolchain.once(self.folder / "made", self.key, self.make)

    def make(self):
        shutil.rmtree(self.folder, ignore_errors=True)
        headers.make(self.wheel, self.sdk, toolchain.program("clang"))
        self.resources.mkdir()
        for name in ("shims", "clang", "apinotes"):
            (self.resources / name).symlink_to(toolchain.resources() / name)
        self.printed.mkdir()
        for module in ("Dispatch", "FoundationEssentials", "Foundation"):
            self.print(module)

    def print(self, module):
        """Returns the interface of a module of this machine that has no textual interface file."""
        resources = toolchain.resources()
        toolchain.run(
            *(toolchain.program("swift-synthesize-interface"), "-module-name", module),
            *("-target", toolchain.host(), "-resource-dir", resources),
            *("-I", resources, "-I", resources / "linux", "-o", self.printed / f"{module}.swift"),
        )

    def text(self, module):
        return (self.printed / f"{module}.swift").read_text()


class System:
    """One of Apple's platforms: its triple, which includes the minimum version, and its modules.

    The modules are compiled for one platform, the `model`. Those of another platform with the same processor are
    copies, whose triple is replaced: their declarations contain the minimum versions of all platforms.
    """

    def __init__(self, sdk, triple, model=None):
        self.sdk = sdk
        self.triple = triple
        self.folder = sdk.folder / triple
        self.modules = self.folder / "modules"
        toolchain.once(self.folder / "made", sdk.key, lambda: self.copy(model) if model else self.make())

    @property
    def options(self):
        """The compiler options for this platform."""
        return [
            *("-target", self.triple, "-sdk", self.sdk.sdk, "-resource-dir", self.sdk.resources),
            *("-I", self.modules, "-module-cache-path", self.sdk.folder / "cache"),
            *("-plugin-path", toolchain.resources() / "host/plugins"),
        ]

    def make(self):
        shutil.rmtree(self.folder, ignore_errors=True)
        for module in library:
            self.compile(module, self.interface(module))

    def copy(self, model):
        shutil.rmtree(self.folder, ignore_errors=True)
        self.modules.mkdir(parents=True)
        # The replacement has the same length, because lengths precede texts in these files.
        zeros = len(model.triple) - len(self.triple)
        triple = re.sub(r"(?=[\d.]+$)", "0" * zeros, self.triple, count=1)
        for path in model.modules.iterdir():
            text = path.read_bytes().replace(model.triple.encode(), triple.encode())
            (self.modules / path.name).write_bytes(text)

    def interface(self, module):
        model = toolchain.interface("Glibc")
        match module:
            case "Darwin":
                requests = headers.terminal_requests(self.sdk.sdk)
                return interfaces.of_darwin(model, self.triple, requests)
            case "Dispatch":
                return interfaces.of_dispatch(self.sdk.text(module), self.triple, model)
            case "notify":
                return interfaces.of_notify(self.triple, model)
            case "Network":
                return interfaces.of_network(self.triple, model)
            case "Foundation":
                printed = [self.sdk.text("FoundationEssentials"), self.sdk.text(module)]
                return interfaces.of_foundation(printed, self.triple, model)
            case _:
                return interfaces.of_library(toolchain.interface(module), self.triple)

    def compile(self, module, interface):
        source = self.folder / f"interfaces/{module}.swiftinterface"
        source.parent.mkdir(parents=True, exist_ok=True)
        source.write_text(interface)
        result = self.modules / f"{module}.swiftmodule"
        result.parent.mkdir(parents=True, exist_ok=True)
        # Do not check availability in the standard library. It is checked only in our own modules.
        options = ["-disable-availability-checking"]
        if " -parse-stdlib " in interface:
            options.append("-parse-stdlib")
        command = [toolchain.program("swift-frontend"), "-compile-module-from-interface", source]
        try:
            toolchain.run(*command, "-module-name", module, "-o", result, *options, *self.options)
        except Failure as failure:
            raise Failure(f"The toolchain's {module} cannot be built for {self.triple}:\n{failure}")
