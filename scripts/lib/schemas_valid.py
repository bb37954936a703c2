"""Holds what the built command writes to the JSON Schemas that it prints, by PyPI's jsonschema.

Usage: schemas_valid.py BIN, from the project's root; BIN holds ipgeo and ipgeo-stand-in.

Everything real must be valid. Then each real object is spoilt, a member or a rule at a time, and
must be refused.
"""

import copy
import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time

from jsonschema import Draft202012Validator, FormatChecker
from mmdb_writer import MMDBWriter
from netaddr import IPSet

FORMATS = FormatChecker(["date-time", "ipv4", "ipv6"])
FIELDS = (
    "ip,status,reason,hits,country,country_code,region,region_code,city,zip,lat,lon,timezone,isp,"
    "org,asn,as_org,source,looked_up_at,address,network,accuracy_radius,file,line,xff,port,record,"
    "continent,continent_code,district,offset,currency,as_name,mobile,proxy,hosting")
PUBLIC = ["8.8.8.8", "1.1.1.1:53", "[2001:4860:4860::8888]:443", "::ffff:9.9.9.9", "203.0.114.1"]
CODES = {0, 2, 3, 65, 69}


def lines_of(path):
    text = pathlib.Path(path).read_bytes().decode("utf-8", "replace")
    return [line for line in text.splitlines() if line and not line.startswith("#")]


class Tool:
    """The built command, run in a folder of its own."""

    def __init__(self, bin_folder, folder):
        self.program = os.path.join(bin_folder, "ipgeo")
        self.stand_in = os.path.join(bin_folder, "ipgeo-stand-in")
        self.folder = folder
        self.environment = {
            "PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", "HOME": folder,
            "XDG_CACHE_HOME": f"{folder}/cache", "XDG_STATE_HOME": f"{folder}/state",
            # The limit file of all users of a machine, where there is one, is not for this.
            "IPGEO_LIMIT_FILE": f"{folder}/limit.db"}

    def start(self, *words, **more):
        return subprocess.Popen(
            [self.program, *words], cwd=self.folder, env=self.environment,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8", **more)

    def run(self, *words, text="", codes=CODES):
        done = self.start(*words, stdin=subprocess.PIPE)
        out, errors = done.communicate(text, timeout=120)
        if done.returncode not in codes:
            sys.exit(f"ipgeo {' '.join(words)}: exit {done.returncode}: {errors}")
        return out

    def service(self, *words):
        process = subprocess.Popen(
            [self.stand_in, *words], stdout=subprocess.PIPE, encoding="utf-8")
        return process, process.stdout.readline().split()[-1]

    def read(self, name):
        return pathlib.Path(self.folder, name).read_text(encoding="utf-8")

    def schema(self, *words):
        document = json.loads(self.run("schema", *words))
        Draft202012Validator.check_schema(document)
        return document


def validator(document, definition=None):
    if definition:
        document = {**document, "$ref": f"#/$defs/{definition}"}
    return Draft202012Validator(document, format_checker=FORMATS)


class Judge:
    """Counts what was judged; stops at the first thing that is wrong."""

    def __init__(self):
        self.valid = self.refused = 0
        # The rules of each document that were broken, and how many it has.
        self.broken, self.rules = {}, {}

    def accept(self, name, check, value):
        for error in check.iter_errors(value):
            sys.exit(f"{name}: {error.json_path}: {error.message[:300]}\n{json.dumps(value)}")
        self.valid += 1

    def refuse(self, name, check, value, what):
        if check.is_valid(value):
            sys.exit(f"{name}: valid, though {what}\n{json.dumps(value)}")
        self.refused += 1

    def spoil(self, name, check, body, value):
        """Spoils an object that is valid: each member, and each rule that is about it."""
        for path, holder, schema in objects(body, value):
            for key in schema.get("required", []):
                spoilt = copy.deepcopy(value)
                del at(spoilt, path)[key]
                self.refuse(name, check, spoilt, f"{path + [key]} is missing")
            spoilt = copy.deepcopy(value)
            at(spoilt, path)["stranger"] = 1
            self.refuse(name, check, spoilt, f"{path} has a stranger")
            for key, inner in holder.items():
                schema_of = schema.get("properties", {}).get(key)
                for wrong in wrong_values(schema_of or schema["additionalProperties"]):
                    spoilt = copy.deepcopy(value)
                    at(spoilt, path)[key] = wrong
                    self.refuse(name, check, spoilt, f"{path + [key]} is {wrong!r}, not {inner!r}")
        # Of any choice of fields rules are the same, but for what they leave out.
        rules = body.get("allOf", [])
        self.rules[name] = [rule["if"] for rule in rules]
        for number, rule in enumerate(rules):
            if Draft202012Validator(rule["if"]).is_valid(value):
                self.spoil_rule(name, check, body, value, number, rule["then"])

    def spoil_rule(self, name, check, body, value, number, then):
        for path, demand in leaves(then):
            holder = at(value, path[:-1])
            if not isinstance(holder, dict) or path[-1] not in holder:
                continue
            for wrong in rule_breakers(demand, property_of(body, path)):
                spoilt = copy.deepcopy(value)
                at(spoilt, path[:-1])[path[-1]] = wrong
                self.refuse(name, check, spoilt, f"{path} is {wrong!r} against rule {number}")
                self.broken.setdefault(name, set()).add(number)

    def unbroken(self):
        """Rules that nothing broke."""
        return [
            (name, json.dumps(rules[number])) for name, rules in self.rules.items()
            for number in range(len(rules)) if number not in self.broken.get(name, ())]


def at(value, path):
    for key in path:
        value = value[key]
    return value


def objects(schema, value, path=()):
    """All objects within a value that a schema describes the members of."""
    if isinstance(value, dict) and ("properties" in schema or "propertyNames" in schema):
        yield list(path), value, schema
        for key, inner in value.items():
            yield from objects(schema.get("properties", {}).get(key, {}), inner, (*path, key))


def property_of(schema, path):
    for key in path:
        schema = schema["properties"][key]
    return schema


def leaves(then, path=()):
    for key, demand in then["properties"].items():
        if "properties" in demand:
            yield from leaves(demand, (*path, key))
        else:
            yield [*path, key], demand


def types(schema):
    told = schema.get("type", [])
    return [told] if isinstance(told, str) else told


def wrong_values(schema):
    """Values that a member cannot have, whatever the others are."""
    if "const" in schema:
        return [f"not {schema['const']}", None]
    allowed = types(schema)
    by_type = {"string": "x", "integer": 7, "number": 7.5, "boolean": True, "null": None,
               "object": {}, "array": []}
    wrong = [
        value for name, value in by_type.items()
        if name not in allowed and not (name == "integer" and "number" in allowed)]
    if "object" in allowed and schema.get("required"):
        wrong.append({})
    if "minimum" in schema:
        wrong.append(schema["minimum"] - 1)
    if "maximum" in schema:
        wrong.append(schema["maximum"] + 1)
    if "enum" in schema or "pattern" in schema:
        wrong.append("no word of these")
    if "string" in allowed and schema.get("minLength"):
        wrong.append("")
    if schema.get("format") == "date-time":
        wrong += ["2026-11-30 00:00:00", "2026-13-30T00:00:00Z"]
    if is_of_networks(schema):
        wrong += ["::::/999", "8.8.8.0/33", "2001:db8::/129", "8.8.8.8"]
    elif "anyOf" in schema:
        wrong += ["8.8.8.256", "1::2::3"]
    return wrong


def is_of_networks(schema):
    return any("pattern" in way for way in schema.get("anyOf", []))


def rule_breakers(demand, base):
    """Values that the member may have, but not in this case."""
    if "enum" in demand:
        others = [word for word in base["enum"] if word not in demand["enum"]]
        return others[:1] + others[-1:]
    if "const" in demand:
        if "enum" in base:
            return [word for word in base["enum"] if word != demand["const"]][:1]
        return {"string": ["another"], "boolean": [not demand["const"]], "integer": [3]}[
            types(base)[0]]
    if demand["type"] != "null":
        return [None]
    if "enum" in base:
        return [word for word in base["enum"] if word][:1]
    samples = {"string": "x", "integer": base.get("minimum", 0), "number": 1.5, "boolean": True,
               "object": {"lat": 1.5, "lon": 2}}
    sample = samples[types(base)[0]]
    if base.get("format") == "date-time":
        sample = "2026-11-30T00:00:00Z"
    elif "A-Z" in base.get("pattern", ""):
        sample = "US-VA"
    elif is_of_networks(base):
        sample = "8.8.8.0/24"
    elif "anyOf" in base:
        sample = "8.8.8.8"
    return [sample]


def make_database(path):
    writer = MMDBWriter(6, "Test-City", languages=["en"], ipv4_compatible=True)
    writer.insert_network(IPSet(["8.8.8.0/24", "2001:4860::/32"]), {
        "city": {"names": {"en": "Ashburn"}},
        "continent": {"code": "NA", "names": {"en": "North America"}},
        "country": {"iso_code": "US", "names": {"en": "United States"}},
        "subdivisions": [{"iso_code": "VA", "names": {"en": "Virginia"}}],
        "location": {"latitude": 39.03, "longitude": -77.5, "accuracy_radius": 20,
                     "time_zone": "America/New_York"},
        "postal": {"code": "20149"}})
    writer.to_db_file(path)


class Rows:
    """Rows of every status, of each schema, by several ways to ask for them."""

    def __init__(self, tool, judge, url, refusing):
        self.tool, self.judge = tool, judge
        lists = pathlib.Path("fixtures/lists")
        special, invalid = lines_of(lists / "special.txt"), lines_of(lists / "invalid.txt")
        self.text = "\n".join(PUBLIC + special + invalid + ["a b, 8.8.8.8:99999", "\"", ""])
        self.ways = {
            "asked": ["--api-url", url, "--no-cache"],
            "service-reserved": ["--api-url", refusing, "--no-cache"],
            "offline": ["--offline"], "database": ["--database", "city.mmdb"],
            "budget": ["--api-url", url, "--no-cache", "--max-requests", "0"]}

    def check(self, schema):
        any_fields = validator(self.tool.schema("row", "--schema", schema))
        # Of few columns there are few rules, or none.
        for field in FIELDS.split(","):
            self.tool.schema("row", "--schema", schema, "-f", field)
        statuses, name = {}, f"{schema} rows"
        for way, words in self.ways.items():
            for fields in (None, FIELDS):
                chosen = ["-f", fields or "+zip"]
                document = self.tool.schema("row", "--schema", schema, *chosen)
                check, body = validator(document), document["$defs"]["geo"]
                out = self.tool.run(
                    "batch", "-q", "--schema", schema, "--format", "jsonl", *words, *chosen,
                    text=self.text)
                kinds = set()
                for line in out.splitlines():
                    row = json.loads(line)
                    self.judge.accept(f"{name}, {way}", check, row)
                    self.judge.accept(f"{name}, {way}", any_fields, row)
                    kind = kind_of(schema, row)
                    statuses[kind[0]] = row
                    if kind not in kinds:
                        kinds.add(kind)
                        self.judge.spoil(name, check, body, row)
        if set(statuses) != {"located", "special", "unknown", "invalid", "failed"}:
            sys.exit(f"{schema}: only {sorted(statuses)} were seen")
        if schema == "ip-api":
            self.check_messages(name, check, body, statuses)
        self.check_others(schema)

    def check_messages(self, name, check, body, statuses):
        """Messages of reasons that no run here had: rows of the same status, with other words."""
        for rule in body["allOf"]:
            words = rule["if"]["properties"].get("reason", {}).get("enum", [])
            message = rule["then"]["properties"].get("message", {}).get("const")
            for word in words if message else []:
                status = kind_of("ip-api", {"status": "fail", "reason": word, "message": ""})[0]
                row = {**statuses[status], "reason": word, "message": message}
                self.judge.accept(name, check, row)
                self.judge.spoil(name, check, body, row)

    def check_others(self, schema):
        words = ["-q", "--schema", schema, *self.ways["asked"]]
        document = self.tool.schema("row", "--schema", schema)
        check = validator(document)
        unique = self.tool.run("batch", "-u", "--format", "jsonl", *words, text=self.text)
        hits = validator(self.tool.schema("row", "--schema", schema, "-f", "+hits"))
        for line in unique.splitlines():
            self.judge.accept(f"{schema} unique", hits, json.loads(line))
        records = "".join(json.dumps({"ip": a, "n": 1}) + "\n" for a in self.text.split("\n"))
        for line in self.tool.run("batch", *words, text=records).splitlines():
            self.judge.accept(
                f"{schema} beside members", validator(document, "geo"), json.loads(line)["geo"])
        asked = ["lookup", "-q", "--schema", schema, "--api-url", self.ways["asked"][1]]
        for addresses in (["8.8.8.8"], ["8.8.8.8", "10.0.0.1", "x"]):
            out = json.loads(self.tool.run(*asked, "--format", "json", *addresses))
            for row in out if isinstance(out, list) else [out]:
                self.judge.accept(f"{schema} lookup", check, row)


def kind_of(schema, row):
    """The status of a row in our words, and how much it is spoilt with: once for each."""
    inner = row["ipgeo"] if schema == "ecs" else row
    if schema != "ip-api":
        return (inner["status"],)
    if row["status"] == "success":
        return ("located",)
    reasons = json.loads(pathlib.Path(ROWS_SCHEMA).read_text(encoding="utf-8"))
    for rule in reasons["$defs"]["geo"]["allOf"]:
        status = rule["if"]["properties"].get("status", {}).get("const")
        words = rule["then"]["properties"].get("reason", {}).get("enum", [])
        if row["reason"] in words:
            return (status, row["message"])
    sys.exit(f"the reason {row['reason']} is of no status")


def check_failures(tool, judge, rows):
    document = tool.schema("failure")
    check, kinds = validator(document), set()
    for way, words in rows.ways.items():
        tool.run("batch", "-q", "--failures", "failures.jsonl", *words, text=rows.text)
        for line in tool.read("failures.jsonl").splitlines():
            record = json.loads(line)
            judge.accept(f"failures, {way}", check, record)
            if (record["status"], way) not in kinds:
                kinds.add((record["status"], way))
                judge.spoil("failures", check, document, record)
    if {status for status, _ in kinds} != {"invalid", "failed"}:
        sys.exit(f"failures: only {kinds} were seen")


def check_summaries(tool, judge, rows, forbidding):
    document = tool.schema("summary")
    check, seen = validator(document), set()
    ways = {**rows.ways, "strict": ["--strict", *rows.ways["offline"]],
            "top": ["--top", "2", *rows.ways["asked"]],
            "stopped": ["--api-url", forbidding, "--no-cache"]}
    for way, words in ways.items():
        for text in (rows.text, ""):
            tool.run("batch", "-q", "--summary-file", "summary.json", *words, text=text)
            summary = json.loads(tool.read("summary.json"))
            judge.accept(f"summary, {way}", check, summary)
            judge.spoil("summary", check, document, summary)
            seen |= {key for key, value in summary.items() if value}
    missing = {"from_database", "rest", "stopped", "reasons", "inputs", "unasked"} - seen
    if missing:
        sys.exit(f"summary: nothing was seen of {sorted(missing)}")


def check_running(tool, judge, slow):
    """Status file and summary of a run that is waited for, and then interrupted."""
    summaries, document = validator(tool.schema("summary")), tool.schema("status")
    check, states = validator(document), set()
    path = pathlib.Path(tool.folder, "status.json")
    many = "".join(f"8.8.{i // 250}.{i % 250 + 1}\n" for i in range(4000))
    pathlib.Path(tool.folder, "many.txt").write_text(many, encoding="utf-8")
    run = tool.start(
        "batch", "-q", "many.txt", "-o", "rows.csv", "--no-cache", "--api-url", slow,
        "--status-file", "status.json", "--summary-file", "stopped.json")
    end = time.monotonic() + 60
    while time.monotonic() < end and states != {"running", "waiting"}:
        if path.exists():
            status = json.loads(path.read_text(encoding="utf-8"))
            judge.accept("status during a run", check, status)
            if status["state"] not in states:
                judge.spoil("status", check, document, status)
            states.add(status["state"])
        time.sleep(0.05)
    run.send_signal(signal.SIGINT)
    run.communicate(timeout=60)
    status = json.loads(path.read_text(encoding="utf-8"))
    states.add(status["state"])
    judge.accept("status after a run", check, status)
    judge.spoil("status", check, document, status)
    if states != {"running", "waiting", "done"}:
        sys.exit(f"status: only {sorted(states)} were seen")
    summary = json.loads(tool.read("stopped.json"))
    judge.accept("summary of an interrupted run", summaries, summary)
    if summary["exit_code"] != 130 or status["exit_code"] != 130:
        sys.exit(f"the run was not interrupted: {summary['exit_code']}")


def check_all(bin_folder, folder):
    tool, judge = Tool(bin_folder, folder), Judge()
    pathlib.Path(ROWS_SCHEMA).write_text(tool.run("schema", "row"), encoding="utf-8")
    make_database(os.path.join(folder, "city.mmdb"))
    services = [
        tool.service("--no-limit"),
        tool.service("--no-limit", "--fault", "always: fail private_range"),
        tool.service("--no-limit", "--fault", "always: status 403"),
        tool.service("--batch-limit", "3", "--single-limit", "3", "--latency", "20ms")]
    try:
        url, refusing, forbidding, slow = [address for _, address in services]
        rows = Rows(tool, judge, url, refusing)
        for schema in ("ipgeo", "ip-api", "ecs"):
            rows.check(schema)
        check_failures(tool, judge, rows)
        check_summaries(tool, judge, rows, forbidding)
        check_running(tool, judge, slow)
    finally:
        for process, _ in services:
            process.terminate()
            process.communicate()
    unbroken = judge.unbroken()
    if unbroken:
        sys.exit(f"schemas: nothing broke the rule of {unbroken[0][0]}: {unbroken[0][1][:300]}")
    print(
        f"schemas: {judge.valid} objects valid, {judge.refused} spoilt ones refused, "
        f"{sum(map(len, judge.rules.values()))} rules broken, 0 problems")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory(prefix="ipgeo-schemas-") as place:
        ROWS_SCHEMA = os.path.join(place, "row.schema.json")
        check_all(os.path.abspath(sys.argv[1]), place)
