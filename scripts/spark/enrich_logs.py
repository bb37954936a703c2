#!/usr/bin/env python3
"""Enriches logs on Apache Spark with ipgeo: one record in, one row out, into Parquet.

    spark-submit --files /usr/local/bin/ipgeo enrich_logs.py --output OUT INPUT...

Three stages. (1) Each block of lines goes through an ipgeo that asks nobody and says which address
each line holds. (2) The distinct addresses go through as many ipgeo as --partitions says, and
these answer. (3) The answers are joined to the lines. README.md beside this file says how the
service's limit behaves there.
"""

from __future__ import annotations

import argparse
import itertools
import json
import os
import re
import secrets
import subprocess
import sys
from pathlib import Path
from typing import Any, Iterable, NamedTuple, NoReturn

import enrich_workers
from enrich_workers import IPGeoFailed, Plan, ask, find, heads_of, lines_in, shipped

# Columns that belong to the record; all others belong to its address.
RECORD_COLUMNS = ("ip", "address", "hits", "port", "xff")
TYPES = {
    "line": "bigint", "hits": "bigint", "port": "int", "asn": "bigint", "offset": "int",
    "lat": "double", "lon": "double", "accuracy_radius": "bigint", "looked_up_at": "timestamp",
    "mobile": "boolean", "proxy": "boolean", "hosting": "boolean", "record": "binary",
}

FINDING = ("input-format", "ip-field", "client", "trusted-proxy", "max-line")
ASKING = (
    "lang", "api-url", "batch-rate", "single-rate", "jobs", "timeout", "retries", "fallback",
    "limit-file", "cache", "max-age", "stale-ok",
)
ASKING_FLAGS = ("offline", "no-cache", "refresh", "cache-only")


class WrongUse(Exception):
    """What was asked for cannot be meant; exit code 64."""


class Place(NamedTuple):
    """Where a file or folder lies, the same for all names that it has."""

    scheme: str
    host: str
    path: str

    def holds(self, other: Place) -> bool:
        """Whether the other one is this one, or lies in it."""
        if self[:2] != other[:2]:
            return False
        return self.path == other.path or other.path.startswith(self.path.rstrip("/") + "/")


# Several names of one store: with and without encryption on the way, and by the client's age.
SAME_STORES = {"s3a": "s3", "s3n": "s3", "abfss": "abfs", "wasbs": "wasb", "swebhdfs": "webhdfs"}


class Parser(argparse.ArgumentParser):
    """Wrong use is 64, as ipgeo has it: 2 says that look-ups failed."""

    def error(self, message: str) -> NoReturn:
        self.exit(64, f"enrich_logs: {message}; --help tells more\n")


def read_options(words: list[str]) -> argparse.Namespace:
    parser = Parser(
        prog="enrich_logs.py", allow_abbrev=False,
        description="Enriches logs on Spark with ipgeo, into Parquet.",
        epilog="Lists, logs, text and JSON lines are read; what Spark unpacks by its name, too. "
        "Options of the last two groups are those of 'ipgeo batch'. A key of ip-api.com is "
        "taken from the workers' environment alone (IPGEO_API_KEY_FILE).",
    )
    parser.add_argument("inputs", nargs="+", metavar="INPUT", help="files, folders, globs")
    parser.add_argument("--output", required=True, metavar="FOLDER", help="for the Parquet files")
    parser.add_argument("--overwrite", action="store_true", help="replace FOLDER")
    parser.add_argument(
        "--ipgeo", default="ipgeo", metavar="PATH",
        help="the program: its path on the workers, or the name that --files gave it (ipgeo)",
    )
    parser.add_argument(
        "--partitions", type=int, metavar="N",
        help="how many ipgeo ask at once: 1, or with databases alone as many as Spark likes",
    )
    parser.add_argument("-f", "--fields", metavar="LIST", help="columns, as ipgeo batch takes them")
    parser.add_argument("--keep-line", action="store_true", help="add the line as column record")
    parser.add_argument(
        "--fail-above", type=float, default=0.0, metavar="PCT",
        help="exit 2 if more than this share of the look-ups failed (0)",
    )
    finding = parser.add_argument_group("which address a line holds")
    for name in FINDING:
        action = "append" if name == "trusted-proxy" else "store"
        finding.add_argument(f"--{name}", action=action, metavar="VALUE")
    asking = parser.add_argument_group("answers")
    asking.add_argument("--database", action="append", default=[], metavar="FILE")
    for name in ASKING:
        asking.add_argument(f"--{name}", metavar="VALUE")
    for name in ASKING_FLAGS:
        asking.add_argument(f"--{name}", action="store_true")
    options = parser.parse_args(words)
    if options.partitions is not None and options.partitions < 1:
        parser.error("--partitions wants a number from 1")
    if options.input_format in ("csv", "tsv"):
        parser.error("tables are not taken: Spark reads them itself; README.md says how")
    return options


def passed_on(options: argparse.Namespace, names: Iterable[str]) -> list[str]:
    """The words of those options that were given."""
    words: list[str] = []
    for name in names:
        value = getattr(options, name.replace("-", "_"))
        if value is True:
            words.append(f"--{name}")
        elif value:
            words += [f"--{name}={one}" for one in (value if isinstance(value, list) else [value])]
    return words


def asked_columns(program: str, fields: str | None) -> list[str]:
    """The columns that --fields means, from ipgeo itself."""
    words = [shipped(program), "batch", "-q", "--offline", "--no-cache", "--fail-above", "100"]
    words += ["--format", "csv", "--header", "always", *([f"--fields={fields}"] if fields else [])]
    environment = {k: v for k, v in os.environ.items() if not k.startswith("IPGEO_")}
    try:
        done = subprocess.run(words, input=b"10.0.0.1\n", capture_output=True, env=environment)
    except OSError as error:
        raise IPGeoFailed(f"{IPGeoFailed.MARK}{words[0]} cannot be started: {error.strerror}")
    if done.returncode != 0:
        raise IPGeoFailed(IPGeoFailed.MARK + done.stderr.decode(errors="replace").strip())
    return done.stdout.decode().splitlines()[0].split(",")


def make_plan(options: argparse.Namespace, columns: list[str]) -> Plan:
    own = [name for name in RECORD_COLUMNS if name in columns or name in ("ip", "address")]
    if options.keep_line or "record" in columns:
        own.append("record")
    apart = {*RECORD_COLUMNS, "file", "line", "record", "status", "reason"}
    return Plan(
        program=options.ipgeo, finding=passed_on(options, FINDING),
        asking=passed_on(options, (*ASKING, *ASKING_FLAGS)), databases=options.database,
        record_columns=own, answer_columns=[name for name in columns if name not in apart],
        # No record can have a member of a name that nobody knows beforehand.
        nest=f"ipgeo_{secrets.token_hex(8)}",
    )


def output_columns(columns: list[str], plan: Plan) -> list[str]:
    """File and line first, the record last, between them the columns as they were asked for.

    The status is always among them: the sums are of it.
    """
    between = [name for name in columns if name not in ("file", "line", "record")]
    if "status" not in between:
        between.insert(0, "status")
    return ["file", "line", *between, *(["record"] if "record" in plan.record_columns else [])]


def line_offsets(blocks: list[tuple[str, int, dict[str, int]]]) -> list[tuple[str, int, int]]:
    """How many lines of its file stand before each block."""
    offsets = []
    for file, group in itertools.groupby(sorted(blocks, key=lambda b: b[:2]), lambda b: b[0]):
        before = 0
        for _, start, sums in group:
            offsets.append((file, start, before))
            before += sums["lines"]
    return offsets


def faults(found: dict[str, int], asked: dict[str, int], written: dict[str, int]) -> list[str]:
    """Which sums do not hold."""
    statuses = sum(written["statuses"].values())
    ways = sum(asked[name] for name in ("local", "known", "asked", "unasked"))
    checks = {
        f"rows written {written['rows']} = records found {found['records']}":
            written["rows"] == found["records"],
        f"lines read {found['fed']} <= lines that ipgeo saw {found['lines']}":
            found["fed"] <= found["lines"],
        f"rows {written['rows']} = sum of the statuses {statuses}":
            written["rows"] == statuses and None not in written["statuses"],
        f"invalid rows {written['statuses'].get('invalid', 0)} = invalid records "
        f"{found['invalid']}": written["statuses"].get("invalid", 0) == found["invalid"],
        f"distinct addresses {asked['fed']} = answers {asked['records']}":
            asked["fed"] == asked["records"],
        f"distinct addresses {asked['fed']} = local + known + asked + unasked {ways}":
            asked["fed"] == ways,
    }
    return [words for words, holds in checks.items() if not holds]


def added_up(sums: Iterable[dict[str, Any]], names: Iterable[str]) -> dict[str, int]:
    """The sums of several, member by member."""
    total = dict.fromkeys(names, 0)
    for one in sums:
        for name in total:
            total[name] += one[name]
    return total


FOUND = ("fed", "lines", "records", "invalid")
ASKED = (
    "fed", "records", "local", "known", "from_database", "asked", "unasked", "failed_addresses",
    "requests",
)


class Job:
    """The three stages on a Spark session."""

    def __init__(self, spark: Any, options: argparse.Namespace) -> None:
        self.spark = spark
        self.options = options
        self.columns = asked_columns(options.ipgeo, options.fields)
        self.plan = make_plan(options, self.columns)
        self.ship()

    def ship(self) -> None:
        """Brings the other half of this program to the workers, unless --py-files did."""
        name, conf = os.path.abspath(enrich_workers.__file__), self.spark.sparkContext.getConf()
        brought = [conf.get(f"spark.{way}.pyFiles", "") for way in ("submit", "yarn.dist")]
        if os.path.basename(name) not in map(os.path.basename, ",".join(brought).split(",")):
            self.spark.sparkContext.addPyFile(name)

    def places(self, name: str) -> list[Place]:
        """Where all lie that a name of an input or output means; of none the name's own place."""
        path = self.spark._jvm.org.apache.hadoop.fs.Path(name)
        store = path.getFileSystem(self.spark._jsc.hadoopConfiguration())
        own = store.makeQualified(path).toUri()
        scheme = SAME_STORES.get(own.getScheme(), own.getScheme())
        # HDFS has it with the port, or by the name of the service.
        host = store.getCanonicalServiceName() or own.getAuthority() or ""
        paths = [one.getPath().toUri().getPath() for one in store.globStatus(path) or []]
        if scheme == "file":
            paths = [os.path.realpath(one) for one in paths or [own.getPath()]]
        return [Place(scheme, host, one) for one in paths or [own.getPath()]]

    def check_places(self) -> None:
        """Raises where the output would be read, or the input be replaced by it."""
        (output, *_) = self.places(self.options.output)
        for name in self.options.inputs:
            if any(output.holds(one) or one.holds(output) for one in self.places(name)):
                raise WrongUse(
                    f"--output {self.options.output} and the input {name} lie one in the other: "
                    "what is written would replace what is read, or be read itself; name a folder "
                    "apart from all inputs"
                )

    def bytes_of(self, frame: Any) -> Any:
        """A frame of one binary column as an RDD of bytes.

        By way of the JVM's own frame: `frame.rdd` pickles each row, which takes five times as long.
        """
        from pyspark import RDD
        from pyspark.serializers import NoOpSerializer

        encoder = self.spark._jvm.org.apache.spark.sql.Encoders.BINARY()
        rows = getattr(frame._jdf, "as")(encoder).toJavaRDD()
        return RDD(rows, self.spark.sparkContext, NoOpSerializer())

    def read(self) -> Any:
        """The input's lines, as bytes, each with its block before it."""
        from pyspark.sql import functions as F

        reader = self.spark.read.option("recursiveFileLookup", "true")
        # ipgeo cuts at CR too; Spark would cut without saying so.
        lines = reader.option("lineSep", "\n").text(self.options.inputs)
        block = F.concat_ws(
            "\n", "_metadata.file_path", F.col("_metadata.file_block_start").cast("string"),
            F.expr("string(_metadata.file_block_length < _metadata.file_size)"), F.lit(""),
        )
        return self.bytes_of(lines.select(F.concat(block.cast("binary"), F.expr("binary(value)"))))

    def unpacked(self, parcels: Any, schema: str, kept: list[str]) -> Any:
        """Rows out of parcels, as columns with types; Spark ends where one is not of its type."""
        from pyspark.sql import functions as F

        frame = self.spark.createDataFrame(
            parcels.filter(lambda parcel: parcel[2] is not None).map(lambda parcel: parcel[:3]),
            "file string, start bigint, rows string", verifySchema=False,
        )
        lines = frame.select(*kept, F.explode(F.split("rows", "\n")).alias("j"))
        cells = F.from_json("j", schema, {"mode": "FAILFAST"})
        return lines.select(*kept, cells.alias("c")).select(*kept, "c.*")

    def schema(self, columns: list[str]) -> str:
        """Texts come as Latin-1 of their bytes, and so does the record."""
        kinds = {name: TYPES.get(name, "string") for name in columns}
        return ", ".join(
            f"`{name}` {'string' if kind == 'binary' else kind}" for name, kind in kinds.items()
        )

    def as_text(self, frame: Any) -> Any:
        """Turns Latin-1 back into what the bytes are: text, or of the record the bytes."""
        from pyspark.sql import functions as F

        def cell(name: str, kind: str) -> Any:
            if kind != "string" or name == "file":
                return F.col(name)
            raw = F.encode(F.col(name), "ISO-8859-1")
            return (raw if TYPES.get(name) == "binary" else F.decode(raw, "UTF-8")).alias(name)

        return frame.select(*(cell(name, kind) for name, kind in frame.dtypes))

    def found(self) -> tuple[Any, dict[str, int]]:
        """Stage 1: file, line, address and the record's other columns; and its sums."""
        from pyspark import StorageLevel
        from pyspark.sql import functions as F

        rows, plan = self.read(), self.plan
        share = self.spark.conf.get("spark.sql.files.maxPartitionNum", None) is not None
        found_heads = rows.mapPartitions(lambda part: heads_of(part, share)).collect()
        heads = self.spark.sparkContext.broadcast(dict(found_heads))
        parcels = rows.mapPartitions(lambda part: map(tuple, find(plan, heads.value, part)))
        parcels.persist(StorageLevel.DISK_ONLY)
        ends = parcels.filter(lambda parcel: parcel[3] is not None).collect()
        blocks = [(file, start, json.loads(sums)) for file, start, _, sums in ends]
        offsets = self.spark.createDataFrame(
            [(*offset, lines_in(heads.value.get(offset[0], b"")) if offset[1] else 0)
             for offset in line_offsets(blocks)],
            "file string, start bigint, before bigint, head bigint",
        )
        schema = self.schema(["line", "status", "reason", *plan.record_columns])
        frame = self.as_text(self.unpacked(parcels, schema, ["file", "start"]))
        frame = frame.join(F.broadcast(offsets), ["file", "start"])
        frame = frame.withColumn("line", F.expr("line + before - head"))
        return frame.drop("start", "before", "head"), added_up((b[2] for b in blocks), FOUND)

    def answers(self, addresses: Any) -> tuple[Any, dict[str, int]]:
        """Stage 2: a row for each address, and the sums of all ipgeo together."""
        from pyspark import StorageLevel

        plan, wish = self.plan, self.options.partitions
        if wish is None and (not plan.databases or self.options.fallback):
            wish = 1
        # By the address, and in order, so that another try asks the same in the same order.
        parts = addresses.repartition(*([wish] if wish else []), "address")
        parts = parts.sortWithinPartitions("address").selectExpr("binary(address)")
        parcels = self.bytes_of(parts).mapPartitions(lambda part: map(tuple, ask(plan, part)))
        parcels.persist(StorageLevel.DISK_ONLY)
        ends = parcels.filter(lambda parcel: parcel[3] is not None).collect()
        schema = self.schema(["address", "status", "reason", *plan.answer_columns])
        frame = self.as_text(self.unpacked(parcels, schema, []))
        return frame, added_up((json.loads(end[3]) for end in ends), ASKED)

    def joined(self, found: Any, answers: Any) -> Any:
        """Stage 3: each record with what is known of its address."""
        from pyspark.sql import functions as F

        told = answers.withColumnsRenamed({"status": "a_status", "reason": "a_reason"})
        rows = found.join(told, "address", "left")
        for name in ("status", "reason"):
            chosen = F.when(F.col("address").isNull(), F.col(name)).otherwise(F.col(f"a_{name}"))
            rows = rows.withColumn(name, chosen)
        return rows.select(*output_columns(self.columns, self.plan))

    def written(self) -> dict[str, Any]:
        """What stands in the Parquet files, read back."""
        frame = self.spark.read.parquet(self.options.output)
        counts = {row["status"]: row["count"] for row in frame.groupBy("status").count().collect()}
        return {"rows": frame.count(), "statuses": counts}

    def run(self) -> int:
        self.check_places()
        found, found_sums = self.found()
        addresses = found.where("address is not null").select("address").distinct()
        answers, asked = self.answers(addresses)
        mode = "overwrite" if self.options.overwrite else "errorifexists"
        self.joined(found, answers).write.mode(mode).parquet(self.options.output)
        return self.tell(found_sums, asked, self.written())

    def tell(self, found: dict[str, int], asked: dict[str, int], written: dict[str, Any]) -> int:
        """Prints the sums as JSON, and says what they come to."""
        wrong = faults(found, asked, written)
        print(json.dumps({"found": found, "asked": asked, "written": written,
                          "sums_hold": not wrong}))
        for words in wrong:
            print(f"enrich_logs: the sums do not hold: {words}; do not use the rows",
                  file=sys.stderr)
        if wrong:
            return 70
        if found["records"] > 0 and asked["fed"] == 0:
            print("enrich_logs: no record held an address; tell the form with --input-format, or "
                  "where the address is with --ip-field", file=sys.stderr)
            return 65
        failed, looked_up = asked["failed_addresses"], asked["records"] - asked["local"]
        if failed * 100 > self.options.fail_above * looked_up:
            print(f"enrich_logs: {failed} of {looked_up} look-ups failed, more than --fail-above "
                  "allows; run again for the others: answers are kept", file=sys.stderr)
            return 2
        return 0


def session() -> Any:
    """A session in which nothing is passed over in silence, and nothing is asked twice."""
    from pyspark.sql import SparkSession

    settings = {
        "spark.speculation": "false",
        "spark.sql.session.timeZone": "UTC",
        "spark.sql.parquet.outputTimestampType": "TIMESTAMP_MICROS",
        "spark.sql.files.ignoreCorruptFiles": "false",
        "spark.sql.files.ignoreMissingFiles": "false",
    }
    builder = SparkSession.builder.appName("ipgeo")
    for name, value in settings.items():
        builder = builder.config(name, value)
    return builder.getOrCreate()


def message_of(error: BaseException) -> str:
    """What ipgeo said, where that is the cause; else the error's first line."""
    text = str(error)
    said = re.search(re.escape(IPGeoFailed.MARK) + r".*(?:\n(?!\s|\n).*)*", text)
    return said.group(0) if said else text.strip().split("\n")[0]


def main(words: list[str]) -> int:
    options = read_options(words)
    from py4j.protocol import Py4JError
    from pyspark.errors import PySparkException

    spark = session()
    try:
        return Job(spark, options).run()
    except (Py4JError, PySparkException, IPGeoFailed) as error:
        print(f"enrich_logs: {message_of(error)}", file=sys.stderr)
        return 1
    except WrongUse as error:
        print(f"enrich_logs: {error}", file=sys.stderr)
        return 64
    finally:
        spark.stop()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
