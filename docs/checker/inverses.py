"""Claims of `inverse`: the metrics on d with (3.11), and their signatures."""

from fractions import Fraction

from claims import Claim, as_count, as_number, only_keys, require
from matrices import applied, combined, dot, eliminated, inverse, rank, signature


def places(r):
    """The entries g11, g21, g22, g31, ... of a form."""
    return [(i, j) for i in range(r) for j in range(i + 1)]


def equations(algebra):
    """Rows of (3.11) for a form G on d: G(A_b D_i, D_j) + G(D_i, A_b D_j) = 0, A_b v the part of [v, b] in d, b in d_perp."""
    r, back = len(algebra.d), inverse(algebra.gram())
    index = {pair: k for k, pair in enumerate(places(r))}
    rows = []
    for b in algebra.perp():
        action = [applied(back, [algebra.g(w, algebra.bracket(v, b)) for w in algebra.d]) for v in algebra.d]
        for i, j in places(r):
            row = [Fraction(0)] * len(index)
            for k in range(r):
                row[index[max(i, k), min(i, k)]] += action[j][k]
                row[index[max(j, k), min(j, k)]] += action[i][k]
            rows.append(row)
    return rows


def claims(document, algebra):
    only_keys(document, "eq_3_11_metrics", "metrics_q1", "distributions_q1", "potentials", "without_certificate")
    found, metrics = [], document["eq_3_11_metrics"]
    if metrics is not None:
        only_keys(metrics, "basis", "signatures", "all_signatures")
        r, basis = len(algebra.d), [[as_number(x) for x in row] for row in metrics["basis"]]
        rows = equations(algebra)
        require(all(len(row) == r * (r + 1) // 2 for row in basis) and eliminated(basis)[0] == basis, "the basis of metrics is not reduced")
        require(not any(dot(row, v) for row in rows for v in basis) and rank(rows) + len(basis) == r * (r + 1) // 2, "no basis of the metrics")
        found.append(Claim(f"metrics with (3.11): a space of dimension {len(basis)}", "metrics_basis"))
        before = None
        for entry in metrics["signatures"]:
            only_keys(entry, "plus", "minus", "factors")
            said, factors = (as_count(entry["plus"]), as_count(entry["minus"])), [as_number(x) for x in entry["factors"]]
            require(len(factors) == len(basis) and (before is None or said < before), "signatures of another form or order")
            entries, before = dict(zip(places(r), combined(factors, basis, r * (r + 1) // 2))), said
            form = [[entries[max(i, j), min(i, j)] for j in range(r)] for i in range(r)]
            require(signature(form) == said and sum(said) == r, f"signature {said} is another one")
            found.append(Claim(f"metrics with (3.11): signature {said}", "signature"))
        require(isinstance(metrics["all_signatures"], bool), "all_signatures is neither true nor false")
        if metrics["all_signatures"]:
            found.append(Claim("metrics with (3.11): no other signatures", "all_signatures", "not checked", "members of a space of forms"))
    for key in ("metrics_q1", "distributions_q1", "potentials"):
        if document[key] is not None:
            found.append(Claim(key, key, "not checked", "families"))
    return found
