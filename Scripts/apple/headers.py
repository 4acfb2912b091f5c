"""Creates a folder that the compiler accepts as Apple's SDK.

The folder contains the C headers from the wheel, a module map, and API notes, which give some declarations their Swift
names.
"""

import json
import re
import shutil
import subprocess

# Apple's module Darwin has more headers. If one of our sources needs a header that is not listed here, the compiler
# names the missing declaration.
darwin = """
    crt_externs.h ctype.h dirent.h dlfcn.h errno.h fcntl.h inttypes.h libgen.h limits.h locale.h
    mach/mach.h mach/mach_time.h malloc/malloc.h math.h netdb.h netinet/in.h poll.h pthread.h
    pthread/qos.h sched.h semaphore.h setjmp.h signal.h spawn.h stdio.h stdlib.h string.h strings.h
    sys/event.h sys/file.h sys/ioctl.h sys/mman.h sys/mount.h sys/param.h sys/qos.h sys/resource.h
    sys/select.h sys/socket.h sys/stat.h sys/sysctl.h sys/time.h sys/ttycom.h sys/types.h sys/uio.h
    sys/un.h sys/utsname.h sys/wait.h sys/xattr.h sysexits.h termios.h time.h unistd.h wchar.h
    wctype.h xlocale.h
""".split()

# These headers mean something different each time they are included, or only other headers may include them.
textual = {"assert.h", "_assert.h", "netinet6/in6.h"}

# Most declarations do not mention visionOS. The compiler maps their iOS versions to visionOS versions with this table.
# The SDK's version is deliberately old, because newer SDKs divide their headers among more modules.
settings = {
    "CanonicalName": "macosx1.0",
    "Version": "1.0",
    "MaximumDeploymentTarget": "26.99",
    "VersionMap": {"iOS_visionOS": {"17.0": "1.0", "18.0": "2.0", "26.0": "26.0"}},
}


def make(wheel, sdk, clang):
    """Creates the SDK in the folder `sdk`."""
    include = sdk / "usr/include"
    shutil.copytree(wheel / "include/any-darwin-any", include)
    for header in include.rglob("*.h"):
        read_as_objective_c(header)
    present = [name for name in darwin if (include / name).exists()]
    umbrella = include / "AllOfDarwin.h"
    umbrella.write_text("".join(f"#include <{name}>\n" for name in present))
    names = included(umbrella, include, sdk, clang)
    (include / "module.modulemap").write_text(module_map(names))
    (sdk / "SDKSettings.json").write_text(json.dumps(settings))
    (include / "Darwin.apinotes").write_text(api_notes((include / "_time.h").read_text()))


def read_as_objective_c(header):
    """Makes enumerations with a fixed underlying type available in C. The headers define them only for Objective-C."""
    text = header.read_text(errors="surrogateescape")
    changed = text.replace("__has_feature(objc_fixed_enum)", "1")
    # In C, some of them exist only if pointers have 64 bits.
    changed = changed.replace("defined(__OBJC__) || __LP64__", "1")
    if changed != text:
        header.write_text(changed, errors="surrogateescape")


def included(umbrella, include, sdk, clang):
    """Returns the headers of the SDK that `umbrella` includes, directly or indirectly."""
    command = [clang, "-target", "arm64-apple-macos15.0", "-isysroot", sdk, "-M", umbrella]
    rule = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    paths = [word for word in rule.split() if word.startswith(f"{include}/")]
    return sorted({path.removeprefix(f"{include}/") for path in paths} - {umbrella.name})


def module_map(names):
    """Returns a module map that lists every header, so that a header that two modules include belongs to one module."""
    lines = [f'  {"textual " * (name in textual)}header "{name}"' for name in names]
    return "\n".join(
        ["module Darwin [system] [extern_c] {", *lines, "  export *", "}"]
        + ["module os [system] [extern_c] {", '  header "os/lock.h"', "  export *", "}", ""]
    )


def api_notes(clocks):
    """Returns API notes for constants that are macros in C. The macros expand to names with underscores."""
    names = sorted(set(re.findall(r"^_(CLOCK_[A-Z_]+)", clocks, re.MULTILINE)))
    lines = ["Name: Darwin", "Enumerators:"]
    for name in names:
        lines += [f"- Name: _{name}", f"  SwiftName: {name}"]
    lines += ["Globals:"]
    for name in ("stdin", "stdout", "stderr"):
        lines += [f"- Name: __{name}p", f"  SwiftName: {name}"]
    return "\n".join(lines) + "\n"


def terminal_requests(sdk):
    """Returns the names of the terminal requests, whose macros Swift cannot import."""
    text = (sdk / "usr/include/sys/ttycom.h").read_text()
    return sorted(set(re.findall(r"^#define\s+(TIOC[A-Z0-9]+)\s+_IO", text, re.MULTILINE)))
