"""Tests of what enrich_logs.py and its workers decide without Spark. scripts/spark/try runs them;
alone: python3 -m unittest scripts/spark/test_enrich_logs.py
"""

from __future__ import annotations

import contextlib
import io
import itertools
import json
import os
import stat
import sys
import tempfile
import unittest
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))
import enrich_logs as job  # noqa: E402
import enrich_workers as workers  # noqa: E402

HOLDS = {
    "sums_hold": True, "inputs": ["log"], "records": 2, "addresses": 1, "invalid": 1,
    "blank_lines": 0, "comments": 0,
}


def row(file: str, start: int, is_split: bool, line: bytes) -> bytes:
    return f"{file}\n{start}\n{str(is_split).lower()}\n".encode() + line


class Heads(unittest.TestCase):
    def test_a_head_is_of_a_split_file_and_no_longer_than_it_must_be(self) -> None:
        line = b"x" * 1023
        rows = (row("file:/a", 0, True, line) for _ in range(1000))
        ((file, head),) = workers.heads_of(rows, False)
        self.assertEqual(file, "file:/a")
        self.assertEqual(head, (line + b"\n") * 64)
        self.assertEqual(len(list(rows)), 1000 - 64)

    def test_whole_files_and_later_blocks_have_none(self) -> None:
        for share in (False, True):
            for rows in ([row("file:/a", 0, False, b"x")], [row("file:/a", 9, True, b"x")], []):
                self.assertEqual(list(workers.heads_of(rows, share)), [])

    def test_blocks_that_share_a_partition_are_all_looked_at(self) -> None:
        line = b"x" * 1023
        rows = [row("file:/a", 9, True, b"a"), *[row("file:/b", 0, True, line)] * 99,
                row("file:/c", 0, False, b"c"), row("file:/d", 0, True, b"d")]
        self.assertEqual(list(workers.heads_of(rows, True)),
                         [("file:/b", (line + b"\n") * 64), ("file:/d", b"d\n")])
        self.assertEqual(list(workers.heads_of(rows, False)), [])

    def test_lines_are_counted_as_ipgeo_cuts_them(self) -> None:
        self.assertEqual(workers.lines_in(b""), 0)
        self.assertEqual(workers.lines_in(b"a\nb\r\nc\rd\n\n"), 5)

    def test_rows_of_the_head_are_left_out_and_counted_off(self) -> None:
        rows = [json.dumps({"line": n, "status": s}).encode() + b"\n"
                for n, s in ((1, "failed"), (3, "invalid"), (4, "failed"), (9, "failed"))]
        left_out: list[dict[str, Any]] = []
        self.assertEqual(list(workers.past_head(rows, 3, left_out)), rows[2:])
        sums = {"records": 4, "blank_lines": 5, "comments": 0, "invalid": 1}
        self.assertEqual(workers.block_sums(sums, b"a\n\nc\n", left_out),
                         {"lines": 6, "records": 2, "invalid": 0})


class Rows(unittest.TestCase):
    def test_the_prefix_ends_before_the_line(self) -> None:
        whole = row("file:/a%20b", 7, True, b"8.8.8.8 \xff")
        prefix = workers.prefix_of(whole)
        self.assertEqual(whole[len(prefix):], b"8.8.8.8 \xff")
        self.assertEqual(workers.Block.of(prefix), workers.Block("file:/a%20b", 7, True))

    def test_our_object_is_the_last_member_or_the_row(self) -> None:
        mark = b'"ipgeo_1":{'
        self.assertEqual(workers.own_part(b'{"line":1}\n', mark), b'{"line":1}\n')
        self.assertEqual(
            workers.own_part(b'{"geo":{"line":9},"ipgeo_1":{"line":1,"ip":"}"}}\n', mark),
            b'{"line":1,"ip":"}"}\n')

    def test_parcels_hold_every_byte_in_order(self) -> None:
        rows = [bytes([n % 256]) * 700 + b"\n" for n in range(5000)]
        packed = list(workers.parcels("f", 3, rows))
        self.assertGreater(len(packed), 2)
        self.assertEqual("".join(f"{p.rows}\n" for p in packed).encode("latin-1"), b"".join(rows))
        self.assertTrue(all(p[:2] == ("f", 3) and p.sums is None for p in packed))
        self.assertEqual(list(workers.parcels("f", 3, [])), [])


class Blocks(unittest.TestCase):
    def test_a_block_begins_behind_the_lines_of_those_before_it(self) -> None:
        blocks = [("b", 0, {"lines": 2}), ("a", 90, {"lines": 1}), ("a", 0, {"lines": 5}),
                  ("a", 45, {"lines": 4})]
        self.assertEqual(job.line_offsets(blocks),
                         [("a", 0, 0), ("a", 45, 5), ("a", 90, 9), ("b", 0, 0)])

    def test_what_spark_has_not_unpacked_is_refused(self) -> None:
        block = workers.Block("file:/a.xz", 0, False)
        for magic in workers.PACKED:
            with self.assertRaisesRegex(workers.IPGeoFailed, "by the name"):
                list(workers.check_text(block, iter([magic + b"rest"])))
        lines = [b"8.8.8.8", b"x"]
        self.assertEqual(list(workers.check_text(block, iter(lines))), lines)
        self.assertEqual(list(workers.check_text(block, iter([]))), [])

    def test_tables_are_refused(self) -> None:
        block = workers.Block("file:/a", 0, False)
        for form in ("csv (column ip)", "tsv"):
            with self.assertRaisesRegex(workers.IPGeoFailed, "does not take"):
                workers.check_form(block, {"inputs": [form]})
        workers.check_form(block, {"inputs": ["log (combined)"]})

    def test_utf_16_is_refused_in_blocks_alone(self) -> None:
        sums = {"inputs": ["list, UTF-16"]}
        workers.check_form(workers.Block("file:/a", 0, False), sums)
        with self.assertRaisesRegex(workers.IPGeoFailed, "convert it"):
            workers.check_form(workers.Block("file:/a", 0, True), sums)


class Exits(unittest.TestCase):
    def test_no_address_is_a_success_and_no_text_is_none(self) -> None:
        workers.check_exit(0, HOLDS, "")
        workers.check_exit(65, {**HOLDS, "addresses": 0}, "no record held an address")
        for code, sums in ((65, {**HOLDS, "records": 0, "addresses": 0, "inputs": []}),
                           (65, HOLDS), (65, {}), (0, {}), (0, {**HOLDS, "sums_hold": False}),
                           (69, HOLDS), (2, HOLDS), (-9, HOLDS)):
            failed = self.assertRaisesRegex(workers.IPGeoFailed, "it was this")
            with self.subTest(code=code), failed:
                workers.check_exit(code, sums, "it was this\n")


class Child(unittest.TestCase):
    """With a small program in ipgeo's place."""

    def run_program(self, body: str, lines: list[bytes]) -> tuple[list[bytes], dict[str, Any]]:
        with tempfile.TemporaryDirectory() as folder:
            program = os.path.join(folder, "program")
            Path(program).write_text(f"#!{sys.executable}\nimport json, sys\n{body}\n")
            os.chmod(program, os.stat(program).st_mode | stat.S_IXUSR)
            sums: dict[str, Any] = {}
            return list(workers.piped([program], lines, dict(os.environ), sums)), sums

    def test_rows_and_sums_come_back(self) -> None:
        body = ("sys.stdout.buffer.writelines(sys.stdin.buffer)\n"
                f"open(sys.argv[2], 'w').write({json.dumps(HOLDS)!r})")
        lines = [b"%d" % n for n in range(50_000)]
        rows, sums = self.run_program(body, lines)
        self.assertEqual(rows, [line + b"\n" for line in lines])
        self.assertEqual(sums, HOLDS)

    def test_a_child_that_dies_early_says_why(self) -> None:
        lines = [b"x" * 1000] * 5000
        with self.assertRaisesRegex(workers.IPGeoFailed, "exit code 64: bad option"):
            self.run_program("sys.exit(print('bad option', file=sys.stderr) or 64)", lines)
        with self.assertRaisesRegex(workers.IPGeoFailed, "signal 9"):
            self.run_program("import os; os.kill(os.getpid(), 9)", lines)

    def test_a_program_that_is_not_there_is_named(self) -> None:
        with self.assertRaisesRegex(workers.IPGeoFailed, "/no/such cannot be started"):
            list(workers.piped(["/no/such"], [], {}, {}))

    def test_an_input_that_fails_fails_the_rest(self) -> None:
        def broken() -> Any:
            yield b"1"
            raise ValueError("the input broke")

        body = f"sys.stdin.read(); open(sys.argv[2], 'w').write({json.dumps(HOLDS)!r})"
        with self.assertRaisesRegex(ValueError, "the input broke"):
            self.run_program(body, broken())

    def test_no_address_starts_no_program(self) -> None:
        plan = job.make_plan(job.read_options(["--output=o", "--ipgeo=/no/such", "in"]), ["ip"])
        self.assertEqual(list(workers.ask(plan, [])), [])


class Options(unittest.TestCase):
    def plan(self, *words: str, columns: str = "ip,status,reason,city,lat") -> workers.Plan:
        return job.make_plan(job.read_options([*words, "--output=o", "in"]), columns.split(","))

    def test_each_option_goes_where_it_belongs(self) -> None:
        plan = self.plan("--ip-field", "-1", "--trusted-proxy=10.0.0.0/8", "--lang=de",
                         "--trusted-proxy=fd00::/8", "--no-cache", "--database=a", "--database=b")
        self.assertEqual(plan.finding, ["--ip-field=-1", "--trusted-proxy=10.0.0.0/8",
                                        "--trusted-proxy=fd00::/8"])
        self.assertEqual(plan.asking, ["--lang=de", "--no-cache"])
        self.assertEqual(plan.databases, ["a", "b"])

    def test_columns_of_records_and_of_answers_are_told_apart(self) -> None:
        plan = self.plan("--keep-line", columns="line,city,hits,file,status,lat")
        self.assertEqual(plan.record_columns, ["ip", "address", "hits", "record"])
        self.assertEqual(plan.answer_columns, ["city", "lat"])
        self.assertEqual(job.output_columns(["line", "city", "hits"], plan),
                         ["file", "line", "status", "city", "hits", "record"])

    def test_tables_and_no_partitions_are_wrong_use(self) -> None:
        for words in (["--input-format=csv"], ["--partitions=0"], ["--nonsense"]):
            with self.subTest(words=words), contextlib.redirect_stderr(io.StringIO()):
                with self.assertRaises(SystemExit) as ended:
                    self.plan(*words)
                self.assertEqual(ended.exception.code, 64)


class Places(unittest.TestCase):
    def test_a_folder_holds_itself_and_what_lies_in_it(self) -> None:
        logs = job.Place("hdfs", "one:8020", "/logs")
        for path, is_held in (("/logs", True), ("/logs/2026/a.gz", True), ("/logs2", False),
                              ("/", False), ("/log", False)):
            self.assertEqual(logs.holds(logs._replace(path=path)), is_held, path)
        self.assertTrue(logs._replace(path="/").holds(logs))
        self.assertFalse(logs.holds(logs._replace(host="two:8020")))
        self.assertFalse(logs.holds(logs._replace(scheme="file")))


class Sums(unittest.TestCase):
    found = {"fed": 9, "lines": 10, "records": 8, "invalid": 2}
    asked = {"fed": 4, "records": 4, "local": 1, "known": 1, "from_database": 1, "asked": 2,
             "unasked": 0, "failed_addresses": 0, "requests": 1}
    written = {"rows": 8, "statuses": {"located": 6, "invalid": 2}}

    def test_sums_that_hold(self) -> None:
        self.assertEqual(job.faults(self.found, self.asked, self.written), [])

    def test_each_loss_is_named(self) -> None:
        broken = [
            ({"records": 9}, {}, {}), ({"fed": 11}, {}, {}), ({"invalid": 1}, {}, {}),
            ({}, {"records": 3}, {}), ({}, {"unasked": 1}, {}), ({}, {"fed": 5}, {}),
            ({}, {}, {"rows": 7}), ({}, {}, {"statuses": {"located": 5, "invalid": 2}}),
            ({}, {}, {"statuses": {"located": 5, "invalid": 2, None: 1}}),
        ]
        for found, asked, written in broken:
            with self.subTest(found=found, asked=asked, written=written):
                self.assertNotEqual(
                    job.faults({**self.found, **found}, {**self.asked, **asked},
                               {**self.written, **written}), [])

    def test_sums_of_several_are_added_up(self) -> None:
        self.assertEqual(job.added_up([{"a": 1, "b": 2}, {"a": 3, "b": 4}], ["a"]), {"a": 4})
        self.assertEqual(job.added_up(itertools.repeat({}, 0), ["a"]), {"a": 0})


class Messages(unittest.TestCase):
    def test_what_ipgeo_said_stands_without_the_trace(self) -> None:
        error = ValueError("Job aborted\n  File x\nIPGeoFailed: ipgeo failed: exit code 69: "
                           "ipgeo: a\nipgeo: b\n\n\tat org.apache\n")
        self.assertEqual(job.message_of(error), "ipgeo failed: exit code 69: ipgeo: a\nipgeo: b")
        self.assertEqual(job.message_of(ValueError("first\nsecond")), "first")


if __name__ == "__main__":
    unittest.main()
