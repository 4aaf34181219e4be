"""Claims of `study`: integrals, volume, densities and families of steady motions, by the equations of motion derived here."""

from fractions import Fraction
from math import gcd

from claims import Claim, Refused, as_count, as_number, only_keys, require
from formulas import NotChecked, Unusable
from matrices import inverse, product, rank, transposed
from motions import Motion, coadjoint
from points import some_point
from polynomials import Polynomial
from systems import ONE, ZERO, Constraint, determinant, divided, numbers


class Flow:
    """`rates` are det times the rates of the functions on the group and of the variables u or p."""

    def __init__(self, system, ring, variables, a, rates, det):
        self.system, self.ring, self.variables, self.rates, self.det = system, ring, variables, rates, det
        self.named, self.unknown = {v: Polynomial.variable(v) for v in variables}, set()
        names = set().union(*ring.rates)
        self.rates.update({name: ring.reduced(det * sum((x * of.get(name, ZERO) for x, of in zip(a, ring.rates)), ZERO)) for name in names})
        spread = sum((x.derivative(of) for x, of in zip(a, ring.rates)), ZERO)             # the fields keep the Haar measure
        self.divergence = det * spread + sum((rates[v].derivative({v: ONE}) for v in variables), ZERO)

    def read(self, terms):
        """A polynomial in names of functions and variables: in these names, and as a function."""
        p, values = ZERO, {}
        for term in terms:
            require(len(term) % 2 == 1, "a term is [c, name, power, ...]")
            powers = {name: as_count(power) for name, power in zip(term[1::2], term[2::2])}
            require(2 * len(powers) + 1 == len(term), "a name twice in a term")
            p = p + Polynomial({tuple(sorted(powers.items())): as_number(term[0])})
        require(len(p.terms) == len(terms), "a term twice, or 0")
        if p.variables() & self.unknown:
            raise NotChecked("what l1, l2, ... are where a minor has several terms")
        for name in p.variables():
            try:
                values[name] = self.named[name] if name in self.named else self.ring.reduced(self.system.reader(name))
            except (Unusable, NotChecked) as error:
                raise Refused(f"the variable {name}: {error}") from error
        return p, self.ring.reduced(p.replaced(values))

    def along(self, p):
        return self.ring.reduced(p.derivative(self.rates))


def flow_of(system, name, on_all, rows):
    """The flow of a file, and whether names are independent variables."""
    n, way = system.dimension - system.timed, system.constraints[0]
    basis = Constraint([[ONE if i == j else ZERO for i in range(system.dimension)] for j in range(n)], [ZERO] * n + [ONE] * system.timed)
    constant = not (system.in_coordinates or system.forced) and system.constant_metric()
    plain = constant and (name == "free" or not (system.moves or any(way.offset)))
    if plain and name != "nonholonomic":
        return canonical(system, basis if name == "free" else way, n), not on_all
    motion = Motion(system, basis if name == "free" else next(system.ways()))
    if name == "vakonomic":
        return with_multiplier(motion, rows), False
    det, solved = motion.solved(motion.right)
    return Flow(system, system.ring, motion.names, motion.a, dict(zip(motion.names, solved)), det), plain and not on_all


def with_multiplier(motion, rows):
    """p = M a + mu, p' = ad*_a p + F - <mu, (d_k D) u + d_k v0>_k, solved for u' and l', where mu = C l.

    A column of C annihilates D; it has the minor of D on the rows in one other row, over the monomial that divides the column.
    """
    ring, n, d = motion.ring, motion.n, motion.d
    require(len(rows) == len(d) and rows == sorted(set(rows)) and rows[0] >= 0 and rows[-1] < n, "multiplier_rows of another size")
    if motion.system.timed or motion.system.forced:
        raise NotChecked("vakonomic flows with forces or time")
    part, rest, columns, factors = [[v[i] for v in d] for i in rows], [i for i in range(n) if i not in rows], [], []
    minor = determinant(part, ring.reduced)
    require(not ring.vanishes(minor), "rows that do not determine a multiplier")
    for i in rest:
        column = [minor if k == i else ZERO for k in range(n)]
        for at, row in enumerate(rows):
            column[row] = -determinant([[v[i] for v in d] if k == at else entries for k, entries in enumerate(part)], ring.reduced)
        column, factor = divided(column)
        columns.append(column)
        factors.append(factor)
    names = [f"l{k + 1}" for k in range(len(rest))]
    mu = motion.tidy(motion.sum([Polynomial.variable(name) for name in names], columns, [ZERO] * n))
    p = motion.tidy(x + y for x, y in zip(motion.lowered(motion.a), mu))
    drive = [x + motion.dot(row, mu) for x, row in zip(motion.free, motion.transport)]         # M D u' + C l'
    drive = motion.tidy(motion.sum(motion.a, [[-q for q in motion.slopes(p, k)] for k in range(n)], drive))
    det, solved = motion.solved(motion.tidy(motion.dot(v, drive) for v in d))
    left = motion.tidy(motion.sum(solved, [[-q for q in v] for v in motion.along_d], [det * x for x in drive]))
    rates = [minor * x for x in solved] + [factor * left[i] for i, factor in zip(rest, factors)]
    flow = Flow(motion.system, ring, motion.names + names, motion.a, dict(zip(motion.names + names, motion.tidy(rates))), ring.reduced(det * minor))
    unit = motion.unit_rates()                       # dp = det minor^(n-r-1) / (the product of factors) du dl
    flow.divergence = flow.divergence + minor * det.derivative(unit) + (len(rest) - 1) * det * minor.derivative(unit)
    for i, column, factor in zip(rest, columns, factors):
        flow.divergence = flow.divergence - det * column[i] * factor.derivative(unit)
    flow.named.update({f"p{i + 1}": q for i, q in enumerate(p)})
    flow.unknown = set(names) if len(minor.terms) > 1 else set()    # other factors than monomials may divide columns, too
    return flow


def canonical(system, way, n):
    """p' = ad*_a p - dU with a = D (D^T M D)^-1 D^T p."""
    metric, d = [numbers(row[:n]) for row in system.metric[:n]], [numbers(v[:n]) for v in way.d]
    onto = product(transposed(d), product(inverse(product(d, product(metric, transposed(d)))), d))
    names = [f"p{i + 1}" for i in range(n)]
    p = [Polynomial.variable(name) for name in names]
    a = [sum((q * x for q, x in zip(p, row) if x), ZERO) for row in onto]
    rates = [x - system.ring.along(system.potential, k) for k, x in enumerate(coadjoint(system.brackets, a, p))]
    return Flow(system, system.ring, names, a, dict(zip(names, rates)), ONE)


def claims(document, system):
    only_keys(document, "flows", "without_certificate")
    found, names = [], []
    for node in document["flows"]:
        only_keys(node, "flow", "coordinates", "multiplier_rows", "integrals", "independent", "volume", "densities", "steady")
        name = node["flow"]
        require(name in ("nonholonomic", "free", "vakonomic") and name not in names and node.get("coordinates", "all") == "all", "no flow, or one twice")
        names.append(name)
        try:
            rows = [as_count(row) - 1 for row in node.get("multiplier_rows", [])]
            found += of_flow(node, *flow_of(system, name, "coordinates" in node, rows))
        except NotChecked as error:
            kinds = ["integral"] * len(node["integrals"]) + ["independence"] + ["volume"] * ("volume" in node)
            kinds += ["density"] * len(node["densities"]) + ["steady_family"] * len(node["steady"])
            found += [Claim(f"{name}: {kind}", kind, "not checked", str(error)) for kind in kinds]
    require(all(isinstance(text, str) for text in document["without_certificate"]), "without_certificate is no list of texts")
    return found


def of_flow(node, flow, plain):
    name, found, kept = node["flow"], [], []
    for entry in node["integrals"]:
        only_keys(entry, "degree", "polynomial")
        p, function = flow.read(entry["polynomial"])
        kept.append((p, function))
        require(max((sum(k for _, k in m) for m in p.terms), default=0) == as_count(entry["degree"]) > 0, f"{name}: an integral of another degree")
        require(is_primitive(p) and flow.ring.vanishes(flow.along(function)), f"{name}: an integral that is none")
        found.append(Claim(f"{name}: an integral of degree {entry['degree']}", "integral"))
    require(independent(flow, kept, plain) == as_count(node["independent"]), f"{name}: another number of independent integrals")
    found.append(Claim(f"{name}: {node['independent']} independent", "independence"))
    if "volume" in node:
        keeps = flow.ring.vanishes(flow.divergence)
        require(node["volume"] == ("preserved" if keeps else "not preserved") and (keeps or plain), f"{name}: another answer about the volume")
        found.append(Claim(f"{name}: the volume is {node['volume']}", "volume"))
    for entry in node["densities"]:
        only_keys(entry, "polynomial", "power", "factors", "exponent")
        factors = entry.get("factors", [entry])
        exponent = flow.read(entry.get("exponent", []))[1]
        total, below = flow.along(exponent) + flow.divergence, ONE     # sum of power p'/p, exponent' and the divergence, times all p
        require(factors or exponent, f"{name}: a density that is constant")
        for factor in factors:
            p, function = flow.read(factor["polynomial"])
            power = as_number(factor["power"])
            require(is_primitive(p) and power and not flow.ring.vanishes(function), f"{name}: a power of another form")
            total = flow.ring.reduced(total * function + power * flow.along(function) * below)
            below = flow.ring.reduced(below * function)
        require(flow.ring.vanishes(total), f"{name}: a density that is none")
        found.append(Claim(f"{name}: a density", "density"))
    for entry in node["steady"]:
        found += steady(entry, flow, name)
    return found


def is_primitive(p):
    """Whole coefficients without a common factor, the first one positive."""
    factors = list(p.terms.values())
    return bool(factors) and factors[0] > 0 and all(c.denominator == 1 for c in factors) and gcd(*(c.numerator for c in factors)) == 1


def independent(flow, kept, plain):
    """The rank of differentials at points: in the names, or along the fields and the variables."""
    names, most = sorted(set().union(*(p.variables() for p, _ in kept))), 0
    for shift in (2, 5, 11):
        if plain:
            point = {name: Fraction((shift * 7 ** i) % 23 + 1, 5 + i) for i, name in enumerate(names)}
            rows = [[p.derivative({name: ONE}).at(point) for name in names] for p, _ in kept]
        else:
            point = some_point(flow.system, shift)
            point.update({v: Fraction((shift * 5 ** i) % 19 + 1, 3 + i) for i, v in enumerate(flow.variables)})
            try:
                rows = [[q.at(point) for q in [*(flow.ring.along(f, k) for k in range(len(flow.ring.rates))),
                                               *(f.derivative({v: ONE}) for v in flow.variables)]] for _, f in kept]
            except (TypeError, KeyError) as error:
                raise NotChecked("a rank where functions are not rational") from error
        most = max(most, rank(rows) if rows else 0)
    return most


def steady(entry, flow, name):
    """All rates vanish on a family; its motions and their stability are not checked."""
    words = f"{name}: a family of steady motions"
    motions = [Claim(f"{name}: a steady motion", "steady_motion", "not checked", "its stability")] * len(entry["motions"])
    motions += [Claim(f"{name}: stability along a family", "stability_along", "not checked", "roots on an interval")] * len(entry.get("along", []))
    if "space" not in entry and "where" not in entry:
        return motions
    try:
        require("turning" not in entry or isinstance(entry["turning"], list), "turning is no list")
        if "turning" in entry or "number" in entry or "zeros" in entry:
            raise NotChecked("families by numbers, by zeros or of motions that turn")
        require(rests(entry, flow), words + " that do not rest")
        return [Claim(words, "steady_family"), *motions]
    except NotChecked as error:
        return [Claim(words, "steady_family", "not checked", str(error)), *motions]


def rests(entry, flow):
    names = entry["variables"]
    require(len(set(names)) == len(names), "a variable twice")
    functions = {v: flow.read([["1", v, "1"]])[1] for v in names}
    alone = {v: Polynomial.variable(v) for v in names}
    if any(f != alone[v] and not v.startswith(("cos(", "sin(")) and v not in flow.system.coordinates for v, f in functions.items()) or any(
            len(f.terms) > 1 or "sqrt" in v or "/" in v for v, f in functions.items()):
        raise NotChecked("families in functions that relations bind")
    if "field" in entry:                             # rates / over, in the variables: over f' = rate as functions
        rates, over = [flow.read(p) for p in entry["field"]["rates"]], flow.read(entry["field"]["over"])
        require(len(rates) == len(names) and not flow.ring.vanishes(over[1]), "a field of another size")
        require(all(flow.ring.vanishes(rate * flow.det - flow.along(functions[v]) * over[1]) for v, (_, rate) in zip(names, rates)),
                "the field is not that of the flow")
        rates, over = [p for p, _ in rates], over[0]
    else:
        back = {next(iter(f.variables())): alone[v] for v, f in functions.items()}
        rates, over = [flow.along(f).replaced(back) for f in functions.values()], flow.det
    bound = [ring_square for ring_square in (("cos" + v[3:], v) for v in names if v.startswith("sin(")) if ring_square[0] in names]
    vanish = rates + [alone[c] * alone[c] + alone[s] * alone[s] - 1 for c, s in bound]
    require(all(p.variables() <= set(names) for p in [*vanish, over]), "rates that name other variables")
    if "space" in entry:
        vectors = [[as_number(x) for x in v] for v in entry["space"]]
        require(all(len(v) == len(names) for v in vectors) and rank(vectors) == len(vectors), "space is no list of independent vectors")
        on = {v: sum((Polynomial.variable(f"s{j}") * vector[i] for j, vector in enumerate(vectors)), ZERO) for i, v in enumerate(names)}
        return not any(p.replaced(on) for p in vanish) and bool(over.replaced(on))
    values = {v: given if isinstance(given, dict) else {"value": given, "over": [["1"]]} for v, given in entry["where"].items()}
    values = {v: (flow.read(q["value"])[0], flow.read(q["over"])[0]) for v, q in values.items()}
    spheres = entry.get("spheres", [])
    free, on_sphere = set(names) - set(values), [v for sphere in spheres for v in sphere]
    require(set(values) <= set(names) and all(p.variables() <= free for pair in values.values() for p in pair)
            and set(on_sphere) <= free and len(set(on_sphere)) == len(on_sphere) and all(len(s) > 1 for s in spheres), "a family of another form")

    def here(p):
        """The numerator on the family."""
        total, most = ZERO, {v: p.degree_in(v) for v in values}
        for monomial, factor in p.terms.items():
            powers = dict(monomial)
            term = Polynomial({tuple(pair for pair in monomial if pair[0] not in values): factor})
            for v, (upper, lower) in values.items():
                term = term * upper ** powers.get(v, 0) * lower ** (most[v] - powers.get(v, 0))
            total = total + term
        for first, *others in spheres:               # first^2 = 1 - the other squares
            square = ONE - sum((alone[v] * alone[v] for v in others), ZERO)
            parts = total.by_powers(first)
            total = sum((part * square ** (k // 2) * alone[first] ** (k % 2) for k, part in enumerate(parts)), ZERO)
        return total

    return not any(here(p) for p in vanish) and bool(here(over)) and all(here(lower) for _, lower in values.values())
