"""Runs the shell blocks of README.md against the stand-in of the service, each in a new folder.

Usage: readme_commands.py BIN, from the project's root; BIN holds ipgeo and ipgeo-stand-in.

A block fenced as ```sh is run as it stands, by bash. A comment in the line before it may say what is
to come of it: <!-- exit 2 --> or <!-- prints: some text -->. A block fenced as ```console that has
<!-- run --> before it is a session: what stands in it after `$ ` is run, and must print the rest, in
any order (two streams meet on a terminal) and in any time. Of other consoles each line that starts
with `$ ipgeo` is run up to a `&&` and must succeed; what they print is of other files.
"""

import importlib.util
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

COMMENTS = r"((?:^<!--[^\n]*-->\n)*)"
BLOCK = re.compile(COMMENTS + r"^```sh\n(.*?)^```$", re.MULTILINE | re.DOTALL)
SESSION = re.compile(r"^<!-- run -->\n```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)
CONSOLE = re.compile(r"(?<!^<!-- run -->\n)^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)
LOG_LINE = '{} - - [01/Mar/2026:21:14:07 +0000] "GET / HTTP/1.1" 200 512 "-" "Mozilla/5.0"\n'
LIST = ["8.8.8.8", "192.168.1.17", "::ffff:8.8.8.8", "not-an-ip", "1.1.1.1"]
USERS = 'id,name,login_ip\n1,Ada,1.1.1.1\n2,"Smith, J.",8.8.8.8\n'
REQUESTS = '{"remote_addr":"8.8.8.8","status":200}\n{"remote_addr":"192.168.1.17","status":404}\n'
LOGINS = (
    "Mar  1 21:14:07 web1 sshd[7]: Failed password for root from 8.8.8.8 port 22 ssh2\n"
    "Mar  1 21:14:09 web1 sshd[8]: Accepted publickey for ada from 192.168.1.17 port 22 ssh2\n")
CLIENTS = ["8.8.8.8", "1.1.1.1", "2606:4700:4700::1111", "8.8.8.8", "192.168.1.17"]


class StandIn:
    """The service's stand-in on loopback, for as long as the `with` lasts.

    It has no limit of its own: all blocks together would meet it.
    """

    def __init__(self, program):
        self.program = program

    def __enter__(self):
        self.process = subprocess.Popen(
            [self.program, "--no-limit"], stdout=subprocess.PIPE, encoding="utf-8")
        line = self.process.stdout.readline()
        if not line.startswith("listening on "):
            sys.exit(f"the stand-in did not start: {line!r}")
        return line.split()[-1]

    def __exit__(self, *_):
        self.process.terminate()
        self.process.communicate()


def samples(folder):
    """What a reader of the recipes has: a list, logs, a table, JSON lines."""
    (folder / "ips.txt").write_text("".join(line + "\n" for line in LIST), encoding="utf-8")
    log = "".join(LOG_LINE.format(address) for address in CLIENTS)
    (folder / "access.log").write_text(log, encoding="utf-8")
    (folder / "users.csv").write_text(USERS, encoding="utf-8")
    (folder / "requests.jsonl").write_text(REQUESTS, encoding="utf-8")
    (folder / "auth.log").write_text(LOGINS, encoding="utf-8")
    # It knows 8.8.8.0/24 alone.
    writer = pathlib.Path(__file__).with_name("small_database.py")
    subprocess.run([sys.executable, "-B", writer, folder / "city.mmdb"], check=True)
    for name in ("GeoLite2-City.mmdb", "GeoLite2-ASN.mmdb"):
        shutil.copy(folder / "city.mmdb", folder / name)
    (folder / ".home/.config/fish/completions").mkdir(parents=True)


def is_of_gnu(tool):
    """Whether it is GNU's: there is another program called parallel."""
    if not shutil.which(tool):
        return False
    said = subprocess.run([tool, "--version"], stdin=subprocess.DEVNULL, capture_output=True)
    return said.stdout.startswith(b"GNU ")


def missing_tool(block):
    """A tool that the block pipes into and this machine lacks."""
    for tool, is_there in (
            ("jq", shutil.which), ("sqlite3", shutil.which), ("parallel", is_of_gnu)):
        if re.search(rf"(?:^|\|)\s*{tool}\b", block, re.MULTILINE) and not is_there(tool):
            return tool
    for module in ("pandas",):
        if f"import {module}" in block and not importlib.util.find_spec(module):
            return f"Python's {module}"
    return None


def run(block, environment):
    with tempfile.TemporaryDirectory(prefix="ipgeo-readme-") as name:
        samples(pathlib.Path(name))
        # Answers and limits are those of a new user, and nobody else's.
        for place in ("HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME"):
            environment = {**environment, place: f"{name}/.home"}
        # Nor that of all users of this machine, where there is such a file.
        environment["IPGEO_LIMIT_FILE"] = f"{name}/.home/limit.db"
        return subprocess.run(
            ["bash", "-c", "set -o pipefail\n" + block], cwd=name, env=environment,
            stdin=subprocess.DEVNULL, capture_output=True, encoding="utf-8", timeout=120)


def expectations(comments):
    code = re.search(r"<!-- exit (\d+) -->", comments)
    return int(code.group(1)) if code else 0, re.findall(r"<!-- prints: (.*?) -->", comments)


def check(comments, block, environment):
    """What is wrong with a block's run, in a line each."""
    code, texts = expectations(comments)
    ended = run(block, environment)
    wrong = []
    if ended.returncode != code:
        wrong.append(f"exit {ended.returncode}, not {code}")
    wrong += [f"does not print {text!r}" for text in texts if text not in ended.stdout]
    return wrong and wrong + [ended.stdout[-2000:], ended.stderr[-2000:]]


def check_session(session, environment):
    """What is wrong with a session, in a line each."""
    lines = session.splitlines()
    block = "".join(line[2:] + "\n" for line in lines if line.startswith("$ "))
    ended = run("exec 2>&1\n" + block, environment)

    def settled(texts):
        return sorted(re.sub(r"\b\d+\.\d s\b", "T s", text) for text in texts)

    told = settled(line for line in lines if not line.startswith("$ "))
    printed = settled(ended.stdout.splitlines())
    wrong = [f"is told, but not printed: {line}" for line in told if line not in printed]
    return wrong + [f"is printed, but not told: {line}" for line in printed if line not in told]


def alone(text):
    """The commands of consoles that are not run as they stand."""
    for console in CONSOLE.findall(text):
        for line in console.splitlines():
            if line.startswith("$ ipgeo "):
                yield line[2:].split(" && ")[0] + "\n"


def main():
    programs = pathlib.Path(sys.argv[1]).resolve()
    proxies = {"http_proxy", "https_proxy", "all_proxy", "no_proxy"}
    environment = {
        name: value for name, value in os.environ.items()
        if name.lower() not in proxies and not name.startswith("IPGEO_")}
    environment["PATH"] = f"{programs}:{environment['PATH']}"
    text = pathlib.Path("README.md").read_text(encoding="utf-8")
    blocks, sessions = BLOCK.findall(text), SESSION.findall(text)
    commands = list(alone(text))
    if not blocks or not commands:
        sys.exit("README.md: there is no block to run")
    failed = skipped = 0
    with StandIn(programs / "ipgeo-stand-in") as url:
        environment["IPGEO_API_URL"] = url
        environment["IPGEO_ISS_URL"] = url
        for comments, block in blocks:
            tool = missing_tool(block)
            if tool:
                skipped += 1
                print(f"README.md: not run, {tool} is missing:\n{block}", file=sys.stderr)
                continue
            wrong = check(comments, block, environment)
            if wrong:
                failed += 1
                print(f"README.md: this block fails:\n{block}", *wrong, sep="\n", file=sys.stderr)
        for command in commands:
            wrong = check("", command, environment)
            if wrong:
                failed += 1
                print(f"README.md: this command fails: {command}", *wrong, sep="\n", file=sys.stderr)
        for session in sessions:
            wrong = check_session(session, environment)
            if wrong:
                failed += 1
                print("README.md: this session differs:", session, sep="\n", file=sys.stderr)
                print(*wrong, sep="\n", file=sys.stderr)
    print(f"README.md: {len(blocks) + len(sessions)} blocks, {len(commands)} commands, {failed} fail, {skipped} not run")
    sys.exit(1 if failed else 0)


main()
