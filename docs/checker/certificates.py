"""Certificates of `check`, `study` and `inverse`: which claim is checked by what."""

import hashlib
import json

from algebras import Algebra
from claims import Claim, Evidence, Refused, only_keys, require
from conditions import CONDITIONS, check, is_checked
from formulas import NotChecked, Unusable, rational
import inverses
from matrices import independent, rank
from multipliers import multiplier_section, no_series, q1, q1_of_functions, q2, with_exceptions
from polynomials import ZERO, Polynomial
import studies
from systems import Constraint, is_constant, numbers, read

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
        if "verdicts" in document:
            return of_check(document, system)
        if "flows" in document:
            return studies.claims(document, system)
        if "eq_3_11_metrics" in document:
            return inverses.claims(document, algebra_of(system))
    except (TypeError, KeyError, AttributeError, IndexError, ValueError) as error:
        raise Refused(f"a claim of another form: {type(error).__name__} {error}") from error
    return [Claim("the certificate", "check --vary", "not checked", "families of systems")]


def body_of(document, file, system):
    """The certificate without its head, which says of which system, question and file it is; words of claims are not checked."""
    require(isinstance(document, dict) and document.get("schema") in ("1", "hamel/certificate/2"),
            "schema is neither 1 nor hamel/certificate/2")
    require(document.get("certificate_for") == system.name, "the certificate is of another system")
    head = ["schema", "certificate_for"]
    if document["schema"] != "1":
        head += ["hamel", "question", "sha256", "claims"]
        with open(file, "rb") as text:
            content = text.read()
        if "sha256" in document and b'"table"' not in content:       # tables are written out in the text that is hashed
            require(document["sha256"] == hashlib.sha256(content).hexdigest(), "the certificate is of another file")
        words = all(set(claim) == {"statement", "equation", "source"} for claim in document["claims"].values())
        require(words and HOLDS.get(document.get("question")) in document, "claims of another form, or of another question")
    return {key: value for key, value in document.items() if key not in head}


def algebra_of(system):
    """Its constant numbers, without time; a metric that varies is one of functions."""
    metric = [row[:system.space] for row in system.metric[:system.space]]
    metric = [numbers(row) for row in metric] if is_constant(metric) else metric
    return Algebra(system.space, system.constants, metric, [] if system.moves else system.span(), system, system.potential)


def of_check(document, system):
    only_keys(document, "system", "verdicts", "without_certificate")
    same_numbers(document["system"], system)
    claims, answered = [], set()
    for verdict in document["verdicts"]:
        only_keys(verdict, "id", "answer", "generic", "status", "proof", "evidence", "exceptions")
        name, answer, generic = verdict["id"], verdict["answer"], verdict["generic"]
        exceptions, evidence = verdict["exceptions"], Evidence(verdict["evidence"])
        require(answer in ("holds", "fails") and isinstance(generic, bool) and isinstance(exceptions, list), f"{name}: no answer")
        words = f"{name} {answer}" + (" for generic starts" if generic else "")
        answered.add(name)
        try:
            kind = of_verdict(system, name, answer == "holds", generic, evidence, exceptions)
            status = "recomputed" if "functions" in kind else "proved"         # as `hamel verify` calls it
            require(verdict.get("proof", kind) == kind and verdict.get("status", status) == status, "the proof is of another kind")
            evidence.end()
            claims.append(Claim(words, kind))
        except NotChecked as error:
            claims.append(Claim(words, evidence.fields.get("kind", name), "not checked", str(error)))
        except (Refused, ValueError, ZeroDivisionError) as error:
            raise Refused(f"{words}: {error}") from error
    questions = {*CONDITIONS, "q1", "q2"}
    require(all(name in questions - answered for name in document["without_certificate"]), "without_certificate names no open question")
    return claims


def same_numbers(said, system):
    """The numbers of the certificate are those of the file; any basis of d may span it, and is used from here on."""
    if system.in_coordinates:
        require(said == {"coordinates": list(system.coordinates)}, "coordinates of another system")
        return
    only_keys(said, "dim", "brackets", "metric", "span")
    algebra = algebra_of(system)
    constants = {(int(i) - 1, int(j) - 1, int(k) - 1): rational(c) for i, j, k, c in said["brackets"]}
    same = said["dim"] == str(algebra.n) and constants == {key: c for key, c in system.constants.items() if c}
    require(same and ("metric" in said) != algebra.varies and ("span" in said) != system.moves, "dim or brackets of another system")
    require(algebra.varies or rows_of(said["metric"]) == algebra.metric, "metric of another system")
    if not system.moves:
        span, own = rows_of(said["span"]), algebra.d
        solved = len(system.constraints) > 1         # rows of an annihilator: in several ways
        require(span == own or (solved and independent(span) and len(span) == len(own) == rank([*own, *span])), "span of another system")
        pad = [ZERO] * system.timed
        system.constraints = [Constraint([[*map(Polynomial.number, v), *pad] for v in span], system.constraints[0].offset)]


def rows_of(texts):
    return [[rational(x) for x in row] for row in texts]


def of_verdict(system, name, holds, generic, evidence, exceptions):
    """The kind of what proves an answer."""
    kind = evidence.fields.get("kind", "")
    if name in ("q1", "q2") and kind in ("no_series", "multiplier_section") and (name, kind) != ("q2", "no_series"):
        require(not exceptions and not (generic and (name == "q2" or not holds)), "generic, or exceptions, of another answer")
        require(holds == (evidence.text("kind") == "multiplier_section"), "the kind of the evidence is that of another answer")
        return multiplier_section(system, generic, evidence) if holds else no_series(system, evidence)
    require(name in ("q1", "q2") or name in CONDITIONS, "a question that is not asked of this system")
    constant, kinetic = not (system.in_coordinates or system.moves or system.timed), system.is_kinetic()
    require((name == "q1" and kinetic) or not (generic or exceptions), "generic, or exceptions, of another answer")
    of_functions = kind in ("integrable", "eq_3_9", "cor_3_9") and not (system.forced or any(system.constraints[0].offset))
    if not (is_checked(system, name) if name in CONDITIONS else kinetic or (constant and of_functions)):
        raise NotChecked(f"the kind {kind or name}")
    algebra = algebra_of(system)
    if name in CONDITIONS:
        return check(algebra, name, holds, evidence)
    if not kinetic:
        require(holds, "the kind of the evidence is that of another answer")
        return q1_of_functions(algebra, evidence.text("kind"), evidence)
    if name == "q2":
        return q2(algebra, holds, evidence, system.start)
    require(generic or not exceptions, "exceptions to what has none")
    with_exceptions(algebra, exceptions)
    return q1(algebra, holds, generic, evidence)
