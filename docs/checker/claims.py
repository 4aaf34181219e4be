"""What a certificate claims: fields of evidence, and what came of a claim."""

from dataclasses import dataclass

from formulas import NotChecked, rational
from matrices import transposed


class Refused(Exception):
    """A claim that is false, malformed, or does not follow from its witness."""


@dataclass
class Claim:
    """Status `proved`, `recomputed` or `not checked`; `why` says what was not."""

    words: str
    kind: str
    status: str = "proved"
    why: str = ""


def require(condition, why):
    if not condition:
        raise Refused(why)


def settled(words, kind, proof):
    """The claim, if it has a proof, which may say its kind."""
    try:
        found = proof()
        require(found, "it does not hold")
        return Claim(words, kind if found is True else found)
    except NotChecked as error:
        return Claim(words, kind, "not checked", str(error))
    except (Refused, ValueError, ZeroDivisionError) as error:
        raise Refused(f"{words}: {error}") from error


def not_checked(why):
    """In place of a proof."""
    def proof(**_):
        raise NotChecked(why)
    return proof


def count(x):
    value = rational(x)
    require(value.denominator == 1 and 0 <= value <= 1000, f"{x} is no small whole number")
    return int(value)


def only_keys(node, *keys):
    require(isinstance(node, dict) and not set(node) - set(keys), f"other keys than {', '.join(keys)}")


class Evidence:
    """Texts, and matrices by rows; each field must be read by a check."""

    def __init__(self, fields):
        self.fields, self.left = dict(fields), set(fields)

    def has(self, name):
        return name in self.fields

    def read(self, name, default):
        self.left.discard(name)
        return self.fields.get(name, default)

    def text(self, name):
        value = self.read(name, "")
        require(isinstance(value, str), f"{name} is no text")
        return value

    def rows(self, name, columns=None):
        rows = [[rational(x) for x in row] for row in self.read(name, [])]
        require(all(len(row) == (columns or len(rows[0])) for row in rows), f"{name} has other columns")
        return rows

    def row(self, name):
        row, = self.rows(name)
        return row

    def columns(self, name, size):
        rows = self.rows(name)
        require(len(rows) == size, f"{name} has {len(rows)} rows, not {size}")
        return transposed(rows)

    def vector(self, name, size):
        vector, = self.columns(name, size)
        return vector

    def number(self, name):
        return self.vector(name, 1)[0]

    def count(self, name):
        text = self.text(name)
        require(text.isdecimal() and str(int(text)) == text and int(text) < 1000, f"{name} is no small whole number")
        return int(text)

    def part(self, prefix):
        """The fields whose names begin so, without that beginning."""
        names = [name for name in self.fields if name.startswith(prefix)]
        self.left -= set(names)
        return Evidence({name[len(prefix):]: self.fields[name] for name in names})

    def end(self):
        require(not self.left, "nothing proves " + ", ".join(sorted(self.left)))
