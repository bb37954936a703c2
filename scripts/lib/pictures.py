"""Makes the README's pictures, or says which are stale. scripts/pictures calls it.

Usage: pictures.py [--check [--quick]] BIN, from the project's root; BIN holds ipgeo and
ipgeo-stand-in.

What depends on the hour is written over with what stands here, so that the same command gives the
same bytes on any day. What a browser draws depends on its version and its fonts: --check leaves
those pictures out, and with --quick the one that takes a minute.
"""

import pathlib
import re
import shutil
import signal
import sys
import tempfile

import browser
import png_small
from pictures_services import Station, StandIn, way
from terminal_screen import Session, TerminalError, text_of
from terminal_svg import picture

FOLDER = pathlib.Path("fixtures/pictures")
NIGHT = "night.csv"
COLUMNS, ROWS = 80, 60
# An hour of the station's way, told within a minute.
STEP, POSITIONS = 300, 12
CHANGING = (
    (r"\w{3} \d{4}-\d\d-\d\d \d\d:\d\d, UTC[+-]\d\d:\d\d", "Sun 2026-03-01 16:22, UTC-05:00"),
    (r"(?<=[EW], )(now|\d+ s ago)$", "2 s ago"),
)
# Name, size, dark, and whether it is a phone's.
VIEWS = (
    ("page-light.png", 1280, 720, False, False),
    ("page-dark.png", 1280, 720, True, False),
    ("page-phone.png", 390, 780, False, True),
)
# Pixels of the picture for one of the page: fine screens show a page's letters sharp.
SCALE = 2


class Maker:
    """Where the commands run, with nothing of the user's settings, answers or limits."""

    def __init__(self, binaries, work):
        self.ipgeo = str(pathlib.Path(binaries, "ipgeo").resolve())
        self.stand_in = str(pathlib.Path(binaries, "ipgeo-stand-in").resolve())
        self.work = pathlib.Path(work)
        shutil.copy(FOLDER / NIGHT, self.work)

    def environment(self, **more):
        home = str(self.work)
        return {"PATH": "/usr/bin:/bin", "HOME": home, "XDG_CACHE_HOME": home,
                "XDG_STATE_HOME": home, "LC_ALL": "C.UTF-8", "TERM": "xterm-256color", **more}

    def session(self, *words, columns=COLUMNS, rows=ROWS, **environment):
        return Session(
            [self.ipgeo, *words], columns, rows, self.environment(**environment), self.work)

    def screen(self, *words, **settings):
        """What a command leaves on the screen."""
        with self.session(*words, **settings) as session:
            session.end()
            return session.screen

    def lookup(self):
        with StandIn(self.stand_in) as url:
            return self.screen("lookup", "8.8.8.8", columns=64, IPGEO_API_URL=url)

    def iss(self):
        with Station(way(POSITIONS, STEP)[-1:], STEP) as url:
            return self.screen("iss", IPGEO_ISS_URL=url)

    def watch(self):
        """The frame in which the whole way is drawn; it is whole when the next one begins."""
        north, east = (abs(float(degrees)) for degrees in way(POSITIONS, STEP)[-1])
        place = re.compile(rf"{north:.1f}° [NS], {east:.1f}° [EW], ")
        with Station(way(POSITIONS, STEP), STEP) as url:
            with self.session("iss", "--watch", "--every", "5s", rows=24, IPGEO_ISS_URL=url) as session:
                screen = session.screen
                while not place.match(text_of(screen.frame[1])):
                    if not session.read():
                        raise TerminalError("ipgeo iss --watch ended by itself")
                frame = screen.frame
                session.press("\x03")
                session.end(-signal.SIGINT)
        screen.cells = frame
        return screen

    def summary(self):
        return self.screen("summary", "--top", "5", NIGHT)

    def map(self):
        return self.screen("map", NIGHT)


# Name, what makes the screen, the command, and whether it is typed in the picture: a watch has a screen
# of its own.
SCREENS = (
    ("lookup.svg", Maker.lookup, "ipgeo lookup 8.8.8.8", True),
    ("iss.svg", Maker.iss, "ipgeo iss", True),
    ("iss-watch.svg", Maker.watch, "ipgeo iss --watch --every 5s", False),
    ("summary.svg", Maker.summary, f"ipgeo summary --top 5 {NIGHT}", True),
    ("map-terminal.svg", Maker.map, f"ipgeo map {NIGHT}", True),
)
# What takes a minute.
SLOW = "iss-watch.svg"


def still_pictures(maker, is_quick=False):
    """Name and bytes of each picture that is the same everywhere."""
    for name, screen_of, command, is_typed in SCREENS:
        if is_quick and name == SLOW:
            continue
        screen = screen_of(maker)
        for pattern, text in CHANGING:
            screen.replace(pattern, text)
        yield name, picture(screen, command, is_typed).encode()
    maker.screen("map", "-q", NIGHT, "-o", "map.svg")
    yield "map.svg", (maker.work / "map.svg").read_bytes()


def page_pictures(maker):
    """Name and bytes of the page as a browser draws it."""
    maker.screen("map", "-q", NIGHT, "-o", "night.html")
    for name, width, height, is_dark, is_phone in VIEWS:
        with browser.Browser() as chromium:
            tab = browser.Tab(chromium, width, height, dark=is_dark, touch=is_phone)
            tab.tell("Emulation.setDeviceMetricsOverride", width=width, height=height,
                     deviceScaleFactor=SCALE, mobile=is_phone)
            tab.load(maker.work / "night.html")
            tab.settle()
            tab.picture(maker.work / name)
        yield name, png_small.packed((maker.work / name).read_bytes())


def check(maker, is_quick):
    stale = [name for name, made in still_pictures(maker, is_quick)
             if not (FOLDER / name).exists() or (FOLDER / name).read_bytes() != made]
    for name in stale:
        print(f"pictures: {FOLDER / name} is stale: run scripts/pictures", file=sys.stderr)
    print(f"pictures: {len(stale)} stale")
    return 1 if stale else 0


def make(maker):
    for name, content in still_pictures(maker):
        write(name, content)
    if browser.browser_path() is None:
        print("skipped: the page's pictures (there is no browser: apt-get install -y chromium)")
        return 0
    for name, content in page_pictures(maker):
        write(name, content)
    return 0


def write(name, content):
    (FOLDER / name).write_bytes(content)
    print(f"{FOLDER / name}: {len(content):,} bytes", flush=True)


def main():
    *options, binaries = sys.argv[1:]
    with tempfile.TemporaryDirectory(prefix="ipgeo-pictures-") as work:
        maker = Maker(binaries, work)
        try:
            sys.exit(check(maker, "--quick" in options) if "--check" in options else make(maker))
        except (TerminalError, browser.BrowserError, OSError) as error:
            sys.exit(f"pictures: {error}")


main()
