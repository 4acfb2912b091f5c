"""Checks the built pages in Chromium, and the classes and the element in Firefox and WebKit; see Web/Scripts/check-web.
Exits with 1 if something is wrong."""

import base64
import pathlib
import re
import shutil
import sys
import time

import axe_core_python
from browser import Browser, serve, until
from other_browsers import Firefox, WebKit

web = pathlib.Path(sys.argv[1])
pictures = pathlib.Path(sys.argv[2])
checks = pathlib.Path(__file__).parent
axe = next(pathlib.Path(axe_core_python.__file__).parent.rglob("axe.min.js")).read_text()
failures = []


def expect(is_right, sentence):
    print(("ok     " if is_right else "WRONG  ") + sentence)
    if not is_right:
        failures.append(sentence)


# MARK: Right at once


def states(browser, address):
    page = browser.page()
    page.open(f"{address}/checks/states.html")
    hidden_seconds, frozen_seconds, left_seconds = 8, 6, 4

    other = browser.page()
    time.sleep(hidden_seconds)
    page.call("Page.bringToFront")
    until(lambda: page.run("results.visible"), "the page was not shown")
    row(f"hidden for {hidden_seconds} s, first frame", page.run("results.visible"))
    other.close()

    page.call("Page.setWebLifecycleState", state="frozen")
    time.sleep(frozen_seconds)
    page.call("Page.setWebLifecycleState", state="active")
    until(lambda: page.run("results.resume"), "the page was not resumed")
    show(browser, page)
    row(f"frozen for {frozen_seconds} s, at `resume`", page.run("results.resume"), others_are_wrong=True)

    page.open(f"{address}/checks/empty.html", "true")
    time.sleep(left_seconds)
    page.go_back()
    until(lambda: page.run("window.results?.pageshow"), "the page has not come back from the cache")
    show(browser, page)
    row(f"back after {left_seconds} s, at `pageshow`", page.run("results.pageshow"), others_are_wrong=True)

    clocks(page)
    finish(page)


def clocks(page):
    page.run("(sleep(600000), dispatchEvent(new Event('focus')))")
    time.sleep(0.25)
    row("asleep for 10 min, page shown, after 250 ms", page.run("checkNow()"), others_are_wrong=True)

    page.run("setClock(-420000)")
    time.sleep(2)
    row("wall clock set back 7 min, after 2 s", page.run("checkNow()"), others_are_wrong=True)

    page.run("(setClock(1200000), dispatchEvent(new Event('focus')))")
    page.run("(setClock(-1200000), dispatchEvent(new Event('focus')))")
    row("wall clock 20 min ahead for a moment", page.run("checkNow()"), others_are_wrong=True)

    page.run("sleep(600000)")
    time.sleep(1.2)
    row("asleep for 10 min, no event, after the next alarm", page.run("checkNow()"), others_are_wrong=True)


def show(browser, page):
    """Makes a page visible that Chromium takes for hidden, although nothing is in front of it."""
    other = browser.page()
    page.call("Page.bringToFront")
    until(lambda: page.run("document.visibilityState === 'visible'"), "the page is not visible")
    other.close()


def row(state, result, others_are_wrong=False):
    """Prints a row of the table. Counting must be wrong where it is known to be, or the check proves nothing."""
    kinds = {"a board": "sandglass", "the element": "element", "a loop on Date": "date", "counting ticks": "ticks"}
    cells = [f"{kind} {{wrong}} of {{rows}} by {{worst}} s".format(**result[name]) for kind, name in kinds.items()]
    is_right = all(result[name]["wrong"] == 0 and result[name]["rows"] == 200 for name in ("sandglass", "element"))
    is_proof = not others_are_wrong or result["ticks"]["wrong"] > 0
    expect(is_right and is_proof, f"{state}: {', '.join(cells)}")


# MARK: Leaks


def leaks(browser, address):
    page = browser.page()
    page.open(f"{address}/checks/heap.html")
    # In the first changes, the engine compiles the functions, and keeps the result.
    page.run("changeUntil(200000)")
    print(f"heap after 200,000 changes, before they are counted: {page.heap():,} bytes")
    page.run("startCounting()")
    page.run("changeUntil(10000)")
    early = page.heap()
    # In parts, so that no call takes long on a busy machine.
    for changes in range(20_000, 1_000_001, 20_000):
        page.run(f"changeUntil({changes})")
    late = page.heap()
    growth = late / early
    expect(growth <= 1.05, f"heap after 10,000 changes {early:,} bytes, after 1,000,000 {late:,}: {growth:.3f}")
    kept = page.run("kept()")
    expect(kept == 0, f"elements removed from the page and still in memory: {kept}")
    finish(page)


# MARK: The element


def element(browser, address):
    page = browser.page()
    walk(page, address)
    finish(page)
    page = browser.page()
    policy(page, address)
    page.close()


def policy(page, address, answer=True):
    page.open(f"{address}/checks/policy.html")
    seen = page.run("window.seen")
    wanted = {"face": "1:00:00", "status": 1, "saysWhatItNeeds": answer, "others": []}
    expect(seen == wanted, f"under a strict policy, the element counts, and load() says what it needs: {seen}")


def walk(page, address):
    page.open(f"{address}/checks/element.html")
    for name, seen, wanted in page.run("walk()"):
        expect(seen == wanted, f"the element: {name}" + ("" if seen == wanted else f": {seen}, and not {wanted}"))


# MARK: Other browsers


def others(_, address):
    for kind in (Firefox, WebKit):
        with kind() as page:
            print(f"{page.name}:")
            page.open(f"{address}/checks/states.html")
            page.navigate(f"{address}/checks/empty.html")
            time.sleep(4)
            page.back()
            until(lambda: page.run("Boolean(window.ready)"), "the page has not come back")
            seen = page.run("window.results.pageshow")
            if seen:
                row("back after 4 s, at `pageshow`", seen, others_are_wrong=True)
            else:
                print("note   the page was loaded again, and did not come from the cache")
            clocks(page)
            walk(page, address)
            # WebKitGTK compiles WebAssembly under any policy.
            policy(page, address, answer="loaded" if kind is WebKit else True)


# MARK: The page


def look(browser, address):
    page = browser.page()
    # While the page is parsed, it may not have an element yet.
    page.open(f"{address}/index.html", ready)
    for scheme in ("light", "dark"):
        media(page, scheme)
        for width, height in ((320, 640), (360, 740), (768, 1024), (1440, 900), (3840, 2160)):
            resize(page, width, height)
            wide = page.run("document.documentElement.scrollWidth")
            expect(wide <= width, f"{scheme}, {width} px: nothing is wider than the page ({wide} px)")
            photograph(page, width, pictures / f"{scheme}-{width}.png")
            # Colours differ between the schemes, and sizes between a phone and a desk.
            if (scheme, width) not in (("light", 320), ("light", 1440), ("dark", 1440)):
                continue
            page.run(axe)
            # The rows of the list are alike, and looking at all of them would take minutes.
            found = page.run("""
                axe.run({ include: ["html"], exclude: ["#rows li:nth-child(n + 20)"] })
                  .then(({ violations }) => violations.map((it) => `${it.id} ${it.nodes[0].html}`))
            """)
            expect(found == [], f"{scheme}, {width} px: axe-core finds {found or 'nothing'}")
    keyboard(page)
    without_scripts(page, f"{address}/index.html")
    finish(page)


def photograph(page, width, path):
    # All of the page, and not only the part that fits on a screen, so that all rows in it are up to date.
    height = page.run("document.documentElement.scrollHeight")
    resize(page, width, height)
    page.run("new Promise((resolve) => setTimeout(resolve, 200))")
    path.write_bytes(base64.b64decode(page.call("Page.captureScreenshot")["data"]))


def resize(page, width, height):
    page.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)


def media(page, scheme, motion="no-preference"):
    features = [{"name": "prefers-color-scheme", "value": scheme}, {"name": "prefers-reduced-motion", "value": motion}]
    page.call("Emulation.setEmulatedMedia", features=features)


ready = "document.documentElement?.dataset.ready !== undefined"


def disasters(browser, address):
    """What happens to the three countdowns of the page, by itself and by its buttons."""
    page = browser.page()
    page.open(f"{address}/index.html", ready)
    # What begins again shows some seconds more.
    late, hour = "✗ 10:0", "✗ 1:00:0"
    verdicts(page, "at the start", ["✓ right", "✓ right", "✓ right"])
    verdicts(page, "within ten seconds, by itself", ["✓ right", late, hour])

    media(page, "light", "reduce")
    page.open(f"{address}/index.html", ready)
    for button, wanted in [
        ("sleep", ["✓ right", late, "✓ right"]), ("set", ["✓ right", late, hour]), ("thousand", ["✓ right", late, hour]),
    ]:
        page.run(f"document.querySelector('#{button}').click()")
        verdicts(page, button, wanted)
    rows = page.run("document.querySelectorAll('#rows sand-glass').length")
    expect(rows == 1000 and page.run("document.querySelector('#rows').checkVisibility()"), f"{rows} rows are shown")
    navigate(page, "kill")
    verdicts(page, "killed, while the clock is wrong", [hour, late, late])
    navigate(page, "again")
    verdicts(page, "again", ["✓ right", "✓ right", "✓ right"])
    page.run("document.querySelector('#sleep').click()")
    navigate(page, "kill")
    verdicts(page, "killed, after sleep", ["✓ right", late, late])
    finish(page)


def verdicts(page, when, wanted):
    shown = lambda: page.run("[...document.querySelectorAll('.verdict')].map((it) => it.textContent)")
    are_right = lambda: all(text.startswith(start) for text, start in zip(shown(), wanted, strict=True))
    end = time.monotonic() + 10
    while not are_right() and time.monotonic() < end:
        time.sleep(0.05)
    expect(are_right(), f"{when}: {', '.join(shown())}")


def navigate(page, button):
    page.reached.clear()
    page.run(f"document.querySelector('#{button}').click()")
    while not page.reached:
        page.receive()
    until(lambda: page.run(ready), "the page has not come back")


def keyboard(page):
    page.run("document.activeElement.blur(); scrollTo(0, 0); document.querySelector('#thousand').click()")
    reached = []
    wanted = page.run("[...document.querySelectorAll('button, [tabindex]')].map((it) => it.id || it.className)")
    while not set(wanted) <= set(reached) and len(reached) < 80:
        page.press("Tab", 9)
        reached.append(page.run("document.activeElement.id || document.activeElement.className"))
    missed = sorted(set(wanted) - set(reached))
    expect(not missed, f"Tab reaches all {len(wanted)} controls; missed: {missed}")
    page.run("document.querySelector('#sleep').focus()")
    page.press("Enter", 13, "\r")
    said = page.run("document.querySelector('[role=status]').textContent")
    expect(said.startswith("The device slept"), f"Enter on the focused button: {said}")


def without_scripts(page, address):
    page.call("Emulation.setScriptExecutionDisabled", value=True)
    page.open(address, "document.readyState === 'complete'")
    seen = page.run("[document.querySelector('.demo').checkVisibility(), document.querySelector('table').checkVisibility()]")
    expect(seen == [False, True], f"without JavaScript, the demo and the table are shown: {seen}")


def finish(page):
    expect(page.console == [], f"the console is empty {page.console or ''}")
    page.close()


shutil.copytree(checks, web / "checks", dirs_exist_ok=True)
(web / "checks/empty.html").write_text("<!doctype html><title>Elsewhere</title><link rel='icon' href='data:,'>")
(web / "checks/sandglass").unlink(missing_ok=True)
(web / "checks/sandglass").symlink_to(web.resolve() / "sandglass")
pictures.mkdir(parents=True, exist_ok=True)
server, address = serve(web)
with Browser() as browser:
    for check in (states, element, leaks, disasters, look, others):
        began = time.monotonic()
        check(browser, address)
        print(f"{check.__name__}: {time.monotonic() - began:.0f} s")
server.shutdown()
shutil.rmtree(web / "checks")
sys.exit(1 if failures else 0)
