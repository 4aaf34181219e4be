#!/usr/bin/env python3
"""Looks for system files that cost too much.

    hunt.py HAMEL SYSTEMS... [--files N] [--seed S] [--seconds 25] [--keep FOLDER] [--log LOG]
    hunt.py --write PAGE LOGS...

Writes random and mutated system files of at most 4 kB, asks the subcommands about them, each under a limit of
processor time, and prints the slowest and the largest. Files that took more than 5 s or 300 MB are kept. A log has a
line of JSON for each call; --write makes docs/measured/budget.md from logs. Two hunts with different seeds meet no
file twice."""
import argparse, json, os, random, re, resource, signal, sys, tempfile, time

LONGEST = 4096

# Brackets [e_i, e_j] = sum c e_k of algebras, by dimension and table (i, j): {k: c}.
def so3(): return 3, {(1, 2): {3: 1}, (2, 3): {1: 1}, (1, 3): {2: -1}}
def sl2(): return 3, {(1, 2): {2: 2}, (1, 3): {3: -2}, (2, 3): {1: 1}}
def se2(): return 3, {(1, 3): {2: -1}, (2, 3): {1: 1}}
def affine(): return 2, {(1, 2): {2: 1}}
def line(): return 1, {}
def heisenberg(n): return 2 * n + 1, {(i + 1, i + 1 + n): {2 * n + 1: 1} for i in range(n)}
def filiform(n): return n, {(1, k): {k + 1: 1} for k in range(2, n)}
def free_step3(): return 5, {(1, 2): {3: 1}, (1, 3): {4: 1}, (2, 3): {5: 1}}
def free_three(): return 6, {(1, 2): {4: 1}, (1, 3): {5: 1}, (2, 3): {6: 1}}
def diamond(): return 4, {(1, 2): {3: 1}, (1, 3): {2: -1}, (2, 3): {4: 1}}
def gl(n):
    at = lambda i, j: i * n + j + 1
    table = {}
    for i in range(n):
        for j in range(n):
            for k in range(n):
                for l in range(n):
                    a, b = at(i, j), at(k, l)
                    if a >= b: continue
                    row = {}
                    if j == k: row[at(i, l)] = row.get(at(i, l), 0) + 1
                    if l == i: row[at(k, j)] = row.get(at(k, j), 0) - 1
                    row = {m: c for m, c in row.items() if c}
                    if row: table[a, b] = row
    return n * n, table
ALGEBRAS = [so3, sl2, se2, affine, line, lambda: heisenberg(1), lambda: heisenberg(2), lambda: heisenberg(4), lambda: filiform(4),
            lambda: filiform(5), lambda: filiform(7), free_step3, free_three, diamond, lambda: gl(2), lambda: gl(3)]

def summed(parts):
    dim, table = 0, {}
    for n, brackets in parts:
        for (i, j), row in brackets.items():
            table[i + dim, j + dim] = {k + dim: c for k, c in row.items()}
        dim += n
    return dim, table

GROUPS = {"SO3": (3, ["R11", "R12", "R13", "R21", "R22", "R31", "R32", "R33"]), "SO21": (3, ["g11", "g12", "g33"]),
          "SE2": (3, ["x", "y", "phi"]), "SE3": (6, ["x", "y", "z", "R31", "R32", "R33"]), "Aff1": (2, ["s", "x"]),
          "H3": (3, ["x", "y", "z"]), "H5": (5, []), "T1": (1, ["theta1"]), "T2": (2, ["theta1", "theta2"]), "R1": (1, ["r1"]),
          "R2": (2, ["r1", "r2"]), "R3": (3, ["r1", "r2", "r3"])}

class Maker:
    def __init__(self, rng):
        self.r = rng
        self.small = rng.random() < .85  # most files are answered in milliseconds, so that there may be many
        self.style = rng.choice(["short"] * 5 + ["fractions"] * 3 + ["long", "decimals", "roots"])
        self.digits = rng.choice([12, 30, 80, 200])
        self.parameters = rng.sample(["a", "b", "c", "k", "l", "m", "q", "w"], rng.choice([0, 0, 1, 1, 2, 2, 3, 4, 6]))
        self.often = rng.choice([.05, .15, .3, .6])
        self.names = []           # coordinates that formulas may use
        self.moving = rng.choice([0, 0, .1, .3])
        self.power = rng.choice([2, 2, 3, 4, 6, 12, 40])
        if self.small:
            self.digits, self.moving, self.power = 12, rng.choice([0, 0, 0, .1]), rng.choice([2, 2, 3, 12])
            self.parameters, self.often = self.parameters[:2], .1

    def number(self):
        r = self.r
        if self.style == "short" or r.random() < .4: return str(r.choice([1, 1, 1, 2, -1, 3, -2, 5]))
        if self.style == "fractions": return f"{r.randint(-9, 9) or 1}/{r.randint(1, 9)}"
        if self.style == "long": return f"{r.randint(1, 10 ** r.randint(1, self.digits))}/{r.randint(1, 10 ** r.randint(1, self.digits))}"
        if self.style == "decimals": return f"{r.randint(1, 10 ** r.randint(1, 15))}e{r.choice([0, -1, -5, -15, -100, 15, 300])}"
        return r.choice(["sqrt(2)", "sqrt(3)/2", "exp(1/3)", "cos(1/5)", "sqrt(1+sqrt(2))", "log(2)"])

    def parameter(self):
        r, p = self.r, self.r.choice(self.parameters)
        q = r.choice(self.parameters)
        return r.choice([p, p, p, f"{p}*{q}", f"{p}^2", f"{p}+{self.number()}", f"{p}-{q}", f"{p}^{self.power}", f"({p}+{q}+1)^{r.randint(2, self.power)}", f"1/({p}^2+1)", f"{p}/{q}"])

    def of_coordinates(self):
        r, x, y = self.r, self.r.choice(self.names), self.r.choice(self.names)
        n, p = self.number(), r.randint(2, self.power)
        return r.choice([x, x, f"{x}*{y}", f"cos({x})", f"sin({x})", f"{n}+{x}^2", f"{x}^{p}", f"({x}+{y}+1)^{p}", f"exp({x})", f"sqrt(1+{x}^2)", f"1/(2+{x}^2)",
                         f"sin({x}+{p}*{y})", f"sqrt(1+sqrt(1+{x}^2+{y}^2))", f"({n}+cos({x}))^{p}", f"log(2+{x}^2)", f"{x}/sqrt(4+{x}^2+{y}^2)"])

    def entry(self, zero=.4):
        r = self.r
        if r.random() < zero: return "0"
        if self.parameters and r.random() < self.often: return self.parameter()
        if self.names and r.random() < self.moving: return self.of_coordinates()
        return self.number()

    def metric(self, n):
        r = self.r
        sparse = r.choice([1, 1, .9, .6, .2])
        m = [["0"] * n for _ in range(n)]
        for i in range(n):
            for j in range(i):
                m[i][j] = m[j][i] = self.entry(sparse)
            e = self.entry(0)
            m[i][i] = e if r.random() < .5 else f"{n}+{e}"
        return m

    def span(self, n):
        r = self.r
        rank = max(1, min(n, r.choice([1, 2, 2, 2, 3, n - 1, n // 2])))
        rows = []
        for k in range(rank):
            row = [self.entry(.6) for _ in range(n)]
            row[k] = "1"
            for j in range(rank):
                if j != k: row[j] = "0"
            rows.append(row)
        if r.random() < .5:
            p = list(range(n)); r.shuffle(p)
            rows = [[row[i] for i in p] for row in rows]
        return rows

    def start(self, span, n):
        u = [self.r.choice(["1", "-1", "1/2", "2", "1/3"]) for _ in span]
        here = lambda text: re.sub(r"[A-Za-z]+[0-9]*", lambda w: w[0] if w[0] not in self.names else "1" if len(w[0]) == 3 and w[0][1] == w[0][2] else "0", text)
        return ["+".join(f"{c}*({here(v[i])})" for c, v in zip(u, span) if v[i] != "0") or "0" for i in range(n)]

    def finished(self, file, n):
        r = self.r
        file["metric"] = self.metric(n)
        span = self.span(n)
        if r.random() < .95: file["constraint"] = {"span": span}
        if self.names and r.random() < .4: file["potential"] = "+".join(self.of_coordinates() for _ in range(r.randint(1, 4)))
        if r.random() < .08: file["force"] = [self.entry(.5) for _ in range(n)]
        if r.random() < .08 and "constraint" in file: file["constraint"]["offset"] = [self.entry(.5) for _ in range(n)]
        if r.random() < .8 and "offset" not in file.get("constraint", {}): file["initial"] = {"a": self.start(span, n)}
        if self.parameters: file["parameters"] = {p: r.choice(["1", "2", "1/2", "3", "-1"]) for p in self.parameters}
        return file

    def algebra(self):
        r = self.r
        n, table = summed([r.choice(ALGEBRAS[:6] if self.small else ALGEBRAS)() for _ in range(1 if self.small else r.choice([1, 1, 1, 2, 2, 3, 5]))])
        self.moving = 0
        brackets = {}
        for (i, j), row in table.items(): brackets[f"{i},{j}"] = {str(k): str(c) for k, c in row.items()}
        return self.finished({"schema": 1, "name": "hunt", "algebra": {"dim": n, "brackets": brackets}}, n)

    def group(self):
        r = self.r
        names = [r.choice(list(GROUPS)) for _ in range(r.choice([1, 1, 2, 2, 3]))]
        if self.small: names = [r.choice(["SO3", "SO21", "SE2", "Aff1", "H3", "T2", "R3"])]
        if r.random() < .5: names = [x for k, x in enumerate(names) if x not in names[:k]]
        n = sum(GROUPS[x][0] for x in names)
        if len(set(names)) == len(names) and sum(x in ("SE2", "SE3", "H3", "Aff1") for x in names) < 2 and sum(x[0] == "T" for x in names) < 2 and sum(x[0] == "R" for x in names) < 2:
            for x in names: self.names += GROUPS[x][1]
        return self.finished({"schema": 1, "name": "hunt", "group": names if len(names) > 1 else names[0]}, n)

    def chart(self):
        r = self.r
        n = r.choice([2, 3] if self.small else [2, 3, 3, 4, 4, 5, 6, 8])
        self.names = ["x", "y", "z", "phi", "theta", "psi", "u", "v"][:n]
        if r.random() < .4: self.names = self.names[:r.randint(1, n)]
        all_names = ["x", "y", "z", "phi", "theta", "psi", "u", "v"][:n]
        self.moving = r.choice([.1] if self.small else [.1, .3, .5])
        self.parameters = [p for p in self.parameters if p not in "uv"]
        file = {"schema": 1, "name": "hunt", "chart": {"coordinates": all_names}}
        if r.random() < .5:
            file["metric"] = self.metric(n)
            if r.random() < .6: file["potential"] = "+".join(self.of_coordinates() for _ in range(r.randint(1, 3)))
        else:
            file["lagrangian"] = "+".join(f"({self.entry(0)})*{x}_dot^2" for x in all_names) + "-(" + self.of_coordinates() + ")"
        rows = []
        for k in range(r.randint(1, max(1, n - 1))):
            x = all_names[-1 - k]
            if n - 1 - k < 1: break
            rows.append(f"{x}_dot-(" + "+".join(f"({self.entry(.3)})*{y}_dot" for y in all_names[:r.randint(1, n - 1 - k)]) + ")")
        if rows: file["constraints"] = rows
        if r.random() < .8:
            q = {x: r.choice(["0", "1/5", "1/3", "1"]) for x in all_names}
            file["initial"] = {"q": q, "q_dot": {x: "0" for x in all_names}}
        if self.parameters: file["parameters"] = {p: r.choice(["1", "2", "1/2", "3"]) for p in self.parameters}
        return file

    def matrices(self):
        r, size = self.r, self.r.choice([2, 2, 3] if self.small else [2, 3, 3, 4])
        def unit(i, j): return [["1" if (a, b) == (i, j) else "0" for b in range(size)] for a in range(size)]
        def skew(i, j): return [["1" if (a, b) == (i, j) else "-1" if (a, b) == (j, i) else "0" for b in range(size)] for a in range(size)]
        pairs = [(i, j) for i in range(size) for j in range(i + 1, size)]
        basis = r.choice([[unit(i, j) for i, j in pairs], [skew(i, j) for i, j in pairs], [unit(i, j) for i in range(size) for j in range(i, size)],
                          [unit(i, j) for i in range(size) for j in range(size)], [unit(0, size - 1)] + [unit(i, i) for i in range(size)]])
        self.names = [f"X{1 + i}{1 + j}" for i, j in pairs[:3]]
        return self.finished({"schema": 1, "name": "hunt", "group": {"matrices": basis}}, len(basis))

    def mutated(self, file):
        r = self.r
        places = []
        def walk(value, path):
            if isinstance(value, dict):
                for k, v in value.items():
                    if k not in ("name", "reference", "expect", "vehicle", "schema", "coordinates"): walk(v, path + [k])
            elif isinstance(value, list):
                for k, v in enumerate(value): walk(v, path + [k])
            elif path and path[0] != "group" or isinstance(value, (int, float)): places.append(path)
        walk(file, [])
        for key in ("reference", "expect", "vehicle"): file.pop(key, None)
        places = [p for p in places if p[0] not in ("reference", "expect", "vehicle", "chart")]
        self.parameters = [p for p in file.get("parameters", {})]
        if r.random() < .3: file.pop("initial", None)
        for path in r.sample(places, min(len(places), r.choice([1, 1, 2, 3, 6, 12]))):
            at = file
            try:
                for key in path[:-1]: at = at[key]
                old = at[path[-1]]
            except (KeyError, IndexError, TypeError):
                continue
            if not isinstance(old, (str, int, float)): continue
            number, p = self.number(), r.randint(2, self.power)
            choices = [number, f"({old})*({number})", f"({old})^{p}", f"sqrt(1+({old})^2)", f"({old})+({number})", f"exp({old})", f"({old})/(1+({old})^2)", f"cos({old})", f"sin(1/({old}))"]
            if self.parameters: choices += [self.parameter(), f"({old})*({self.parameter()})"] * 2
            at[path[-1]] = r.choice(choices)
            if path[0] == "metric" and len(path) == 3: file["metric"][path[2]][path[1]] = at[path[-1]]
        return file

    def tower(self):
        """Formulas that grow: parameters made of parameters, powers of powers, deep roots, long sums."""
        r, file = self.r, None
        self.parameters, self.style = [], r.choice(["short", "fractions", "long"])
        file = r.choice([self.group, self.chart, self.algebra])()
        depth = r.choice([3, 8, 15, 30, 60])
        step = r.choice(["{0}+{0}", "{0}*{0}", "{0}*{0}+1", "({0}+1)^2", "sqrt(1+{0}^2)", "1/(1+{0}^2)", "exp({0}/2)", "({0}+1/3)^3", "sin({0})+{0}"])
        last = "w0"
        file["parameters"] = {last: self.number()}
        for k in range(1, depth):
            file["parameters"][f"w{k}"] = step.format(last)
            last = f"w{k}"
        x = self.names[0] if self.names else last
        grown = r.choice([last, f"{last}*{x}", f"({x}+{last})^{self.power}", f"{last}^{self.power}", f"sin({last}*{x})", f"({x}^{self.power})^{self.power}"])
        if "metric" in file: file["metric"][0][0] = r.choice([last, f"5+{grown}"])
        elif "lagrangian" in file: file["lagrangian"] += f"+({grown})"
        if self.names and r.random() < .5 and "metric" in file: file["potential"] = grown
        return file

def made(seed, corpus):
    r = random.Random(seed)
    while True:
        maker = Maker(r)
        kind = r.choice(["mutated"] * 3 + ["algebra"] * 12 + ["group"] * 12 + ["chart"] * 6 + ["matrices", "matrices", "tower"])
        file = maker.mutated(json.loads(r.choice(corpus))) if kind == "mutated" else getattr(maker, kind)()
        text = json.dumps(file, separators=(",", ":"))
        if len(text) <= LONGEST: return kind, file, text

def calls(r, file):
    parameters = list(file.get("parameters", {}))
    chosen = r.choice(["check"] * 5 + ["vary"] * 3 + ["study"] * 3 + ["inverse"] * 2 + ["compare"] * 2 + ["steer"] + ["simulate"] * 5 + ["verify"] * 3)
    if chosen == "vary" and not parameters: chosen = "check"
    if chosen == "vary":
        names = r.sample(parameters, min(len(parameters), r.choice([1, 2, 3, 8])))
        return ["check", "FILE", "--vary", ",".join(names)]
    if chosen == "verify":
        of = r.choice(["check", "check", "study", "inverse", "vary"])
        if of == "vary": return ["check", "FILE", "--certificate", "CERTIFICATE"] + (["--vary", ",".join(parameters[:r.choice([1, 2, 3])])] if parameters else [])
        return [of, "FILE", "--certificate", "CERTIFICATE"]
    if chosen == "steer":
        if "chart" in file: end = ",".join(f"{x}={r.choice(['0', '0.5', '1', '-1'])}" for x in file["chart"]["coordinates"][:3])
        else:
            groups = file.get("group", "R1")
            places = [x for g in (groups if isinstance(groups, list) else [groups]) for x in GROUPS.get(str(g), (0, []))[1] if len(x) < 3 or x[:2] in ("th", "ph")]
            end = ",".join(f"{x}={r.choice(['0.5', '1', '-1'])}" for x in places[:r.randint(1, 3)]) or "x=1"
        return ["steer", "FILE", "--to", end]
    if chosen == "simulate":
        most = [["--t-end", "1e9"], ["--h", "1e-9"], ["--t-end", "1e9", "--every", "1000000000"], ["--method", "rk4", "--h", "1e-8"]]
        few = [[], ["--dynamics", "vakonomic"], ["--dynamics", "free"], ["--method", "rk4"], ["--method", "variational-cayley"], ["--t-end", "100"]]
        return ["simulate", "FILE"] + r.choice(most if r.random() < .01 else few)
    return [chosen, "FILE"]

def run(command, seconds, out):
    """Exit status or minus the signal, CPU seconds with those of its programs, MB, wall seconds."""
    begin = time.time()
    child = os.fork()
    if child == 0:
        try:
            fd = os.open(out, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
            os.dup2(os.open("/dev/null", os.O_RDONLY), 0); os.dup2(fd, 1); os.dup2(fd, 2)
            resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
            resource.setrlimit(resource.RLIMIT_AS, (3 << 30, 3 << 30))
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
            os.setpgid(0, 0)
            os.execv(command[0], command)
        finally:
            os._exit(127)
    limit = begin + 20 * seconds
    while True:
        ended, status, usage = os.wait4(child, os.WNOHANG)
        if ended: break
        if time.time() > limit: os.kill(child, signal.SIGKILL)
        time.sleep(.002)
    try: os.killpg(child, signal.SIGKILL)
    except ProcessLookupError: pass
    code = -os.WTERMSIG(status) if os.WIFSIGNALED(status) else os.WEXITSTATUS(status)
    return code, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024, time.time() - begin

def corpus_of(paths):
    """The systems, without those that are too long and the tests of malformed JSON."""
    corpus = []
    for path in paths:
        text = open(path).read()
        try: file = json.loads(text)
        except ValueError: continue
        if isinstance(file, dict) and (len(text) < 6000 or "reference" in file): corpus.append(text)
    return corpus

def hunt(o):
    corpus = corpus_of(o.systems)
    os.makedirs(o.keep, exist_ok=True)
    folder = tempfile.mkdtemp()
    system, answer, certificate = (os.path.join(folder, n) for n in ("system.json", "answer", "certificate.json"))
    log = open(o.log, "a") if o.log else sys.stdout
    rows, refused = [], 0
    for k in range(o.first, o.first + o.files):
        if time.time() > o.until: break
        seed = o.seed * 1_000_000 + k
        kind, file, text = made(seed, corpus)
        open(system, "w").write(text)
        r = random.Random(seed + 7)
        command = [o.hamel] + [{"FILE": system, "CERTIFICATE": certificate}.get(w, w) for w in calls(r, file)]
        todo = [command] + ([[o.hamel, "verify", system, certificate]] if certificate in command else [])
        if os.path.exists(certificate): os.unlink(certificate)
        for command in todo:
            if command[1] == "verify" and not os.path.exists(certificate): continue
            code, cpu, mb, wall = run(command, o.seconds, answer)
            said = open(answer, errors="replace").read()
            words = " ".join(w.replace(folder + "/", "") for w in command[1:])
            row = dict(seed=seed, kind=kind, call=words, cpu=round(cpu, 2), mb=round(mb), code=code, wall=round(wall, 1), bytes=len(text), said=said[-160:], budget="budget of an answer" in said)
            refused += code == 2
            log.write(json.dumps(row) + "\n"); log.flush()
            rows.append(row)
            if cpu > 5 or mb > 300 or not 0 <= code <= 3: open(os.path.join(o.keep, f"{seed}.json"), "w").write(text)
    print(len(rows), "calls,", refused, "refused")
    for key in ("cpu", "mb"):
        for row in sorted(rows, key=lambda row: -row[key])[:20]: print(key, {k: row[k] for k in ("seed", "kind", "call", "cpu", "mb", "code", "budget")})

# What hunts found, by cause: the kind of file, what it took, what was done, and the test of it.
FOUND = [
    ("a matrix group, `compare`", "22 s", "the price of a velocity was that of a group in coordinates", "runs and the fit look at the budget", "study_one_budget, io_budget"),
    ("any, `simulate --t-end 1e9`", "no end", "runs had no budget", "the run ends with what it has; `--budget` gives more", "io_budget"),
    ("`check --vary` of algebras", "Singular was ended by signal 9", "the limit of the system came before the one that is watched", "the reason names the budget", "study_one_budget"),
    ("an algebra of dimension 9, `check --vary`", "25 s", "factors at the ends of ranges were looked for outside any budget", "a condition that is not settled stays open", "io_regress_q1"),
    ("exp(x) in a potential, `study`", "a crash", "values at the identity of functions that are adjoined", "they are found, or not used", "study_one_budget"),
    ("an algebra of dimension 17, `check --vary`", "25 s", "a determinant of polynomials by minors", "elimination without fractions", "io_regress_q1"),
    ("a function with long numbers, `compare`", "25 s", "the file's polynomials were made outside any budget", "they look at it", "io_regress_q1"),
    ("an Euler top with long numbers, `study`", "a crash", "sets of steady motions had no names of variables", "they have", "io_regress_q1"),
    ("a potential with a cube, a tenth power and a logarithm, `study`", "25 s", "products of many integrals were listed", "those of a degree that is searched, up to a number", "io_regress_q1"),
    ("a potential of degree 11, `study`", "25 s", "monomials were listed to count them", "their number is a binomial coefficient", "io_regress_q1"),
    ("slopes with long numbers, `study`", "25 s", "the tables of a study were made outside any budget", "they look at it; each flow is not covered", "io_regress_q1"),
    ("many functions, `study`", "18 s", "rows modulo a prime did not look at the budget", "they do", "io_regress_q1"),
    ("a cosine of sines in a metric, `study`", "24 s and an exception", "the same polynomial was evaluated for each unknown; a relation was renamed before its kind was asked", "once for each point; the kind comes first", "io_regress_q1"),
    ("an algebra of dimension 17, `study`", "25 s, 1.6 GB", "points were listed before the budget was asked", "they have a price first", "io_regress_q1"),
]

def is_fault(row):
    return not 0 <= row["code"] <= 3 or ((row["cpu"] > 20 or row["mb"] > 500) and not row["budget"])

def outcome(row):
    if is_fault(row): return "**a fault**"
    if row["code"] == 2: return "refused"
    return "ended by the budget, and said so" if row["budget"] else "answered"

def write(page, logs):
    rows = [json.loads(line) for log in logs for line in open(log)]
    files = len({row["seed"] for row in rows})
    by_call = {}
    for row in rows:
        words = row["call"].split()
        name = "check --vary" if "--vary" in words else words[0]
        by_call.setdefault(name, []).append(row)
    out = ["# What answers cost", "",
           "Written by `tests/fuzz/hunt.py --write`: random and altered system files of at most 4 kB, with long numbers, many parameters, high powers,",
           "roots, and formulas that grow, each with one of the subcommands (a certificate is verified after it is written). Seconds are those of the",
           "processor, programs that were started included; MB are the largest resident memory. A call that takes more than 20 s or 500 MB and does not",
           "say that its [budget](../system-files.md#what-an-answer-may-cost) ended is a fault, and so is one that a signal ends.", "",
           f"{files} files, {len(rows)} calls: {sum(map(is_fault, rows))} faults.", "",
           "| call | calls | refused | budget ended | median s | 99 in 100 within s | most s | most MB |", "|---|---|---|---|---|---|---|---|"]
    for name, some in sorted(by_call.items()):
        cpu = sorted(row["cpu"] for row in some)
        out.append(f"| `{name}` | {len(some)} | {sum(row['code'] == 2 for row in some)} | {sum(row['budget'] for row in some)} | {cpu[len(cpu) // 2]:.2f} | {cpu[int(.99 * (len(cpu) - 1))]:.2f} | {cpu[-1]:.1f} | {max(row['mb'] for row in some)} |")
    out += ["", "## The slowest twenty", "", "| file | bytes | call | s | MB | what it did |", "|---|---|---|---|---|---|"]
    for row in sorted(rows, key=lambda row: -row["cpu"])[:20]:
        call = row["call"].replace("system.json", "FILE").replace("certificate.json", "CERTIFICATE")
        out.append(f"| {row['kind']} | {row['bytes']} | `{call}` | {row['cpu']:.1f} | {row['mb']} | {outcome(row)} |")
    out += ["", "## What hunts found", "", "Each cause is mended and has a test. The tables above are of the program as it was when the files were met.", "", "| file | it took | cause | now | test |", "|---|---|---|---|---|"]
    out += ["| " + " | ".join(row) + " |" for row in FOUND]
    open(page, "w").write("\n".join(out) + "\n")

def main():
    p = argparse.ArgumentParser(description=__doc__)
    p.add_argument("hamel", nargs="?"); p.add_argument("systems", nargs="*")
    p.add_argument("--files", type=int, default=1000); p.add_argument("--seed", type=int, default=1)
    p.add_argument("--first", type=int, default=0)
    p.add_argument("--seconds", type=int, default=25); p.add_argument("--keep", default="hunt"); p.add_argument("--log")
    p.add_argument("--until", type=float, default=1e18, help="seconds since 1970")
    p.add_argument("--write", help="the page, made from the logs that follow")
    o = p.parse_args()
    if o.write: write(o.write, [o.hamel] + o.systems)
    elif o.hamel and o.systems: hunt(o)
    else: p.error("the command and system files are needed")

if __name__ == "__main__":
    main()
