"""Draws motions as one animated SVG: vehicles on a plane seen from the side, wheels that turn, tracks that grow.

Usage: docs/animation.py OUT.svg [--compare] [--t-end T] [--seconds S] [--hamel COMMAND] FILE [FILE ...]
Each FILE, a system file with the coordinates x, y, phi, is a panel with its nonholonomic motion; --compare draws the three motions
of one start in it. The numbers are those of `hamel simulate --csv` and `hamel compare --csv`, the bodies those of `vehicle`.
"""

import argparse
import csv
import json
import math
from pathlib import Path
import subprocess

FRAMES = 90
MARGIN = 22
COLOURS = {"nonholonomic": "#0072b2", "vakonomic": "#d55e00", "free": "#009e73"}
YAW, TILT = math.radians(25), math.radians(42)      # the eye turns about the vertical, and looks down
FUNCTIONS = {name: getattr(math, name) for name in ("sin", "cos", "tan", "exp", "log", "sqrt")}


def value(formula, names):
    return float(eval(str(formula).replace("^", "**"), {"__builtins__": {}, **FUNCTIONS}, names))


def parameters_of(system):
    """Their values; one may be given by others, in any order."""
    known, left = {}, dict(system.get("parameters", {}))
    while left:
        for name, formula in list(left.items()):
            try:
                known[name] = value(formula, known)
                del left[name]
            except NameError:
                pass
    return known


def motions_of(command, file, t_end, compared):
    """The frames of each motion, as columns by name."""
    how = ["compare"] if compared else ["simulate", "--h", str(t_end / FRAMES)]
    text = subprocess.run([command, *how, file, "--t-end", str(t_end), "--csv", "/dev/stdout"], check=True, capture_output=True,
                          text=True).stdout
    rows = [{name: float(cell) for name, cell in row.items()} for row in csv.DictReader(text.splitlines())]
    picked = [min(rows, key=lambda row: abs(row["t"] - t_end * k / FRAMES)) for k in range(FRAMES + 1)]
    if not compared:
        return {"nonholonomic": picked}
    return {kind: [{name.removeprefix(kind + "_"): cell for name, cell in row.items()} for row in picked] for kind in COLOURS}


def seen(x, y, z=0.0):
    """Where a point of space is seen, in units of length, downwards positive."""
    right, far = x * math.cos(YAW) - y * math.sin(YAW), x * math.sin(YAW) + y * math.cos(YAW)
    return right, -(far * math.sin(TILT) + z * math.cos(TILT))


class Body:
    """The strokes of a vehicle: lists of points of space, at one state after the other."""

    def __init__(self, system):
        self.parts = system.get("vehicle") or [{"line": [["-1/4", "0"], ["1/4", "0"]]}]
        self.parameters = parameters_of(system)
        wheels = [part["wheel"] for part in self.parts if "wheel" in part]
        self.height = max((value(wheel[3], self.parameters) / 2 for wheel in wheels), default=0.0)
        self.turned = [0.0] * len(wheels)
        self.before = [None] * len(wheels)

    def strokes(self, state):
        names = {**self.parameters, **state}
        cos, sin = math.cos(state["phi"]), math.sin(state["phi"])

        def placed(forward, left, up):
            return state["x"] + cos * forward - sin * left, state["y"] + sin * forward + cos * left, up

        wheel = -1
        for part in self.parts:
            if "line" in part:
                corners = [[value(number, names) for number in corner] for corner in part["line"]]
                if self.height:
                    yield "body", [placed(*corner, self.height) for corner in corners]
                else:                                # a blade stands on the ground
                    yield "blade", [placed(*corner, 0) for corner in corners] + [placed(*c, 0.16) for c in corners[::-1]] + \
                        [placed(*corners[0], 0)]
                continue
            wheel += 1
            forward, left, angle, size = (value(number, names) for number in part["wheel"])
            radius, at = size / 2, placed(forward, left, 0)
            ahead = state["phi"] + angle
            if self.before[wheel]:
                old = self.before[wheel]
                self.turned[wheel] += ((at[0] - old[0]) * math.cos(ahead) + (at[1] - old[1]) * math.sin(ahead)) / radius
            self.before[wheel] = at

            def rim(turn, share=1.0):
                along = share * radius * math.sin(turn)
                return placed(forward + along * math.cos(angle), left + along * math.sin(angle), radius + share * radius * math.cos(turn))

            yield "tyre", [rim(2 * math.pi * k / 14) for k in range(15)]
            for spoke in range(2):
                turn = self.turned[wheel] + spoke * math.pi / 2
                yield "spoke", [rim(turn, 0.9), rim(turn, -0.9)]


def panel(system, motions, at_left, size, seconds):
    """One drawing, scaled so that its tracks and bodies fill it."""
    drawn = []
    for kind, states in motions.items():
        body = Body(system)
        frames = [[(name, [seen(*point) for point in stroke]) for name, stroke in body.strokes(state)] for state in states]
        drawn.append((kind, [seen(state["x"], state["y"]) for state in states], frames))
    points = [p for _, track, frames in drawn for p in [*track, *(q for frame in frames for _, s in frame for q in s)]]
    low = [min(p[k] for p in points) for k in (0, 1)]
    high = [max(p[k] for p in points) for k in (0, 1)]
    scale = min((size[k] - 2 * MARGIN) / (high[k] - low[k]) for k in (0, 1))
    shift = [at_left + (size[0] - scale * (low[0] + high[0])) / 2, (size[1] - scale * (low[1] + high[1])) / 2]

    def path(points):
        return "M" + "L".join(f"{shift[0] + scale * x:.1f} {shift[1] + scale * y:.1f}" for x, y in points)

    text = []
    for kind, track, frames in drawn:
        gone, length = [0.0], 0.0
        for (x0, y0), (x1, y1) in zip(track, track[1:]):
            length += scale * math.hypot(x1 - x0, y1 - y0)
            gone.append(length)
        clock = f'dur="{seconds}s" repeatCount="indefinite"'
        offsets = ";".join(f"{length - way:.1f}" for way in gone)
        text.append(f'<path class="faint" d="{path(track)}" stroke="{COLOURS[kind]}"/>')
        text.append(f'<path class="track" d="{path(track)}" stroke="{COLOURS[kind]}" stroke-dasharray="{length:.1f} {length + 9:.1f}">'
                    f'<animate attributeName="stroke-dashoffset" {clock} values="{offsets}"/></path>')
        for number, (name, _) in enumerate(frames[0]):
            shapes = [path(frame[number][1]) for frame in frames]
            paint = f'style="fill:{COLOURS[kind]}"' if name == "blade" else ""
            text.append(f'<path class="{name}" d="{shapes[0]}" {paint}><animate attributeName="d" {clock} values="'
                        + ";".join(shapes) + '"/></path>')
    return text


def svg(panels, size, titles, legend):
    width, height, top = size[0] * len(panels), size[1], 26
    text = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 {-top} {width} {height + top}" '
            f'width="{width}" height="{height + top}" font-family="sans-serif" font-size="14">',
            "<style>path{fill:none;stroke-linejoin:round;stroke-linecap:round}.track{stroke-width:2}.faint{stroke-width:1;opacity:.3}"
            ".body{stroke:#333;stroke-width:3}.tyre{stroke:#333;stroke-width:2.2}.spoke{stroke:#333;stroke-width:1}"
            ".blade{stroke:#333;stroke-width:2;fill-opacity:.6}text{fill:#333}</style>",
            f'<rect x="0" y="{-top}" width="{width}" height="{height + top}" fill="#fff"/>']
    for number, title in enumerate(titles):
        text.append(f'<text x="{size[0] * (number + 0.5):g}" y="-8" text-anchor="middle">{title}</text>')
    for number, kind in enumerate(legend):
        text.append(f'<text x="12" y="{14 + 18 * number}" style="fill:{COLOURS[kind]}">{kind}</text>')
    return "\n".join(text + [line for lines in panels for line in lines] + ["</svg>\n"])


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("out")
    options.add_argument("files", nargs="+")
    options.add_argument("--compare", action="store_true")
    options.add_argument("--t-end", type=float, default=10)
    options.add_argument("--seconds", type=float, default=8)
    options.add_argument("--hamel", default="hamel")
    asked = options.parse_args()
    size = (560, 250) if asked.compare else (300, 240)
    panels, titles = [], []
    for number, file in enumerate(asked.files):
        system = json.loads(Path(file).read_text("utf-8"))
        motions = motions_of(asked.hamel, file, asked.t_end, asked.compare)
        panels.append(panel(system, motions, size[0] * number, size, asked.seconds))
        titles.append(system["name"].replace("_", " "))
    Path(asked.out).write_text(svg(panels, size, titles, list(COLOURS) if asked.compare else []), encoding="utf-8")


if __name__ == "__main__":
    main()
