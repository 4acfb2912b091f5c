"""Downloads the wheel that contains the headers of macOS, and unpacks the files that we use."""

import pathlib
import shutil
import sys
import tempfile
import zipfile

from toolchain import once, run

requirements = pathlib.Path(__file__).parent / "requirements.txt"
used = ("include/any-darwin-any/", "darwin/libSystem.tbd")


def fetch(folder):
    """Fills the folder, unless it already contains the files of this wheel."""
    once(folder / "made", requirements.read_text(), lambda: unpack(folder))


def unpack(folder):
    shutil.rmtree(folder, ignore_errors=True)
    with tempfile.TemporaryDirectory() as downloads:
        # All machines download the same file, because no program in it is run.
        run(
            *(sys.executable, "-m", "pip", "download", "--quiet", "--require-hashes", "--no-deps"),
            *("--only-binary", ":all:", "--platform", "manylinux_2_12_x86_64"),
            *("--requirement", requirements, "--dest", downloads),
        )
        (path,) = pathlib.Path(downloads).glob("*.whl")
        with zipfile.ZipFile(path) as archive:
            for name in archive.namelist():
                place = name.removeprefix("ziglang/lib/libc/")
                if place.startswith(used) and not name.endswith("/"):
                    file = folder / place
                    file.parent.mkdir(parents=True, exist_ok=True)
                    file.write_bytes(archive.read(name))
