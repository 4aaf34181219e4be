#!/usr/bin/env python3
"""Checks a certificate of `hamel check`, `study` or `inverse` by exact arithmetic of its own.

Usage: verify.py [--json] FILE CERTIFICATE. FILE is the system file that the certificate is of. Python 3.10 is enough.
The exit status is 0 if all claims that were checked hold, 1 if one is false or malformed, 2 for input that cannot be
used. Claims that are not checked are named with their kind. docs/how-to/check-proofs.md says how to read this program.
"""

import json
import sys

from certificates import claims_of
from claims import Refused
from formulas import Unusable


def main(arguments):
    paths = [a for a in arguments if a != "--json"]
    if len(paths) != 2:
        print(__doc__.split("\n\n")[1], file=sys.stderr)
        return 2
    try:
        claims = claims_of(*paths)
    except (Unusable, Refused) as error:
        print(f"{'refused: ' * isinstance(error, Refused)}{error}", file=sys.stderr)
        return 1 if isinstance(error, Refused) else 2
    lines = [f"{c.words}: {c.status} ({c.kind})" + (f": {c.why}" if c.why else "") for c in claims]
    proved = sum(claim.status == "proved" for claim in claims)
    lines.append(f"{len(claims)} claims: {proved} proved, {len(claims) - proved} not checked")
    print(json.dumps([vars(claim) for claim in claims], indent=1) if "--json" in arguments else "\n".join(lines))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
