"""The program that people write first: `bench_memo.py KIND FORM ANSWERS <input`.

It takes each record's address with the standard library (`split`, `csv`, `json`), looks its row up
in a dictionary and writes it, as a program does that asks a database once for each address. All
answers are in the dictionary before it starts: lines of JSON with the member `ip`. So no look-up
is slow or missing here, whatever the database.
"""

import csv
import json
import sys

KIND, FORM, ANSWERS = sys.argv[1:]


def answers():
    with open(ANSWERS, encoding="utf-8") as lines:
        for line in lines:
            answer = json.loads(line)
            yield answer["ip"], answer


def logs():
    """Ready rows of our columns alone."""
    if FORM == "jsonl":
        ready = {ip: json.dumps(answer) + "\n" for ip, answer in answers()}
    else:
        ready = {ip: ",".join(map(str, answer.values())) + "\n" for ip, answer in answers()}
    write = sys.stdout.write
    for line in sys.stdin:
        write(ready[line.split(" ", 1)[0]])


def table():
    """The caller's cells, then ours; or an object of both."""
    ready = {ip: list(answer.values()) for ip, answer in answers()}
    whole = {ip: json.dumps(answer) for ip, answer in answers()}
    rows = csv.reader(sys.stdin)
    header = next(rows)
    place = header.index("client")
    out = csv.writer(sys.stdout, lineterminator="\n")
    write = sys.stdout.write
    for row in rows:
        if FORM == "csv":
            out.writerow(row + ready[row[place]])
        else:
            cells = json.dumps(dict(zip(header, row)))
            write(f'{cells[:-1]},"geo":{whole[row[place]]}}}\n')


def objects():
    """The caller's members and an object of ours; or our columns alone."""
    ready = {ip: ",".join(map(str, answer.values())) + "\n" for ip, answer in answers()}
    whole = {ip: answer for ip, answer in answers()}
    write = sys.stdout.write
    for line in sys.stdin:
        record = json.loads(line)
        if FORM == "csv":
            write(ready[record["remote_addr"]])
        else:
            record["geo"] = whole[record["remote_addr"]]
            write(json.dumps(record) + "\n")


{"log": logs, "table": table, "objects": objects}[KIND]()
