"""Claims of `inverse`: the metrics on d with (3.11), and their signatures."""

from functools import partial

from claims import count, not_checked, only_keys, require, settled
from conditions import Algebra
from formulas import rational
from matrices import applied, combined, coordinates, dot, eliminated, independent, rank, signature
from polynomials import Polynomial


def claims(document, system):
    only_keys(document, "eq_3_11_metrics", "metrics_q1", "distributions_q1", "potentials", "without_certificate")
    metrics = document["eq_3_11_metrics"]
    found = [] if metrics is None else of_metrics(metrics, Algebra.of(system))
    others = [key for key in ("metrics_q1", "distributions_q1", "potentials") if document[key] is not None]
    return found + [settled(key, key, not_checked("families")) for key in others]


def of_metrics(metrics, algebra):
    """Forms G on d have the entries g11, g21, g22, g31, ..."""
    only_keys(metrics, "basis", "signatures", "all_signatures")
    r = range(1, len(algebra.d) + 1)
    form = [[f"g{max(i, j)},{min(i, j)}" for j in r] for i in r]
    names = [name for i, row in enumerate(form, 1) for name in row[:i]]
    basis, all_found = [[rational(x) for x in row] for row in metrics["basis"]], metrics["all_signatures"]
    said = [(count(entry["plus"]), count(entry["minus"])) for entry in metrics["signatures"]]
    require(said == sorted(set(said), reverse=True) and isinstance(all_found, bool), "signatures of another form")
    proofs = [(f"a space of dimension {len(basis)}", "metrics_basis", partial(is_space, basis, algebra, form, names))]
    for entry, signs in zip(metrics["signatures"], said):
        proofs.append((f"signature {signs}", "signature", partial(is_signature, entry, signs, basis, form, names)))
    if all_found:
        proofs.append(("no other signatures", "all_signatures", not_checked("members of a space of forms")))
    return [settled(f"metrics with (3.11): {words}", kind, proof) for words, kind, proof in proofs]


def is_space(basis, algebra, form, names):
    """The reduced basis of the G with (3.11): G(A_b D_i, D_j) + G(D_i, A_b D_j) = 0 for b in d_perp.

    A_b v is the part of [v, b] in d.
    """
    perp, rows, r = algebra.perp(), [], range(len(algebra.d))
    both = [*algebra.d, *perp]
    require(independent(both), "g degenerates on d")
    form = [list(map(Polynomial.variable, row)) for row in form]
    for b in perp:
        images = [applied(form, coordinates(both, algebra.bracket(v, b))[:len(r)]) for v in algebra.d]
        equations = [Polynomial.of(images[i][j] + images[j][i]) for i in r for j in r]
        rows += [p.coefficients(((name, 1),) for name in names) for p in equations]
    return (all(len(v) == len(names) for v in basis) and eliminated(basis)[0] == basis
            and not any(dot(row, v) for row in rows for v in basis) and rank(rows) + len(basis) == len(names))


def is_signature(entry, signs, basis, form, names):
    """A combination of the basis has it."""
    only_keys(entry, "plus", "minus", "factors")
    factors = [rational(x) for x in entry["factors"]]
    entries = dict(zip(names, combined(factors, basis, len(names))))
    found = signature([[entries[name] for name in row] for row in form])
    return len(factors) == len(basis) and found == signs and sum(signs) == len(form)
