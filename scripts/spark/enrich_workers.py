"""What enrich_logs.py runs on Spark's workers: ipgeo as a child, that finds addresses in lines or
says what is known of them.

The job brings this file to the workers. It needs nothing but Python there, and of Spark only where
files lie that came with the job.
"""

from __future__ import annotations

import itertools
import json
import os
import re
import shutil
import subprocess
import tempfile
import threading
from pathlib import Path
from typing import IO, Any, Iterable, Iterator, NamedTuple

# So much of a file decides what it is read as (a little more than ipgeo looks at).
HEAD_BYTES = 64 * 1024
# Rows travel between Python and the JVM in parcels: one at a time costs ten times as much.
PARCEL_LINES = 2000
PARCEL_BYTES = 512 * 1024


class IPGeoFailed(RuntimeError):
    """An ipgeo that ended as it should not; its message begins with MARK."""

    MARK = "ipgeo failed: "


class Block(NamedTuple):
    """Some lines of a file that Spark reads in one piece."""

    file: str
    start: int
    is_split: bool

    @staticmethod
    def of(prefix: bytes) -> Block:
        file, start, is_split, _ = prefix.decode().split("\n")
        return Block(file, int(start), is_split == "true")


class Parcel(NamedTuple):
    """Some rows as JSON lines; or, at the end of a block or partition, its sums as JSON."""

    file: str
    start: int
    rows: str | None
    sums: str | None


class Plan(NamedTuple):
    """What the workers need to know."""

    program: str
    finding: list[str]
    asking: list[str]
    databases: list[str]
    record_columns: list[str]
    answer_columns: list[str]
    nest: str


# --- ipgeo as a child


def shipped(name: str) -> str:
    """A program or file by its path, or by the name under which --files brought it here."""
    from pyspark import SparkFiles

    if "/" in name:
        return name
    for folder in (os.getcwd(), SparkFiles.getRootDirectory()):
        if os.path.isfile(os.path.join(folder, name)):
            return os.path.join(folder, name)
    return shutil.which(name) or name


def feed(source: Iterable[bytes], sink: IO[bytes], errors: list[BaseException]) -> None:
    """Writes lines to a child. A child that has gone is told by its exit code, not here."""
    try:
        with sink:
            lines = iter(source)
            while parcel := list(itertools.islice(lines, PARCEL_LINES)):
                sink.write(b"\n".join(parcel) + b"\n")
    except BrokenPipeError:
        pass
    except BaseException as error:  # Raised again by the reader.
        errors.append(error)


def no_address(sums: dict[str, Any]) -> bool:
    """Whether exit code 65 says no more than that no record held an address."""
    return bool(sums.get("inputs")) and sums["records"] > 0 and sums["addresses"] == 0


def check_exit(code: int, sums: dict[str, Any], said: str) -> None:
    """Raises unless the child is done: 0, or 65 for want of addresses."""
    if code == 0 and sums.get("sums_hold") or code == 65 and no_address(sums):
        return
    how = f"signal {-code}" if code < 0 else f"exit code {code}"
    raise IPGeoFailed(f"{IPGeoFailed.MARK}{how}: {said.strip() or 'it said nothing'}")


def piped(
    command: list[str], lines: Iterable[bytes], environment: dict[str, str], sums: dict[str, Any]
) -> Iterator[bytes]:
    """Gives lines to an ipgeo and yields its rows; `sums` holds its summary then."""
    with tempfile.TemporaryDirectory(prefix="ipgeo-") as folder:
        summary = os.path.join(folder, "summary.json")
        with open(os.path.join(folder, "said"), "w+b") as said:
            try:
                child = subprocess.Popen(
                    [*command, "--summary-file", summary], stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE, stderr=said, env=environment,
                )
            except OSError as error:
                raise IPGeoFailed(
                    f"{IPGeoFailed.MARK}{command[0]} cannot be started: {error.strerror}; "
                    "ship it with --files, or name it with --ipgeo"
                ) from None
            assert child.stdin is not None and child.stdout is not None
            errors: list[BaseException] = []
            feeder = threading.Thread(target=feed, args=(lines, child.stdin, errors), daemon=True)
            feeder.start()
            try:
                yield from child.stdout
                code = child.wait()
                feeder.join()
            finally:
                # Whoever reads this may leave early, as Spark does when it ends a task.
                child.kill()
                child.stdout.close()
                child.wait()
            if errors:
                raise errors[0]
            if os.path.exists(summary):
                sums.update(json.loads(Path(summary).read_bytes()))
            said.seek(0)
            check_exit(code, sums, said.read()[-2000:].decode(errors="replace"))


def parcels(file: str, start: int, rows: Iterable[bytes]) -> Iterator[Parcel]:
    """Packs rows. Latin-1 takes bytes of any kind through JSON in the JVM and back."""

    def packed() -> Parcel:
        # Without the last row's LF: there is nothing behind it.
        return Parcel(file, start, b"".join(held)[:-1].decode("latin-1"), None)

    held: list[bytes] = []
    size = 0
    for row in rows:
        held.append(row)
        size += len(row)
        if len(held) == PARCEL_LINES or size >= PARCEL_BYTES:
            yield packed()
            held, size = [], 0
    if held:
        yield packed()


# --- Which address a line holds


def prefix_of(row: bytes) -> bytes:
    """What stands before the line in a row of Spark's: three fields, each ended by LF."""
    end = row.index(b"\n", row.index(b"\n", row.index(b"\n") + 1) + 1)
    return row[: end + 1]


def heads_of(rows: Iterable[bytes], share: bool) -> Iterator[tuple[str, bytes]]:
    """The first lines of files that are split.

    The first block of such a file has a partition of its own, and no more than the head is read of
    it; unless blocks `share` partitions, which then are read to their ends.
    """
    for prefix, group in itertools.groupby(rows, prefix_of):
        block = Block.of(prefix)
        if block.is_split and block.start == 0:
            head = bytearray()
            for row in group:
                head += row[len(prefix) :] + b"\n"
                if len(head) >= HEAD_BYTES:
                    break
            yield block.file, bytes(head)
        if not share:
            return


def lines_in(head: bytes) -> int:
    """How many lines ipgeo cuts this into: at LF, CRLF and lone CR."""
    return len(re.findall(rb"\r\n|\n|\r", head))


def own_part(row: bytes, mark: bytes) -> bytes:
    """Our object in a row: the whole of it, or of JSON lines the last member, called by `mark`."""
    place = row.rfind(mark)
    if place < 0:
        return row
    return row[place + len(mark) - 1 : row.rindex(b"}")] + b"\n"


def past_head(
    rows: Iterable[bytes], head_lines: int, left_out: list[dict[str, Any]]
) -> Iterator[bytes]:
    """The rows behind those of the head."""
    rows = iter(rows)
    if head_lines > 0:
        for row in rows:
            cells = json.loads(row.decode("latin-1"))
            if cells["line"] > head_lines:
                yield row
                break
            left_out.append(cells)
    yield from rows


def block_sums(sums: dict[str, Any], head: bytes, left_out: list[dict[str, Any]]) -> dict[str, int]:
    """A block's own sums: those of its ipgeo without the head that was put before it."""
    lines = sums["records"] + sums["blank_lines"] + sums["comments"] - lines_in(head)
    records = sums["records"] - len(left_out)
    invalid = sums["invalid"] - sum(cells["status"] == "invalid" for cells in left_out)
    return {"lines": lines, "records": records, "invalid": invalid}


def check_form(block: Block, sums: dict[str, Any]) -> None:
    """Raises for what cannot be read in blocks of lines.

    A table's cell may hold line ends; a block of UTF-16 may begin within a character.
    """
    read_as = ", ".join(sums["inputs"])
    if block.is_split and "UTF-16" in read_as:
        raise IPGeoFailed(
            f"{IPGeoFailed.MARK}{block.file} is UTF-16, which cannot be read in blocks: convert it"
        )
    if re.match("csv|tsv", read_as):
        raise IPGeoFailed(
            f"{IPGeoFailed.MARK}{block.file} is read as {read_as}, which this job does not take: "
            "give it a list, a log, text or JSON lines, or say so with --input-format"
        )


PACKED = {b"\x1f\x8b": "gzip", b"\xfd7zXZ": "xz", b"\x28\xb5\x2f\xfd": "zstd", b"BZh": "bzip2"}


def check_text(block: Block, lines: Iterator[bytes]) -> Iterator[bytes]:
    """Raises for what Spark has not unpacked: it goes by names, and ipgeo would unpack it."""
    for first in itertools.islice(lines, 1):
        for magic, name in PACKED.items():
            if block.start == 0 and first.startswith(magic):
                raise IPGeoFailed(
                    f"{IPGeoFailed.MARK}{block.file} is packed by {name}, but Spark unpacks by "
                    "the name alone: let it end in .gz or .bz2"
                )
        yield first
    yield from lines


def finding_command(plan: Plan) -> list[str]:
    """Reads as ever, asks nobody, opens no socket."""
    columns = ",".join(["line", "status", "reason", *plan.record_columns])
    return [
        shipped(plan.program), "batch", "-q", "--offline", "--no-cache", "--fail-above", "100",
        "--format", "jsonl", "--nest", plan.nest, "-f", columns, *plan.finding,
    ]


def find(plan: Plan, heads: dict[str, bytes], rows: Iterable[bytes]) -> Iterator[Parcel]:
    """The addresses in a partition's lines, block by block; behind each block its sums."""
    mark = b'"' + plan.nest.encode() + b'":{'
    environment = {k: v for k, v in os.environ.items() if not k.startswith("IPGEO_")}
    for prefix, group in itertools.groupby(rows, prefix_of):
        block = Block.of(prefix)
        head = heads[block.file] if block.start != 0 else b""
        fed = itertools.count()
        lines = (row[len(prefix) :] for row, _ in zip(group, fed))
        text = itertools.chain(head.split(b"\n")[:-1], check_text(block, lines))
        sums: dict[str, Any] = {}
        left_out: list[dict[str, Any]] = []
        found = piped(finding_command(plan), text, environment, sums)
        own = past_head((own_part(row, mark) for row in found), lines_in(head), left_out)
        yield from parcels(block.file, block.start, own)
        check_form(block, sums)
        made = {**block_sums(sums, head, left_out), "fed": next(fed)}
        yield Parcel(block.file, block.start, None, json.dumps(made))


# --- What is known of an address


def asking_command(plan: Plan) -> list[str]:
    databases = [word for name in plan.databases for word in ("--database", shipped(name))]
    columns = ",".join(["address", "status", "reason", *plan.answer_columns])
    return [
        shipped(plan.program), "batch", "-q", "--input-format", "list", "--fail-above", "100",
        "--format", "jsonl", "-f", columns, *databases, *plan.asking,
    ]


def ask(plan: Plan, addresses: Iterable[bytes]) -> Iterator[Parcel]:
    """The answers about a partition's addresses, then the sums of the ipgeo that gave them."""
    addresses = iter(addresses)
    first = next(addresses, None)
    if first is None:
        return
    sums: dict[str, Any] = {}
    fed = itertools.count()
    lines = (address for address, _ in zip(itertools.chain([first], addresses), fed))
    yield from parcels("", 0, piped(asking_command(plan), lines, dict(os.environ), sums))
    yield Parcel("", 0, None, json.dumps({**sums, "fed": next(fed)}))
