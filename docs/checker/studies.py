"""Claims of `study`: integrals, volume, densities, families of steady motions, by equations of motion derived here."""

from fractions import Fraction
from functools import partial
from math import gcd

from claims import Refused, count, not_checked, only_keys, require, settled
from formulas import NotChecked, Reader, Unusable, rational
from matrices import (applied, combined, independent, inverse, minus, plus, product, rank, times, transposed,
                      unit_vectors)
from motions import Motion
from polynomials import ONE, ZERO, Polynomial, Ring, variables
from systems import Constraint, is_constant, numbers


class Flow:
    """`rates` are det times the rates of the functions on the group and of the variables u, l or p.

    Where it is `plain`, names of functions are independent variables.
    """

    def __init__(self, system, names, a, rates, det, plain=False):
        ring = self.ring = system.ring
        self.system, self.names, self.det, self.plain, self.unknown = system, names, det, plain, set()
        self.named = {name: Polynomial.variable(name) for name in names}
        own = dict(zip(names, ring.tidy(rates)))
        self.rates = {**ring.rates_along(a, det), **own}
        spread = sum((x.derivative(of) for x, of in zip(a, ring.rates)), ZERO)   # the fields keep the Haar measure
        self.divergence = det * spread + sum((own[name].slope(name) for name in names), ZERO)

    def read(self, terms):
        """A polynomial in names of functions and variables: in these names, and as a function."""
        p, values = ZERO, {}
        for factor, *words in terms:
            powers = dict(zip(words[::2], map(count, words[1::2])))
            require(2 * len(powers) == len(words), "a term is not [c, name, power, ...], each name once")
            p = p + Polynomial({tuple(sorted((x, k) for x, k in powers.items() if k)): rational(factor)})
        require(len(p.terms) == len(terms), "a term twice, or 0")
        if p.variables() & self.unknown:
            raise NotChecked("what l1, l2, ... are where a minor has several terms")
        for name in p.variables():
            try:
                values[name] = self.named[name] if name in self.named else self.system.reader(name)
            except (Unusable, NotChecked) as error:
                raise Refused(f"the variable {name}: {error}") from error
        return p, self.ring.reduced(p.replaced(values))

    def along(self, p):
        return self.ring.reduced(p.derivative(self.rates))


def flow_of(system, node):
    name, on_all, first = node["flow"], "coordinates" in node, system.constraints[0]
    whole = Constraint(unit_vectors(system.n, ONE)[:system.space], [ZERO] * system.space + [ONE] * system.timed)
    constant = not (system.in_coordinates or system.forced) and is_constant(system.metric)
    plain = constant and (name == "free" or not (system.moves or any(first.offset)))
    if plain and name != "nonholonomic":
        return canonical(system, whole if name == "free" else first, not on_all)
    way = whole if name == "free" else next(system.ways())
    motion = Motion(system, way.d, way.offset)
    if name == "vakonomic":
        return with_multiplier(motion, [count(row) - 1 for row in node.get("multiplier_rows", [])])
    det, solved, _ = motion.rates()
    return Flow(system, motion.names, motion.a, solved, det, plain and not on_all)


def canonical(system, way, plain):
    """p' = ad*_a p - dU with a = D (D^T M D)^-1 D^T p."""
    n = system.space
    metric, d = [numbers(row[:n]) for row in system.metric[:n]], [numbers(v[:n]) for v in way.d]
    onto = product(transposed(d), product(inverse(product(d, product(metric, transposed(d)))), d))
    names, p = variables("p", n)
    a = list(map(Polynomial.of, applied(onto, p)))
    rates = minus(system.coadjoint(a, p), [system.ring.along(system.potential, k) for k in range(n)])
    return Flow(system, names, a, rates, ONE, plain)


def with_multiplier(motion, rows):
    """p = M a + mu, p' = ad*_a p + F - <mu, (d_k D) u + d_k v0>_k, solved for u' and l', where mu = C l.

    A column of C annihilates D; it has the minor of D on the rows in one other row, over the monomial that divides it.
    """
    ring, system, n, r = motion.ring, motion.system, motion.n, len(motion.d)
    require(len(rows) == r and rows == sorted(set(rows)) and set(rows) <= set(range(n)), "other multiplier_rows")
    if system.timed or system.forced:
        raise NotChecked("vakonomic flows with forces or time")
    minor, columns = ring.kernel(motion.d, rows)
    require(not ring.vanishes(minor), "rows that do not determine a multiplier")
    rest, (names, l) = [i for i in range(n) if i not in rows], variables("l", n - r)
    mu = combined(l, [column for column, _ in columns], n)
    p = ring.tidy(plus(motion.flat(motion.a), mu))
    drive = plus(motion.free, applied(motion.transport, mu))         # M D u' + C l'
    drive = ring.tidy(minus(drive, combined(motion.a, [motion.slopes(p, k) for k in range(n)], n)))
    det, solved = motion.solved(applied(motion.d, drive))
    left = minus(times(det, drive), combined(solved, motion.along_d, n))         # det C l'
    rates = times(minor, solved) + [factor * left[i] for i, (_, factor) in zip(rest, columns)]
    flow = Flow(system, motion.names + names, motion.a, rates, ring.reduced(det * minor))
    unit = ring.rates_along(motion.a)                # dp = det minor^(n-r-1) / (the product of factors) du dl
    flow.divergence = flow.divergence + minor * det.derivative(unit) + (n - r - 1) * det * minor.derivative(unit)
    for i, (column, factor) in zip(rest, columns):
        flow.divergence = flow.divergence - det * column[i] * factor.derivative(unit)
    flow.named.update(zip(variables("p", n)[0], p))
    flow.unknown = set(names) if len(minor.terms) > 1 else set()     # not only monomials may divide columns
    return flow


def claims(document, system):
    only_keys(document, "flows", "without_certificate")
    found, names = [], [node["flow"] for node in document["flows"]]
    flows = {"nonholonomic", "free", "vakonomic"}
    require(set(names) <= flows and len(set(names)) == len(names), "no flow, or one twice")
    require(all(isinstance(text, str) for text in document["without_certificate"]), "without_certificate is no texts")
    for node in document["flows"]:
        only_keys(node, "flow", "coordinates", "multiplier_rows", "integrals", "independent", "volume", "densities",
                  "steady")
        require(node.get("coordinates", "all") == "all", "coordinates are others than all")
        try:
            flow = flow_of(system, node)
            proven = [(words, kind, partial(proof, flow=flow)) for words, kind, proof in proofs(node)]
        except NotChecked as error:
            proven = [(words, kind, not_checked(str(error))) for words, kind, _ in proofs(node)]
        found += [settled(f"{node['flow']}: {words}", kind, proof) for words, kind, proof in proven]
    return found


def proofs(node):
    """Words, kind and proof of each claim about a flow."""
    for entry in node["integrals"]:
        yield f"an integral of degree {entry['degree']}", "integral", partial(is_integral, entry)
    yield f"{node['independent']} independent", "independence", partial(are_independent, node)
    if "volume" in node:
        yield f"the volume is {node['volume']}", "volume", partial(keeps_volume, node["volume"])
    for entry in node["densities"]:
        yield "a density", "density", partial(is_density, entry)
    for entry in node["steady"]:
        if "space" in entry or "where" in entry:
            yield "a family of steady motions", "steady_family", partial(rests, entry)
        for _ in entry["motions"]:
            yield "a steady motion", "steady_motion", not_checked("its stability")
        for _ in entry.get("along", []):
            yield "stability along a family", "stability_along", not_checked("roots on an interval")


def is_integral(entry, flow):
    only_keys(entry, "degree", "polynomial")
    p, function = flow.read(entry["polynomial"])
    degree = max((sum(k for _, k in monomial) for monomial in p.terms), default=0)
    return degree == count(entry["degree"]) > 0 and is_primitive(p) and flow.ring.vanishes(flow.along(function))


def is_primitive(p):
    """Whole coefficients without a common factor, the first one positive."""
    factors = list(p.terms.values())
    whole = all(c.denominator == 1 for c in factors)
    return whole and bool(factors) and factors[0] > 0 and gcd(*(c.numerator for c in factors)) == 1


def are_independent(node, flow):
    """The rank of differentials at points: in the names, or along the fields and the variables."""
    kept = [flow.read(entry["polynomial"])[not flow.plain] for entry in node["integrals"]]
    names, most = sorted(set().union(*(p.variables() for p in kept))) if flow.plain else flow.names, 0
    directions = [{name: ONE} for name in names] + ([] if flow.plain else flow.ring.rates)
    for shift in (2, 5, 11) if kept else ():
        point = {} if flow.plain else flow.system.some_point(shift)
        point.update({name: Fraction((shift * 5 ** i) % 19 + 1, 3 + i) for i, name in enumerate(names)})
        try:
            most = max(most, rank([[p.derivative(along).at(point) for along in directions] for p in kept]))
        except (TypeError, KeyError) as error:
            raise NotChecked("a rank where functions are not rational") from error
    return most == count(node["independent"])


def keeps_volume(said, flow):
    keeps = flow.ring.vanishes(flow.divergence)
    return said == ("preserved" if keeps else "not preserved") and (keeps or flow.plain)


def is_density(entry, flow):
    """The product of powers p^k and of exp(q): the sum of k p'/p, q' and the divergence vanishes, times all p."""
    only_keys(entry, "polynomial", "power", "factors", "exponent")
    factors, exponent = entry.get("factors", [entry]), flow.read(entry.get("exponent", []))[1]
    total, below = flow.along(exponent) + flow.divergence, ONE
    require(factors or exponent, "a density that is constant")
    for factor in factors:
        (p, function), power = flow.read(factor["polynomial"]), rational(factor["power"])
        require(is_primitive(p) and power and not flow.ring.vanishes(function), "a power of another form")
        total = flow.ring.reduced(total * function + power * flow.along(function) * below)
        below = flow.ring.reduced(below * function)
    return flow.ring.vanishes(total)


def rests(entry, flow):
    """Rates of the variables vanish on the family, and what they are over does not."""
    require("turning" not in entry or isinstance(entry["turning"], list), "turning is no list")
    if "turning" in entry or "number" in entry or "zeros" in entry:
        raise NotChecked("families by numbers, by zeros or of motions that turn")
    names, vanishes = entry["variables"], flow.ring.vanishes
    functions = {v: flow.read([["1", v, "1"]])[1] for v in names}
    own = {v: Polynomial.variable(v) for v in names}
    back = {x: own[v] for v, f in functions.items() for x in f.variables() if f == Polynomial.variable(x)}
    if len(back) < len(own) or any(x.startswith(("sqrt", "1/")) for x in back):
        raise NotChecked("families in functions that relations bind")
    if "field" in entry:                             # over f' = rate as functions
        rates, over = [flow.read(p) for p in entry["field"]["rates"]], flow.read(entry["field"]["over"])
        require(len(rates) == len(names) and not vanishes(over[1]), "a field of another size")
        left = [rate * flow.det - flow.along(f) * over[1] for f, (_, rate) in zip(functions.values(), rates)]
        require(all(map(vanishes, left)), "the field is not that of the flow")
        rates, over = [p for p, _ in rates], over[0]
    else:
        rates, over = [flow.along(f).replaced(back) for f in functions.values()], flow.det.replaced(back)
    circles = [own[v] ** 2 + own["cos" + v[3:]] ** 2 - 1 for v in names if v[:4] == "sin(" and "cos" + v[3:] in names]
    require(len(own) == len(names) and all(p.variables() <= own.keys() for p in [*rates, over]), "other variables")
    on, values = family(entry, flow, own)
    return all(on.vanishes(p.replaced(values)) for p in rates + circles) and not on.vanishes(over.replaced(values))


def family(entry, flow, own):
    """The ring of the free variables, which spheres relate, and the values of all variables there."""
    on, values = Ring(0), {}
    if "space" in entry:
        vectors = [[rational(x) for x in v] for v in entry["space"]]
        require(all(len(v) == len(own) for v in vectors) and independent(vectors), "space is no list of vectors")
        point = combined(variables("s", len(vectors))[1], vectors, len(own))
        return on, dict(zip(own, map(Polynomial.of, point)))
    spheres, free = entry.get("spheres", []), own.keys() - entry["where"].keys()
    for first, *others in spheres:
        on.squares[first] = 1 - sum((own[v] ** 2 for v in others), ZERO)
    on_spheres = [v for sphere in spheres for v in sphere]
    require(set(on_spheres) <= free and len(set(on_spheres)) == len(on_spheres) and all(len(s) > 1 for s in spheres),
            "a sphere of another form")
    for v, given in entry["where"].items():
        given = given if isinstance(given, dict) else {"value": given, "over": [["1"]]}
        value, over = flow.read(given["value"])[0], flow.read(given["over"])[0]
        require(value.variables() | over.variables() <= free and v in own and not on.vanishes(over), "another form")
        values[v] = value * Reader(on, {}).quotient(over)
    return on, values
