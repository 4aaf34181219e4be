"""Altered certificates for both checkers, `hamel verify` and docs/checker/verify.py.

Usage: alterations.py HAMEL FOLDER --each N [--kinds KIND,...] FILE ...: makes the certificates of the files in FOLDER, alters N claims of
each kind, and counts what both say. What is listed, with exit status 1: a false claim that one accepts, or what hamel alone accepts.
"""

import argparse
import collections
import contextlib
import copy
from fractions import Fraction
import json
from pathlib import Path
import random
import subprocess
import sys
import tempfile

sys.path.insert(0, str(Path(__file__).parents[2] / "docs" / "checker"))

import certificates  # noqa: E402
from claims import Refused  # noqa: E402
from formulas import Unusable  # noqa: E402

LEFT_OUT = {"metrics_q1": "q1 in the entries of the metric", "distributions_q1": "q1 in all d of this rank", "potentials": "potentials"}


def certificate(hamel, subcommand, file, folder):
    """The certificate, or None where there is none."""
    out = Path(folder) / (str(file).replace("/", "_") + "." + subcommand)
    if not out.exists():
        subprocess.run([hamel, subcommand, file, "--certificate", out, "--json"], capture_output=True, timeout=300, check=False)
    with contextlib.suppress(OSError, ValueError):
        return json.loads(out.read_text())
    return None


def single_claims(document):
    """Certificates of one claim each, with the path of that claim."""
    if "verdicts" in document:
        for verdict in document["verdicts"]:
            claims = {verdict["id"]: document["claims"][verdict["id"]]}
            yield {**document, "claims": claims, "verdicts": [verdict], "without_certificate": []}, ("verdicts", 0)
    for flow in document.get("flows", []):
        empty = {**flow, "integrals": [], "independent": "0", "densities": [], "steady": []}
        volume = empty.pop("volume", None)
        whole = {**document, "without_certificate": []}
        for integral in flow["integrals"]:
            yield {**whole, "flows": [{**empty, "integrals": [integral], "independent": "1"}]}, ("flows", 0, "integrals", 0)
        if flow["integrals"]:
            yield {**whole, "flows": [{**empty, "integrals": flow["integrals"], "independent": flow["independent"]}]}, ("flows", 0, "independent")
        if volume:
            yield {**whole, "flows": [{**empty, "volume": volume}]}, ("flows", 0, "volume")
        for density in flow["densities"]:
            yield {**whole, "flows": [{**empty, "densities": [density]}]}, ("flows", 0, "densities", 0)
        for family in flow["steady"]:
            if "space" in family or "where" in family:
                alone = {key: value for key, value in family.items() if key != "along"}
                yield {**whole, "flows": [{**empty, "steady": [{**alone, "motions": []}]}]}, ("flows", 0, "steady", 0)
    if document.get("eq_3_11_metrics"):
        whole = {**document, **dict.fromkeys(LEFT_OUT), "without_certificate": list(LEFT_OUT.values())}
        metrics = whole["eq_3_11_metrics"]
        if metrics["basis"]:
            yield whole, ("eq_3_11_metrics", "basis")
        for i in range(len(metrics["signatures"])):
            yield whole, ("eq_3_11_metrics", "signatures", i)


def python_says(file, path):
    """The kinds of claims that are proved, or None where the certificate is refused; an empty list where nothing is checked."""
    try:
        return [claim.kind for claim in certificates.claims_of(file, path) if claim.status == "proved"]
    except (Refused, Unusable):
        return None


def hamel_says(hamel, file, path):
    return subprocess.run([hamel, "verify", file, path], capture_output=True, check=False).returncode == 0


# ---- what is altered: each gives another certificate, in words, and whether another witness may prove the claim still

def places(node, path=()):
    """The paths of all texts, numbers and truth values."""
    if isinstance(node, (dict, list)):
        for key, value in (node.items() if isinstance(node, dict) else enumerate(node)):
            yield from places(value, (*path, key))
    else:
        yield path


def at(node, path):
    for key in path:
        node = node[key]
    return node


def replaced(node, path, value):
    node = copy.deepcopy(node)
    at(node, path[:-1])[path[-1]] = value
    return node


def without(node, path):
    node = copy.deepcopy(node)
    del at(node, path[:-1])[path[-1]]
    return node


def other_value(value, draw):
    """Another value of the same form."""
    if isinstance(value, bool):
        return not value
    opposite = {"holds": "fails", "fails": "holds", "preserved": "not preserved", "not preserved": "preserved"}
    if value in opposite:
        return opposite[value]
    try:
        number = Fraction(value)
    except ValueError:
        return draw.choice([value + "x", value[:-1], "1, 2, 3", "section", "start", "no", "eq_3_11"])
    return str(draw.choice([number + 1, number - 1, -number or Fraction(1), 2 * number or Fraction(2), Fraction(0) if number else Fraction(1, 2)]))


KIND_OF = {"integrals": "integral", "independent": "independence", "volume": "volume", "densities": "density", "steady": "steady_family",
           "basis": "metrics_basis", "signatures": "signature"}
OF_ANSWERS = {"answer", "generic", "value", "S", "T", "growth", "signature", "signature_on_d", "trace", "divergence", "independent", "volume",
              "plus", "minus", "multiplier_at_0", "triple", "on_spanning_vectors", "certificate_for"}


def altered(document, claim, draw):
    """(words, certificate, strict): a strict one claims another thing, which is false."""
    inside = [path for path in places(at(document, claim), claim)] if claim[-1] not in ("independent", "volume") else [claim]
    path = draw.choice([p for p in inside if set(p) & OF_ANSWERS] or inside) if draw.random() < 0.4 else draw.choice(inside)
    strict = bool(set(path) & OF_ANSWERS) or path[-2:-1] + path[-1:] == (0, "degree")
    if draw.random() < 0.1 and len(path) > len(claim) + 1:
        cut = path[:draw.randrange(len(claim) + 1, len(path) + 1)]
        return f"without {cut}", without(document, cut), False
    if draw.random() < 0.1 and "system" in document:
        path = draw.choice(list(places(document["system"], ("system",))))
        strict = True
    elif draw.random() < 0.05:
        path, strict = draw.choice([("certificate_for",), ("sha256",), ("question",)]), True
    value = other_value(at(document, path), draw)
    return f"{path} = {value}", replaced(document, path, value), strict and value != at(document, path)


def compare(hamel, file, document, claim, draw, folder):
    """(words, what Python says, what hamel says, strict) of an alteration."""
    words, other, strict = altered(document, claim, draw)
    path = Path(folder) / "altered.json"
    path.write_text(json.dumps(other))
    return words, python_says(file, path), hamel_says(hamel, file, path), strict and other != document


def checked_claims(hamel, files, folder, scratch, subcommands=("check", "study", "inverse")):
    """{kind: [(file, certificate of one claim, its path)]} of all claims that the Python checker proves."""
    found = collections.defaultdict(list)
    for file in files:
        for subcommand in subcommands:
            document = certificate(hamel, subcommand, file, folder)
            for single, claim in single_claims(document) if document else ():
                path = Path(scratch) / "single.json"
                path.write_text(json.dumps(single))
                kinds = python_says(file, path)
                if kinds is None and "integrals" in claim:   # of a function that the group makes constant
                    single = replaced(single, ("flows", 0, "independent"), "0")
                    path.write_text(json.dumps(single))
                    kinds = python_says(file, path)
                if kinds is None:
                    raise AssertionError(f"{file}: {claim} of {subcommand} is refused")
                kind = KIND_OF.get(claim[-1] if isinstance(claim[-1], str) else claim[-2], kinds[0] if kinds else None)
                if kind in kinds:
                    found[kind].append((file, single, claim))
    return found


def main(arguments):
    reader = argparse.ArgumentParser()
    reader.add_argument("hamel")
    reader.add_argument("folder")
    reader.add_argument("--each", type=int, default=500)
    reader.add_argument("--kinds")
    reader.add_argument("files", nargs="+")
    given, finds = reader.parse_args(arguments), 0
    scratch = tempfile.mkdtemp(dir=given.folder)
    for kind, claims in sorted(checked_claims(given.hamel, given.files, given.folder, scratch).items()):
        if given.kinds and kind not in given.kinds.split(","):
            continue
        draw, count = random.Random(kind), collections.Counter()
        for _ in range(given.each):
            file, document, claim = draw.choice(claims)
            words, python, verify, strict = compare(given.hamel, file, document, claim, draw, scratch)
            if python == []:
                count["of a kind that is not checked"] += 1
            elif (verify and python is None) or (strict and (verify or python)):
                count["finds"] += 1
                print(f"  {file} {kind}: {words}: python {'refuses' if python is None else 'accepts'}, hamel "
                      f"{'accepts' if verify else 'refuses'}{', strict' if strict else ''}", flush=True)
            else:
                count["refused by both" if python is None else "still true" if verify else "still true, of a form that hamel refuses"] += 1
        finds += count["finds"]
        print(f"{kind}: {len(claims)} claims, {dict(count)}", flush=True)
    return 1 if finds else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
