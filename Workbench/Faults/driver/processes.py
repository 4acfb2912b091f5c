"""The cases in which several processes use one record."""

from .rows import Row
from .subject import Process, look


def several_processes(folder, times):
    row = Row("two processes save one record, a third reads it", promised=0)
    with Process("save", folder, "tea", 1) as process:
        process.wait("saves")
    with (
        Process("read", folder, "tea") as reader,
        Process("save", folder, "tea", times) as first,
        Process("save", folder, "tea", times) as other,
    ):
        first.wait("saves", "failed", seconds=120)
        other.wait("saves", "failed", seconds=120)
        reader.process.stdin.close()
        reads = reader.wait("reads")
        for process in (first, other):
            row.check(process.told("saves"), f"a save failed: {process.told('failed')}")
    row.records, row.lost = reads["number"], reads["lost"]
    row.check(reads["torn"] == 0, f"torn {reads['torn']} times: {reads.get('error')}")
    row.check(not list(folder.glob("*damaged*")), "a record was set aside")
    row.check(look(folder)["kind"] == "restored", "the record is lost")
    row.notes.append(f"2 × {times} saves, {reads['number']} reads, {reads['torn']} torn")
    return row
