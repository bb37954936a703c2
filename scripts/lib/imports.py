"""Reads `swift package describe --type json` from stdin and checks the imports of each target."""

import json
import pathlib
import re
import sys

IMPORT = re.compile(
    r"^\s*(?:@\w+(?:\([^)]*\))?\s+)*(?:(?:public|package|internal|fileprivate|private)\s+)?"
    r"import\s+(?:(?:struct|class|enum|func|var|let|protocol|typealias)\s+)?(\w+)"
)
SYSTEM = {"Glibc", "Musl", "Darwin", "Dispatch", "Synchronization"}
ONE_IMPORTER = {
    "CCurl": "IPGeoTransport",
    "CIPGeoVersion": "IPGeoCommand",
    "CSQLite": "IPGeoStore",
}
EXIT = re.compile(r"(?<![\w.])exit\(")


def manifest_order():
    text = pathlib.Path("Package.swift").read_text(encoding="utf-8").partition("\n  targets: [")[2]
    names = re.findall(r'(?:room|tests)\(\s*"(\w+)"|name: "(\w+)"', text)
    order = [a or b for a, b in names]
    return {name: order.index(name) for name in order}


def check(target, order, problems):
    name = target["name"]
    declared = set(target.get("target_dependencies", []))
    for dependency in declared:
        if order.get(dependency, -1) > order.get(name, -1):
            problems.append(f"Package.swift: {name} depends on {dependency}, which stands below it")
    for source in target["sources"]:
        path = pathlib.Path(target["path"]) / source
        if path.suffix != ".swift":
            continue
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            if EXIT.search(line.split("//")[0]) and not name.endswith("Main"):
                problems.append(f"{path}:{number}: only a main room may call exit")
            found = IMPORT.match(line)
            if not found:
                continue
            module = found.group(1)
            if module in SYSTEM or module in declared:
                if ONE_IMPORTER.get(module, name) != name:
                    problems.append(f"{path}:{number}: only {ONE_IMPORTER[module]} imports {module}")
                continue
            problems.append(f"{path}:{number}: {name} may not import {module}")


def main():
    order = manifest_order()
    problems = []
    targets = json.load(sys.stdin)["targets"]
    for target in targets:
        if target["type"] != "test":
            check(target, order, problems)
    for problem in problems:
        print(problem, file=sys.stderr)
    print(f"imports: {len(targets)} targets, {len(problems)} problems")
    sys.exit(1 if problems else 0)


main()
