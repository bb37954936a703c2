"""Judges maps that ipgeo wrote: GeoJSON by a validator from PyPI, SVG as XML.

Usage: maps_valid.py FILE.geojson|FILE.svg ...
"""

import json
import pathlib
import re
import sys
import xml.etree.ElementTree as ElementTree

SVG = "{http://www.w3.org/2000/svg}"


def positions(coordinates):
    """The positions of a geometry of any kind."""
    if isinstance(coordinates[0], (int, float)):
        yield coordinates
    else:
        for inner in coordinates:
            yield from positions(inner)


def check_geojson(path):
    text = path.read_text(encoding="utf-8")
    # Only here, so that SVG needs nothing installed.
    from geojson_pydantic import FeatureCollection

    FeatureCollection.model_validate_json(text)
    features = json.loads(text)["features"]
    for feature in features:
        for longitude, latitude in positions(feature["geometry"]["coordinates"]):
            if not (-180 <= longitude <= 180 and -90 <= latitude <= 90):
                sys.exit(f"{path.name}: {longitude}, {latitude} is on no globe")
    return f"{len(features)} features"


# What follows each command of a path: so many numbers, or a multiple of it.
NUMBERS = {"m": 2, "l": 2, "h": 1, "v": 1, "c": 6, "s": 4, "q": 4, "t": 2, "a": 7, "z": 0}
NUMBER = r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?"


def path_fault(data):
    """What is wrong with the data of a path, by the grammar of SVG 1.1; None where nothing is."""
    rest = re.sub(rf"{NUMBER}|[MmLlHhVvCcSsQqTtAaZz\s,]", "", data)
    if rest or not re.match(r"\s*[Mm]", data):
        return f"begins with no move, or holds {rest[:20]!r}"
    for command, values in re.findall(rf"([A-Za-z])((?:[\s,]*{NUMBER})*)", data):
        count, each = len(re.findall(NUMBER, values)), NUMBERS[command.lower()]
        # A browser drops a path from its first fault on.
        if (count != 0) if each == 0 else (count == 0 or count % each):
            return f"{command!r} has {count} numbers"
    return None


def check_svg(path):
    root = ElementTree.parse(path).getroot()
    if root.tag != SVG + "svg" or root.find(SVG + "title") is None:
        sys.exit(f"{path.name}: it is no picture with a title")
    shapes = [shape for shape in root.iter() if shape.tag in (SVG + "path", SVG + "circle")]
    if not shapes or root.find(f".//{SVG}script") is not None:
        sys.exit(f"{path.name}: it has no shapes, or a script")
    for shape in shapes:
        fault = path_fault(shape.get("d")) if shape.tag == SVG + "path" else None
        if fault:
            sys.exit(f"{path.name}: a path {fault}: {shape.get('d')[:60]}")
    return f"{len(shapes)} shapes"


def main(names):
    for name in names:
        path = pathlib.Path(name)
        said = {".geojson": check_geojson, ".svg": check_svg}[path.suffix](path)
        print(f"{path.name}: {said}, 0 problems")


if __name__ == "__main__":
    main(sys.argv[1:])
