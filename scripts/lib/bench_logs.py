"""The cases of scripts/bench whose answers are known: logs, tables and JSON lines, to /dev/null.

What a run costs then is reading, finding and writing. Beside each stand, in the same round, the
least loop in Swift and what people use or write instead, so that ratios hold on a busy machine.
"""

import os
import shutil
import subprocess

from bench_figures import LEAST, MOST, Figure
from bench_machine import Server, Wrong

LINES, CLIENTS = 2_000_000, 20_000
FORMS = ("jsonl", "csv")
LEAST_SPEED, MOST_MEMORY = 2_500_000, 120
# How awk is told to print the addresses of each input.
COLUMNS = {"log": "'{print $1}'", "table": "-F, '{print $6}'", "objects": "-F'\"' '{print $8}'"}


def known_answers(place):
    """A store that holds the answers for all clients, as a first run left it; filled once."""
    answers = place.work / "clients.db"
    if answers.exists():
        return answers
    given = place.input("clients", CLIENTS)
    with Server(place, "--key", "bench") as server:
        _, summary = place.batch(
            "--api-url", server.url, "--cache", answers, given, records=CLIENTS,
            IPGEO_API_KEY="bench",
        )
    if summary["located"] != CLIENTS:
        raise Wrong(f"{summary['located']} of {CLIENTS} clients located")
    return answers


class Contest:
    """One input in two formats, against the least loop and the peers."""

    def __init__(self, place, kind, field, budget):
        self.place, self.kind, self.field, self.budget = place, kind, field, budget
        self.given = place.input(kind, LINES, CLIENTS)
        self.answers = known_answers(place)
        self.ready = place.work / "answers.jsonl"
        if not self.ready.exists():
            self.rows(self.ready, "jsonl")
        self.go = go_program(place)
        self.lengths = {form: self.row_length(form) for form in FORMS}

    def rows(self, path, form):
        """Writes the rows of all clients."""
        clients = self.place.input("clients", CLIENTS)
        self.ipgeo("--format", form, "--header", "never", clients, records=CLIENTS, stdout=path)

    def row_length(self, form):
        """The mean length of our columns alone."""
        path = self.place.work / "rows"
        self.rows(path, form)
        size = os.path.getsize(path)
        path.unlink()
        return round(size / CLIENTS)

    def ipgeo(self, *options, **rest):
        known = ("--cache-only", "--cache", self.answers)
        return self.place.batch(*known, *options, **rest)[0]

    def keeps_line(self, form):
        """Whether the row takes the caller's record over."""
        return self.kind == "table" or self.kind == "objects" and form == "jsonl"

    def least(self, form):
        kept = ["kept"] if self.keeps_line(form) else []
        return self.run(
            self.place.work / "bench-least", str(self.lengths[form]), self.field, *kept
        )

    def peers(self, form):
        """Name and command of each."""
        yield "wc -l", ["wc", "-l"]
        yield "awk, sort -u", ["sh", "-c", f"awk {COLUMNS[self.kind]} | sort -u"]
        memo = [os.path.join(os.path.dirname(__file__), "bench_memo.py")]
        yield "Python, memo", ["python3", "-B", *memo, self.kind, form, self.ready]
        if self.go:
            yield "Go, memo", [self.go, self.kind, form, self.ready]

    def run(self, *command):
        return self.place.run(*command, stdin=self.given)

    def figures(self, runs):
        """Every program of a round in turn, so that whoever is busy meanwhile slows all of them."""
        own = {form: [] for form in FORMS}
        others = {form: {} for form in FORMS}
        for _ in range(runs):
            for form in FORMS:
                own[form].append(self.ipgeo("--format", form, records=LINES, stdin=self.given))
                others[form].setdefault("least loop", []).append(self.least(form))
                for name, command in self.peers(form):
                    others[form].setdefault(name, []).append(self.run(*command))
        for form in FORMS:
            yield from self.form_figures(form, own[form], others[form])

    def form_figures(self, form, own, others):
        name = form.upper()
        speed = [LINES / used.seconds for used in own]
        yield Figure(f"{name} ({self.lengths[form]}-byte rows)", speed, "lines/s",
                     (LEAST, self.budget))
        memory = [used.megabytes for used in own]
        yield Figure(f"{name} peak memory", memory, "MB", (MOST, MOST_MEMORY))
        yield Figure(f"{name} CPU", [used.cpu for used in own], "s")
        for peer, taken in others.items():
            pairs = list(zip(own, taken))
            bound = (MOST, 2) if peer == "least loop" and self.kind == "log" else None
            ratios = [a.seconds / b.seconds for a, b in pairs]
            yield Figure(f"{name} / {peer}", ratios, "times", bound)
            if peer == "least loop":
                yield Figure(f"{name} / {peer}, CPU", [a.cpu / b.cpu for a, b in pairs], "times")


def go_program(place):
    """The program that people write in Go, where Go is at hand; `None` elsewhere."""
    if shutil.which("go") is None:
        return None
    program = place.work / "bench-memo-go"
    if not program.exists():
        source = os.path.join(os.path.dirname(__file__), "bench-memo.go")
        subprocess.run(
            ["go", "build", "-o", program, source], check=True,
            env={**os.environ, "GOCACHE": str(place.work / "go"), "GOFLAGS": "-mod=mod"},
        )
    return program


def logs(place, runs):
    """An access log in the combined format: our columns alone."""
    yield from Contest(place, "log", " ", LEAST_SPEED).figures(runs or 5)


def tables(place, runs):
    """CSV in: the caller's cells and ours. Half the speed of logs is asked for."""
    yield from Contest(place, "table", ",", LEAST_SPEED / 2).figures(runs or 5)


def objects(place, runs):
    """JSON lines in: the caller's members and our object, or our columns alone."""
    yield from Contest(place, "objects", ",", LEAST_SPEED / 2).figures(runs or 5)


def memory(place, runs):
    """The log given five times over: memory must not grow with the lines."""
    log = place.input("log", LINES, CLIENTS)
    known = ("--cache-only", "--cache", known_answers(place))
    for times in (1, 5):
        for form in FORMS:
            lines = times * LINES
            taken = [
                place.batch(*known, "--format", form, *[log] * times, records=lines)[0]
                for _ in range(runs or 3)
            ]
            name = f"{lines:,} lines, {form.upper()}"
            peak = [used.megabytes for used in taken]
            yield Figure(f"{name}, peak", peak, "MB", (MOST, MOST_MEMORY))
            yield Figure(name, [lines / used.seconds for used in taken], "lines/s")
