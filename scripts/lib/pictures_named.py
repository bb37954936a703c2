"""Holds README.md to the pictures that there are, from the project's root.

Each picture that it names exists and is told of in words for those who do not see it; each picture of
fixtures/pictures is shown, is whole, and is no larger than a page may load.
"""

import html.parser
import pathlib
import re
import sys
import xml.etree.ElementTree

README = pathlib.Path("README.md")
FOLDER = pathlib.Path("fixtures/pictures")
LARGEST = 150_000
MARKDOWN = re.compile(r"!\[([^\]]*)\]\(([^)\s]+)\)")
FENCED = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
SIGNATURES = {".svg": b"<svg", ".png": b"\x89PNG\r\n\x1a\n"}


class Images(html.parser.HTMLParser):
    """Paths of the images in markup, and of those that lack words."""

    def __init__(self, text):
        super().__init__()
        self.paths, self.silent = [], []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        if tag == "source":
            parts = (attributes.get("srcset") or "").split(",")
            self.paths += [part.split()[0] for part in parts if part.strip()]
        elif tag == "img":
            self.paths.append(attributes.get("src", ""))
            if not (attributes.get("alt") or "").strip():
                self.silent.append(attributes.get("src", ""))


def named(text):
    """Paths of all images, and of those without words in their place."""
    text = FENCED.sub("", text)
    images = Images(text)
    for words, path in MARKDOWN.findall(text):
        images.paths.append(path)
        if not words.strip():
            images.silent.append(path)
    return images.paths, images.silent


def faults(path):
    """What is wrong with a picture, in a line each."""
    content = path.read_bytes()
    if len(content) > LARGEST:
        yield f"{path} has {len(content):,} bytes, more than {LARGEST:,}"
    if not content.startswith(SIGNATURES[path.suffix]) and not content.startswith(b"<?xml"):
        yield f"{path} is no {path.suffix[1:]}"
    elif path.suffix == ".svg":
        try:
            xml.etree.ElementTree.fromstring(content)
        except xml.etree.ElementTree.ParseError as error:
            yield f"{path} is no XML: {error}"


def main():
    paths, silent = named(README.read_text(encoding="utf-8"))
    problems = [f"README.md shows {path}, which does not exist"
                for path in paths if not pathlib.Path(path).is_file()]
    problems += [f"README.md shows {path} without words for those who do not see it" for path in silent]
    pictures = sorted(path for path in FOLDER.iterdir() if path.suffix in SIGNATURES)
    problems += [f"README.md does not show {path}" for path in pictures if str(path) not in paths]
    problems += [fault for path in pictures for fault in faults(path)]
    for problem in problems:
        print(f"pictures: {problem}", file=sys.stderr)
    print(f"pictures: {len(set(paths))} shown, {len(problems)} problems")
    sys.exit(1 if problems else 0)


main()
