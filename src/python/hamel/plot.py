"""Pictures of trajectories with Matplotlib: every function draws into `ax`, or into axes of its own, and returns them; `animate`
returns an animation."""

import itertools

import numpy as np
from matplotlib import pyplot
from matplotlib.animation import FuncAnimation

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


def animate(*trajectories, x="x", y="y", seconds=None, frames_per_second=25, ax=None):
    """The motions side by side in the plane of two columns as time goes on, each a point with its trail, for `seconds` (by
    default as long as they take): a matplotlib.animation.FuncAnimation. It plays in a notebook by
    IPython.display.HTML(animation.to_jshtml()); animation.save("motion.gif") writes it."""
    ax = _axes(ax)
    t_end = max(one["t"][-1] for one in trajectories)
    seconds = t_end if seconds is None else seconds
    times = np.linspace(min(one["t"][0] for one in trajectories), t_end, max(2, round(seconds * frames_per_second)))
    for one in trajectories:
        ax.plot(one[x], one[y], alpha=0)               # the axes have room for all of it
    ax.set(xlabel=x, ylabel=y)
    ax.set_aspect("equal", adjustable="datalim")
    drawn = []
    for one in trajectories:
        trail, = ax.plot([], [], linestyle=_styles[one.dynamics], label=_label(one))
        drawn.append((one, trail, ax.plot([], [], "o", color=trail.get_color())[0]))
    ax.legend()

    def show(t):
        for one, trail, point in drawn:
            past = one["t"] <= t
            now = [np.interp(t, one["t"], one[name]) for name in (x, y)]
            trail.set_data(np.append(one[x][past], now[0]), np.append(one[y][past], now[1]))
            point.set_data(*([number] for number in now))
        ax.set_title(f"t = {t:.2f}")
        return [artist for _, *artists in drawn for artist in artists]
    return FuncAnimation(ax.figure, show, frames=times, interval=1000 / frames_per_second, blit=False)


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


def momentum(trajectory, group, ax=None, **style):
    """The momentum p in the dual of a three-dimensional algebra, with the coadjoint orbit of its start as a net. Free
    motion stays on the orbit; a constraint or a potential takes it off."""
    if group.dim != 3:
        raise ValueError(f"a group of dimension {group.dim}: the dual of an algebra is drawn in three dimensions")
    if ax is None:
        ax = pyplot.figure(layout="constrained").add_subplot(projection="3d")
    ax.computed_zorder = False                     # the motion over the net
    p = np.stack([trajectory[f"p{i}"] for i in (1, 2, 3)], axis=-1)
    net = _orbit(group, p)
    if net is not None:
        ax.plot_wireframe(*np.moveaxis(net, -1, 0), color="0.75", linewidth=0.6, label="coadjoint orbit of the start")
    line, = ax.plot(*p.T, **{"linestyle": _styles[trajectory.dynamics], "label": _label(trajectory), **style})
    ax.plot(*p[:1].T, "o", color=line.get_color())
    ax.set(xlabel="p1", ylabel="p2", zlabel="p3")
    ax.set_aspect("equal")
    ax.legend(loc="upper left")
    return ax


def _orbit(group, p, lines=25):
    """A net Ad*_x p(0), x = exp(s u) exp(r v), as far out as the motion goes: that of the directions u, v in which it covers
    most of the orbit. Nothing where the orbit has no area."""
    around = p[0] / np.linalg.norm(p[0])
    across = np.cross(around, np.eye(3)[np.argmin(np.abs(around))])
    pairs = [(across / np.linalg.norm(across), around), *itertools.permutations(np.eye(3), 2)]
    size = 1.5 * np.linalg.norm(p, axis=-1).max()
    s = np.linspace(-np.pi, np.pi, lines)[:, None]
    best, most = None, 0
    for u, v in pairs:
        net = group.Ad_star(group.compose(group.exp(s * u)[:, None], group.exp(s * v)[None]), p[0])
        net[np.linalg.norm(net, axis=-1) > size] = np.nan
        cells = np.round(net[np.isfinite(net[..., 0])] / size * 8)
        covered = len(np.unique(cells, axis=0))
        if covered > 1.5 * most:  # the first is even where it covers all
            best, most = net, covered
    return best if most > lines + 2 else None


def reactions(system, trajectory, ax=None, arrows=24, **style):
    """The forces of the constraint: arrows on the path of a vehicle in the plane, at equal intervals of time, where there
    are columns x, y, phi, in coordinates x, y; else the components over time."""
    ax = _axes(ax)
    forces = system.reactions(trajectory)
    in_coordinates = f"{trajectory.columns[1]}_dot" in trajectory.columns
    if not {"x", "y"} | (set() if in_coordinates else {"phi"}) <= set(trajectory.columns):
        for i, component in enumerate(forces.T):
            if np.abs(component).max() > 1e-12 * max(1.0, np.abs(forces).max()):
                on = f"on {trajectory.columns[1 + i]}" if in_coordinates else i + 1
                ax.plot(trajectory["t"], component, label=f"reaction {on}", **style)
        ax.set(xlabel="t", title=_label(trajectory))
        ax.legend()
        return ax
    path(trajectory, ax=ax, **style)
    at = np.unique(np.linspace(0, len(trajectory) - 1, arrows).round().astype(int))
    if in_coordinates:
        force = forces[at][:, [trajectory.columns.index(name) - 1 for name in ("x", "y")]].T
    else:
        c, s = np.cos(trajectory["phi"][at]), np.sin(trajectory["phi"][at])
        force = np.stack([c * forces[at, 0] - s * forces[at, 1], s * forces[at, 0] + c * forces[at, 1]])
    longest = np.hypot(*force).max()
    extent = max(np.ptp(trajectory["x"]), np.ptp(trajectory["y"]), 1e-300)
    if longest > 0:
        ax.quiver(trajectory["x"][at], trajectory["y"][at], *force, angles="xy", scale_units="xy",
                  scale=longest / (0.15 * extent), width=0.004, label=f"reaction, at most {longest:.3g}")
    ax.legend()
    return ax
