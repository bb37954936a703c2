"""A terminal of a fixed size: runs a command at it, and holds what stands on its screen."""

import codecs
import fcntl
import os
import pty
import re
import select
import signal
import struct
import termios
import time
from typing import NamedTuple

# A loaded machine needs a while; nothing is judged by it.
PATIENCE = 300
CONTROL = re.compile(r"\x1b\[([?]?)([0-9;]*)([@-~])")
# What may still become a control sequence.
UNFINISHED = re.compile(r"\x1b(\[[?]?[0-9;]*)?$")


class TerminalError(Exception):
    """The command did not do what it was run for."""


class Style(NamedTuple):
    """How a cell is written; `color` is the parameter of SGR, 30 to 37, or 0."""

    bold: bool = False
    dim: bool = False
    color: int = 0

    def changed(self, parameter):
        if parameter == 0:
            return Style()
        if parameter == 1:
            return self._replace(bold=True)
        if parameter == 2:
            return self._replace(dim=True)
        if parameter == 22:
            return self._replace(bold=False, dim=False)
        if parameter in range(30, 38):
            return self._replace(color=parameter)
        if parameter == 39:
            return self._replace(color=0)
        raise TerminalError(f"SGR {parameter} is not known here")


def text_of(row):
    """A row's text, without the blanks at its end."""
    return "".join(sign for sign, _ in row).rstrip()


class Screen:
    """Rows of cells, a sign and its style each, written by text with ECMA-48's control sequences.

    It knows what ipgeo writes and refuses the rest. All signs are taken to be one column wide.
    """

    def __init__(self, columns, rows):
        self.columns, self.rows = columns, rows
        self.style, self.unread = Style(), ""
        self.clear()
        # What stood there when the cursor last went home: a whole frame, where frames are drawn.
        self.frame = self.cells

    def clear(self):
        self.cells = [self.blank() for _ in range(self.rows)]
        self.row = self.column = 0

    def blank(self):
        return [(" ", Style())] * self.columns

    def feed(self, text):
        text = self.unread + text
        end = UNFINISHED.search(text)
        self.unread = text[end.start():] if end else ""
        text = text[:end.start()] if end else text
        at = 0
        while at < len(text):
            control = CONTROL.match(text, at)
            if control:
                self.obey(*control.groups())
                at = control.end()
            else:
                self.put(text[at])
                at += 1

    def put(self, sign):
        if sign == "\r":
            self.column = 0
        elif sign == "\n":
            self.feed_line()
        elif sign < " ":
            raise TerminalError(f"the control character {sign!r} is not known here")
        else:
            # Behind a full line the next sign is the next line's first.
            if self.column == self.columns:
                self.column = 0
                self.feed_line()
            self.cells[self.row][self.column] = (sign, self.style)
            self.column += 1

    def feed_line(self):
        if self.row == self.rows - 1:
            self.cells = self.cells[1:] + [self.blank()]
        else:
            self.row += 1

    def obey(self, private, parameters, name):
        numbers = [int(each or 0) for each in parameters.split(";")]
        if private:
            # The other screen, and the cursor: neither is seen in a picture, but for an empty screen.
            if name == "h" and 1049 in numbers:
                self.clear()
        elif name == "m":
            for number in numbers:
                self.style = self.style.changed(number)
        elif name == "H" and numbers == [0]:
            self.frame = [list(row) for row in self.cells]
            self.row = self.column = 0
        elif name == "A":
            self.row = max(0, self.row - max(1, numbers[0]))
        elif name in "JK" and numbers == [0]:
            gone = self.blank()[self.column:]
            self.cells[self.row][self.column:] = gone
            if name == "J":
                for row in range(self.row + 1, self.rows):
                    self.cells[row] = self.blank()
        else:
            raise TerminalError(f"CSI {private}{parameters}{name} is not known here")

    def lines(self):
        """The text of each row."""
        return [text_of(row) for row in self.cells]

    def replace(self, pattern, text):
        """Writes over what a pattern finds, once in each row, in the style of its first sign."""
        for row, line in enumerate(self.lines()):
            found = re.search(pattern, line)
            if not found:
                continue
            style = self.cells[row][found.start()][1]
            new = [(sign, style) for sign in text]
            cells = self.cells[row][:found.start()] + new + self.cells[row][found.end():]
            self.cells[row] = (cells + self.blank())[:self.columns]


class Session:
    """A command at a pseudo-terminal, in a folder."""

    def __init__(self, words, columns, rows, environment, folder):
        self.words, self.screen = words, Screen(columns, rows)
        self.decoder = codecs.getincrementaldecoder("utf-8")()
        self.until = time.monotonic() + PATIENCE
        self.process, self.terminal = pty.fork()
        if self.process == 0:
            try:
                fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
                os.chdir(folder)
                os.execve(words[0], words, environment)
            finally:
                os._exit(127)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process:
            os.kill(self.process, signal.SIGKILL)
            os.waitpid(self.process, 0)
        os.close(self.terminal)

    def read(self):
        """Takes what comes next; False where nothing comes any more."""
        ready, _, _ = select.select([self.terminal], [], [], max(0, self.until - time.monotonic()))
        if not ready:
            raise TerminalError(f"{' '.join(self.words)}: not done within {PATIENCE} s")
        try:
            piece = os.read(self.terminal, 1 << 16)
        except OSError:
            # So Linux says that nobody writes there any more.
            piece = b""
        self.screen.feed(self.decoder.decode(piece, final=not piece))
        return bool(piece)

    def press(self, keys):
        os.write(self.terminal, keys.encode())

    def end(self, code=0):
        """Reads on to the end, which has to come with that exit code."""
        while self.read():
            pass
        _, status = os.waitpid(self.process, 0)
        self.process = None
        ended = os.waitstatus_to_exitcode(status)
        if ended != code:
            shown = "\n".join(self.screen.lines()).rstrip()
            raise TerminalError(f"{' '.join(self.words)}: exit {ended}, not {code}\n{shown}")
