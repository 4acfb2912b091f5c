"""Measures what rows cost in Chromium; see Web/Scripts/web-cost. Prints a table in Markdown."""

import os
import pathlib
import shutil
import statistics
import sys
import time

folder = pathlib.Path(__file__).parent
sys.path.insert(0, str(folder.parent / "checks"))
from browser import Browser, serve

web, easytimer, rounds = pathlib.Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])
seconds = 10


def measure(browser, address, kind, rows, view):
    """Returns the processor time of the main thread in ms per second, and the allocated KB per second."""
    page = browser.page()
    size = {"width": 1920, "height": 1300 if view == "all" else 800}
    page.call("Emulation.setDeviceMetricsOverride", **size, deviceScaleFactor=1, mobile=False)
    page.open(f"{address}/cost/cost.html?kind={kind}&rows={rows}&view={view}")
    # The first seconds contain the layout of the whole page.
    time.sleep(4)
    before, began = page.busy(), time.monotonic()
    time.sleep(seconds)
    spent = (page.busy() - before) / (time.monotonic() - began)
    garbage = {"includeObjectsCollectedByMajorGC": True, "includeObjectsCollectedByMinorGC": True}
    page.call("HeapProfiler.startSampling", samplingInterval=4096, **garbage)
    time.sleep(seconds / 2)
    profile = page.call("HeapProfiler.stopSampling")["profile"]
    page.close()
    return spent, allocated(profile["head"]) / 1024 / (seconds / 2)


def allocated(node):
    return node["selfSize"] + sum(map(allocated, node["children"]))


(web / "cost").mkdir(exist_ok=True)
for name in ("cost.html", "cost.js"):
    shutil.copy(folder / name, web / "cost" / name)
shutil.copy(easytimer, web / "cost/easytimer.js")
(web / "cost/sandglass").unlink(missing_ok=True)
(web / "cost/sandglass").symlink_to(web.resolve() / "sandglass")
server, address = serve(web)
cases = [(1, "all"), (100, "all"), (1000, "all"), (10_000, "all"), (10_000, "forty"), (10_000, "sections")]
names = {"all": "all", "forty": "forty", "sections": "forty, in sections"}
kinds = ["element", "sandglass", "loop", "easytimer"]
results = {}
with Browser() as browser:
    for _ in range(rounds):
        for rows, view in cases:
            for kind in kinds:
                results.setdefault((rows, view, kind), []).append(measure(browser, address, kind, rows, view))
server.shutdown()
shutil.rmtree(web / "cost")
print("| Rows | In view | The element | A board | One loop | easytimer.js | Element / loop | Board / loop |")
print("| --- | --- | --- | --- | --- | --- | --- | --- |")
for rows, view in cases:
    median = {kind: [statistics.median(column) for column in zip(*results[rows, view, kind])] for kind in kinds}
    cells = [f"{median[kind][0]:.1f} ms, {median[kind][1]:.0f} KB" for kind in kinds]
    ratios = [f"{median[kind][0] / median['loop'][0]:.2f}" for kind in ("element", "sandglass")]
    print(f"| {rows:,} | {names[view]} | {' | '.join(cells + ratios)} |")
print(f"\nMedians of {rounds} rounds. Load average at the end: {os.getloadavg()[0]:.1f}.")
