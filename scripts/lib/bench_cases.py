"""The cases of scripts/bench. Each yields figures: name, values of the single runs, unit, budget."""

import os
import pathlib
import subprocess
import sys

import bench_logs
import bench_offline
import bench_page
import browser
from bench_figures import LEAST, MOST, Figure
from bench_machine import Server, Wrong

def schedule(*window):
    """4,600 distinct addresses against a limit of 15 and 45 in 6 s: three bursts, so 12 s."""

    def case(place, runs):
        ideal, count = 12.0, 4600
        given, rows = place.input("distinct", count), place.work / "rows.csv"
        seconds, refused, requests = [], [], []
        for _ in range(runs or 3):
            with Server(place, "--window", "6s", *window) as server:
                used, summary = place.batch(
                    "--api-url", server.url, "--batch-rate", "15/6s", "--single-rate", "45/6s",
                    given, records=count, stdout=rows,
                )
            check_rows(given, rows)
            check_asked(summary, server.counters, count)
            seconds.append(used.seconds)
            refused.append(server.counters["replies_429"])
            requests.append(sum(server.counters["requests"].values()))
        rows.unlink()
        yield Figure("total", seconds, "s", (MOST, 12.9))
        yield Figure("total / ideal 12 s", [s / ideal for s in seconds], "times", (MOST, 1.03))
        yield Figure("429 replies", refused, "replies", (MOST, 0))
        yield Figure("requests", requests, "requests")

    return case


def check_rows(given, rows):
    """Every address has its row, in input order, and every row a place."""
    with open(given, encoding="ascii") as left, open(rows, encoding="utf-8") as right:
        next(right)
        for number, address in enumerate(left, 1):
            cells = next(right, "").split(",")
            if cells[:2] != [address.rstrip("\n"), "located"]:
                raise Wrong(f"row {number} is not the located address of line {number}")
        if next(right, None) is not None:
            raise Wrong("more rows than addresses")


def check_asked(summary, counters, count):
    """Every address was asked once and located, and both sides counted the same requests."""
    if summary["located"] != count:
        raise Wrong(f"{summary['located']} of {count} located")
    if counters["asked"] != count or counters["distinct"] != count:
        raise Wrong(f"{counters['asked']} asked, {counters['distinct']} distinct, of {count}")
    told, seen = summary["requests"], sum(counters["requests"].values())
    if told != seen:
        raise Wrong(f"the summary says {told} requests, the server counted {seen}")


def unlimited(place, runs):
    """A key lifts the limit; the stand-in answers each request after 20 ms."""
    for count, name in ((200_000, "200,000"), (1_000_000, "1,000,000")):
        given = place.input("distinct", count)
        speed, memory, own, server_cpu = [], [], [], []
        for _ in range(runs or 3):
            with Server(place, "--key", "bench", "--latency", "20ms") as server:
                used, summary = place.batch(
                    "--api-url", server.url, given, records=count, IPGEO_API_KEY="bench"
                )
            check_asked(summary, server.counters, count)
            speed.append(count / used.seconds)
            memory.append(used.megabytes)
            own.append(used.cpu)
            server_cpu.append(server.cpu)
        yield Figure(f"{name} distinct", speed, "addresses/s", (LEAST, 25_000))
        yield Figure(f"{name} peak memory", memory, "MB", (MOST, 300))
        yield Figure(f"{name} CPU of ipgeo", own, "s")
        yield Figure(f"{name} CPU of the server", server_cpu, "s")


def start_up(place, runs):
    """From fork to exit, the three in turn."""
    given = place.work / "one"
    given.write_text("10.0.0.1\n", encoding="ascii")
    times = {"/bin/true": [], "--version": [], "one special address": []}
    for _ in range(runs or 50):
        times["/bin/true"].append(place.run("true").seconds)
        times["--version"].append(place.run(place.ipgeo, "--version").seconds)
        times["one special address"].append(place.run(place.ipgeo, "batch", "-q", given).seconds)
    budgets = {"--version": (MOST, 10), "one special address": (MOST, 20)}
    for name, seconds in times.items():
        yield Figure(name, [s * 1000 for s in seconds], "ms", budgets.get(name))


def packaged(place, runs):
    """The program that scripts/package has made last; a known address is one of an earlier run."""
    ipgeo = pathlib.Path(".build/release-ipgeo").resolve()
    if not ipgeo.exists():
        print("bench: left out: nothing is packaged; scripts/package does that", file=sys.stderr)
        return
    given, answers = place.work / "one", place.work / "one.db"
    given.write_text("8.8.8.8\n", encoding="ascii")
    known = (ipgeo, "batch", "-q", "--cache", answers, given)
    with Server(place) as server:
        place.run(*known, IPGEO_API_URL=server.url)
    times = {"/bin/true": [], "--version": [], "one known address": []}
    for _ in range(runs or 100):
        times["/bin/true"].append(place.run("true").seconds)
        times["--version"].append(place.run(ipgeo, "--version").seconds)
        times["one known address"].append(place.run(*known).seconds)
    budgets = {"--version": (MOST, 10), "one known address": (MOST, 30)}
    for name, seconds in times.items():
        yield Figure(name, [s * 1000 for s in seconds], "ms", budgets.get(name))
    answers.unlink()


LINES, ADDRESSES = 5_000_000, 20_000


def known(place, runs):
    """All lines are answered locally, so the run is reading and writing; all to /dev/null."""
    given = place.input("local", LINES, ADDRESSES)
    forms = ("csv", "jsonl")
    lengths = {form: row_length(place, form) for form in forms}
    ipgeo = {form: [] for form in forms}
    least = {length: [] for length in (180, *lengths.values())}
    others = {"wc -l": [], "sort -u": []}
    for _ in range(runs or 5):
        for form in forms:
            used, _ = place.batch("--format", form, records=LINES, stdin=given)
            ipgeo[form].append(used)
        for length, taken in least.items():
            taken.append(place.run(place.work / "bench-least", str(length), stdin=given))
        others["wc -l"].append(place.run("wc", "-l", stdin=given))
        others["sort -u"].append(place.run("sort", "-u", stdin=given))
    for form in forms:
        yield from known_form(form, ipgeo[form], lengths[form], least)
    for name, taken in others.items():
        yield Figure(name, [LINES / used.seconds for used in taken], "lines/s")
    for length, taken in least.items():
        name = f"least loop, {length}-byte rows"
        yield Figure(name, [LINES / used.seconds for used in taken], "lines/s")


def known_form(form, taken, length, least):
    """The figures of one output format; ratios are of runs that stood side by side.

    The budget of twice the least loop is for log lines of some 200 bytes, where finding the end of
    a line is most of the work; on bare addresses the ratio only shows a change between two records.
    """
    name = form.upper()
    speed = [LINES / used.seconds for used in taken]
    yield Figure(f"{name} ({length}-byte rows)", speed, "lines/s", (LEAST, 2_500_000))
    yield Figure(f"{name} peak memory", [used.megabytes for used in taken], "MB")
    yield Figure(f"{name} CPU", [used.cpu for used in taken], "s")
    for size in (180, length):
        pairs = list(zip(taken, least[size]))
        label = f"{name} / least loop of {size} bytes"
        yield Figure(label, [a.seconds / b.seconds for a, b in pairs], "times")
        yield Figure(f"{label}, CPU", [a.cpu / b.cpu for a, b in pairs], "times")


def row_length(place, form):
    """The mean length of the rows that the addresses of `known` get."""
    rows = place.work / "rows"
    lines = place.input("local", ADDRESSES, ADDRESSES)
    place.batch(
        "--format", form, "--header", "never", records=ADDRESSES, stdin=lines, stdout=rows
    )
    size = os.path.getsize(rows)
    rows.unlink()
    return round(size / ADDRESSES)


def memory(place, runs):
    """Many lines, few addresses: memory must not grow with the lines."""
    lines = 10_000_000
    given = place.input("local", lines, ADDRESSES)
    for form in ("csv", "jsonl"):
        taken = [
            place.batch("--format", form, records=lines, stdin=given)[0] for _ in range(runs or 3)
        ]
        name = f"10,000,000 lines, {form.upper()}"
        yield Figure(f"{name}, peak", [used.megabytes for used in taken], "MB", (MOST, 120))
        yield Figure(name, [lines / used.seconds for used in taken], "lines/s")


def store(place, runs):
    """A million answers of an earlier run; the same list once and twice over.

    The second time over, addresses are answered from memory: what once costs more is the store's.
    """
    count = 1_000_000
    given, answers = place.input("distinct", count), place.work / "answers.db"
    twice = place.work / "twice"
    twice.write_bytes(given.read_bytes() * 2)
    fill, extra, first = [], [], []
    with Server(place, "--key", "bench", "--latency", "20ms") as server:
        used, summary = place.batch(
            "--api-url", server.url, "--cache", answers, given, records=count,
            IPGEO_API_KEY="bench",
        )
    check_asked(summary, server.counters, count)
    fill.append(count / used.seconds)
    size = sum(path.stat().st_size for path in place.work.glob("answers.db*"))
    known_only = ("--cache-only", "--cache", answers)
    for _ in range(runs or 3):
        once, summary = place.batch(*known_only, given, records=count)
        if summary["known"] != count:
            raise Wrong(f"{summary['known']} of {count} known")
        both, _ = place.batch(*known_only, twice, records=2 * count)
        extra.append((2 * once.seconds - both.seconds) / count * 1e6)
        first.append(place.first_row(*known_only, given) * 1000)
    small = place.input("distinct", 1000)
    quick = [place.first_row(*known_only, small) * 1000 for _ in range(runs or 20)]
    yield Figure("1,000,000 answers, file", [size / 1e6], "MB", (MOST, 250))
    yield Figure("filling it, no limit, 20 ms", fill, "addresses/s")
    yield Figure("known / from memory, more for each", extra, "µs", (MOST, 5))
    yield Figure("first row of 1,000,000", first, "ms", (MOST, 100))
    yield Figure("first row of 1,000", quick, "ms", (MOST, 30))
    twice.unlink()
    answers.unlink()


CASES = {
    "start-up": start_up,
    "packaged": packaged,
    "schedule-fixed": schedule(),
    "schedule-sliding": schedule("--sliding"),
    "unlimited": unlimited,
    "known": known,
    "memory": memory,
    "store": store,
    "logs": bench_logs.logs,
    "csv-input": bench_logs.tables,
    "jsonl-input": bench_logs.objects,
    "logs-memory": bench_logs.memory,
    "offline-raw": bench_offline.raw,
    "offline-logs": bench_offline.logs,
    "page": bench_page.page,
}
FAILURES = (Wrong, browser.BrowserError, OSError, subprocess.SubprocessError)
