"""The services that the pictures' commands ask: ip-api.com's stand-in, and a space station whose way
is always the same."""

import http.server
import json
import math
import subprocess
import threading
import time

# How old the newest position is when it is asked for, in seconds.
AGE = 2


class StandIn:
    """The stand-in of ip-api.com on loopback; the `with` gives its URL."""

    def __init__(self, program):
        self.program = program

    def __enter__(self):
        self.process = subprocess.Popen(
            [self.program, "--no-limit"], stdout=subprocess.PIPE, encoding="utf-8")
        line = self.process.stdout.readline()
        if not line.startswith("listening on "):
            raise OSError(f"the stand-in did not start: {line!r}")
        return line.split()[-1]

    def __exit__(self, *_):
        self.process.terminate()
        self.process.communicate()


def way(count, step):
    """Positions `step` seconds apart: a circle of the station's inclination and period over a
    turning Earth, to four decimals, as the service writes them."""
    positions = []
    for number in range(count):
        seconds = 1700 + number * step
        turn, earth = seconds / 5574 * math.tau, seconds / 86164 * math.tau
        tilt = math.radians(51.64)
        north = math.asin(math.sin(tilt) * math.sin(turn))
        east = math.atan2(math.cos(tilt) * math.sin(turn), math.cos(turn)) - earth
        # A way from the west of the Atlantic to Australia: the antimeridian would cut it.
        east = (math.degrees(east) + 370) % 360 - 180
        positions.append((f"{math.degrees(north):.4f}", f"{east:.4f}"))
    return positions


class Station:
    """A service that tells one position after another and then stays at the last; the `with` gives
    its URL. The last one is of now, the ones before it of `step` seconds earlier each, so that a
    short watch shows the track of a long one."""

    def __init__(self, positions, step):
        self.positions, self.step, self.told = positions, step, 0

    def reply(self):
        left = len(self.positions) - 1 - min(self.told, len(self.positions) - 1)
        north, east = self.positions[-1 - left]
        self.told += 1
        return json.dumps({
            "message": "success", "timestamp": int(time.time()) - AGE - left * self.step,
            "iss_position": {"latitude": north, "longitude": east}})

    def __enter__(self):
        station = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                body = station.reply().encode()
                self.send_response(200)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_):
                pass

        self.server = http.server.HTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        return f"http://127.0.0.1:{self.server.server_port}"

    def __exit__(self, *_):
        self.server.shutdown()
        self.server.server_close()
