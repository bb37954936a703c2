"""A headless Chromium, driven over its DevTools protocol on a pipe: NUL-separated JSON.

As a program it reads one order from standard input and writes what came of it as JSON:

    {"page": "/path.html", "width": 1280, "height": 800, "dark": false, "script": true,
     "touch": false, "first": "what runs before the page's own script",
     "steps": [["evaluate", "1 + 1"], ["press", "+"], ["type", "abc"], ["click", 10, 20],
     ["hover", 10, 20], ["drag", 10, 20, 30, 40], ["wheel", 10, 20, -100],
     ["pinch", 100, 100, 2.0], ["tap", 10, 20], ["dark", true], ["media", "print"],
     ["size", 390, 800], ["picture", "/path.png"], ["paper", "/path.pdf"]]}

    {"results": [2, null, …], "problems": ["console.error: …"], "requests": ["file:///path.html"]}

Results stand in the order of the steps. Expressions may be promises. The network is off: names do
not resolve and requests fail; what a page asked for all the same stands in `requests`. The exit
code is 69 where there is no browser, 1 where the browser failed. --find prints the browser's path.
"""

import base64
import contextlib
import json
import os
import pathlib
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import time

NAMES = ("chromium", "chromium-browser", "google-chrome")
# A slow machine needs a while for a first start; nothing is judged by it.
PATIENCE = 120
FLAGS = (
    "--headless=new", "--no-sandbox", "--disable-gpu", "--remote-debugging-pipe",
    "--no-first-run", "--no-default-browser-check", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--disable-dev-shm-usage",
    "--disable-extensions", "--hide-scrollbars", "--mute-audio",
    "--host-resolver-rules=MAP * ~NOTFOUND",
)
KEYS = {"Enter": (13, "\r"), "Escape": (27, ""), "Tab": (9, ""), " ": (32, " "), "Home": (36, ""),
        "ArrowLeft": (37, ""), "ArrowUp": (38, ""), "ArrowRight": (39, ""), "ArrowDown": (40, "")}


class BrowserError(Exception):
    """The browser did not do what it was told."""


def browser_path():
    """The browser at hand: IPGEO_BROWSER, else one of the usual names; None where there is none."""
    named = os.environ.get("IPGEO_BROWSER")
    return named or next(filter(None, map(shutil.which, NAMES)), None)


class Browser:
    """One browser with one empty profile, gone with the context."""

    def __init__(self, path=None):
        self.path = path or browser_path()
        if self.path is None:
            raise BrowserError("there is no browser: apt-get install -y chromium")

    def __enter__(self):
        self.profile = tempfile.TemporaryDirectory(
            prefix="ipgeo-browser-", ignore_cleanup_errors=True)
        self.words = tempfile.TemporaryFile()
        # The protocol is spoken on descriptors 3 and 4, which the shell makes of its own 0 and 1.
        self.process = subprocess.Popen(
            ["/bin/sh", "-c", 'exec "$0" "$@" 3<&0 4>&1 </dev/null >/dev/null', self.path,
             *FLAGS, f"--user-data-dir={self.profile.name}", "about:blank"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self.words,
            start_new_session=True,
            env={**os.environ, "HOME": self.profile.name, "DBUS_SESSION_BUS_ADDRESS": "disabled:"},
        )
        self.number, self.rest, self.messages = 0, b"", []
        return self

    def __exit__(self, *_):
        try:
            self.tell("Browser.close")
            self.process.wait(10)
        except (BrowserError, OSError, subprocess.TimeoutExpired):
            # It leads a session of its own, so that this ends its helpers too.
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()
        with contextlib.suppress(BrokenPipeError):
            self.process.stdin.close()
        self.process.stdout.close()
        self.words.close()
        self.profile.cleanup()

    def tell(self, method, session=None, **parameters):
        """Gives an order and returns its answer; events that come meanwhile are kept."""
        self.number += 1
        order = {"id": self.number, "method": method, "params": parameters}
        if session:
            order["sessionId"] = session
        try:
            self.process.stdin.write(json.dumps(order).encode() + b"\0")
            self.process.stdin.flush()
        except BrokenPipeError:
            raise BrowserError(f"the browser ended: {method}{self.last_words()}") from None
        number = self.number
        answer = self.wait(lambda message: message.get("id") == number, method)
        if "error" in answer:
            raise BrowserError(f"{method}: {answer['error'].get('message')}")
        return answer["result"]

    def wait(self, wanted, what):
        """The first message that is wanted, of those that came and those to come."""
        looked = 0
        until = time.monotonic() + PATIENCE
        while True:
            for message in self.messages[looked:]:
                if wanted(message):
                    return message
            looked = len(self.messages)
            self.read(until - time.monotonic(), what)

    def read(self, seconds, what):
        ready, _, _ = select.select([self.process.stdout], [], [], max(0, seconds))
        if not ready:
            raise BrowserError(f"no answer in {PATIENCE} s: {what}{self.last_words()}")
        piece = os.read(self.process.stdout.fileno(), 1 << 20)
        if not piece:
            raise BrowserError(f"the browser ended: {what}{self.last_words()}")
        *whole, self.rest = (self.rest + piece).split(b"\0")
        self.messages += [json.loads(message) for message in whole]

    def last_words(self):
        """The last line that the browser wrote to standard error, to be added to a message."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(1)
        # Not with seek: the browser writes on at the place that both share.
        end = os.fstat(self.words.fileno()).st_size
        text = os.pread(self.words.fileno(), 1 << 16, max(0, end - (1 << 16)))
        lines = text.decode("utf-8", "replace").split("\n")
        said = [line.strip() for line in lines if line.strip()]
        return f"; its last line: {said[-1]}" if said else ""


class Tab:
    """A page in a browser, with what it logged and asked for."""

    def __init__(self, browser, width=1280, height=800, dark=False, script=True, touch=False,
                 first=""):
        self.browser = browser
        target = browser.tell("Target.createTarget", url="about:blank")["targetId"]
        attached = browser.tell("Target.attachToTarget", targetId=target, flatten=True)
        self.session = attached["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.tell(f"{domain}.enable")
        self.tell("Network.emulateNetworkConditions",
                  offline=True, latency=0, downloadThroughput=-1, uploadThroughput=-1)
        self.touch, self.script, self.kind, self.scheme = touch, script, "", "light"
        self.size(width, height)
        self.dark(dark)
        if touch:
            self.tell("Emulation.setTouchEmulationEnabled", enabled=True, maxTouchPoints=2)
        if first:
            self.tell("Page.addScriptToEvaluateOnNewDocument", source=first)
        if not script:
            self.tell("Emulation.setScriptExecutionDisabled", value=True)

    def tell(self, method, **parameters):
        return self.browser.tell(method, self.session, **parameters)

    def events(self, method):
        return [message["params"] for message in self.browser.messages
                if message.get("method") == method and message.get("sessionId") == self.session]

    def load(self, path):
        self.tell("Page.navigate", url=pathlib.Path(path).resolve().as_uri())
        self.browser.wait(
            lambda message: message.get("method") == "Page.loadEventFired"
            and message.get("sessionId") == self.session, "the page's load event")
        self.settle()

    def settle(self):
        """Two frames later all that a step asked for is drawn; nothing is, where no script runs."""
        if not self.script:
            return
        self.tell("Runtime.evaluate", awaitPromise=True, expression=(
            "new Promise((done) => "
            "requestAnimationFrame(() => requestAnimationFrame(() => done())))"))

    def evaluate(self, expression):
        answer = self.tell("Runtime.evaluate", expression=expression, awaitPromise=True,
                           returnByValue=True, userGesture=True)
        if "exceptionDetails" in answer:
            details = answer["exceptionDetails"]
            text = details.get("exception", {}).get("description") or details.get("text")
            raise BrowserError(f"{expression}: {text}")
        return answer["result"].get("value")

    def press(self, key):
        code, text = KEYS.get(key, (ord(key[0].upper()), key))
        for kind in ("keyDown", "keyUp"):
            self.tell("Input.dispatchKeyEvent", type=kind, key=key, windowsVirtualKeyCode=code,
                      **({"text": text} if kind == "keyDown" and text else {}))

    def type(self, text):
        self.tell("Input.insertText", text=text)

    def mouse(self, kind, x, y, **more):
        self.tell("Input.dispatchMouseEvent", type=kind, x=x, y=y, **more)

    def click(self, x, y, count=1):
        for number in range(1, count + 1):
            for kind in ("mousePressed", "mouseReleased"):
                self.mouse(kind, x, y, button="left", clickCount=number)

    def hover(self, x, y):
        self.mouse("mouseMoved", x, y)

    def drag(self, x, y, to_x, to_y):
        self.mouse("mousePressed", x, y, button="left", clickCount=1)
        for part in (0.25, 0.5, 0.75, 1):
            self.mouse("mouseMoved", x + (to_x - x) * part, y + (to_y - y) * part,
                       button="left", buttons=1)
        self.mouse("mouseReleased", to_x, to_y, button="left", clickCount=1)

    def wheel(self, x, y, amount):
        self.mouse("mouseWheel", x, y, deltaX=0, deltaY=amount)

    def pinch(self, x, y, factor):
        """Two fingers, 40 pixels to each side of the middle, then `factor` times as far."""
        def fingers(kind, reach):
            points = [{"x": x - reach, "y": y, "id": 0}, {"x": x + reach, "y": y, "id": 1}]
            self.tell("Input.dispatchTouchEvent", type=kind, touchPoints=points)
        fingers("touchStart", 40)
        for part in (0.25, 0.5, 0.75, 1):
            fingers("touchMove", 40 * (1 + (factor - 1) * part))
        self.tell("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])

    def tap(self, x, y):
        self.tell("Input.dispatchTouchEvent", type="touchStart", touchPoints=[{"x": x, "y": y}])
        self.tell("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])

    def dark(self, is_dark):
        self.scheme = "dark" if is_dark else "light"
        self.emulate()

    def media(self, kind):
        """Lays the page out for `print` or `screen`; no event tells it that it is printed."""
        self.kind = kind
        self.emulate()

    def emulate(self):
        scheme = {"name": "prefers-color-scheme", "value": self.scheme}
        self.tell("Emulation.setEmulatedMedia", media=self.kind, features=[scheme])

    def size(self, width, height):
        self.tell("Emulation.setDeviceMetricsOverride", width=width, height=height,
                  deviceScaleFactor=1, mobile=self.touch)

    def picture(self, path):
        self.save(path, self.tell("Page.captureScreenshot", format="png")["data"])

    def paper(self, path):
        self.save(path, self.tell("Page.printToPDF", printBackground=True)["data"])

    @staticmethod
    def save(path, data):
        pathlib.Path(path).parent.mkdir(parents=True, exist_ok=True)
        pathlib.Path(path).write_bytes(base64.b64decode(data))

    def problems(self):
        """Uncaught exceptions, what the console says, and what the browser complains of."""
        said = []
        for event in self.events("Runtime.exceptionThrown"):
            details = event["exceptionDetails"]
            said.append(details.get("exception", {}).get("description") or details["text"])
        for event in self.events("Runtime.consoleAPICalled"):
            values = [str(each.get("value", each.get("description"))) for each in event["args"]]
            said.append(f"console.{event['type']}: {' '.join(values)}")
        for event in self.events("Log.entryAdded"):
            said.append(f"{event['entry']['source']}: {event['entry']['text']}")
        return said

    def requests(self):
        return [event["request"]["url"] for event in self.events("Network.requestWillBeSent")]


STEPS = ("evaluate", "press", "type", "click", "hover", "drag", "wheel", "pinch", "tap", "dark",
         "media", "size", "picture", "paper")


def obey(order):
    """What the steps of an order gave."""
    with Browser() as browser:
        settings = ("width", "height", "dark", "script", "touch", "first")
        tab = Tab(browser, **{name: order[name] for name in settings if name in order})
        tab.load(order["page"])
        results = []
        for name, *words in order.get("steps", []):
            if name not in STEPS:
                raise BrowserError(f"no step '{name}'; there are {', '.join(STEPS)}")
            results.append(getattr(tab, name)(*words))
            tab.settle()
        return {"results": results, "problems": tab.problems(), "requests": tab.requests()}


def main():
    if browser_path() is None:
        print("browser.py: there is no browser: apt-get install -y chromium", file=sys.stderr)
        sys.exit(69)
    if sys.argv[1:] == ["--find"]:
        return print(browser_path())
    try:
        json.dump(obey(json.load(sys.stdin)), sys.stdout)
    except (BrowserError, OSError, ValueError) as error:
        print(f"browser.py: {error}", file=sys.stderr)
        sys.exit(1)


if __name__ == "__main__":
    main()
