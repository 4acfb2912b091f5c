"""Compares the element with other countdowns in Chromium; see Web/Scripts/compare. Prints tables in Markdown."""

import functools
import gzip
import json
import os
import pathlib
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

folder = pathlib.Path(__file__).parent
sys.path.insert(0, str(folder.parent / "checks"))
from browser import Browser, Handler, serve, until

web, peers, rounds = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]), int(sys.argv[3])

# The pages in `compare`, and the packages that each needs.
kinds = {
    "element": [], "board": [], "easytimer": ["easytimer.js"], "react-countdown": ["react-countdown", "react", "react-dom"],
    "relative-time": ["@github/relative-time-element"], "hand-written": [],
}
names = {"element": "`<sand-glass>`", "board": "`CountdownBoard`", "hand-written": "a custom element by hand"}

# The scripts of peers that are meant for a bundler.
bundles = {
    "react-countdown": 'export { createElement } from "react"; export { createRoot } from "react-dom/client"; '
    'export { default as Countdown } from "react-countdown";',
    "relative-time": 'import "@github/relative-time-element";',
}

# The presets of Chromium's developer tools, "Fast 4G" and what was named "Slow 3G", with the latency in ms.
networks = {"4G": (165, 9e6 / 8 * 0.9), "slow 3G": (2000, 5e5 / 8 * 0.8)}
counts = [1, 100, 1000, 10_000]

# Chromium wakes a page once a minute that has been hidden for five minutes, and with this option for ten seconds.
wakes_hidden_pages_rarely = "--enable-features=IntensiveWakeUpThrottling:grace_period_seconds/1"
hidden_seconds = 40
states = {
    "asleep for 10 min": "sleep(600000)", "clock set back 7 min": "setClock(-420000)",
    "clock set ahead 7 min": "setClock(420000)",
}


# MARK: The pages


def prepare(site):
    """Puts into a folder what the pages load. Returns why pages are missing."""
    shutil.copytree(folder / "compare", site, dirs_exist_ok=True)
    (site / "sandglass").symlink_to(web.resolve() / "sandglass")
    missing = {}
    for kind, packages in kinds.items():
        absent = [name for name in packages if not (peers / name / "package.json").exists()]
        if absent:
            missing[kind] = f"{peers} has no {' and no '.join(absent)}"
        elif kind == "easytimer":
            shutil.copy(peers / "easytimer.js/dist/easytimer.min.js", site / "easytimer.js")
        elif kind in bundles:
            bundle(bundles[kind], site / f"{kind}.js")
    return missing


def bundle(script, out):
    options = ["--bundle", "--minify", "--format=esm", "--target=es2022", '--define:process.env.NODE_ENV="production"']
    subprocess.run(
        ["esbuild", *options, f"--outfile={out}", "--log-level=warning"], input=script, text=True, check=True, cwd=peers,
        env=os.environ | {"NODE_PATH": str(peers.resolve())},
    )


def name(kind):
    version = lambda package: json.loads((peers / package / "package.json").read_text())["version"]
    return names.get(kind) or ", ".join(f"{package} {version(package)}" for package in kinds[kind])


@functools.cache
def compressed(path):
    return gzip.compress(path.read_bytes(), 9)


def brotli(path):
    script = "process.stdout.write(require('zlib').brotliCompressSync(require('fs').readFileSync(process.argv[1])))"
    return subprocess.run(["node", "-e", script, path], check=True, capture_output=True).stdout


class CompressingHandler(Handler):
    def do_GET(self):
        path = pathlib.Path(self.translate_path(self.path))
        if not path.is_file():
            return self.send_error(404)
        self.send_response(200)
        self.send_header("Content-Type", self.guess_type(path))
        self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Length", str(len(compressed(path))))
        self.end_headers()
        self.wfile.write(compressed(path))


# MARK: What is observed


def opened(browser, kind, rows=1, network=None):
    page = browser.page()
    # On a busy machine, many rows need minutes.
    page.socket.settimeout(600)
    page.call("Emulation.setDeviceMetricsOverride", width=1920, height=1300, deviceScaleFactor=1, mobile=False)
    page.call("Page.addScriptToEvaluateOnNewDocument", source=(folder / "compare/observe.js").read_text())
    page.call("Network.enable")
    page.call("Network.setCacheDisabled", cacheDisabled=True)
    if network:
        latency, speed = network
        page.call(
            "Network.emulateNetworkConditions", offline=False, latency=latency, downloadThroughput=speed,
            uploadThroughput=speed,
        )
    page.open(f"{address}/{kind}.html?rows={rows}", "window.firstRight")
    return page


def requests(browser, kind):
    page = opened(browser, kind)
    loaded = page.run("performance.getEntriesByType('resource').map((it) => new URL(it.name).pathname)")
    page.close()
    paths = [site / path.lstrip("/") for path in loaded]
    return [str(len(paths)), *(f"{sum(len(press(path)) for path in paths):,}" for press in (compressed, brotli))]


def first_number(browser, kind, network):
    page = opened(browser, kind, network=network)
    moment = page.run("firstRight")
    page.close()
    return moment


def cost(browser, kind, rows):
    """The processor time of the main thread, for each time that the numbers change, which is once a second. A busy machine
    cannot keep up with many rows, and they change less often."""
    page = opened(browser, kind, rows)
    # The first seconds contain the layout of the whole page.
    time.sleep(4)
    page.run("changed(1)")
    before = page.busy()
    page.run("changed(10)")
    spent = (page.busy() - before) / 10
    page.close()
    return spent


def after(browser, kind, event):
    """What the page shows once its timers have run that are due within a second."""
    page = opened(browser, kind)
    page.run(event)
    time.sleep(2.5)
    error = page.run("error()")
    page.close()
    return in_words(error)


def when_shown(browser, kind):
    """What the page shows in the first frame after it was hidden."""
    page = opened(browser, kind)
    other = browser.page()
    time.sleep(hidden_seconds)
    page.call("Page.bringToFront")
    until(lambda: page.run("window.errorWhenShown !== undefined"), f"{kind} was not shown")
    error = page.run("errorWhenShown")
    for opened_page in (other, page):
        opened_page.close()
    return in_words(error)


def in_words(error):
    if error == 0:
        return "right"
    minutes, seconds = divmod(round(abs(error)), 60)
    return f"{minutes}:{seconds:02} too {'long' if error > 0 else 'short'}"


# MARK: The tables


def table(columns, observe):
    print(f"| | {' | '.join(columns)} |")
    print("| --- " * (len(columns) + 1) + "|")
    for kind in kinds:
        cells = ["–"] * len(columns) if kind in missing else observe(kind)
        print(f"| {name(kind) if kind not in missing else kind} | {' | '.join(cells)} |", flush=True)
    print()


def measured(browser, kind):
    medians = lambda measure: statistics.median(measure() for _ in range(rounds))
    times = [f"{medians(lambda: first_number(browser, kind, network)) / 1000:.2f} s" for network in networks.values()]
    return [*times, *(f"{medians(lambda: cost(browser, kind, rows)):.1f}" for rows in counts)]


with tempfile.TemporaryDirectory() as temporary, Browser(wakes_hidden_pages_rarely) as browser:
    site = pathlib.Path(temporary).resolve()
    missing = prepare(site)
    server, address = serve(site, CompressingHandler)
    columns = ["requests", "gzip", "brotli", *(f"first number, {network}" for network in networks)]
    columns += [f"{count:,} {'row' if count == 1 else 'rows'}" for count in counts]
    table(columns, lambda kind: requests(browser, kind) + measured(browser, kind))
    shown = lambda kind: [*(after(browser, kind, event) for event in states.values()), when_shown(browser, kind)]
    table([*states, f"hidden for {hidden_seconds} s, first frame"], shown)
    server.shutdown()
for kind, reason in missing.items():
    print(f"{kind}: {reason}.")
print(f"Medians of {rounds} rounds. Load average at the end: {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors.")
