"""Certificates of `check`, `study` and `inverse`: which claim is checked by what."""

from functools import partial
import hashlib
import json

from claims import Claim, Evidence, Refused, only_keys, require, settled
from conditions import CONDITIONS, Algebra, check, is_checked
from formulas import NotChecked, Unusable, rational
import inverses
from matrices import is_basis
from multipliers import multiplier_section, no_series, q1, q2
from polynomials import ZERO, Polynomial
import studies
from systems import Constraint, read

# what an answer to each question holds
HOLDS = {"check": "verdicts", "study": "flows", "inverse": "eq_3_11_metrics", "vary": "parts"}


def claims_of(file, certificate):
    """All claims. Raises Refused where one is false, Unusable for input that is none."""
    try:
        with open(certificate, encoding="utf-8") as text:
            document = json.load(text, parse_float=str, parse_int=str)
    except (OSError, ValueError, RecursionError) as error:
        raise Unusable(f"{certificate}: no certificate: {error}") from error
    try:
        system = read(file)
    except NotChecked as error:
        return [Claim("the certificate", "all", "not checked", f"the file has {error}")]
    document = body_of(document, file, system)
    try:
        for key, claims in (("verdicts", of_check), ("flows", studies.claims), ("eq_3_11_metrics", inverses.claims)):
            if key in document:
                return claims(document, system)
    except (TypeError, KeyError, AttributeError, IndexError, ValueError, RecursionError) as error:
        raise Refused(f"a claim of another form: {type(error).__name__} {error}") from error
    return [Claim("the certificate", "check --vary", "not checked", "families of systems")]


def body_of(document, file, system):
    """The certificate without its head, which says of which system, question and file it is.

    Words of claims are not checked.
    """
    require(isinstance(document, dict) and document.get("schema") in ("1", "hamel/certificate/2"), "another schema")
    require(document.get("certificate_for") == system.name, "the certificate is of another system")
    head = ["schema", "certificate_for"]
    if document["schema"] != "1":
        head += ["hamel", "question", "sha256", "claims"]
        with open(file, "rb") as text:
            content = text.read()
        if "sha256" in document and b'"table"' not in content:   # tables are written out in the text that is hashed
            require(document["sha256"] == hashlib.sha256(content).hexdigest(), "the certificate is of another file")
        words = all(set(claim) == {"statement", "equation", "source"} for claim in document["claims"].values())
        require(words and HOLDS.get(document.get("question")) in document, "claims of another form or question")
    return {key: value for key, value in document.items() if key not in head}


def of_check(document, system):
    only_keys(document, "system", "verdicts", "without_certificate")
    same_numbers(document["system"], system)
    answered = {verdict["id"] for verdict in document["verdicts"]}
    open_questions = {*CONDITIONS, "q1", "q2"} - answered
    require(set(document["without_certificate"]) <= open_questions, "without_certificate names no open question")
    claims = []
    for verdict in document["verdicts"]:
        words = f"{verdict['id']} {verdict['answer']}" + (" for generic starts" if verdict["generic"] else "")
        kind = verdict["evidence"].get("kind", verdict["id"])
        claims.append(settled(words, kind, partial(of_verdict, system, **verdict)))
    return claims


def of_verdict(system, id, answer, generic, evidence, exceptions, proof=None, status=None):
    """The kind of what proves an answer; `proof` and `status` are what `hamel verify` calls it."""
    require(answer in ("holds", "fails") and isinstance(generic, bool) and isinstance(exceptions, list), "no answer")
    evidence = Evidence(evidence)
    kind = proved_by(system, id, answer == "holds", generic, evidence, exceptions)
    evidence.end()
    require(proof in (None, kind), "the proof is of another kind")
    require(status in (None, "recomputed" if "functions" in kind else "proved"), "the status is another one")
    return kind


def same_numbers(said, system):
    """The numbers of the certificate are those of the file; any basis of d may span it, and is used from here on."""
    if system.in_coordinates:
        require(said == {"coordinates": list(system.coordinates)}, "coordinates of another system")
        return
    only_keys(said, "dim", "brackets", "metric", "span")
    algebra = Algebra.of(system)
    constants = {(int(i) - 1, int(j) - 1, int(k) - 1): rational(c) for i, j, k, c in said["brackets"]}
    require(said["dim"] == str(algebra.n) and constants == system.constants, "dim or brackets of another system")
    require(rationals(said.get("metric")) == (None if algebra.varies else algebra.metric), "metric of another system")
    span, own = rationals(said.get("span")), None if system.moves else algebra.d
    if span != own:                                  # an annihilator is solved in several ways
        require(span and own and len(system.constraints) > 1 and is_basis(span, own), "span of another system")
        pad = [ZERO] * system.timed
        d = [[*map(Polynomial.of, v), *pad] for v in span]
        system.constraints = [Constraint(d, system.constraints[0].offset)]


def rationals(rows):
    return rows and [[rational(x) for x in row] for row in rows]


def proved_by(system, name, holds, generic, evidence, exceptions):
    """The kind of what proves an answer."""
    kind = evidence.fields.get("kind", "")
    if name in ("q1", "q2") and kind in ("no_series", "multiplier_section") and (name, kind) != ("q2", "no_series"):
        require(not exceptions and not (generic and (name == "q2" or not holds)), "generic, or exceptions, of another")
        require(holds == (evidence.text("kind") == "multiplier_section"), "evidence of another answer")
        return multiplier_section(system, generic, evidence) if holds else no_series(system, evidence)
    require(name in ("q1", "q2") or name in CONDITIONS, "a question that is not asked of this system")
    constant, kinetic = not (system.in_coordinates or system.moves or system.timed), system.is_kinetic()
    require((name == "q1" and kinetic) or not (generic or exceptions), "generic, or exceptions, of another")
    of_functions = kind in ("integrable", "eq_3_9", "cor_3_9") and not (system.forced or system.drifts)
    if not (is_checked(system, name) if name in CONDITIONS else kinetic or (constant and of_functions)):
        raise NotChecked(f"the kind {kind or name}")
    algebra = Algebra.of(system)
    if name in CONDITIONS:
        return check(algebra, name, holds, evidence)
    if name == "q2" and kinetic:
        return q2(algebra, holds, evidence, system.start)
    return q1(algebra, holds, generic, evidence, exceptions)
