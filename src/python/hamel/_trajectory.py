"""The outputs of a run."""

import numpy as np

from ._errors import NumericalFailure


class Trajectory(dict):
    """The outputs of a run, as a dictionary of columns: `trajectory["x"]` is an array with a number for each output.

    `numbers` is the array (rows, columns) of all of them, `columns` their names in order: the time t, the coordinates, the
    velocity (a1.. on groups, x_dot.. in coordinates), on groups the momentum p1.., in coordinates the multipliers lambda1..
    of vakonomic motion, the energy; all in the units of the system file. Columns are views of `numbers`. As of a table of
    pandas, `len` counts rows, and iteration, `in` and `keys` go over columns: `pandas.DataFrame(trajectory)` is that table.

    `ok` says whether the end was reached, or the event that ends the run; if not, `status` says why not and the rows are what
    was computed before. `events` lists the events that happened, in the order of time: a dictionary of the `name` and the
    columns of each.
    """

    def __init__(self, columns, numbers, name, dynamics, ok, status, t_reached, events=()):
        super().__init__(zip(columns, np.asarray(numbers).T))
        self.columns, self.numbers = list(columns), numbers
        self.name, self.dynamics = name, dynamics
        self.ok, self.status, self.t_reached, self.events = ok, status, t_reached, list(events)

    @classmethod
    def of(cls, run, name, dynamics):
        """The outputs of a run of the compiled part."""
        events = [{**dict(zip(run.columns, row)), "name": event} for event, row in run.events]
        return cls(run.columns, run.numbers, name, dynamics, run.ok, run.status, run.t_reached, events)

    def __missing__(self, column):
        raise KeyError(f"{column!r}, not one of {', '.join(self.columns)}")

    def __len__(self):
        return len(self.numbers)

    def __repr__(self):
        return (f"<{self.dynamics} motion of {self.name}: {len(self)} rows up to t = {self.t_reached:g}, "
                f"{self.status}>")

    def __reduce__(self):
        return type(self), (self.columns, self.numbers, self.name, self.dynamics, self.ok, self.status, self.t_reached,
                            self.events)

    def __deepcopy__(self, memo):
        _, (columns, numbers, *others) = self.__reduce__()
        return type(self)(columns, numbers.copy(), *others)

    def copy(self):
        """The same columns, which stay views of the same numbers."""
        return type(self)(*self.__reduce__()[1])

    __copy__ = copy

    def __eq__(self, other):
        return self is other

    def __ne__(self, other):
        return self is not other

    def __hash__(self):  # type: ignore[override]
        return id(self)

    @property
    def in_coordinates(self):
        """Whether the system is one in coordinates: its velocities are called x_dot and not a1."""
        return f"{self.columns[1]}_dot" in self.columns

    def parts(self):
        """The rows as arrays: t (rows,), coordinates x (rows, .), velocities a (rows, n), and p (rows, .): on groups the
        momenta, in coordinates the multipliers lambda."""
        first = self.columns.index("a1") if not self.in_coordinates else self.columns.index(f"{self.columns[1]}_dot")
        n = first - 1 if self.in_coordinates else (len(self.columns) - 1 - first) // 2
        rows = self.numbers
        return rows[:, 0], rows[:, 1:first], rows[:, first:first + n], rows[:, first + n:-1]

    def state(self, row=-1):
        """Where the motion is at a row, as `System.run` takes a start: system.run(5, **trajectory.state()) goes on from the
        end. A dictionary of x, a, t0, and of vakonomic motion p (on groups) or mu (in coordinates)."""
        t, x, a, p = (part[row] for part in self.parts())
        start = {"x": x, "a": a, "t0": t}
        if self.dynamics == "vakonomic":
            start["mu" if self.in_coordinates else "p"] = p
        return start

    def require(self):
        """This trajectory where its end was reached; else NumericalFailure is raised, which has `status` and `trajectory`."""
        if not self.ok:
            raise NumericalFailure(self.status, self)
        return self


def _refused(name):
    def refuse(self, *_, **__):
        raise TypeError("the columns of a trajectory are what was computed: dict(trajectory) may be changed")
    refuse.__name__, refuse.__doc__ = name, "Refused: columns are what was computed, dict(trajectory) may be changed."
    return refuse


for _name in ("__setitem__", "__delitem__", "__ior__", "update", "setdefault", "pop", "popitem", "clear"):
    setattr(Trajectory, _name, _refused(_name))
