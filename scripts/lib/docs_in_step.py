"""Holds README.md and CONTRIBUTING.md to what the command and the sources know.

Usage: docs_in_step.py IPGEO, from the project's root; IPGEO is the built command.
"""

import pathlib
import re
import subprocess
import sys

README = pathlib.Path("README.md")
SPAN = re.compile(r"`([^`\n]+)`")
OPTION = re.compile(r"(?<![\w-])--[a-z][a-z-]*")


def source(path):
    return pathlib.Path("Sources", path).read_text(encoding="utf-8")


def cases(text, enum):
    """The cases of an enum by name: the raw value where one is written, else the name."""
    body = text.partition(f"enum {enum}:")[2].partition("\n}\n")[0]
    found = {}
    for name, raw in re.findall(r"^  case (\w+)(?: = \"?([\w-]+)\"?)?$", body, re.MULTILINE):
        found[name] = raw or name
    return found


class Page:
    """README.md, by section."""

    def __init__(self, text):
        self.text = text
        self.sections = {}
        for part in re.split(r"^## ", text, flags=re.MULTILINE)[1:]:
            title, _, body = part.partition("\n")
            self.sections[title.strip()] = body

    def section(self, title, problems):
        if title not in self.sections:
            problems.append(f"there is no section '## {title}'")
        return self.sections.get(title, "")

    def named_options(self):
        """Long options that the page says `ipgeo` has."""
        prose = re.sub(r"^```.*?^```", "", self.text, flags=re.MULTILINE | re.DOTALL)
        pieces = [s for s in SPAN.findall(prose) if s.startswith("-") or "ipgeo" in s.split()[0]]
        for block in re.findall(r"^```\w*\n(.*?)^```", self.text, re.MULTILINE | re.DOTALL):
            joined = block.replace("\\\n", " ")
            for line in joined.splitlines():
                # What stands before it is of the program that starts it.
                pieces += re.findall(r"\bipgeo (?!-)[^|;&]*", line)
        return {o for piece in pieces for o in OPTION.findall(piece)}


def first_cells(section):
    """The first cell of each row of a section's tables, as the spans in it."""
    rows = re.findall(r"^\| *([^|]*)\|", section, re.MULTILINE)
    return [SPAN.findall(cell) for cell in rows]


def options(help_text):
    return set(re.findall(r"^ +(?:-\w, )?(--[a-z-]+)", help_text, re.MULTILINE))


def subcommands(help_text):
    """What a help lists under Commands, by its first word."""
    body = help_text.partition("\nCommands:\n")[2].partition("\n\n")[0]
    return re.findall(r"^  ([a-z]+)", body, re.MULTILINE)


def help_of(command, *words):
    return subprocess.run(
        [command, *words, "--help"], check=True, capture_output=True, encoding="utf-8").stdout


def check_cache(page, command, problems):
    """Each subcommand of `ipgeo cache` and each option of theirs is told of under What is kept."""
    section = page.section("What is kept", problems)
    known = set()
    for word in subcommands(help_of(command, "cache")):
        if f"`ipgeo cache {word}`" not in section:
            problems.append(f"the command ipgeo cache {word} is missing under '## What is kept'")
        known |= options(help_of(command, "cache", word))
    for option in sorted(known - set(OPTION.findall(page.text))):
        problems.append(f"the option {option} of ipgeo cache is told of nowhere")
    return known


def check_command(page, command, name, heading, problems):
    """Each option of a command that batch lacks is told of under its heading."""
    section = page.section(heading, problems)
    told = {span.split()[0].split("=")[0] for span in SPAN.findall(section)}
    known = options(help_of(command, name))
    for option in sorted(known - options(help_of(command, "batch")) - told):
        problems.append(f"the option {option} of ipgeo {name} is missing under '## {heading}'")
    return known


def check_options(page, help_text, others, problems):
    known = options(help_text)
    section = page.section("Options", problems)
    told = {span.split()[0].split("=")[0] for span in SPAN.findall(section)}
    for option in sorted(known):
        if option not in told:
            problems.append(f"the option {option} is missing under '## Options'")
    for short in re.findall(r"^ +(-\w), --", help_text, re.MULTILINE):
        if short not in told:
            problems.append(f"the short option {short} is missing under '## Options'")
    for option in sorted(page.named_options() - known - others):
        problems.append(f"there is no option {option}")


def check_environment(page, help_text, problems):
    lines = help_text.partition("\nEnvironment:\n")[2].partition("\n\n")[0]
    names = re.findall(r"^  ([A-Za-z_, ]+?)(?:  |$)", lines, re.MULTILINE)
    section = page.section("Environment", problems)
    for name in {n.strip() for line in names for n in line.split(",")} - {""}:
        if f"`{name}`" not in section:
            problems.append(f"the variable {name} is missing under '## Environment'")


def check_exit_codes(page, problems):
    known = set(cases(source("IPGeoCommand/ExitCodes/ExitCode.swift"), "ExitCode").values())
    known |= {"130", "141", "143"}
    told = {span for cell in first_cells(page.section("Exit codes", problems)) for span in cell}
    for code in sorted(known - told, key=int):
        problems.append(f"the exit code {code} is missing under '## Exit codes'")
    for code in sorted(told - known):
        problems.append(f"there is no exit code {code}")


def check_words(page, problems):
    statuses = set(cases(source("IPGeoCore/Outcomes/Reason.swift"), "Status"))
    reasons = set(cases(source("IPGeoCore/Outcomes/Reason.swift"), "Reason").values())
    table = source("IPGeoAddresses/Registries/SpecialPurposeTable.swift")
    entries = re.findall(
        r'v[46]\([^"]*"([a-z0-9-]+)",\s*"[^"]*",\s*"[^"]*"(, isAsked: true)?\)', table)
    blocks = {name for name, is_asked in entries if not is_asked}
    section = page.section("Statuses and reasons", problems)
    told = set(SPAN.findall(section))
    for kind, words in ("status", statuses), ("reason", reasons), ("block", blocks):
        if not words:
            problems.append(f"no {kind} was found in the sources: has the file moved?")
        for word in sorted(words - told):
            problems.append(f"the {kind} {word} is missing under '## Statuses and reasons'")
    first = {span for cell in first_cells(section) for span in cell}
    for word in sorted(first - statuses - reasons):
        problems.append(f"there is no status or reason {word}")


def check_columns(page, problems):
    text = source("IPGeoRecords/Writing/Field.swift")
    fields = cases(text, "Field")
    body = text.partition("static let defaults: [Field] = [")[2].partition("]")[0]
    defaults = [fields.get(name, name) for name in re.findall(r"\.(\w+)", body)]
    if not defaults:
        problems.append("the usual columns were not found in Field.swift")
    cells = first_cells(page.section("Columns", problems))
    told = [span for cell in cells for span in cell]
    if told[: len(defaults)] != defaults:
        problems.append(
            "the table under '## Columns' does not begin with the usual columns in their order: "
            + ", ".join(defaults))
    for name in sorted(set(fields.values()) - set(told)):
        problems.append(f"the column {name} is missing under '## Columns'")
    for name in sorted(set(told) - set(fields.values())):
        problems.append(f"there is no column {name}")


def check_manual(command, help_text, problems):
    """Each command has a page, and that of batch has each option."""
    def manual(*words):
        return subprocess.run(
            [command, "manual", *words], check=True, capture_output=True, encoding="utf-8").stdout

    pages = manual("--list").split()
    for name in subcommands(help_of(command)):
        if name != "help" and f"ipgeo-{name}" not in pages:
            problems.append(f"the command ipgeo {name} has no page in the manual")
    text = manual("batch").replace("\\-", "-")
    for option in sorted(options(help_text)):
        if f"Fl {option[1:]}" not in text:
            problems.append(f"the option {option} is missing in the manual")


def check_schemas(page, command, problems):
    """The table of names is what headers are; a column that it leaves out keeps its name."""
    fields = cases(source("IPGeoRecords/Writing/Field.swift"), "Field").values()
    rows = re.findall(
        r"^\| `(\w+)` \| ([^|]*) \| ([^|]*) \|$", page.section("Schemas", problems),
        re.MULTILINE)
    told = {field: {"ip-api": SPAN.findall(a), "ecs": SPAN.findall(b)} for field, a, b in rows}
    for field in fields:
        kept = {"ip-api": [field], "ecs": [f"ipgeo.{field}"]}
        for schema in kept:
            header = subprocess.run(
                [command, "batch", "-q", "--offline", "--no-cache", "--schema", schema, "-f", field],
                input="", capture_output=True, encoding="utf-8").stdout.strip().split(",")
            if header != told.get(field, kept)[schema]:
                problems.append(
                    f"the column {field} is {', '.join(header)} in {schema}: see '## Schemas'")


def check_rooms(problems):
    """CONTRIBUTING.md shows every room of Package.swift, in its order."""
    manifest = pathlib.Path("Package.swift").read_text(encoding="utf-8")
    targets = manifest.partition("\n  targets: [")[2]
    named = re.findall(r'\broom\(\s*"(\w+)"|\bname: "(\w+)"', targets)
    known = [name for name in (a or b for a, b in named) if not name.endswith("Tests")]
    table = pathlib.Path("CONTRIBUTING.md").read_text(encoding="utf-8")
    told = [span for cell in first_cells(table) for span in cell]
    if not known:
        problems.append("no targets were found in Package.swift")
    if told != known:
        problems.append(
            "CONTRIBUTING.md: the table of rooms is not Package.swift's list: " + ", ".join(known))


def main():
    command = sys.argv[1]
    help_text = help_of(command, "batch")
    problems = []
    page = Page(README.read_text(encoding="utf-8"))
    others = check_cache(page, command, problems)
    others |= check_command(page, command, "lookup", "One address", problems)
    others |= check_command(page, command, "map", "On a map", problems)
    others |= check_command(page, command, "summary", "In numbers", problems)
    others |= check_command(page, command, "database", "A database file", problems)
    others |= check_command(page, command, "iss", "The space station", problems)
    others |= check_command(page, command, "completion", "Install", problems)
    others |= check_command(page, command, "manual", "Install", problems)
    others |= check_command(page, command, "schema", "Schemas", problems)
    check_options(page, help_text, others, problems)
    check_environment(page, help_text, problems)
    check_exit_codes(page, problems)
    check_words(page, problems)
    check_columns(page, problems)
    check_schemas(page, command, problems)
    check_rooms(problems)
    check_manual(command, help_text, problems)
    for problem in problems:
        print(f"docs: {problem}", file=sys.stderr)
    print(f"docs: {len(problems)} problems")
    sys.exit(1 if problems else 0)


main()
