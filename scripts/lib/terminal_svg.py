"""Draws a terminal's screen as SVG: the window's frame, the text, its colours.

Text is left to whatever monospace font the reader has, each piece stretched to its columns. Braille
dots, bars and marks are drawn here, since fonts have them in other widths or not at all. The window
is dark, whatever the page around it is.
"""

import re
from xml.sax.saxutils import escape, quoteattr

from terminal_screen import Style, text_of

# A cell is twice as high as wide, so that Braille dots stand in a square grid.
WIDTH, HEIGHT, DOT = 9, 18, 4.5
MARGIN, BAR, BASELINE = 18, 34, 13.5

INKS = {"plain": "#d5dbe3", "bold": "#ffffff", "dim": "#7d8896", "prompt": "#7ee787"}
COLORS = {31: "#ff6b6b", 32: "#7ee787", 33: "#ffcf5c", 34: "#79b8ff", 35: "#d2a8ff", 36: "#4fd0dd"}
FONT = "ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono','Liberation Mono',monospace"

BRAILLE = range(0x2800, 0x2900)
# The bits of a Braille sign, by row and then column of its dots (Unicode, chapter 21).
DOTS = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))
# Block elements by the eighths of a cell that they fill from the left.
EIGHTHS = {sign: 8 - number for number, sign in enumerate("█▉▊▋▌▍▎▏")}
MARKS = "∘●◉"


def number(value):
    """The shortest text of a number with two places at most."""
    return f"{value:.2f}".rstrip("0").rstrip(".")


def ink(style):
    """The name of a style's colour."""
    if style.color:
        return f"c{style.color}"
    return "bold" if style.bold else "dim" if style.dim else "plain"


def fill(name):
    return INKS.get(name) or COLORS[int(name[1:])]


def left(column):
    return MARGIN + column * WIDTH


def top(row):
    return BAR + MARGIN // 2 + row * HEIGHT


class Drawing:
    """The parts of a picture, from rows of cells."""

    def __init__(self, rows):
        self.dots, self.shapes, self.texts = {}, [], []
        for number_, row in enumerate(rows):
            self.draw(number_, row)

    def draw(self, row, cells):
        run = []
        for column, (sign, style) in enumerate([*cells, (" ", None)]):
            is_text = not (ord(sign) in BRAILLE or sign in EIGHTHS or sign in MARKS)
            if run and (not is_text or style != run[0][2] or sign == " " == run[-1][1]):
                self.text(row, run)
                run = []
            if not is_text:
                self.shape(row, column, sign, ink(style))
            elif run or sign != " ":
                run.append((column, sign, style))

    def text(self, row, run):
        words = "".join(sign for _, sign, _ in run).rstrip()
        column, _, style = run[0]
        names = ink(style) + (" strong" if style.bold else "")
        self.texts.append(
            f'<text x="{left(column)}" y="{number(top(row) + BASELINE)}" '
            f'textLength="{len(words) * WIDTH}" class="{names}">{escape(words)}</text>')

    def shape(self, row, column, sign, name):
        x, y = left(column), top(row)
        if sign in EIGHTHS:
            self.block(x, y, EIGHTHS[sign] * WIDTH / 8, name)
        elif sign in MARKS:
            self.mark(x + WIDTH / 2, y + HEIGHT / 2, sign, fill(name))
        else:
            bits = ord(sign) - BRAILLE.start
            self.dots.setdefault(name, []).extend(
                (4 * row + down, 2 * column + along)
                for down, pair in enumerate(DOTS) for along, bit in enumerate(pair) if bits & bit)

    def block(self, x, y, width, name):
        """A part of a bar; one that goes on where another ends is the same rectangle."""
        last = self.shapes[-1] if self.shapes else None
        if isinstance(last, list) and last[1] == y and last[3] == name and last[0] + last[2] == x:
            last[2] += width
        else:
            self.shapes.append([x, y, width, name])

    def mark(self, x, y, sign, color):
        circle = f'<circle cx="{number(x)}" cy="{number(y)}" '
        if sign == "●":
            self.shapes.append(f'{circle}r="5" fill="{color}"/>')
            return
        reach, width = (2.5, 1.6) if sign == "∘" else (5.5, 1.8)
        self.shapes.append(
            f'{circle}r="{reach}" fill="none" stroke="{color}" stroke-width="{width}"/>')
        if sign == "◉":
            self.shapes.append(f'{circle}r="2.6" fill="{color}"/>')

    def parts(self):
        for name, dots in sorted(self.dots.items()):
            yield self.path(sorted(dots), fill(name))
        for shape in self.shapes:
            if isinstance(shape, str):
                yield shape
            else:
                x, y, width, name = shape
                yield (f'<rect x="{number(x)}" y="{y + 3}" width="{number(width)}" '
                       f'height="{HEIGHT - 6}" fill="{fill(name)}"/>')
        yield from self.texts

    @staticmethod
    def path(dots, color):
        """Lines without a length and with round ends: the shortest text for many circles."""
        steps, before = [], None
        for y, x in dots:
            if before is None:
                steps.append(f"M{x} {y}h0")
            else:
                steps.append(f"m{x - before[1]} {y - before[0]}h0")
            before = (y, x)
        places = f"translate({number(left(0) + DOT / 2)} {number(top(0) + DOT / 2)}) scale({DOT})"
        return (f'<path transform="{places}" fill="none" stroke="{color}" stroke-width=".66" '
                f'stroke-linecap="round" d="{"".join(steps).replace(" -", "-")}"/>')


def prompt(command, columns):
    """The row in which a command was typed."""
    words = [("$", Style(color=32)), (" ", Style())] + [(sign, Style(bold=True)) for sign in command]
    return (words + [(" ", Style())] * columns)[:columns]


def heading(command, width):
    """What stands in the window's bar."""
    return (f'<text x="{number(width / 2)}" y="{BAR // 2 + 5}" text-anchor="middle" '
            f'class="dim bar">{escape(command)}</text>')


def picture(screen, command, is_typed):
    """The whole file. The command stands above the screen, as it was typed, or in the window's bar."""
    rows = list(screen.cells)
    while rows and not text_of(rows[-1]):
        rows.pop()
    if is_typed:
        rows.insert(0, prompt(command, screen.columns))
    width = 2 * MARGIN + screen.columns * WIDTH
    height = top(len(rows)) + MARGIN
    parts = list(Drawing(rows).parts())
    if not is_typed:
        parts.append(heading(command, width))
    used = sorted(set(re.findall(r'class="(\w+)', "".join(parts))))
    styles = "".join(f".{name}{{fill:{fill(name)}}}" for name in used)
    title = f"A terminal: {command}"
    lights = "".join(
        f'<circle cx="{20 + 18 * place}" cy="{BAR // 2}" r="5.5" fill="{color}"/>'
        for place, color in enumerate(("#ff5f57", "#febc2e", "#28c840")))
    return "\n".join([
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}" role="img" aria-label={quoteattr(title)}>',
        f"<title>{escape(title)}</title>",
        f"<style>text{{font:15px {FONT};white-space:pre}}.strong{{font-weight:700}}"
        f".bar{{font-size:13px}}{styles}</style>",
        f'<rect x=".5" y=".5" width="{width - 1}" height="{height - 1}" rx="10" fill="#11161d" '
        f'stroke="#3a424d"/>',
        f'<path d="M1 {BAR}V10.5A9.5 9.5 0 0 1 10.5 1h{width - 21}a9.5 9.5 0 0 1 9.5 9.5V{BAR}z" '
        f'fill="#1d242d"/>',
        lights,
        *parts,
        "</svg>",
        "",
    ])
