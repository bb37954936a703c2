"""Judges maps that ipgeo wrote: GeoJSON by a validator from PyPI, SVG as XML.

Usage: maps_valid.py FILE.geojson|FILE.svg ...
"""

import json
import pathlib
import sys
import xml.etree.ElementTree as ElementTree

from geojson_pydantic import FeatureCollection

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
    FeatureCollection.model_validate_json(text)
    features = json.loads(text)["features"]
    for feature in features:
        for longitude, latitude in positions(feature["geometry"]["coordinates"]):
            if not (-180 <= longitude <= 180 and -90 <= latitude <= 90):
                sys.exit(f"{path.name}: {longitude}, {latitude} is on no globe")
    return f"{len(features)} features"


def check_svg(path):
    root = ElementTree.parse(path).getroot()
    if root.tag != SVG + "svg" or root.find(SVG + "title") is None:
        sys.exit(f"{path.name}: it is no picture with a title")
    shapes = [shape for shape in root.iter() if shape.tag in (SVG + "path", SVG + "circle")]
    if not shapes or root.find(f".//{SVG}script") is not None:
        sys.exit(f"{path.name}: it has no shapes, or a script")
    return f"{len(shapes)} shapes"


for name in sys.argv[1:]:
    path = pathlib.Path(name)
    said = {".geojson": check_geojson, ".svg": check_svg}[path.suffix](path)
    print(f"{path.name}: {said}, 0 problems")
