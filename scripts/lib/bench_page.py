"""The case `page` of scripts/bench: the map's HTML page of 50,000 points, measured in the page."""

import os
import random
import statistics

import browser
from bench_figures import MOST, Figure
from bench_machine import Wrong

POINTS = 50_000
FRAMES = 120
# Pans by `step` pixels a frame; how long each frame took, from one to the next.
PAN = """
(async () => {
  const frame = () => new Promise(requestAnimationFrame);
  const taken = [];
  let last = await frame();
  for (let i = 0; i <= %d; i += 1) {
    ipgeo.move(%d, i %% 2 ? 3 : -3);
    const now = await frame();
    taken.push(now - last);
    last = now;
  }
  return taken.slice(1);
})()
"""
# How long one zoom step takes, with the groups that it makes: the draw and the way to the next
# frame.
ZOOM = """
(async () => {
  const frame = () => new Promise(requestAnimationFrame);
  await frame();
  const began = performance.now();
  ipgeo.zoom(1);
  await frame();
  await frame();
  return performance.now() - began;
})()
"""
# How long one letter in the search field takes, with sums, tables and groups.
SEARCH = """
(async () => {
  const frame = () => new Promise(requestAnimationFrame);
  const field = document.getElementById('search');
  await frame();
  const began = performance.now();
  field.value = '%s';
  field.dispatchEvent(new Event('input'));
  await frame();
  await frame();
  return performance.now() - began;
})()
"""
WORDS = ["c", "ci", "cit", "city", "city ", "city 1", "city 12", ""]
FIRST = """
Math.max(...performance.getEntriesByName('ipgeo-first-draw').map((entry) => entry.startTime))
"""
# Of countries large and small, so that the page has something to shade.
CODES = (
    "US CA MX BR AR CL PE CO VE BO GL IS NO SE FI RU GB IE FR ES PT DE PL IT UA TR RO GR EG LY DZ MA "
    "SD ET KE TZ ZA NG CD AO MZ MG SA IR IQ KZ UZ IN PK CN MN JP KR TH VN ID PG AU NZ SG MT LU AQ"
).split()
HEADER = (
    "ip,status,reason,country,country_code,region,region_code,city,zip,lat,lon,timezone,isp,org,"
    "asn,as_org,source,looked_up_at\n"
)


def rows(path):
    """What `ipgeo batch` could write: half of the points around some cities, half anywhere."""
    chance = random.Random(5)
    centres = [(chance.uniform(-55, 65), chance.uniform(-180, 180)) for _ in range(200)]
    with open(path, "w", encoding="utf-8") as out:
        out.write(HEADER)
        for number in range(POINTS):
            north, east = chance.uniform(-80, 80), chance.uniform(-180, 180)
            if number % 2:
                north, east = (centre + chance.gauss(0, 2) for centre in chance.choice(centres))
            east = (east + 180) % 360 - 180
            home = number % len(CODES)
            address = f"{60 + number // 65536}.{number // 256 % 256}.{number % 256}.1"
            out.write(
                f"{address},located,,Country {home},{CODES[home]},,,City {number % 9000},,{north:.4f},"
                f"{east:.4f},Zone/{number % 300},,,{number % 5000 + 1},Network {number % 5000},"
                "ip-api,2026-01-01T00:00:00Z\n")


def made(place):
    """The page; IPGEO_BENCH_PAGE names one that is there already, as
    `IPGEO_WRITE_PAGES=FOLDER scripts/test --filter MapPageTests` makes it (scattered.html)."""
    named = os.environ.get("IPGEO_BENCH_PAGE")
    if named:
        return named, None
    given, page = place.work / "points.csv", place.work / "points.html"
    rows(given)
    seconds = place.run(place.ipgeo, "map", given, "-o", page).seconds
    return page, seconds


def page(place, runs):
    """First draw from the start of the navigation; a pan far out and one close by, by frames."""
    if browser.browser_path() is None:
        raise Wrong("there is no browser: apt-get install -y chromium")
    path, seconds = made(place)
    first, zoom, search, pans = [], [], [], {"far": [], "near": []}
    for _ in range(runs or 3):
        with browser.Browser() as chromium:
            tab = browser.Tab(chromium)
            tab.load(path)
            if not tab.evaluate("ipgeo.hitsOnMap + ipgeo.hitsWithoutPosition === ipgeo.hitsTotal"):
                raise Wrong("the page's sums do not hold")
            first.append(tab.evaluate(FIRST))
            pans["far"].append(tab.evaluate(PAN % (FRAMES, 9)))
            if not tab.evaluate("document.querySelectorAll('#legend .swatch').length"):
                raise Wrong("the page has no shades")
            steps = [tab.evaluate(ZOOM) for _ in range(4)]
            pans["near"].append(tab.evaluate(PAN % (FRAMES, 9)))
            zoom.append(steps + [tab.evaluate(ZOOM) for _ in range(2)])
            search.append([tab.evaluate(SEARCH % word) for word in WORDS])
            if tab.problems():
                raise Wrong(f"the console says: {tab.problems()[0]}")
    if seconds is not None:
        yield Figure("50,000 points, writing the page", [seconds], "s")
    yield Figure("50,000 points, the page", [os.path.getsize(path) / 1e6], "MB")
    yield Figure("first draw", first, "ms", (MOST, 1500))
    for name, runs_of in pans.items():
        usual = [statistics.median(run) for run in runs_of]
        slowest = [max(run) for run in runs_of]
        yield Figure(f"pan {name}, a frame", usual, "ms", (MOST, 50))
        yield Figure(f"pan {name}, slowest frame", slowest, "ms", (MOST, 50))
    for name, runs_of in (("zoom step, with new groups", zoom), ("a letter of a search", search)):
        yield Figure(name, [statistics.median(run) for run in runs_of], "ms", (MOST, 150))
        yield Figure(f"{name}, slowest", [max(run) for run in runs_of], "ms", (MOST, 300))
