"""What must hold of what a solver said just now, as a script for another solver.

usage: question.py MODE CASE OUTPUT CHECK QUESTION

Prints `unsat-is-bad` or `sat-is-bad` and writes QUESTION, or says at once what there is to say:
`shows: …`, `gone: …`, `cannot: …`.
"""

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


def optima(case):
    """Each objective with its sense and the value that it is said to have."""
    if answer(case) != "sat":
        say("gone: it answers unsat" if answer(case) == "unsat" else "cannot: it does not answer")
    _, response = case.response("get-objectives")
    values = [entry[-1] for entry in response if isinstance(entry, list)]
    if len(values) != len(case.objectives):
        say("cannot: it says nothing of some objective")
    numbers = words(case.functions) & {"Int", "Real"}
    for (sense, term, is_real), value in zip(case.objectives.values(), values):
        if len(numbers) > 1 and not is_real:
            say("cannot: whether an objective is an integer is told by no plain script")
        bound = without_epsilon(value)
        if is_real or "Real" in numbers:
            bound = bound if "oo" in words([bound]) else real(bound)
        yield sense, term, bound, "epsilon" not in words([value])


def best(case):
    """Some objective is better, where those that count as much or more are as good."""
    facts, better, as_good = [], [], []
    for sense, term, value, is_attained in optima(case):
        if "oo" not in words([value]):
            strict = ("<" if sense == "minimize" else ">") + ("" if is_attained else "=")
            better.append(["and", [strict, term, value]] + facts)
            as_good.append([strict[0] + "=", term, value])
        if case.order == "lex":
            if not is_attained or "oo" in words([value]):
                break
            facts = facts + [["=", term, value]]
    if case.order != "pareto":
        as_good = []
    claims = [["or", "false"] + better] + as_good
    return "sat-is-bad", case.sorts + case.functions, case.assertions() + claims


def attained(case):
    claims = list(optima(case))
    if not all(is_attained and "oo" not in words([value]) for _, _, value, is_attained in claims):
        say("cannot: an optimum without a bound, or one that is only come near")
    if case.order == "box" and len(claims) > 1:
        say("cannot: several objectives, each alone")
    facts = [["=", term, value] for _, term, value, _ in claims]
    return "unsat-is-bad", case.sorts + case.functions, case.assertions() + facts


MODES = {
    "best": best,
    "attained": attained,
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
    bad, head, facts = MODES[mode](case)
    lines = [["set-logic", "ALL"]] + head + [["assert", fact] for fact in facts] + [["check-sat"]]
    with open(question, "w") as file:
        file.write("\n".join(map(show, lines)) + "\n")
    print(bad)


main(*sys.argv[1:])
