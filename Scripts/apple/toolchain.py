"""The installed Swift toolchain, and functions that run its tools."""

import functools
import hashlib
import json
import pathlib
import subprocess


class Failure(Exception):
    """A failed check. The script exits with its text as the message."""


def run(*command):
    """Runs a command and returns its output. Raises a failure with all of the output if the command fails."""
    process = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    if process.returncode != 0:
        raise Failure((process.stderr + process.stdout).strip())
    return process.stdout


@functools.cache
def information():
    return json.loads(run("swiftc", "-print-target-info"))


def version():
    return information()["compilerVersion"]


def host():
    """Returns this machine's triple, which its module files are named after."""
    return information()["target"]["moduleTriple"]


def resources():
    """Returns the folder that contains the compiler's own modules."""
    return pathlib.Path(information()["paths"]["runtimeResourcePath"])


def program(name):
    return resources().parent.parent / "bin" / name


def interface(module):
    """Returns the interface of one of this machine's modules, as text."""
    return (resources() / f"linux/{module}.swiftmodule/{host()}.swiftinterface").read_text()


def key(*parts):
    """Returns a key that identifies some contents. Different contents have different keys."""
    return hashlib.sha256("\0".join(map(str, parts)).encode()).hexdigest()


def once(stamp, contents, action):
    """Runs an action, unless the file `stamp` records that it has already run for the same contents."""
    if stamp.exists() and stamp.read_text() == contents:
        return
    stamp.unlink(missing_ok=True)
    action()
    stamp.parent.mkdir(parents=True, exist_ok=True)
    stamp.write_text(contents)
