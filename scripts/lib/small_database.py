"""Writes a MaxMind DB file that knows one network: 8.8.8.0/24 is in Ashburn, United States.

    small_database.py FILE

The tree has a node for each of the 24 bits: one way goes on to the next, the other knows nothing.
"""

import pathlib
import sys

NETWORK, BITS = 0x080808, 24
PLACE = {
    "city": {"names": {"en": "Ashburn"}},
    "country": {"iso_code": "US", "names": {"en": "United States"}},
}
# 1 March 2026.
METADATA = {
    "binary_format_major_version": 2, "binary_format_minor_version": 0,
    "build_epoch": 1772323200, "database_type": "Test-City", "description": {"en": "one network"},
    "ip_version": 4, "languages": ["en"], "node_count": BITS, "record_size": 24,
}


def encoded(value):
    """A value as the format has it; all texts and counts here are below 29."""
    if isinstance(value, str):
        return bytes([2 << 5 | len(value)]) + value.encode()
    if isinstance(value, int):
        digits = value.to_bytes(4, "big").lstrip(b"\0")
        return bytes([6 << 5 | len(digits)]) + digits
    if isinstance(value, list):
        return bytes([len(value), 11 - 7]) + b"".join(map(encoded, value))
    members = b"".join(encoded(key) + encoded(member) for key, member in value.items())
    return bytes([7 << 5 | len(value)]) + members


def tree():
    """24-bit records; a number above the count of nodes by 16 is the first place in the data."""
    for depth in range(BITS):
        onward = depth + 1 if depth + 1 < BITS else BITS + 16
        records = [BITS, BITS]
        records[NETWORK >> (BITS - 1 - depth) & 1] = onward
        yield b"".join(record.to_bytes(3, "big") for record in records)


pathlib.Path(sys.argv[1]).write_bytes(
    b"".join(tree()) + bytes(16) + encoded(PLACE) + b"\xab\xcd\xefMaxMind.com" + encoded(METADATA)
)
