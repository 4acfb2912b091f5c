"""Firefox, driven by its protocol Marionette, and WebKitGTK, driven by WebDriver. They need no package."""

import json
import os
import pathlib
import socket
import subprocess
import tempfile
import urllib.request

from browser import until


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Driven:
    """A browser that takes the commands of WebDriver. Use it with `with`."""

    def __enter__(self):
        self.folder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        self.port = free_port()
        self.start()
        return self

    def __exit__(self, *_):
        self.stop()
        self.folder.cleanup()

    def launch(self, *command, **environment):
        # In a group of its own, because a browser starts further processes.
        return subprocess.Popen(
            command, env=os.environ | environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            start_new_session=True,
        )

    def end(self, process):
        os.killpg(process.pid, 9)
        process.wait()

    def open(self, address, ready="window.ready"):
        self.navigate(address)
        until(lambda: self.run(f"Boolean({ready})"), f"{address} is not ready in {self.name}")


class Firefox(Driven):
    name = "Firefox"

    def start(self):
        profile = pathlib.Path(self.folder.name)
        settings = {"marionette.port": self.port, "toolkit.telemetry.reportingpolicy.firstRun": False}
        lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});" for name, value in settings.items()]
        (profile / "user.js").write_text("\n".join(lines))
        self.process = self.launch("firefox-esr", "--headless", "--marionette", "--profile", self.folder.name)
        until(self.connect, "Firefox has not started", 60)
        self.receive()
        self.call("WebDriver:NewSession")
        self.call("WebDriver:SetTimeouts", script=120_000)

    def stop(self):
        self.socket.close()
        self.end(self.process)

    def connect(self):
        try:
            self.socket = socket.create_connection(("127.0.0.1", self.port), timeout=150).makefile("rwb")
            return True
        except ConnectionRefusedError:
            return False

    def receive(self):
        length = b""
        while (byte := self.socket.read(1)) != b":":
            length += byte
        return json.loads(self.socket.read(int(length)))

    def call(self, command, **parameters):
        message = json.dumps([0, 1, command, parameters]).encode()
        self.socket.write(b"%d:%s" % (len(message), message))
        self.socket.flush()
        _, _, error, result = self.receive()
        if error:
            raise RuntimeError(f"{command}: {error}")
        return result

    def navigate(self, address):
        self.call("WebDriver:Navigate", url=address)

    def back(self):
        self.call("WebDriver:Back")

    def run(self, script):
        body = f"const done = arguments[0]; Promise.resolve({script}).then(done)"
        # Not in a sandbox, so that the page's own names are there.
        return self.call("WebDriver:ExecuteAsyncScript", script=body, args=[], sandbox=None)["value"]


class WebKit(Driven):
    name = "WebKit"

    def start(self):
        display = f":{self.port}"
        self.screen = self.launch("Xvfb", display, "-screen", "0", "1280x1024x24")
        until(lambda: pathlib.Path(f"/tmp/.X11-unix/X{self.port}").exists(), "Xvfb has not started")
        environment = {"DISPLAY": display, "WEBKIT_DISABLE_COMPOSITING_MODE": "1", "HOME": self.folder.name}
        if os.getuid() == 0:
            environment["WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS"] = "1"
        self.process = self.launch("WebKitWebDriver", f"--port={self.port}", **environment)
        until(self.is_there, "WebKitWebDriver has not started")
        binary = next(pathlib.Path("/usr/lib").glob("*/webkit2gtk-4.*/MiniBrowser"))
        options = {"webkitgtk:browserOptions": {"binary": str(binary), "args": ["--automation"]}}
        session = self.call("POST", "", {"capabilities": {"alwaysMatch": options}})
        self.session = f"/{session['sessionId']}"
        self.call("POST", f"{self.session}/timeouts", {"script": 120_000})

    def stop(self):
        for process in (self.process, self.screen):
            self.end(process)

    def is_there(self):
        try:
            socket.create_connection(("127.0.0.1", self.port)).close()
            return True
        except ConnectionRefusedError:
            return False

    def call(self, method, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}/session{path}", data=data, method=method)
        try:
            with urllib.request.urlopen(request, timeout=150) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise RuntimeError(f"{path}: {error.read().decode()[:600]}") from error

    def navigate(self, address):
        self.call("POST", f"{self.session}/url", {"url": address})

    def back(self):
        self.call("POST", f"{self.session}/back", {})

    def run(self, script):
        body = f"const done = arguments[0]; Promise.resolve({script}).then(done)"
        return self.call("POST", f"{self.session}/execute/async", {"script": body, "args": []})
