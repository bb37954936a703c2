"""Writes what Python's `maxminddb` reads: the other side of a comparison.

    maxmind_networks.py FILE            a line for each network of a database, with its whole record
    maxmind_networks.py --digests FOLDER  a line for each sound file: its name, networks and digest

A line is the network, a tab, and the record: integers in decimal, floating-point numbers as the 16
hexadecimal digits of their 64 bits, texts and byte strings in hexadecimal behind their length, maps
sorted by the bytes of their keys. A digest is the 64-bit FNV-1a of all lines.

The package comes from PyPI. Its C extension iterates; where it cannot, as in a tree that has no part
for IPv4, the records of some addresses are written.
"""

import pathlib
import struct
import sys

import maxminddb

LOOKED_UP = ["0.0.0.0", "1.1.1.1", "8.8.8.8", "255.255.255.255", "::", "::1", "0:0:0:1::", "2001::"]


def text_of(value):
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, float):
        return "f" + struct.pack(">d", value).hex()
    if isinstance(value, str):
        encoded = value.encode()
        return f"s{len(encoded)}:{encoded.hex()}"
    if isinstance(value, (bytes, bytearray)):
        return f"b{len(value)}:{bytes(value).hex()}"
    if isinstance(value, dict):
        members = sorted(value.items(), key=lambda member: member[0].encode())
        return "{" + ",".join(f"{text_of(key)}={text_of(member)}" for key, member in members) + "}"
    if isinstance(value, list):
        return "[" + ",".join(map(text_of, value)) + "]"
    raise TypeError(type(value))


def lines(path):
    with maxminddb.open_database(path, maxminddb.MODE_MMAP_EXT) as reader:
        try:
            for network, record in reader:
                yield f"{network}\t{text_of(record)}"
        except ValueError as error:
            if "does not appear to be" not in str(error):
                raise
            for address in LOOKED_UP:
                record = reader.get(address)
                yield f"{address}\t{'nothing' if record is None else text_of(record)}"


def digest(path):
    total, count = 0xCBF29CE484222325, 0
    for line in lines(path):
        count += 1
        for byte in (line + "\n").encode():
            total = (total ^ byte) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
    return count, total


def main():
    if sys.argv[1] != "--digests":
        for line in lines(sys.argv[1]):
            print(line)
        return
    for path in sorted(pathlib.Path(sys.argv[2]).glob("*.mmdb")):
        try:
            count, total = digest(str(path))
        except maxminddb.InvalidDatabaseError:
            print(path.name, "damaged")
            continue
        print(path.name, count, f"{total:016x}")


main()
