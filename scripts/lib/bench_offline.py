"""The cases of scripts/bench that ask a database: raw look-ups, and logs whose clients are new.

The data are GeoLite2 City of 2018, as PyPI has it in `maxminddb-geolite2`; IPGEO_BENCH_DATABASE names
another file of cities. Beside ipgeo run Python's reader with its C extension, from PyPI, and Go's,
from Debian. `bench_offline.py WORK` fetches what PyPI has into that folder.
"""

import json
import os
import pathlib
import random
import shutil
import subprocess
import sys
import tarfile

from bench_figures import LEAST, Figure
from bench_machine import Wrong

DATA = "maxminddb-geolite2==2018.703"
READER = "maxminddb>=2.6"
GO_PATH = pathlib.Path("/usr/share/gocode")
GO_READER = GO_PATH / "src/github.com/oschwald/maxminddb-golang"
OWN_SPEED, LOG_SPEED = 2_500_000, 2_000_000
# How many random addresses each program looks up; a slow one's rate shows in fewer.
COUNTS = {"ipgeo": 10_000_000, "Go, memo": 4_000_000, "Go": 500_000, "Python": 50_000}
CHECKED = 20_000
LINES, CLIENTS = 2_000_000, 200_000


def say(text):
    print(f"bench: {text}", file=sys.stderr)


# What is fetched


def fetch(work):
    """Brings the database and Python's reader into the folder; says in a line what it cannot."""
    if "IPGEO_BENCH_DATABASE" not in os.environ:
        fetch_data(work)
    fetch_reader(work)


def fetch_data(work):
    pip = [sys.executable, "-m", "pip", "download", "-q", "--disable-pip-version-check"]
    try:
        subprocess.run(
            [*pip, "--no-deps", "-d", work, DATA], check=True, capture_output=True, text=True,
        )
        archive = next(work.glob("maxminddb*geolite2*.tar.gz"))
        with tarfile.open(archive) as members:
            for member in members:
                if member.isfile() and member.name.endswith("/GeoLite2-City.mmdb"):
                    with open(work / "City.mmdb", "wb") as out:
                        shutil.copyfileobj(members.extractfile(member), out)
        archive.unlink()
    except (OSError, StopIteration, subprocess.CalledProcessError, tarfile.TarError) as error:
        say(f"{DATA} could not be fetched from PyPI: {cause(error)}")


def fetch_reader(work):
    folder = work / "python"
    try:
        subprocess.run(
            [sys.executable, "-m", "venv", folder], check=True, capture_output=True, text=True)
        subprocess.run(
            [folder / "bin/python", "-m", "pip", "install", "-q", "--disable-pip-version-check",
             "--only-binary", ":all:", READER],
            check=True, capture_output=True, text=True,
        )
        subprocess.run(
            [folder / "bin/python", "-c", "import maxminddb.extension"],
            check=True, capture_output=True, text=True,
        )
    except (OSError, subprocess.CalledProcessError) as error:
        shutil.rmtree(folder, ignore_errors=True)
        say(f"Python's maxminddb with its C extension could not be fetched: {cause(error)}")


def cause(error):
    """The last line of what a program said, or the error itself."""
    lines = (getattr(error, "stderr", None) or str(error)).strip().splitlines()
    return lines[-1] if lines else "it said nothing"


# What is at hand


class Offline:
    """The database and the programs that read it."""

    def __init__(self, place):
        self.place = place
        named = os.environ.get("IPGEO_BENCH_DATABASE")
        self.database = pathlib.Path(named).absolute() if named else place.work / "City.mmdb"
        python = place.work / "python/bin/python"
        self.python = python if python.exists() else None
        self.go = self.go_program()
        if not self.database.exists():
            say("left out: there is no database; IPGEO_BENCH_DATABASE may name one")
            return
        self.names = {"Go": f"Go {self.go_version()}", "Python": self.python_name()}
        if self.python is None:
            say("Python's reader is left out: it is not at hand")
        if self.go is None:
            say("Go's reader is left out: golang-go and "
                "golang-github-oschwald-maxminddb-golang-dev are not at hand")

    @property
    def is_ready(self):
        return self.database.exists()

    def go_program(self):
        if shutil.which("go") is None or not GO_READER.exists():
            return None
        program = self.place.work / "bench-mmdb-go"
        if not program.exists():
            subprocess.run(
                ["go", "build", "-o", program, source("bench-mmdb.go")], check=True,
                env={**os.environ, "GO111MODULE": "off", "GOPATH": str(GO_PATH), "GOFLAGS": "",
                     "GOCACHE": str(self.place.work / "go")},
            )
        return program

    def go_version(self):
        done = subprocess.run(
            ["dpkg-query", "-W", "-f", "${Version}", "golang-github-oschwald-maxminddb-golang-dev"],
            capture_output=True, text=True, check=False,
        )
        return done.stdout.strip()

    def python_name(self):
        if self.python is None:
            return "Python"
        done = subprocess.run(
            [self.python, "-c", "import maxminddb; print(maxminddb.__version__)"],
            capture_output=True, text=True, check=False,
        )
        return f"Python {done.stdout.strip()}, C extension"


def source(name):
    return os.path.join(os.path.dirname(__file__), name)


# Raw look-ups


class RawContest(Offline):
    """Random IPv4 addresses to rendered rows, on one core."""

    def __init__(self, place):
        super().__init__(place)
        self.addresses = place.work / "random-ipv4"
        if not self.addresses.exists():
            self.addresses.write_bytes(random.Random(8).randbytes(4 * max(COUNTS.values())))

    def commands(self):
        """By name, what comes before and behind the database, addresses, count and figures."""
        yield "ipgeo", [self.place.bin / "IPGeoBenchMain"], []
        if self.go:
            yield "Go", [self.go, "raw"], []
            yield "Go, memo", [self.go, "raw"], ["memo"]
        if self.python:
            yield "Python", [self.python, "-B", source("bench_mmdb.py"), "raw"], []

    def run(self, before, behind, count, stdout=os.devnull):
        """Look-ups a second, from the first one to the last row."""
        figures = self.place.work / "raw-figures"
        one_core = ["taskset", "-c", "0"] if shutil.which("taskset") else []
        self.place.run(
            *one_core, *before, self.database, self.addresses, str(count), figures, *behind,
            stdout=stdout, GOMAXPROCS="1",
        )
        return count / (int(figures.read_text(encoding="ascii").split()[0]) / 1e6)

    def check(self):
        """All programs write the same rows."""
        rows = {}
        for name, before, behind in self.commands():
            path = self.place.work / "raw-rows"
            self.run(before, behind, CHECKED, path)
            with open(path, encoding="utf-8") as lines:
                rows[name] = [json.loads(line) for line in lines]
            path.unlink()
        for name, found in rows.items():
            if len(found) != CHECKED or found != rows["ipgeo"]:
                raise Wrong(f"the rows of {name} are not those of ipgeo")

    def figures(self, runs):
        self.check()
        speeds = {name: [] for name, _, _ in self.commands()}
        for _ in range(runs):
            for name, before, behind in self.commands():
                speeds[name].append(self.run(before, behind, COUNTS[name]))
        yield Figure("ipgeo, one core", speeds["ipgeo"], "rows/s", (LEAST, OWN_SPEED))
        for name, speed in speeds.items():
            if name == "ipgeo":
                continue
            word, _, memo = name.partition(", ")
            label = f"{self.names[word]}, {memo or 'each decoded'}"
            yield Figure(label, speed, "rows/s")
            ratios = [own / other for own, other in zip(speeds["ipgeo"], speed)]
            bound = (LEAST, 6) if name == "Go" else None
            yield Figure(f"ipgeo against {name}", ratios, "times as fast", bound)


def raw(place, runs):
    """The reader alone, with a row rendered once for each record."""
    contest = RawContest(place)
    if contest.is_ready:
        yield from contest.figures(runs or 3)


# Logs


class LogContest(Offline):
    """An access log of many clients, of whom nothing is known before; all rows are JSON lines."""

    def __init__(self, place):
        super().__init__(place)
        self.given = place.input("log", LINES, CLIENTS)

    def peers(self):
        if self.go:
            yield "Go, memo", [self.go, "logs", self.database], 1
        if self.python:
            command = [self.python, "-B", source("bench_mmdb.py"), "logs", self.database]
            yield "Python, memo", command, 10

    def own(self):
        return self.place.batch(
            "--database", self.database, "--format", "jsonl", records=LINES, stdin=self.given)[0]

    def figures(self, runs):
        """Every program of a round in turn, so that whoever is busy meanwhile slows all of them."""
        own, others = [], {}
        for _ in range(runs):
            own.append(self.own())
            for name, command, _ in self.peers():
                others.setdefault(name, []).append(self.place.run(*command, stdin=self.given))
        speed = [LINES / used.seconds for used in own]
        yield Figure("ipgeo, JSONL", speed, "lines/s", (LEAST, LOG_SPEED))
        yield Figure("ipgeo, peak memory", [used.megabytes for used in own], "MB")
        yield Figure("ipgeo, CPU", [used.cpu for used in own], "s")
        for name, _, least in self.peers():
            word, _, memo = name.partition(", ")
            taken = others[name]
            yield Figure(
                f"{self.names[word]}, {memo}", [LINES / used.seconds for used in taken], "lines/s")
            ratios = [used.seconds / mine.seconds for mine, used in zip(own, taken)]
            yield Figure(f"ipgeo against {name}", ratios, "times as fast", (LEAST, least))


def logs(place, runs):
    """The whole command, from cold: with a database nothing is kept from one run to the next."""
    contest = LogContest(place)
    if contest.is_ready:
        yield from contest.figures(runs or 5)


if __name__ == "__main__":
    fetch(pathlib.Path(sys.argv[1]))
