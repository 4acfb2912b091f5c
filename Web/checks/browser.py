"""Chromium, driven by the DevTools protocol. It has no package but websocket-client."""

import functools
import http.server
import itertools
import json
import pathlib
import subprocess
import tempfile
import threading
import time
import urllib.request

import websocket


class Handler(http.server.SimpleHTTPRequestHandler):
    extensions_map = http.server.SimpleHTTPRequestHandler.extensions_map | {".wasm": "application/wasm"}

    def log_message(self, *_):
        pass


def serve(folder, handler=Handler):
    """Serves a folder on a free port of this machine, and returns the server and its address."""
    handler = functools.partial(handler, directory=folder)
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server, f"http://127.0.0.1:{server.server_port}"


class Browser:
    """A Chromium without a window. Use it with `with`."""

    def __init__(self, *options):
        self.options = options

    def __enter__(self):
        self.folder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        arguments = ["--headless=new", "--no-sandbox", "--remote-debugging-port=0", "--no-first-run"]
        arguments += ["--disable-dev-shm-usage", "--remote-allow-origins=*", f"--user-data-dir={self.folder.name}"]
        self.process = subprocess.Popen(
            ["chromium", *arguments, *self.options, "about:blank"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        port_file = pathlib.Path(self.folder.name, "DevToolsActivePort")
        until(lambda: port_file.exists() and port_file.read_text().count("\n"), "Chromium has not started")
        self.address = f"http://127.0.0.1:{port_file.read_text().split()[0]}"
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()
        self.folder.cleanup()

    def page(self):
        """Opens a new page in front of the others."""
        request = urllib.request.Request(f"{self.address}/json/new?about:blank", method="PUT")
        with urllib.request.urlopen(request) as answer:
            return Page(json.load(answer)["webSocketDebuggerUrl"])


class Page:
    def __init__(self, address):
        self.socket = websocket.create_connection(address, timeout=60)
        self.ids = itertools.count(1)
        # Whatever the page has written to the console, and its errors.
        self.console = []
        # The addresses to which the page has navigated.
        self.reached = []
        for domain in ("Page", "Runtime", "Log"):
            self.call(f"{domain}.enable")
        # "Thread ticks" do not count while other processes have the processor.
        self.call("Performance.enable", timeDomain="threadTicks")

    def call(self, method, **parameters):
        number = next(self.ids)
        self.socket.send(json.dumps({"id": number, "method": method, "params": parameters}))
        while (message := self.receive()).get("id") != number:
            pass
        if "error" in message:
            raise RuntimeError(f"{method}: {message['error']}")
        return message["result"]

    def receive(self):
        """Returns the next message, and notes what it says if it is an event."""
        message = json.loads(self.socket.recv())
        if message.get("method") in ("Runtime.consoleAPICalled", "Runtime.exceptionThrown", "Log.entryAdded"):
            self.console.append(json.dumps(message["params"])[:600])
        if message.get("method") == "Page.frameNavigated" and "parentId" not in message["params"]["frame"]:
            self.reached.append(message["params"]["frame"]["url"])
        return message

    def run(self, script):
        """Returns the value of an expression, or of the promise that it returns."""
        result = self.call("Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in result:
            raise RuntimeError(json.dumps(result["exceptionDetails"])[:600])
        return result["result"].get("value")

    def open(self, address, ready="window.ready"):
        self.navigate(address, "Page.navigate", url=address)
        until(lambda: self.run(f"Boolean({ready})"), f"{address} is not ready: {self.console}")

    def go_back(self):
        history = self.call("Page.getNavigationHistory")
        entry = history["entries"][history["currentIndex"] - 1]
        self.navigate(entry["url"], "Page.navigateToHistoryEntry", entryId=entry["id"])

    def navigate(self, address, method, **parameters):
        """Returns when the page has changed. A script that is sent earlier may be lost with the page before."""
        self.reached.clear()
        self.call(method, **parameters)
        while address not in self.reached:
            self.receive()

    def heap(self):
        """The bytes in use on the heap of JavaScript, without garbage."""
        for _ in range(3):
            self.call("HeapProfiler.collectGarbage")
        return self.call("Runtime.getHeapUsage")["usedSize"]

    def busy(self):
        """The processor time that the main thread has taken so far, in ms."""
        metrics = self.call("Performance.getMetrics")["metrics"]
        return next(it["value"] for it in metrics if it["name"] == "TaskDuration") * 1000

    def press(self, key, code, text=""):
        for kind in ("keyDown", "keyUp"):
            self.call("Input.dispatchKeyEvent", type=kind, key=key, code=key, windowsVirtualKeyCode=code, text=text)

    def close(self):
        self.call("Page.close")
        self.socket.close()


def until(condition, otherwise, seconds=30):
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            raise RuntimeError(otherwise)
        time.sleep(0.05)
