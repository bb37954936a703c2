"""What people write in Python with its reader of MaxMind databases, the C extension.

    bench_mmdb.py raw DATABASE ADDRESSES COUNT FIGURES >rows
    bench_mmdb.py logs DATABASE <log >rows

raw: a row for each of the first COUNT addresses of four bytes; the microseconds from the first
look-up to the last row go to FIGURES. logs: a row for each line, by its first field; a client's row
is rendered once.
"""

import json
import socket
import sys
import time

import maxminddb
import maxminddb.extension  # Without it the reader would be the slow one, in Python.

KIND, DATABASE, *REST = sys.argv[1:]
READER = maxminddb.open_database(DATABASE, maxminddb.MODE_MMAP_EXT)
END = {
    "isp": None, "org": None, "asn": None, "as_org": None,
    "source": READER.metadata().database_type,
    "looked_up_at": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(READER.metadata().build_epoch)),
}

# What says something of the place; a record without any of it has nothing for a row.
SAYING = {"continent", "country", "subdivisions", "city", "postal", "location"}


def row(text):
    found = READER.get(text)
    reason = "not-in-database" if found is None else None
    found = found or {}
    if reason is None and not found.keys() & SAYING:
        reason = "no-data"
    country, location = found.get("country", {}), found.get("location", {})
    region = found.get("subdivisions", [{}])[0]
    return json.dumps({
        "ip": text, "status": "unknown" if reason else "located", "reason": reason,
        "country": country.get("names", {}).get("en"), "country_code": country.get("iso_code"),
        "region": region.get("names", {}).get("en"), "region_code": region.get("iso_code"),
        "city": found.get("city", {}).get("names", {}).get("en"),
        "zip": found.get("postal", {}).get("code"),
        "lat": location.get("latitude"), "lon": location.get("longitude"),
        "timezone": location.get("time_zone"), **END,
    }, ensure_ascii=False) + "\n"


def raw(path, count, figures):
    with open(path, "rb") as file:
        given = file.read(int(count) * 4)
    write = sys.stdout.write
    start = time.perf_counter()
    for place in range(0, len(given), 4):
        write(row(socket.inet_ntoa(given[place : place + 4])))
    sys.stdout.flush()
    used = time.perf_counter() - start
    with open(figures, "w", encoding="ascii") as out:
        out.write(f"{used * 1e6:.0f} us\n")


def logs():
    memo = {}
    write = sys.stdout.write
    for line in sys.stdin:
        client = line.split(" ", 1)[0]
        ready = memo.get(client)
        if ready is None:
            ready = memo[client] = row(client)
        write(ready)


{"raw": raw, "logs": logs}[KIND](*REST)
