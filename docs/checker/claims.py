"""What a certificate claims: fields of evidence, and what came of a claim."""

from dataclasses import dataclass

from formulas import rational


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


class Evidence:
    """Texts, and matrices by rows; each field must be read by a check."""

    def __init__(self, fields):
        self.fields, self.left = dict(fields), set(fields)

    def has(self, name):
        return name in self.fields

    def text(self, name):
        self.left.discard(name)
        value = self.fields.get(name, "")
        require(isinstance(value, str), f"{name} is no text")
        return value

    def rows(self, name, columns=None):
        self.left.discard(name)
        try:
            rows = [[rational(x) for x in row] for row in self.fields.get(name, [])]
        except (TypeError, ValueError) as error:
            raise Refused(f"{name}: {error}") from error
        require(len({len(row) for row in rows}) < 2 and (columns is None or not rows or len(rows[0]) == columns), f"{name} has other columns")
        return rows

    def columns(self, name, size):
        rows = self.rows(name)
        require(len(rows) == size, f"{name} has {len(rows)} rows, not {size}")
        return [list(column) for column in zip(*rows)]

    def vector(self, name, size):
        columns = self.columns(name, size)
        require(len(columns) == 1, f"{name} is no vector")
        return columns[0]

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


def as_number(x):
    try:
        return rational(x)
    except ValueError as error:
        raise Refused(str(error)) from error


def as_count(x):
    value = as_number(x)
    require(value.denominator == 1 and 0 <= value <= 1000, f"{x} is no small whole number")
    return int(value)


def only_keys(node, *keys):
    require(isinstance(node, dict) and not set(node) - set(keys), f"other keys than {', '.join(keys)}")
