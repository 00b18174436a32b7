"""All texts of a grammar in order, by brute force: python3 order.py GRAMMAR COUNT.

Written from the description of the dialect alone, in the plainest way, to check the enumerator:
by size, then by alternative, then the left-nested product of a sequence. No counting of
indices, no stepping from one text to the next.
"""

import functools
import itertools
import re
import sys

TOKEN = re.compile(r"//[^\n]*|/\*.*?\*/|'(?:\\.|[^'\\])*'|[A-Za-z_][A-Za-z_0-9]*|[():;|?*+]|\s+", re.S)
LISTED = 5000  # texts of a part that are kept; more are made again each time


def tokens(text):
    at, out = 0, []
    while at < len(text):
        match = TOKEN.match(text, at)
        assert match, f"unexpected text at {at}"
        word, at = match.group(), match.end()
        if not word.isspace() and not word.startswith(("//", "/*")):
            out.append(word)
    return out


def terminal(word):
    text = re.sub(r"\\(['\\])", r"\1", word[1:-1])
    repeat = lambda m: m.group(1) * int(m.group(2))
    if text.find("#b") >= 0 or text.find("#x") >= 0:
        text = re.sub(r"([0-9a-fA-F])\{(\d+)\}", repeat, text)
    return text


class Grammar:
    """Rules: a name and its alternatives, each a list of ("text", t), ("rule", r), ("group", r)."""

    def __init__(self, text):
        self.rules = {}
        self.inside = {}  # names that a group mentions
        self.recursive = set()  # alternatives that repeat: (rule, number)
        self.words = tokens(text)
        assert self.words[0] == "grammar" and self.words[2] == ";"
        self.words = self.words[3:]
        while self.words:
            name = self.take()
            assert self.take() == ":"
            self.rules[name] = self.alternatives()
            assert self.take() == ";"

    def take(self):
        return self.words.pop(0)

    def alternatives(self):
        out = [[]]
        while self.words[0] not in (";", ")"):
            word = self.take()
            if word == "|":
                out.append([])
                continue
            if word.startswith("'"):
                item = ("text", terminal(word))
            elif word == "(":
                item = self.group(self.alternatives())
                assert self.take() == ")"
            elif word == "EOF":
                continue
            else:
                item = ("rule", word)
            while self.words[0] in ("?", "*", "+"):
                item = self.repeated(item, self.take())
            out[-1].append(item)
        return out

    def group(self, alternatives):
        name = f"<{len(self.rules)}-{len(self.inside)}>"
        self.rules[name] = alternatives
        self.inside[name] = set()
        for item in itertools.chain(*alternatives):
            if item[0] == "rule":
                self.inside[name].add(item[1])
            elif item[0] == "group":
                self.inside[name] |= self.inside[item[1]]
        return ("group", name)

    def repeated(self, item, sign):
        if sign == "?":
            return self.group([[], [item]])
        if item[0] != "group":
            item = self.group([[item]])
        loop = self.group([[] if sign == "*" else [item], [item]])
        self.rules[loop[1]][1].append(loop)
        self.recursive.add((loop[1], 1))
        return loop

    def cost(self, name, number):
        items = self.rules[name][number]
        if (name, number) in self.recursive:
            return 1
        if len(items) == 1 and items[0][0] == "text":
            return 0
        is_token = lambda item, text: item[0] == "rule" and self.rules[item[1]] == [[("text", text)]]
        depth = 0
        for item in items:
            if item[0] == "text":
                bare = re.sub(r'"[^"]*"|\|[^|]*\|', "", item[1])
                depth += bare.count("(") - bare.count(")")
            elif is_token(item, "("):
                return 1
            elif is_token(item, ")"):
                depth -= 1
            elif depth > 0 or item[1] == name or name in self.inside.get(item[1], ()):
                return 1
        return 0

    @functools.lru_cache(None)
    def part(self, item, size):
        """The texts of one part at a size: a list where there are few, else None."""
        some = list(itertools.islice(self.make(item, size), LISTED + 1))
        return some if len(some) <= LISTED else None

    def texts(self, item, size):
        known = self.part(item, size)
        return known if known is not None else self.make(item, size)

    def make(self, item, size):
        kind, name = item
        if kind == "text":
            if size == 0:
                yield name
            return
        for number, items in enumerate(self.rules[name]):
            rest = size - self.cost(name, number)
            if rest >= 0:
                yield from self.product(tuple(items), rest)

    def product(self, items, size):
        """((s1 s2) s3) ... sn: by the left part's size, the left part, the right part."""
        if not items:
            if size == 0:
                yield ""
            return
        if len(items) == 1:
            yield from self.texts(items[0], size)
            return
        left, right = items[:-1], items[-1]
        for left_size in range(size + 1):
            if not self.has_text(right, size - left_size):
                continue
            for a in self.product(left, left_size):
                for b in self.texts(right, size - left_size):
                    yield f"{a} {b}" if a and b else a or b

    @functools.lru_cache(None)
    def has_text(self, item, size):
        if item[0] == "text":
            return size == 0
        costs = ((self.cost(item[1], n), items) for n, items in enumerate(self.rules[item[1]]))
        return any(size >= cost and self.fits(tuple(items), size - cost) for cost, items in costs)

    @functools.lru_cache(None)
    def fits(self, items, size):
        if not items:
            return size == 0
        sizes = range(size + 1)
        return any(self.has_text(items[-1], size - n) and self.fits(items[:-1], n) for n in sizes)


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        grammar = Grammar(file.read())
    by_size = (grammar.make(("rule", "start"), size) for size in itertools.count())
    for text in itertools.islice(itertools.chain.from_iterable(by_size), int(sys.argv[2])):
        sys.stdout.write(text + "\n")


main()
