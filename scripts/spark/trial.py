#!/usr/bin/env python3
"""What scripts/spark/try needs: an input, figures of a command, and the comparison of all rows.

    trial.py make FOLDER LINES            writes logs of several forms, the same each time
    trial.py timed NAME COMMAND...        runs a command; says its time and its largest process
    trial.py check WORK IPGEO STAND-IN    (under Spark) fails unless WORK/out holds the rows of
                                          WORK/one.jsonl; then lets blocks share partitions;
                                          then asks a stand-in of the service about
                                          WORK/asked.log; then makes jobs fail
"""

from __future__ import annotations

import functools
import gzip
import json
import os
import random
import re
import resource
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, Iterator

NEST = "ipgeo"
LINES_PER_CLIENT = 10


# --- The input


def client(chance: random.Random) -> str:
    """An address as logs have them: mostly IPv4, some IPv6, some special, some spelled oddly."""
    kind = chance.random()
    parts = [chance.randrange(1, 224), *(chance.randrange(256) for _ in range(3))]
    v4 = ".".join(map(str, parts))
    if kind < 0.01:
        return f"::ffff:{v4}"
    if kind < 0.02:
        return f"10.{parts[1]}.{parts[2]}.{parts[3]}"
    if kind < 0.12:
        return f"2{chance.randrange(0x001, 0xc00):03x}:{parts[0]:x}:{parts[1]:x}::{parts[2]:x}"
    return v4


INVALID = ("-", "host.example.com", "010.1.2.3", "10.0.0.0/8", "192.168.x.x", "no address", "::g")


def clients(chance: random.Random, lines: int) -> Iterator[str]:
    """So many clients, each some ten times, and some that are none."""
    known = [client(chance) for _ in range(max(1, lines // LINES_PER_CLIENT))]
    for _ in range(lines):
        yield chance.choice(INVALID) if chance.random() < 0.005 else chance.choice(known)


def combined(who: str, n: int, chance: random.Random) -> bytes:
    if n % 5003 == 17:
        return b"" if n % 2 else b"cut off \xff\xfe in the middle"
    if n % 9001 == 18:
        return f'{who} - - [01/Mar/2026:00:00:01 +0000] "GET /a\rb HTTP/1.1" 200 1 "-" "x"'.encode()
    if n == 4321:
        return b"8.8.8.8 " + b"x" * 1_100_000
    # A name that is no UTF-8, quotes, commas and backslashes.
    agent = b'Mozilla/5.0 (\xe9t\xe9, "\\x22")' if n % 97 == 0 else b"Mozilla/5.0 (X11; Linux)"
    when = f"01/Mar/2026:{n // 3600 % 24:02}:{n // 60 % 60:02}:{n % 60:02} +0000"
    text = f'{who} - - [{when}] "GET /{chance.randrange(999)} HTTP/1.1" 200 {n} "-" "'
    return text.encode() + agent + b'"'


def as_w3c(who: str, n: int, chance: random.Random) -> bytes:
    when = f"2026-03-01 {n // 3600 % 24:02}:{n // 60 % 60:02}:{n % 60:02}"
    return f"{when} 192.0.2.7 GET /{chance.randrange(999)} - 443 - {who.split()[0]} x 200".encode()


W3C_TOP = [
    b"#Software: Microsoft Internet Information Services 10.0",
    b"#Fields: date time s-ip cs-method cs-uri-stem cs-uri-query s-port cs-username c-ip "
    b"cs(User-Agent) sc-status",
]


def as_list(who: str, n: int, chance: random.Random) -> bytes:
    if n % 50 == 1:
        return b"# a comment" if n % 100 == 1 else b"  "
    return f"{chance.randrange(1, 9):>7} {who}".encode() if n % 3 == 0 else who.encode()


def as_json(who: str, n: int, chance: random.Random) -> bytes:
    if n % 101 == 5:
        return b'{"remote_addr": "8.8.8.8", "cut'
    member = [who, "10.1.2.3"] if n % 7 == 0 else who
    return json.dumps({"n": n, "remote_addr": member, "geo": "ours?"}).encode()


def make(folder: Path, lines: int) -> None:
    (folder / "older").mkdir(parents=True)
    chance = random.Random(7)
    forms = [
        ("access.log", 50, combined, []), ("older/access.log.1.gz", 20, combined, []),
        ("iis.log", 20, as_w3c, W3C_TOP), ("clients.txt", 5, as_list, []),
        ("requests.jsonl", 5, as_json, []),
    ]
    for name, share, form, top in forms:
        count = lines * share // 100
        # Bound now: each form has clients of its own, and some of the others.
        rows = (form(who, n, chance) for n, who in enumerate(clients(chance, count)))
        with open(folder / name, "wb") as plain:
            with gzip.GzipFile("", "wb", 6, plain, 0) if name.endswith(".gz") else plain as out:
                out.writelines(row + b"\n" for row in [*top, *rows])


# --- Figures


def timed(name: str, command: list[str]) -> int:
    """Runs a command; its exit code is ours."""
    start = time.monotonic()
    code = subprocess.run(command).returncode
    took = time.monotonic() - start
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    print(
        f"{name}: {took:.1f} s, {used.ru_utime + used.ru_stime:.1f} s of processor time, "
        f"largest process {used.ru_maxrss / 1024:.0f} MB", file=sys.stderr,
    )
    return code


# --- The comparison


def text_of(frame: Any, texts: list[str]) -> Any:
    """Texts and records, which were read as Latin-1, as what their bytes are."""
    from pyspark.sql import functions as F

    for name in texts:
        raw = F.encode(name, "ISO-8859-1")
        frame = frame.withColumn(name, raw if name == "record" else F.decode(raw, "UTF-8"))
    return frame


def one_process(spark: Any, rows: str, like: Any) -> Any:
    """The rows of one ipgeo, JSON lines, in the types of `like`."""
    from pyspark.sql import functions as F

    kinds = {n: "string" if k == "binary" else k for n, k in like.dtypes}
    cells = ", ".join(f"`{name}` {kind}" for name, kind in kinds.items())
    reader = spark.read.option("encoding", "ISO-8859-1").option("lineSep", "\n")
    reader = reader.option("mode", "FAILFAST").schema(f"{cells}, `{NEST}` struct<{cells}>")
    read = reader.json(rows)
    # JSON lines keep their own members; there ours are in an object.
    flat = read.select(
        *(F.when(F.col(NEST).isNotNull(), F.col(f"{NEST}.{name}")).otherwise(F.col(name))
          .alias(name) for name in kinds)
    )
    return text_of(flat, [name for name, kind in kinds.items() if kind == "string"])


def differences(spark: Any, parquet: str, rows: str) -> int:
    """How many rows one has and the other has not, or has otherwise; prints some."""
    from pyspark.sql import functions as F

    ours = spark.read.parquet(parquet)
    ours = ours.withColumn("file", F.expr("regexp_replace(file, '^file:/+', '/')"))
    theirs = one_process(spark, rows, ours).select(*ours.columns)
    others = [name for name in ours.columns if name not in ("file", "line")]
    both = ours.alias("ours").join(theirs.alias("theirs"), ["file", "line"], "full_outer")
    # A status is never null, so that a row which one of them has not is unlike, too.
    same = functools.reduce(
        lambda all_same, one: all_same & one,
        (F.col(f"ours.{name}").eqNullSafe(F.col(f"theirs.{name}")) for name in others),
    )
    unlike = both.where(~same).orderBy("file", "line").limit(5).collect()
    for row in unlike:
        print(f"not the same: {row}", file=sys.stderr)
    counts = ours.count(), spark.read.text(rows, lineSep="\n").count()
    places = ours.select("file", "line").distinct().count()
    print(f"{counts[0]} rows of Spark, {counts[1]} of one process, {places} places, "
          f"{'not the same' if unlike else 'the same'}", file=sys.stderr)
    return len(unlike) + abs(counts[0] - counts[1]) + abs(counts[0] - places)


# --- Blocks that share partitions


def shared(spark: Any, work: Path, ipgeo: str) -> int:
    """Logs of which all blocks are in one partition, as those who want few partitions have them."""
    from enrich_logs import Job, read_options

    logs = [f"{work}/in/{name}" for name in ("access.log", "iis.log")]
    settings = {"spark.sql.files.maxPartitionNum": "1",
                "spark.sql.files.maxPartitionBytes": str(os.path.getsize(logs[1]) // 3)}
    before = {name: spark.conf.get(name, None) for name in settings}
    words = ["--offline", "--no-cache", "--fail-above", "100"]
    for name, value in settings.items():
        spark.conf.set(name, value)
    try:
        output = ["--ipgeo", ipgeo, "--output", f"{work}/shared"]
        if (code := Job(spark, read_options([*words, *output, *logs])).run()) != 0:
            return code
    finally:
        for name, value in before.items():
            spark.conf.unset(name) if value is None else spark.conf.set(name, value)
    command = [ipgeo, "batch", "-q", *words, "-f", "+file,+line", "--format", "jsonl"]
    subprocess.run([*command, "-o", f"{work}/shared.jsonl", *logs], check=True)
    return differences(spark, f"{work}/shared", f"{work}/shared.jsonl")


# --- The limit


def stand_in(program: str, work: Path) -> tuple[subprocess.Popen[bytes], str]:
    """A stand-in of the service whose minute is 3 s with 2 batches and 9 look-ups; its address."""
    child = subprocess.Popen(
        [program, "--window", "3s", "--batch-limit", "2", "--single-limit", "9", "--sliding"],
        stdout=subprocess.PIPE, stderr=open(work / "stand-in.said", "wb"),
    )
    assert child.stdout is not None
    return child, child.stdout.readline().decode().removeprefix("listening on ").strip()


def options_for_limit(work: Path, ipgeo: str, url: str, log: str, output: str) -> list[str]:
    return [
        "--ipgeo", ipgeo, "--api-url", url, "--cache", f"{work}/answers.db", "--partitions", "2",
        "--limit-file", f"{work}/limit.db", "--batch-rate", "2/3s", "--single-rate", "9/3s",
        "--output", f"{work}/{output}", log,
    ]


def limit(spark: Any, work: Path, ipgeo: str, program: str) -> int:
    """Two ipgeo at once share the limit; a second run asks nothing; the rows are one process's."""
    from enrich_logs import Job, read_options

    log = f"{work}/asked.log"
    server, url = stand_in(program, work)
    try:
        for output in ("asked", "known"):
            words = options_for_limit(work, ipgeo, url, log, output)
            if (code := Job(spark, read_options(words)).run()) != 0:
                return code
    finally:
        server.send_signal(signal.SIGTERM)
        said, _ = server.communicate()
    counts = json.loads(said.splitlines()[-1])
    print(f"stand-in: {counts}", file=sys.stderr)
    command = [
        ipgeo, "batch", "-q", "--cache-only", "--cache", f"{work}/answers.db", "--api-url", url,
        "-f", "+file,+line", "--format", "jsonl", "-o", f"{work}/known.jsonl", log,
    ]
    subprocess.run(command, check=True)
    wrong = [name for name in ("asked", "known")
             if differences(spark, f"{work}/{name}", f"{work}/known.jsonl")]
    return 1 if wrong or refused(counts) else 0


def refused(counts: dict[str, Any]) -> bool:
    """Whether the stand-in refused, or was asked about an address twice."""
    return any(counts[name] != 0 for name in ("replies_429", "over_limit", "duplicates"))


# --- What must fail


def outputs_in_inputs(work: Path) -> list[tuple[str, str]]:
    """Inputs with outputs that hold them or lie in them, by several names."""
    (work / "link").symlink_to(work / "in")
    return [("in", f"{work}/in"), ("in/older", f"file://{work}/in"), ("in", f"{work}/in/new"),
            ("i*/*.log", f"{work}/in/"), ("link/access.log", f"{work}/in"), ("in", f"{work}/link")]


def failures(spark: Any, work: Path, ipgeo: str) -> int:
    """How many jobs do not end with what ipgeo says of them."""
    from enrich_logs import Job, message_of, read_options

    (work / "binary").write_bytes(bytes(range(256)) * 20)
    (work / "table.csv").write_text('ip,name\n8.8.8.8,"a\nb"\n' * 3)
    (work / "packed.log").write_bytes(gzip.compress(b"8.8.8.8\n"))
    nobody = ["--no-cache", "--limit-file", f"{work}/limit2.db", "--retries=0",
              "--api-url=http://127.0.0.1:9"]
    cases = [
        (["binary"], "exit code 65: ipgeo: .*binary"), (["table.csv"], "csv.* does not take"),
        (["packed.log"], "packed by gzip"), (["asked.log"], "exit code 69: ipgeo: "),
        (["asked.log", "--lang=xx"], "exit code 64: ipgeo: .*--lang"), (["none.log"], "none.log"),
        *(([name, "--overwrite", f"--output={output}"], "lie one in the other")
          for name, output in outputs_in_inputs(work)),
    ]
    # What Spark itself says of them is long.
    spark.sparkContext.setLogLevel("OFF")
    wrong = 0
    for (name, *words), expected in cases:
        words = ["--ipgeo", ipgeo, "--output", f"{work}/none", *nobody, *words, f"{work}/{name}"]
        try:
            said = f"it ended with {Job(spark, read_options(words)).run()}"
        except Exception as error:  # Of whatever kind: the driver prints it as here.
            said = message_of(error)
        if not re.search(expected, said):
            wrong += 1
            print(f"{name} {words}: {said}", file=sys.stderr)
    if not (work / "in" / "access.log").exists():
        sys.exit("the input was removed")
    print(f"{len(cases) - wrong} of {len(cases)} jobs failed as they must", file=sys.stderr)
    return wrong


def check(work: str, ipgeo: str, program: str) -> int:
    from enrich_logs import session

    spark = session()
    try:
        if differences(spark, f"{work}/out", f"{work}/one.jsonl"):
            return 1
        if shared(spark, Path(work), ipgeo):
            return 1
        if limit(spark, Path(work), ipgeo, program):
            return 1
        return 1 if failures(spark, Path(work), ipgeo) else 0
    finally:
        spark.stop()


def main(words: list[str]) -> int:
    match words:
        case ["make", folder, lines]:
            make(Path(folder), int(lines))
            return 0
        case ["timed", name, *command]:
            return timed(name, command)
        case ["check", work, ipgeo, program]:
            return check(work, ipgeo, program)
    print(__doc__, file=sys.stderr)
    return 64


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
