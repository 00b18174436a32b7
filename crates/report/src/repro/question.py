"""What must hold of what a solver said just now, as a script for another solver.

usage: question.py MODE CASE OUTPUT CHECK QUESTION

Prints `unsat-is-bad` or `sat-is-bad` and writes QUESTION, or says at once what there is to say:
`shows: …`, `gone: …`, `cannot: …`.
"""

import itertools
import math
import re
import sys

CHECKS = ("check-sat", "check-sat-assuming", "check-sat-using")
TOKEN = re.compile(r'"(?:[^"]|"")*"|\|[^|]*\||;[^\n]*|[()]|[^\s()";|]+')


def read(text):
    """All S-expressions of a text, as strings and lists."""
    levels = [[]]
    for token in TOKEN.findall(text):
        if token.startswith(";"):
            continue
        if token == "(":
            levels.append([])
        elif token == ")" and len(levels) > 1:
            done = levels.pop()
            levels[-1].append(done)
        elif token != ")":
            levels[-1].append(token)
    return levels[0]


def show(tree):
    out, left = [], [tree]
    while left:
        item = left.pop()
        if isinstance(item, str):
            out.append(item)
        else:
            left += [")"] + item[::-1] + ["("]
    return " ".join(out)


def say(what):
    print(what)
    sys.exit(0)


def bare(name):
    return name[1:-1] if name.startswith("|") else name


def words(tree):
    """The words of a term, without their bars."""
    found, left = set(), [tree]
    while left:
        item = left.pop()
        if isinstance(item, str):
            found.add(bare(item))
        else:
            left += item
    return found


class Case:
    """A script up to one of its checks, and what was said to it."""

    def __init__(self, script, output, check):
        self.sorts, self.functions, self.levels = [], [], [[]]
        # What was said behind the check, and before it.
        self.said, self.earlier = [], []
        # Objectives by name, each with its sense and its terms, and the order in which they count.
        self.objectives, self.order = {}, "lex"
        answers = iter(output)
        checks = -1
        for command in script:
            head = command[0]
            if head in CHECKS:
                if checks == check:
                    break
                checks += 1
            if head in ("declare-sort", "define-sort", "declare-datatype", "declare-datatypes"):
                self.sorts.append(command)
            elif head.startswith(("declare-", "define-")):
                self.functions.append(command)
            elif head == "assert":
                self.levels[-1].append(command[1])
            elif head in ("minimize", "maximize"):
                self.objectives[show(command[1]) + str(len(self.objectives))] = (head, command[1], False)
            elif head == "assert-soft":
                self.soft(command)
            elif command[:2] == ["set-option", ":opt.priority"]:
                self.order = command[2]
            elif head == "push":
                self.levels += [[] for _ in range(int((command + ["1"])[1]))]
            elif head == "pop":
                del self.levels[len(self.levels) - int((command + ["1"])[1]) :]
            elif head in ("reset", "reset-assertions"):
                say("cannot: the script takes its assertions back")
            elif head in CHECKS + ("eval", "simplify", "apply", "echo") or head.startswith("get-"):
                response = next(answers, None)
                said = self.said if checks == check else self.earlier
                said.append((command, response))

    def soft(self, command):
        """A soft constraint adds its weight where it does not hold."""
        attributes = dict(zip(command[2::2], command[3::2]))
        name = "soft " + attributes.get(":id", "")
        cost = ["ite", command[1], "0.0", real(attributes.get(":weight", "1"))]
        _, sum, _ = self.objectives.get(name, ("minimize", "0.0", True))
        self.objectives[name] = ("minimize", ["+", sum, cost], True)

    def assertions(self):
        return [term for level in self.levels for term in level]

    def response(self, *names):
        """The first response to one of these commands, with its command."""
        for command, response in self.said + self.earlier:
            if command[0] in names and response is not None:
                if isinstance(response, list) and response[:1] == ["error"]:
                    continue
                return command, response
        say("cannot: no response to " + " or ".join(names))


def answer(case):
    return case.said[0][1] if case.said else None


# Quantifiers become all their cases up to so many, and to so many words of a term.
MOST_CASES, MOST_WORDS = 512, 100_000


def domain(sort):
    """All values of a small sort; none of a large one."""
    if sort == "Bool":
        return ["false", "true"]
    if isinstance(sort, list) and sort[:2] == ["_", "BitVec"] and int(sort[2]) <= 4:
        return ["#b" + format(value, "0%sb" % sort[2]) for value in range(2 ** int(sort[2]))]
    return []


def cases(term):
    """A quantifier over small sorts, case by case: other solvers seldom decide it as it is."""
    head, bound, body = term
    values = [domain(sort) for _, sort in bound]
    number = 1
    for each in values:
        number *= len(each)
    if isinstance(body, list) and body[:1] == ["!"]:
        body = body[1]
    if not 0 < number <= MOST_CASES or number * show(body).count(" ") > MOST_WORDS:
        return term
    names = [name for name, _ in bound]
    lets = [["let", list(map(list, zip(names, all))), body] for all in itertools.product(*values)]
    return [{"forall": "and", "exists": "or"}[head]] + lets if number > 1 else lets[0]


def without_quantifiers(tree):
    """A term with the cases of its quantifiers, the inner ones first."""
    done, left = [], [(tree, False)]
    while left:
        item, is_ready = left.pop()
        if isinstance(item, str) or not item:
            done.append(item)
        elif is_ready:
            parts = done[len(done) - len(item) :]
            del done[len(done) - len(item) :]
            is_quantifier = parts[0] in ("forall", "exists") and len(parts) == 3
            done.append(cases(parts) if is_quantifier else parts)
        else:
            left += [(item, True)] + [(part, False) for part in reversed(item)]
    return done[0]


# Quantifiers become all their cases, up to so many, and to so many words.
MOST_CASES, MOST_WORDS = 512, 100_000


def domain(sort):
    """All values of a small sort; none of another."""
    if sort == "Bool":
        return ["false", "true"]
    if isinstance(sort, list) and sort[:2] == ["_", "BitVec"] and int(sort[2]) <= 4:
        return ["#b" + format(value, f"0{sort[2]}b") for value in range(2 ** int(sort[2]))]
    return []


def by_cases(quantified):
    """A quantifier over small sorts, case by case: as it is, hardly a solver decides it."""
    quantifier, bound, body = quantified
    if isinstance(body, list) and body[:1] == ["!"]:
        body = body[1]
    values = [domain(sort) for _, sort in bound]
    number = math.prod(map(len, values))
    if not 0 < number <= MOST_CASES or number * show(body).count(" ") > MOST_WORDS:
        return quantified
    names = [name for name, _ in bound]
    lets = [["let", [[*one] for one in zip(names, case)], body] for case in itertools.product(*values)]
    return ["and" if quantifier == "forall" else "or", *lets] if number > 1 else lets[0]


def without_quantifiers(tree):
    """A term with its small quantifiers case by case, the inner ones first."""
    done, left = [], [(tree, False)]
    while left:
        item, is_ready = left.pop()
        if is_ready:
            parts = done[len(done) - len(item) :]
            del done[len(done) - len(item) :]
            is_quantified = len(parts) == 3 and parts[0] in ("forall", "exists")
            done.append(by_cases(parts) if is_quantified else parts)
        elif isinstance(item, str) or not item:
            done.append(item)
        else:
            left.append((item, True))
            left += [(part, False) for part in reversed(item)]
    return done[0]


def definition(command):
    """A name, and the command that declares or defines it."""
    return bare(command[1]), command


def in_order(commands):
    """Definitions after what they mention."""
    names, done, out = set(commands), set(), []
    while len(done) < len(commands):
        ready = [
            name
            for name, command in commands.items()
            if name not in done and not (words(command[2:]) & names) - done - {name}
        ]
        if not ready:
            say("cannot: the model defines functions by one another")
        for name in ready:
            out.append(commands[name])
            done.add(name)
    return out


def with_model(case, response):
    """Declarations with a model in their place, and what else the model claims."""
    entries = [entry for entry in response if isinstance(entry, list)]
    if any(word.startswith("@") for word in words(entries)):
        say("cannot: the model has elements that no script can name")
    model = dict(definition(e) for e in entries if e[0].startswith("define-fun"))
    elements = [e for e in entries if e[0] == "declare-fun"]
    claims = [["assert", e] for e in entries if e[0] == "forall"]
    by_sort = {}
    for element in elements:
        by_sort.setdefault(show(element[3]), []).append(element[1])
    claims += [["assert", ["distinct"] + all] for all in by_sort.values() if len(all) > 1]
    chosen = {}
    for name, command in map(definition, case.functions):
        chosen[name] = command if command[0].startswith("define-") else model.get(name, command)
    # Functions that the model's own definitions are made of.
    left = list(chosen.values()) + claims
    while left:
        for name in words(left.pop()[2:]) & set(model) - set(chosen):
            chosen[name] = model[name]
            left.append(model[name])
    return case.sorts + elements + in_order(chosen) + claims


def equalities(case):
    """Each value that was given, as an equation."""
    command, response = case.response("get-value", "eval")
    if command[0] == "eval":
        return [["=", command[1], response]]
    return [["=", term, value] for term, value in response]


def model(case):
    if answer(case) != "sat":
        say("gone: it gives no model" if answer(case) == "unsat" else "cannot: it does not answer")
    _, response = case.response("get-model")
    return "unsat-is-bad", with_model(case, response), case.assertions()


def values(case):
    facts = equalities(case)
    models = [r for c, r in case.said if c[0] == "get-model" and isinstance(r, list)]
    if models and models[0][:1] != ["error"]:
        return "unsat-is-bad", with_model(case, models[0]), facts
    return "unsat-is-bad", case.sorts + case.functions, case.assertions() + facts


def name_of(term):
    if isinstance(term, list) and term[:1] == ["!"] and ":named" in term:
        return bare(term[term.index(":named") + 1])
    return None


def core(case):
    if answer(case) != "unsat":
        say("gone: it answers " + str(answer(case)) if answer(case) == "sat" else "cannot: it does not answer")
    _, response = case.response("get-unsat-core")
    listed = {bare(name) for name in response}
    named = {name_of(term) for term in case.assertions()} - {None}
    if listed - named:
        say("shows: the core names what is no assertion")
    if listed == named:
        say("gone: the core is all that is asserted")
    kept = [t for t in case.assertions() if name_of(t) is None or name_of(t) in listed]
    return "sat-is-bad", case.sorts + case.functions, kept


def assumptions(case):
    command, _ = case.said[0]
    asked = [show(literal) for literal in (command[1] if len(command) > 1 else [])]
    _, response = case.response("get-unsat-assumptions")
    if any(show(literal) not in asked for literal in response):
        say("shows: it lists what was not assumed")
    return "sat-is-bad", case.sorts + case.functions, case.assertions() + response


def simplified(case):
    command, response = case.response("simplify", "get-qe")
    differs = ["not", ["=", command[1], response]]
    return "sat-is-bad", case.sorts + case.functions, [differs]


def real(value):
    """A number as a real one."""
    if isinstance(value, list):
        return [value[0]] + [real(item) for item in value[1:]]
    return value if "." in value else value + ".0"


def without_epsilon(value):
    """A value that is only come near, as the one that it comes near to."""
    if isinstance(value, list):
        return [without_epsilon(item) for item in value]
    return "0" if value == "epsilon" else value


# What a term of numbers is made of, and what makes one of something else.
ARITHMETIC = ("+", "-", "*", "abs", "ite", "let", "!")
TO_NUMBERS = {"/": "Real", "to_real": "Real", "to_int": "Int", "div": "Int", "mod": "Int", "str.len": "Int"}


def range_of(command):
    return command[2] if command[0] in ("declare-const", "define-const") else command[3]


def sort_of(case, term):
    """Int, Real or BitVec, as far as the functions and numerals of a term tell."""
    ranges = {bare(command[1]): range_of(command) for command in case.functions if len(command) > 2}
    found, left = set(), [term]
    while left:
        item = left.pop()
        name = item if isinstance(item, str) else item[0]
        if isinstance(item, list) and name == "let":
            ranges.update((bare(local), None) for local, _ in item[1])
            left += [item[2]] + [value for _, value in item[1]]
        elif isinstance(item, list) and name in ARITHMETIC:
            left += item[2:] if name == "ite" else item[1:2] if name == "!" else item[1:]
        elif isinstance(name, str) and bare(name) in ranges:
            found.add(show(ranges[bare(name)] or "Int"))
        elif isinstance(name, str) and (name.startswith(("bv", "#")) or name in ("concat", "_")):
            found.add("_ BitVec")
        elif isinstance(name, str) and name in TO_NUMBERS:
            found.add(TO_NUMBERS[name])
        elif isinstance(item, str) and item.replace(".", "").isdigit():
            found.add("Real" if "." in item else "Int")
        else:
            say("cannot: the sort of an objective is told by no plain script")
    if any("_ BitVec" in sort for sort in found):
        return "BitVec"
    return "Real" if "Real" in found else "Int"


class Claim:
    """What is said of an objective: a value, one that is only come near, or two ends that it is between."""

    def __init__(self, sense, term, sort, said):
        self.is_least, self.sort = sense == "minimize", sort
        self.term = ["bv2nat", term] if sort == "BitVec" else term
        is_interval = isinstance(said, list) and said[:1] == ["interval"]
        ends = said[1:3] if is_interval else [said]
        if not self.is_least:
            ends.reverse()
        self.is_near = "epsilon" in words([ends[0]])
        self.is_endless = "oo" in words([ends[0]])
        self.is_had = not (is_interval or self.is_near or self.is_endless)
        # The end that nothing is better than, and the other.
        self.value, self.worst = self.bound(ends[0]), self.bound(ends[1]) if is_interval else None

    def bound(self, value):
        value = without_epsilon(value)
        if "oo" in words([value]):
            return None
        if self.sort == "BitVec":
            return ["bv2nat", value] if isinstance(value, list) or value.startswith("#") else value
        return real(value) if self.sort == "Real" else value

    def equation(self):
        return ["=", self.term, self.value]

    def better(self):
        strict = "<" if self.is_least else ">"
        return [strict + ("=" if self.is_near else ""), self.term, self.value]

    def as_good(self):
        return ["<=" if self.is_least else ">=", self.term, self.value]

    def reached(self):
        """What holds where it has its optimum, or is as good as that, by the measures of a hunt's judge."""
        if self.is_had:
            return self.equation()
        far, near = real("1000000") if self.sort == "Real" else "1000000", ["/", "1.0", "1000000.0"]
        beyond = "<" if self.is_least else ">"
        if self.worst is not None:
            return [beyond + "=", self.term, self.worst]
        if self.is_endless:
            return [beyond, self.term, ["-", far] if self.is_least else far]
        return [beyond, self.term, ["+" if self.is_least else "-", self.value, near]]


def optima(case):
    """What is said of each objective."""
    if answer(case) != "sat":
        say("gone: it answers unsat" if answer(case) == "unsat" else "cannot: it does not answer")
    _, response = case.response("get-objectives")
    values = [entry[-1] for entry in response if isinstance(entry, list)]
    if len(values) != len(case.objectives):
        say("cannot: it says nothing of some objective")
    for (sense, term, is_real), value in zip(case.objectives.values(), values):
        yield Claim(sense, term, "Real" if is_real else sort_of(case, term), value)


def best(case):
    """Some objective is better, where those that count as much or more are as good."""
    before, better, as_good = [], [], []
    for claim in optima(case):
        if not claim.is_endless:
            better.append(["and", claim.better()] + before)
            as_good.append(claim.as_good())
        if case.order == "lex":
            if not claim.is_had:
                break
            before = before + [claim.equation()]
    if case.order != "pareto":
        as_good = []
    claims = [["or", "false"] + better] + as_good
    return "sat-is-bad", case.sorts + case.functions, case.assertions() + claims


def had(claims):
    return list(itertools.takewhile(lambda claim: claim.is_had, claims))


def attained(case):
    claims = list(optima(case))
    first = len(had(claims))
    if case.order == "pareto" and first < len(claims):
        say("cannot: a point of the front without a bound, or one that is only come near")
    # Each alone; or each beside those before it, up to the first that nothing attains.
    together = [[claim] for claim in claims] if case.order == "box" else [claims[: first + 1]]
    questions = [case.assertions() + [claim.reached() for claim in some] for some in together]
    return "unsat-is-bad", case.sorts + case.functions, *questions


def evaluated(case):
    """The model is that of the optimum, as far as there is one."""
    claims = had(optima(case))
    if not claims:
        say("gone: it says that there is no optimum")
    _, response = case.response("get-model")
    return "unsat-is-bad", with_model(case, response), [claim.equation() for claim in claims]


MODES = {
    "best": best,
    "attained": attained,
    "evaluated": evaluated,
    "model": model,
    "values": values,
    "core": core,
    "assumptions": assumptions,
    "simplified": simplified,
}


def main(mode, script, output, check, question):
    with open(script) as file:
        script = read(file.read())
    with open(output, errors="replace") as file:
        output = read(file.read())
    case = Case(script, output, int(check))
    bad, head, *questions = MODES[mode](case)
    lines = [["set-logic", "ALL"]] + head
    for facts in questions:
        asked = [["assert", fact] for fact in facts] + [["check-sat"]]
        lines += asked if len(questions) == 1 else [["push", "1"]] + asked + [["pop", "1"]]
    with open(question, "w") as file:
        file.write("\n".join(show(without_quantifiers(line)) for line in lines) + "\n")
    print(bad)


main(*sys.argv[1:])
