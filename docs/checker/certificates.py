"""Certificates of `check`, `study` and `inverse`: which claim is checked by what."""

import hashlib
import json

from algebras import Algebra
from claims import Claim, Evidence, Refused, as_number, only_keys, require
from conditions import CONDITIONS, NEEDS_METRIC, NEEDS_MOTION, OF_GROUP, check
from formulas import NotChecked, Unusable
from formulas_on_groups import condition_of_functions, multiplier_section, no_series, q1_of_functions
import inverses
from matrices import rank
from points import some_point
from multipliers import q1, q2, refutes
import studies
import systems
from systems import Constraint, numbers
from polynomials import Polynomial

OF_FUNCTIONS = ("invariant_decomposition", "eq_3_9", "eq_3_10")
HOLDS = {"check": "verdicts", "study": "flows", "inverse": "eq_3_11_metrics", "vary": "parts"}      # what an answer to each question holds


def claims_of(file, certificate):
    """All claims. Raises Refused where one is false, Unusable for input that is none."""
    try:
        with open(certificate, encoding="utf-8") as text:
            document = json.load(text, parse_float=str, parse_int=str)
    except (OSError, ValueError, RecursionError) as error:
        raise Unusable(f"{certificate}: no certificate: {error}") from error
    try:
        system = systems.read(file)
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
    """The certificate without its head, which says of which system, question and file it is; words of claims are told, not checked."""
    require(isinstance(document, dict) and document.get("schema") in ("1", "hamel/certificate/2"), "schema is neither 1 nor hamel/certificate/2")
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
    """The constant numbers; a metric that varies is taken at a point."""
    metric = [numbers(row) for row in system.metric]
    if not system.constant_metric():
        point = some_point(system)
        metric = [[p.at(point) for p in row] for row in system.metric]
    return Algebra(system.dimension, system.brackets, metric, [] if system.moves else system.span())


def of_check(document, system):
    only_keys(document, "system", "verdicts", "without_certificate")
    same_numbers(document["system"], system)
    claims, answered = [], set()
    for verdict in document["verdicts"]:
        only_keys(verdict, "id", "answer", "generic", "status", "proof", "evidence", "exceptions")
        name, answer, generic = verdict["id"], verdict["answer"], verdict["generic"]
        require(answer in ("holds", "fails") and isinstance(generic, bool) and isinstance(verdict["exceptions"], list), f"{name}: no answer")
        words = f"{name} {answer}" + (" for generic starts" if generic else "")
        answered.add(name)
        try:
            kind = of_verdict(system, name, answer == "holds", generic, Evidence(verdict["evidence"]), verdict["exceptions"])
            status = "recomputed" if "functions" in kind else "proved"         # as `hamel verify` calls it
            require(verdict.get("proof", kind) == kind and verdict.get("status", status) == status, "the proof is of another kind")
            claims.append(Claim(words, kind))
        except NotChecked as error:
            claims.append(Claim(words, verdict["evidence"].get("kind", name), "not checked", str(error)))
        except Refused as error:
            raise Refused(f"{words}: {error}") from error
        except ZeroDivisionError as error:
            raise Refused(f"{words}: a division by 0") from error
    questions = {*CONDITIONS, *OF_FUNCTIONS, "q1", "q2"}
    require(all(name in questions - answered for name in document["without_certificate"]), "without_certificate names no open question")
    return claims


def same_numbers(said, system):
    """The numbers of the certificate are those of the file; any basis of d may span it, and is used from here on."""
    if system.in_coordinates:
        require(said == {"coordinates": list(system.coordinates)}, "coordinates of another system")
        return
    n = system.dimension - system.timed
    brackets = {}
    for i, j, k, c in said["brackets"]:
        brackets.setdefault((int(i) - 1, int(j) - 1), {})[int(k) - 1] = as_number(c)
    same = said["dim"] == str(n) and brackets == {pair: entries for pair, entries in system.brackets.items() if entries}
    metric = [row[:n] for row in system.metric[:n]]
    constant = system.is_constant(p for row in metric for p in row)
    require(same and ("metric" in said) == constant and ("span" in said) != system.moves, "dim or brackets of another system")
    if constant:
        require([[as_number(x) for x in row] for row in said["metric"]] == [numbers(row) for row in metric], "metric of another system")
    if not system.moves:
        span, own = [[as_number(x) for x in v] for v in said["span"]], [v[:n] for v in system.span()]
        solved = len(system.constraints) > 1         # rows of an annihilator: in several ways
        require(span == own or (solved and rank(span) == len(span) == len(own) == rank([*own, *span])), "span of another system")
        pad = [Polynomial()] * system.timed
        system.constraints = [Constraint([[Polynomial.number(x) for x in v] + pad for v in span], system.constraints[0].offset)]
    only_keys(said, "dim", "brackets", "metric", "span")


def of_verdict(system, name, holds, generic, evidence, exceptions):
    """The kind of what proves an answer."""
    kind = evidence.fields.get("kind", "")
    require(name in ("q1", "q2") or (not generic and not exceptions), "generic, or exceptions, of a condition")
    if name in ("q1", "q2") and kind in ("no_series", "multiplier_section") and not (name == "q2" and kind == "no_series"):
        require(not exceptions and not (generic and (name == "q2" or not holds)), "generic, or exceptions, of another answer")
        require(holds == (kind == "multiplier_section"), "the kind of the evidence is that of another answer")
        evidence.text("kind")
        found = multiplier_section(system, generic, evidence) if holds else no_series(system, evidence)
        evidence.end()
        return found
    if name in CONDITIONS and not system.in_coordinates and not (name in NEEDS_METRIC and not system.constant_metric()) and (
            not system.moves or name in OF_GROUP) and not (name in NEEDS_MOTION and not system.is_kinetic()):
        return check(without_time(system), name, holds, evidence)
    if system.in_coordinates or system.moves or system.timed:
        raise NotChecked(f"the kind {kind or name}")
    algebra = algebra_of(system)
    if name in OF_FUNCTIONS:
        return condition_of_functions(system, algebra, name, holds, evidence)
    require(name in ("q1", "q2"), "a question that is not asked of this system")
    if not system.is_kinetic() and not (kind in ("integrable", "eq_3_9", "cor_3_9") and not system.forced
                                        and not any(system.constraints[0].offset)):
        raise NotChecked(f"the kind {kind}")
    if not system.is_kinetic():
        require(not generic and not exceptions, "generic without exceptions")
        found = q1_of_functions(system, algebra, holds, evidence)
    elif name == "q1":
        found = q1(algebra, holds, generic, evidence)
        require(generic or not exceptions, "exceptions to what has none")
        for fields in exceptions:
            exception = Evidence(fields)
            require(exception.text("kind") == "no", "an exception of another kind")
            refutes(algebra, exception)
            exception.end()
    else:
        require(not generic and not exceptions, "generic of one motion")
        found = q2(algebra, holds, evidence, system.start)
    evidence.end()
    return found


def without_time(system):
    n = system.dimension - system.timed
    metric = [numbers(row[:n]) for row in system.metric[:n]]
    return Algebra(n, system.brackets, metric, [] if system.moves else [v[:n] for v in system.span()])
