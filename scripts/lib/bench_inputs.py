"""Writes a list for scripts/bench: `bench_inputs.py distinct COUNT` or `local LINES ADDRESSES`.

The same arguments give the same bytes everywhere. Run as a process of its own, so that its memory
does not count as the driver's.
"""

import random
import sys

BLOCK = 100_000
# First octets of which no part is in the IANA special-purpose registry.
GLOBAL = [n for n in range(1, 224) if n not in (10, 100, 127, 169, 172, 192, 198, 203)]


def ipv4(number):
    return f"{number >> 24}.{number >> 16 & 255}.{number >> 8 & 255}.{number & 255}"


def distinct(count):
    """Public IPv4 addresses, none twice, in random order."""
    rng = random.Random(1)
    for start in rng.sample(range(len(GLOBAL) << 24), count):
        yield ipv4(GLOBAL[start >> 24] << 24 | start & 0xFFFFFF)


def local_addresses(count):
    """Addresses that are answered locally: private-use, shared and loopback, one in ten IPv6."""
    rng = random.Random(2)
    found = {}
    while len(found) < count:
        if rng.randrange(10) == 0:
            parts = [f"{rng.randrange(1, 65536):x}" for _ in range(3)]
            found[f"fd00:{parts[0]}::{parts[1]}:{parts[2]}"] = None
            continue
        prefix, bits = rng.choice(
            [(0x0A000000, 24), (0xAC100000, 20), (0xC0A80000, 16), (0x64400000, 22), (0x7F000000, 24)]
        )
        found[ipv4(prefix | rng.getrandbits(bits))] = None
    return list(found)


def local(lines, addresses):
    """Lines that each hold one of so many addresses, every address at least once."""
    ready = local_addresses(addresses)
    yield from ready[:lines]
    rng = random.Random(3)
    for start in range(min(lines, addresses), lines, BLOCK):
        yield from rng.choices(ready, k=min(BLOCK, lines - start))


def main():
    kind, *numbers = sys.argv[1:]
    lines = {"distinct": distinct, "local": local}[kind](*map(int, numbers))
    block = []
    for line in lines:
        block.append(line)
        if len(block) == BLOCK:
            sys.stdout.write("\n".join(block) + "\n")
            block.clear()
    if block:
        sys.stdout.write("\n".join(block) + "\n")


if __name__ == "__main__":
    main()
