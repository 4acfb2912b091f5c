"""The installed Swift toolchain, and how its programs are run."""

import functools
import hashlib
import json
import pathlib
import subprocess


class Failure(Exception):
    """Something that must hold does not; the text says what, and ends the script."""


def run(*command):
    """What a command prints. Throws a failure with all that it said if it fails."""
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
    """The triple of this machine, which its modules are named for."""
    return information()["target"]["moduleTriple"]


def resources():
    """The folder of the modules that come with the compiler."""
    return pathlib.Path(information()["paths"]["runtimeResourcePath"])


def program(name):
    return resources().parent.parent / "bin" / name


def interface(module):
    """The text of the interface of one of this machine's modules."""
    return (resources() / f"linux/{module}.swiftmodule/{host()}.swiftinterface").read_text()


def key(*parts):
    """A name for contents; other contents have another name."""
    return hashlib.sha256("\0".join(map(str, parts)).encode()).hexdigest()


def once(stamp, contents, action):
    """Does something unless the file `stamp` says that it was done for the same contents."""
    if stamp.exists() and stamp.read_text() == contents:
        return
    stamp.unlink(missing_ok=True)
    action()
    stamp.parent.mkdir(parents=True, exist_ok=True)
    stamp.write_text(contents)
