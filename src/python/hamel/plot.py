"""Pictures of trajectories with Matplotlib: every function draws into `ax`, or into axes of its own, and returns them."""

import numpy as np
from matplotlib import pyplot

_styles = {"free": ":", "nonholonomic": "-", "vakonomic": "--"}


def _axes(ax):
    return pyplot.subplots(layout="constrained")[1] if ax is None else ax


def _label(trajectory):
    return f"{trajectory.name}, {trajectory.dynamics}"


def path(trajectory, x="x", y="y", ax=None, **style):
    """The path in the plane of two columns, its start marked."""
    ax = _axes(ax)
    style = {"linestyle": _styles[trajectory.dynamics], "label": _label(trajectory), **style}
    line, = ax.plot(trajectory[x], trajectory[y], **style)
    ax.plot(trajectory[x][:1], trajectory[y][:1], "o", color=line.get_color())
    ax.set(xlabel=x, ylabel=y)
    ax.set_aspect("equal", adjustable="datalim")
    ax.legend()
    return ax


def comparison(system, t_end=10.0, x="x", y="y", ax=None, **plan):
    """The paths of the three motions from one start; those that coincide are one line with all names."""
    ax = _axes(ax)
    drawn = []
    for dynamics, motion in system.motions(t_end, **plan).items():
        points = np.stack([motion[x], motion[y]])
        same = next((line for line, other in drawn if other.shape == points.shape
                     and np.abs(other - points).max() <= 1e-6 * max(1.0, np.abs(points).max())), None)
        if same is None:
            path(motion, x, y, ax, label=dynamics)
            drawn.append((ax.lines[-2], points))         # the last line marks the start
        else:
            same.set_label(f"{same.get_label()} = {dynamics}")
    ax.set_title(system.name)
    ax.legend()
    return ax


def columns(trajectory, *names, ax=None, **style):
    """Columns over time."""
    ax = _axes(ax)
    for name in names:
        ax.plot(trajectory["t"], trajectory[name], label=name, **style)
    ax.set(xlabel="t", title=_label(trajectory))
    ax.legend()
    return ax


def energy_error(trajectory, ax=None, **style):
    """The change of the energy over time, relative to max(1, |E(0)|)."""
    ax = _axes(ax)
    energy = trajectory["energy"]
    change = (energy - energy[0]) / max(1.0, abs(energy[0]))
    largest = np.abs(change).max()
    ax.plot(trajectory["t"], change, label=_label(trajectory), **style)
    if largest < 1e-13:
        ax.set_ylim(-1e-13, 1e-13)
        ax.text(0.5, 0.9, f"rounding, at most {largest:.0e}", transform=ax.transAxes, ha="center")
    ax.set(xlabel="t", ylabel="(E - E(0)) / max(1, |E(0)|)")
    ax.legend()
    return ax
