"""What scripts/bench knows of the machine: its description, how busy others are, how processes run."""

import json
import os
import pathlib
import platform
import resource
import signal
import statistics
import subprocess
import time


class Wrong(Exception):
    """A run that did not do what it was measured for."""


class Used:
    """What one process took: seconds, CPU seconds, megabytes (millions of bytes) at its peak."""

    def __init__(self, figures):
        wall, user, system, peak, status = map(int, figures.split())
        self.seconds = wall / 1e6
        self.cpu = (user + system) / 1e6
        self.megabytes = peak * 1024 / 1e6
        self.status = status


class Server:
    """The stand-in, for the length of a `with`; then `cpu` and `counters` hold what it did."""

    def __init__(self, place, *options):
        self.command = [place.bin / "ipgeo-stand-in", *options]

    def __enter__(self):
        self.process = subprocess.Popen(self.command, stdout=subprocess.PIPE, text=True)
        line = self.process.stdout.readline()
        if not line.startswith("listening on "):
            raise Wrong("the stand-in server did not start")
        self.url = line.split()[-1]
        return self

    def __exit__(self, kind, *_):
        # Before it counts its requests for the last line, which is no part of serving.
        self.cpu = process_cpu(self.process.pid)
        self.process.send_signal(signal.SIGTERM)
        said, _ = self.process.communicate(timeout=60)
        if kind is None:
            self.counters = json.loads(said)


class Place:
    """Where things lie for one run of the benchmarks, and how a command is run there."""

    def __init__(self, binaries, work):
        self.bin = pathlib.Path(binaries)
        self.work = pathlib.Path(work)
        self.ipgeo = self.bin / "ipgeo"

    def environment(self, **more):
        """The least that commands need: nothing of the user's settings, answers or limits."""
        home = str(self.work)
        kept = {"PATH": os.environ["PATH"], "HOME": home, "LC_ALL": "C", "TMPDIR": home}
        return {**kept, "XDG_CACHE_HOME": home, "XDG_STATE_HOME": home, **more}

    def input(self, kind, *numbers):
        """The path of a made list; made once."""
        path = self.work / "-".join([kind, *map(str, numbers)])
        if not path.exists():
            maker = pathlib.Path(__file__).with_name("bench_inputs.py")
            with open(path, "wb") as out:
                subprocess.run(
                    ["python3", maker, kind, *map(str, numbers)], stdout=out, check=True
                )
        return path

    def run(self, *command, stdin=os.devnull, stdout=os.devnull, **environment):
        """Runs a command to its end; a failure of it is `Wrong`."""
        figures = self.work / "figures"
        with open(stdin, "rb") as given, open(stdout, "wb") as taken:
            subprocess.run(
                [self.work / "bench-timer", figures, *command], stdin=given, stdout=taken,
                env=self.environment(**environment), check=True,
            )
        used = Used(figures.read_text(encoding="ascii"))
        if used.status != 0:
            raise Wrong(f"{pathlib.Path(command[0]).name} ended with wait status {used.status}")
        return used

    def forget_limit(self):
        """The next run finds no limit file."""
        for path in (self.work / "ipgeo").glob("limit.db*"):
            path.unlink()

    def first_row(self, *options):
        """Seconds from the start of `ipgeo batch` to its first row."""
        start = time.monotonic()
        with subprocess.Popen(
            [self.ipgeo, "batch", "-q", "--header", "never", *options],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, env=self.environment(),
        ) as process:
            row = process.stdout.readline()
            seconds = time.monotonic() - start
            # It ends as a filter ends whose reader has gone.
            process.stdout.close()
        if not row:
            raise Wrong("there was no first row")
        return seconds

    def batch(self, *options, records, **rest):
        """Runs `ipgeo batch`, and holds it to a row for each record.

        It knows nothing of earlier runs, neither answers nor the limit, unless told so.
        """
        path = self.work / "summary.json"
        self.forget_limit()
        cache = [] if "--cache" in options else ["--no-cache"]
        used = self.run(
            self.ipgeo, "batch", "-q", "--summary-file", path, *cache, *options, **rest
        )
        summary = json.loads(path.read_text(encoding="utf-8"))
        if summary["records"] != records or summary["rows"] != records:
            raise Wrong(f"{summary['rows']} rows of {summary['records']} records, not {records}")
        if not summary["sums_hold"]:
            raise Wrong("the sums do not hold")
        return used, summary


def process_cpu(pid):
    """CPU seconds of a running process, or NaN where there is no /proc."""
    try:
        fields = pathlib.Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2]
    except OSError:
        return float("nan")
    user, system = fields.split()[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


class Noise:
    """How much of the machine's CPU time others took since this was made."""

    def __init__(self):
        self.busy, self.total = self.now()
        self.own = self.owned()

    @staticmethod
    def now():
        try:
            first = pathlib.Path("/proc/stat").read_text(encoding="ascii").split("\n")[0]
        except OSError:
            return 0, 0
        numbers = list(map(int, first.split()[1:9]))
        return sum(numbers) - numbers[3] - numbers[4], sum(numbers)

    @staticmethod
    def owned():
        both = [resource.getrusage(w) for w in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
        return sum(used.ru_utime + used.ru_stime for used in both)

    def share(self):
        """Between 0 and 1, or None where it cannot be told."""
        busy, total = self.now()
        if total == self.total:
            return None
        own = (self.owned() - self.own) * os.sysconf("SC_CLK_TCK")
        return min(1, max(0, (busy - self.busy - own) / (total - self.total)))


def first_line(*command):
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return ""
    return done.stdout.strip().split("\n")[0]


def processor():
    try:
        for line in pathlib.Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return " ".join(line.partition(":")[2].split())
    except OSError:
        pass
    return first_line("sysctl", "-n", "machdep.cpu.brand_string") or platform.machine()


def description():
    """Processor, cores, memory, kernel: what can be compared, and no name of the machine."""
    memory = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") / 1e9
    kernel = platform.release().split("-")[0]
    return (
        f"{processor()}, {os.cpu_count()} cores, {memory:.0f} GB, {platform.system()} {kernel}"
    )


def machine_word():
    """The machine in a file's name: its processor and cores."""
    word = "".join(c if c.isalnum() else " " for c in processor().lower())
    return "-".join([*word.split(), str(os.cpu_count()), "cores"])


def commit():
    """The commit, with a plus where what is built differs from it."""
    name = first_line("git", "rev-parse", "--short", "HEAD") or "unknown"
    return name + ("+" if first_line("git", "status", "--porcelain", "Sources", "Package.swift") else "")


def now():
    return time.gmtime()


def middle(values):
    return statistics.median(values)
