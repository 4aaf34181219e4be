"""References for systems whose constraint moves, in coordinates and 34 digits: run it in this folder with the names of
the systems. Lagrange's equations of L + lambda . (A v - b) by symbolic differentiation, integrated by extrapolation of
the midpoint rule (Gragg); nothing is shared with the library."""
import json
import os
import sys

import mpmath as mp
import sympy as sp

mp.mp.dps = 34
t = sp.Symbol("t")


def rational(text):
    return sp.Rational(text)


def planar(angles):
    """Coordinates x, y, phi, theta1.. and the frame of SE2 x T^k, columns in these coordinates."""
    names = ["x", "y", "phi"] + ["theta%d" % (i + 1) for i in range(angles)]
    q = sp.symbols(names)
    frame = sp.eye(3 + angles)
    frame[0, 0], frame[0, 1] = sp.cos(q[2]), -sp.sin(q[2])
    frame[1, 0], frame[1, 1] = sp.sin(q[2]), sp.cos(q[2])
    return q, frame


def turning(yaw, pitch, roll):
    """w = body (yaw', pitch', roll') of R = Rz Ry Rx, and R."""
    body = sp.Matrix([[-sp.sin(pitch), 0, 1],
                      [sp.cos(pitch) * sp.sin(roll), sp.cos(roll), 0],
                      [sp.cos(pitch) * sp.cos(roll), -sp.sin(roll), 0]])
    z = sp.Matrix([[sp.cos(yaw), -sp.sin(yaw), 0], [sp.sin(yaw), sp.cos(yaw), 0], [0, 0, 1]])
    y = sp.Matrix([[sp.cos(pitch), 0, sp.sin(pitch)], [0, 1, 0], [-sp.sin(pitch), 0, sp.cos(pitch)]])
    x = sp.Matrix([[1, 0, 0], [0, sp.cos(roll), -sp.sin(roll)], [0, sp.sin(roll), sp.cos(roll)]])
    return body, z * y * x


def rolling():
    """Angles of R, and r1, r2; the frame of SO3 x R2."""
    q = sp.symbols("yaw pitch roll r1 r2")
    body, rotation = turning(*q[:3])
    frame = sp.eye(5)
    frame[:3, :3] = sp.simplify(body.inv())
    return q, frame, rotation


def spatial():
    """x, y, z and angles of R; the frame of SE3."""
    q = sp.symbols("x y z yaw pitch roll")
    body, rotation = turning(*q[3:])
    return q, sp.diag(rotation, sp.simplify(body.inv())), rotation


def read(name):
    """Chart, frame, metric in the frame, potential, span and offset in the frame, of the file."""
    with open(next(path for path in ("systems/%s.json" % name, "../../../examples/systems/%s.json" % name)
                   if os.path.exists(path))) as text:
        file = json.load(text)
    values = {k: rational(v) for k, v in file["parameters"].items()}
    rotation = None
    if file["group"][0] in ("SO3", "SE3"):
        q, frame, rotation = rolling() if file["group"][0] == "SO3" else spatial()
        for i in range(3):
            for j in range(3):
                values["R%d%d" % (i + 1, j + 1)] = rotation[i, j]
    else:
        q, frame = planar(int(file["group"][1][1:]))
    values.update({str(s): s for s in q})
    values["t"] = t
    formula = lambda text: sp.sympify(str(text).replace("^", "**"), locals=values, rational=True)
    vector = lambda list: sp.Matrix([formula(entry) for entry in list])
    metric = sp.Matrix([[formula(e) for e in row] for row in file["metric"]])
    span = sp.Matrix.hstack(*[vector(v) for v in file["constraint"]["span"]])
    offset = vector(file["constraint"].get("offset", ["0"] * metric.rows))
    start = file["initial"]
    q0 = [formula(start.get("x", {}).get(str(s), "0")) for s in q]
    a0, mu0 = vector(start["a"]), vector(start["mu"])
    return q, frame, rotation, metric, formula(file.get("potential", "0")), span, offset, q0, a0, mu0, file


def annihilator(span):
    """Rows that annihilate the span at every point: by Cramer's rule from its first r independent rows."""
    n, r = span.shape
    rows = next(c for c in __import__("itertools").combinations(range(n), r)
                if sp.simplify(span.extract(c, range(r)).det()) != 0)
    base, inverse = sp.zeros(n - r, n), span.extract(rows, range(r)).inv()
    for k, i in enumerate(j for j in range(n) if j not in rows):
        part = -span.row(i) * inverse
        for place, row in enumerate(rows):
            base[k, row] = sp.simplify(part[place])
        base[k, i] = 1
    return base


def multipliers(forms, mu):
    """The lambda of mu = forms lambda."""
    lam = (forms.T * forms).LUsolve(forms.T * mu)
    assert (forms * lam - mu).norm() < 1e-35
    return lam


def motion(name, end):
    q, frame, rotation, metric, potential, span, offset, q0, a0, mu0, file = read(name)
    n = len(q)
    v = sp.Matrix(sp.symbols("v1:%d" % (n + 1)))
    forms = annihilator(span)
    k = forms.rows
    lam = sp.Matrix(sp.symbols("lam1:%d" % (k + 1))) if k else sp.zeros(0, 1)
    to_frame = sp.simplify(frame.inv())
    a = to_frame * v
    lagrangian = (a.T * metric * a)[0] / 2 - potential
    normals = forms * to_frame  # A
    phi = normals * v - forms * offset
    state = list(q) + list(v) + list(lam) + [t]
    column = sp.Matrix(list(q))
    parts = {}
    for dynamics in ("nonholonomic", "vakonomic"):
        total = lagrangian + ((lam.T * phi)[0] if dynamics == "vakonomic" else 0)
        momentum = sp.Matrix([sp.diff(total, s) for s in v])
        mass = momentum.jacobian(v)
        rate = (sp.Matrix([sp.diff(total, s) for s in q]) - momentum.jacobian(column) * v
                - sp.diff(momentum, t))
        bent = -(phi.jacobian(column) * v + sp.diff(phi, t))
        matrix = sp.Matrix.vstack(sp.Matrix.hstack(mass, normals.T),
                                  sp.Matrix.hstack(normals, sp.zeros(k, k)))
        parts[dynamics] = sp.lambdify(state, [matrix, sp.Matrix.vstack(rate, bent)], "mpmath", cse=True)
    lift = sp.lambdify(state, [to_frame, frame, metric, normals, sp.Matrix([potential])], "mpmath", cse=True)
    turn = sp.lambdify(list(q), rotation, "mpmath") if rotation is not None else None

    number = lambda x: mp.mpf(sp.N(x, 40))
    at = {s: x for s, x in zip(q, q0)}
    at[t] = sp.Integer(0)
    v0 = (frame * a0).subs(at)
    lam0 = multipliers((frame.T * normals.T).subs(at).evalf(40), mu0.evalf(40)) if k else sp.zeros(0, 1)
    results = {}
    for dynamics, equations in parts.items():
        moving = dynamics == "vakonomic"
        y0 = mp.matrix([number(x) for x in q0] + [number(x) for x in v0] +
                       ([number(x) for x in lam0] if moving else [mp.mpf(0)] * k))

        def field(time, y):
            matrix, right = equations(*y, time)
            solved = mp.lu_solve(matrix, right)
            rates = [y[n + i] for i in range(n)] + [solved[i] for i in range(n)]
            return mp.matrix(rates + [solved[n + i] if moving else mp.mpf(0) for i in range(k)])

        y = extrapolated(field, y0, mp.mpf(end), 40 * int(mp.ceil(end)))
        frame_of, along, mass, normal, height = lift(*y, mp.mpf(end))
        speed = mp.matrix([y[n + i] for i in range(n)])
        body = frame_of * speed
        p = mass * body
        energy = sum(p[i] * body[i] for i in range(n)) / 2 + height[0]
        if moving:
            p += along.T * (normal.T * mp.matrix([y[2 * n + i] for i in range(k)]))
        x = {str(s): y[i] for i, s in enumerate(q) if str(s) not in ("yaw", "pitch", "roll")}
        if turn is not None:
            r = turn(*[y[i] for i in range(n)])
            x.update({"R%d%d" % (i + 1, j + 1): r[i, j] for i in range(3) for j in range(3)})
        text = lambda z: mp.nstr(z, 22)
        results[dynamics] = {"t": str(end), "x": {s: text(z) for s, z in x.items()},
                             "a": [text(z) for z in body], "p": [text(z) for z in p], "energy": text(energy)}
    return {"system": name, "digits": 22, "results": results}


def extrapolated(field, y, end, steps, columns=9):
    """Gragg's midpoint rule with 2, 4, 6, ... substeps, extrapolated in h^2."""
    big = end / steps
    for step in range(steps):
        time, table = big * step, []
        for j in range(columns):
            count = 2 * (j + 1)
            h = big / count
            before, now = y, y + h * field(time, y)
            for i in range(1, count):
                before, now = now, before + 2 * h * field(time + i * h, now)
            row = [(now + before + h * field(time + big, now)) / 2]
            for k in range(j):
                ratio = (mp.mpf(count) / (2 * (j - k))) ** 2
                row.append(row[k] + (row[k] - table[k]) / (ratio - 1))
            table = row
        y = table[-1]
    return y


for system in sys.argv[1:]:
    name, _, end = system.partition(":")
    with open(name + ".json", "w") as out:
        json.dump(motion(name, int(end or 3)), out, indent=1)
        out.write("\n")
