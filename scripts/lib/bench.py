"""Runs the cases, prints the table and appends it to the dated record. See scripts/bench."""

import argparse
import pathlib
import sys
import time

import bench_machine
from bench_cases import CASES, FAILURES

HEAD = ["case", "figure", "value", "unit", "spread", "budget"]
RECORDS = pathlib.Path("fixtures/bench")


def arguments():
    parser = argparse.ArgumentParser(
        prog="scripts/bench", description="Measures the release build and records the table."
    )
    parser.add_argument("cases", nargs="*", metavar="CASE", help=f"all of: {', '.join(CASES)}")
    parser.add_argument("--runs", type=int, help="runs per figure (3; known 5; start-up 50; packaged 100)")
    parser.add_argument("--no-record", action="store_true", help="print the table only")
    parser.add_argument("--bin", help=argparse.SUPPRESS)
    parser.add_argument("--work", help=argparse.SUPPRESS)
    options = parser.parse_args()
    for case in options.cases:
        if case not in CASES:
            parser.error(f"no case '{case}'; there are {', '.join(CASES)}")
    if options.runs is not None and options.runs < 1:
        parser.error("--runs needs a number above 0")
    return options


def number(value):
    """Three digits that tell something, and no fewer than the whole number has."""
    size = abs(value)
    if size >= 100 or value == int(value):
        return f"{value:,.0f}"
    return f"{value:.1f}" if size >= 10 else f"{value:.2f}"


def cells(case, figure):
    low, high = figure.ends()
    spread = number(low) if low == high else f"{number(low)} to {number(high)}"
    budget = ""
    if figure.budget:
        kind, bound = figure.budget
        budget = f"{kind} {number(bound)}: {'kept' if figure.keeps_budget else 'MISSED'}"
    return [case, figure.name, number(figure.value), figure.unit, spread, budget]


def table(rows):
    """Markdown with aligned columns, so that it reads as plain text too."""
    widths = [max(len(row[i]) for row in [HEAD, *rows]) for i in range(len(HEAD))]
    rule = ["-" * width for width in widths]
    rule[2] = rule[2][:-1] + ":"
    lines = []
    for row in [HEAD, rule, *rows]:
        padded = [c.rjust(w) if i == 2 else c.ljust(w) for i, (c, w) in enumerate(zip(row, widths))]
        lines.append("| " + " | ".join(padded) + " |")
    return "\n".join(lines)


def run(options):
    """Rows of the table, notes below it, and what was wrong or missed."""
    place = bench_machine.Place(options.bin, options.work)
    rows, notes, faults = [], [], []
    for name in options.cases or CASES:
        print(f"bench: {name}", file=sys.stderr)
        noise = bench_machine.Noise()
        try:
            figures = list(CASES[name](place, options.runs))
        except FAILURES as error:
            faults.append(f"WRONG: {name}: {error}")
            continue
        rows += [cells(name, figure) for figure in figures]
        faults += [
            f"missed: {name}: {figure.name} is {number(figure.value)} {figure.unit}, budget "
            f"{figure.budget[0]} {number(figure.budget[1])}"
            for figure in figures
            if not figure.keeps_budget
        ]
        share = noise.share()
        if share is not None:
            notes.append(f"{name} {share:.0%}")
    return rows, notes, faults


def record(moment, text):
    RECORDS.mkdir(parents=True, exist_ok=True)
    day = time.strftime("%Y-%m-%d", moment)
    path = RECORDS / f"{day}-{bench_machine.machine_word()}.md"
    if not path.exists():
        path.write_text(f"# Benchmarks of {day}\n\nMade by `scripts/bench`.\n", encoding="utf-8")
    with open(path, "a", encoding="utf-8") as out:
        out.write(f"\n{text}\n")
    return path


def main():
    options = arguments()
    moment = bench_machine.now()
    head = [
        f"## {time.strftime('%Y-%m-%d %H:%M', moment)} UTC, commit {bench_machine.commit()}",
        "",
        f"- machine: {bench_machine.description()}",
        f"- toolchain: {bench_machine.first_line('swift', '--version')}",
    ]
    rows, notes, faults = run(options)
    head.append("- value: median of the runs; spread: least to greatest (start-up: 10 % to 90 %)")
    if notes:
        head.append(f"- CPU time that other processes took meanwhile: {', '.join(notes)}")
    head += [f"- {fault}" for fault in faults]
    text = "\n".join([*head, "", table(rows)])
    print(text)
    if not options.no_record:
        print(f"bench: appended to {record(moment, text)}", file=sys.stderr)
    for fault in faults:
        print(f"bench: {fault}", file=sys.stderr)
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
