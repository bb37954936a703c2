"""Writes an input for scripts/bench: `bench_inputs.py distinct COUNT`, `local LINES ADDRESSES`,
`clients COUNT`, or of so many clients `log`, `table` or `objects`, each with LINES CLIENTS.

The same arguments give the same bytes everywhere. Run as a process of its own, so that its memory
does not count as the driver's.
"""

import itertools
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


def clients(count):
    """Public addresses, one in five IPv6, none twice, in random order."""
    rng = random.Random(4)
    found = dict.fromkeys(itertools.islice(distinct(count), count - count // 5))
    while len(found) < count:
        parts = [f"{rng.randrange(1, 65536):x}" for _ in range(4)]
        prefix = rng.choice(("2600:1700", "2a01:cb08", "2a02:8108", "2409:8a00", "2804:14d"))
        found[f"{prefix}:{parts[0]}:{parts[1]}::{parts[2]}"] = None
    ready = list(found)
    rng.shuffle(ready)
    return ready


PATHS = (
    "/", "/robots.txt", "/assets/app-4f2a91c0.js", "/assets/site-77b1e2.css", "/favicon.ico",
    "/images/products/large/40213.webp", "/blog/2026/03/how-we-moved-a-billion-rows/",
    "/api/v2/search?q=winter+boots&page=3&sort=price", "/cart", "/account/orders/8812641",
)
REFERERS = (
    "-", "-", "https://www.google.com/", "https://shop.example.com/images/products/",
    "https://shop.example.com/blog/2026/03/how-we-moved-a-billion-rows/",
)
AGENTS = (
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) "
    "Chrome/131.0.0.0 Safari/537.36",
    "Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0",
    "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
    "curl/8.5.0",
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like "
    "Gecko) Version/18.1 Mobile/15E148 Safari/604.1",
)


def hits(lines, count):
    """So many requests: client, seconds since midnight, path, status, bytes, referrer, agent.

    The client of rank N makes one part in N of what the busiest makes, as in most logs.
    """
    ready = clients(count)
    weights = list(itertools.accumulate(1 / (rank + 1) for rank in range(count)))
    rng = random.Random(5)
    pages = [
        (rng.choice(PATHS), rng.choice((200, 200, 200, 304, 404)), rng.randrange(150, 90_000),
         rng.choice(REFERERS), rng.choice(AGENTS))
        for _ in range(4096)
    ]
    # Every client comes at least once.
    firsts = iter(ready)
    for start in range(0, lines, BLOCK):
        size = min(BLOCK, lines - start)
        drawn = rng.choices(ready, cum_weights=weights, k=size)
        for at, page in enumerate(rng.choices(pages, k=size)):
            client = next(firsts, drawn[at]) if at % 4 == 0 else drawn[at]
            yield client, (start + at) * 86_399 // lines, *page


def clock(second):
    return f"{second // 3600:02}:{second // 60 % 60:02}:{second % 60:02}"


def log(lines, count):
    """Lines of an access log in the combined format."""
    for client, second, path, status, size, referer, agent in hits(lines, count):
        yield (
            f'{client} - - [14/Mar/2026:{clock(second)} +0000] "GET {path} HTTP/1.1" {status} '
            f'{size} "{referer}" "{agent}"'
        )


def table(lines, count):
    """The same as CSV; what holds a comma stands in quotes, as CSV writers do it."""
    yield "time,method,path,status,bytes,client,referer,user_agent"
    for client, second, path, status, size, referer, agent in hits(lines, count):
        if "," in agent:
            agent = f'"{agent}"'
        yield (
            f"2026-03-14T{clock(second)}Z,GET,{path},{status},{size},{client},{referer},{agent}"
        )


def objects(lines, count):
    """The same as JSON lines."""
    for client, second, path, status, _, referer, agent in hits(lines, count):
        yield (
            f'{{"time":"2026-03-14T{clock(second)}Z","remote_addr":"{client}",'
            f'"path":"{path}","status":{status},"referer":"{referer}","user_agent":"{agent}"}}'
        )


KINDS = {
    "distinct": distinct,
    "local": local,
    "clients": clients,
    "log": log,
    "table": table,
    "objects": objects,
}


def main():
    kind, *numbers = sys.argv[1:]
    lines = KINDS[kind](*map(int, numbers))
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
