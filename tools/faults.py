# Copyright 2026 The clipguard authors
# SPDX-License-Identifier: Apache-2.0
"""Small faults to plant in C++ sources: which there are, and what each changes.

Works on text that clang-format has written: a binary operator stands between
spaces, and `T&&`, `T*` and `<T>` do not.
"""

import bisect
import collections
import hashlib
import random
import re

# `text[begin:end]` becomes `new`. Lines count from 1.
Fault = collections.namedtuple("Fault", "path line begin end old new kind")

_COMPARISONS = {
    "<": ("<=", ">="),
    "<=": ("<", ">"),
    ">": (">=", "<="),
    ">=": (">", "<"),
    "==": ("!=",),
    "!=": ("==",),
}
_LOGIC = {"&&": ("||",), "||": ("&&",)}
_ARITHMETIC = {
    "+": ("-",),
    "-": ("+",),
    "*": ("/",),
    "/": ("*",),
    "%": ("*",),
    "<<": (">>",),
    ">>": ("<<",),
    "&": ("|",),
    "|": ("&",),
    "^": ("&",),
    "+=": ("-=",),
    "-=": ("+=",),
    "*=": ("/=",),
    "/=": ("*=",),
    "|=": ("&=",),
    "&=": ("|=",),
    "<<=": (">>=",),
    ">>=": ("<<=",),
}
_BINARY = [
    ("comparison", _COMPARISONS),
    ("logic", _LOGIC),
    ("arithmetic", _ARITHMETIC),
]
_OPERATORS = re.compile(
    r"(?<=\s)(?:"
    + "|".join(re.escape(o) for o in sorted(
        {**_COMPARISONS, **_LOGIC, **_ARITHMETIC}, key=len, reverse=True))
    + r")(?=\s)")

_NOT = re.compile(r"(?<![\w)\]!])!(?=[\w(:])")
_STEP = re.compile(r"\+\+|--")
_NUMBER = re.compile(
    r"(?<![\w.'])(0[xX][\da-fA-F']+|\d[\d']*(?:\.\d*)?(?:[eE][+-]?\d+)?)"
    r"([uUlLfFzZ]*)(?![\w.'])")
_BOOLEAN = re.compile(r"\b(?:true|false)\b")
_EXTREME = re.compile(r"\bstd::(min|max)(?=[<(])")
_TWO_SIDED = re.compile(r"\bstd::(?:min|max)(?:<\w+>)?\(")
_RETURN = re.compile(r"\breturn\s+([^;{}]+);")
_JUMP = re.compile(r"\b(break|continue);")

# Calls that only save time: no result can show them.
_THRIFT = re.compile(r"\.(?:reserve|shrink_to_fit)\(")

# Lines that say what there is, not what is done.
_DECLARATION = re.compile(
    r"\s*(?:template\b|using\b|namespace\b|friend\b|typedef\b|class\b"
    r"|(?:public|private|protected):|.*\boperator\b"
    r"|extern\b|asm\b|.*\bmaybe_unused\b|.*= (?:default|delete);)")
# An array: another size wastes a little memory, or does not compile.
_ARRAY = re.compile(r"\s*(?:const |constexpr |alignas\(\w+\) )*"
                    r"[\w:]+ \w+(?:\[\w+\])+(?:;| =)")
# Statements: a jump, an assignment, a step, a call. A declaration has a type
# and a space before the name.
_STATEMENT = re.compile(
    r"(?:(?:break|continue|return);"
    r"|(?:if|for|while) \(.*\) .*;"
    r"|[*(]*[\w:.>\-\[\]()+*& ]*?[\w)\]] (?:[-+*/|&^%]|<<|>>)?= .*;"
    r"|(?:\+\+|--)[\w:.>\-\[\]()*]+;|[\w:.>\-\[\]()*]+(?:\+\+|--);"
    r"|[\w:.>\-\[\]]+\(.*\);)")
_DECLARES = re.compile(r"(?:const|constexpr|static|auto|return|else)\b"
                       r"|[\w:]+(?:<.*>)?[*&]* [*&]*\w+(?:\[.*\])* = "
                       r"|[\w:]+(?:<.*>)?[*&]* \w+[({;]")


def mask(text):
    """`text` with blanks for comments, strings, directives and asserts.

    Of the same length, with the same line ends.
    """
    out = list(text)

    def blank(begin, end):
        for i in range(begin, end):
            if out[i] != "\n":
                out[i] = " "

    i, size = 0, len(text)
    at_line_start = True
    while i < size:
        c = text[i]
        begin = i
        if text.startswith("//", i):
            i = _find(text, "\n", i)
            blank(begin, i)
        elif text.startswith("/*", i):
            i = min(size, _find(text, "*/", i) + 2)
            blank(begin, i)
        elif c == "#" and at_line_start:
            i = _find(text, "\n", i)
            while text[i - 1] == "\\" and i < size:
                i = _find(text, "\n", i + 1)
            blank(begin, i)
        elif (raw := re.compile(r'R"([^()\\ ]*)\(').match(text, i)):
            end = ")" + raw.group(1) + '"'
            i = min(size, _find(text, end, i) + len(end))
            blank(begin, i)
        elif c == '"' or (c == "'" and not (i and text[i - 1].isalnum())):
            i += 1
            while i < size and text[i] not in (c, "\n"):
                i += 2 if text[i] == "\\" else 1
            i = min(size, i + 1)
            blank(begin, i)
        else:
            i += 1
        at_line_start = (text[i - 1] == "\n"
                         or (at_line_start and text[i - 1].isspace()))
    masked = "".join(out)
    for found in re.finditer(r"\b(?:static_)?assert\(", masked):
        blank(found.start(), _find(masked, ";", found.end()))
    return "".join(out)


def _find(text, what, start):
    found = text.find(what, start)
    return len(text) if found < 0 else found


def closing(masked, begin):
    """The place of the bracket that closes the one at `begin`, or None."""
    depth = 0
    for i in range(begin, len(masked)):
        if masked[i] in "([{":
            depth += 1
        elif masked[i] in ")]}":
            depth -= 1
            if depth == 0:
                return i
    return None


def _arguments(masked, begin, end):
    """[(begin, end)] of the arguments between two brackets."""
    parts = []
    depth, first = 0, begin + 1
    for i in range(begin + 1, end):
        if masked[i] in "([{":
            depth += 1
        elif masked[i] in ")]}":
            depth -= 1
        elif masked[i] == "," and depth == 0:
            parts.append((first, i))
            first = i + 1
    return parts + [(first, end)]


def _other_numbers(digits, suffix):
    """Returns replacements of a number."""
    plain = digits.replace("'", "")
    if plain.lower().startswith("0x") or re.fullmatch(r"\d+", plain):
        if "f" in suffix.lower() and not plain.lower().startswith("0x"):
            return [f"({digits}{suffix} + 1)"]
        value = int(plain, 16 if plain.lower().startswith("0x") else 10)
        return [f"{n}{suffix}" for n in (value + 1, value - 1) if n >= 0]
    return [f"({digits}{suffix} + 1)"]


def faults(path, text):
    """All faults that can be planted in `text`, the file at `path`."""
    masked = mask(text)
    starts = [0] + [m.end() for m in re.finditer("\n", masked)]
    lines = masked.split("\n")
    found = []

    def add(begin, end, new, kind):
        line = bisect.bisect_right(starts, begin)
        if not _DECLARATION.match(lines[line - 1]):
            found.append(Fault(path, line, begin, end, text[begin:end], new, kind))

    for match in _OPERATORS.finditer(masked):
        for kind, table in _BINARY:
            for new in table.get(match.group(), ()):
                add(match.start(), match.end(), new, kind)
    for match in _NOT.finditer(masked):
        add(match.start(), match.end(), "", "not")
    for match in _STEP.finditer(masked):
        new = "--" if match.group() == "++" else "++"
        add(match.start(), match.end(), new, "arithmetic")
    for match in _NUMBER.finditer(masked):
        line = lines[bisect.bisect_right(starts, match.start()) - 1]
        if _ARRAY.match(line) and masked[match.start() - 1] == "[":
            continue
        # The size of an array: another one means nothing, or does not compile.
        if re.match(r"\s*>", masked[match.end():]) and "," in masked[
                max(0, match.start() - 2):match.start()]:
            continue
        for new in _other_numbers(*match.groups()):
            add(match.start(), match.end(), new, "constant")
    for match in _BOOLEAN.finditer(masked):
        new = "false" if match.group() == "true" else "true"
        add(match.start(), match.end(), new, "constant")
    for match in _EXTREME.finditer(masked):
        new = "max" if match.group(1) == "min" else "min"
        add(match.start(1), match.end(1), new, "extreme")
    for match in _TWO_SIDED.finditer(masked):
        end = closing(masked, match.end() - 1)
        if end is None:
            continue
        parts = _arguments(masked, match.end() - 1, end)
        if len(parts) == 2:
            first, second = (text[b:e].strip() for b, e in parts)
            add(match.end(), end, f"{second}, {first}", "swapped arguments")
    for match in _RETURN.finditer(masked):
        if match.group(1).strip() not in ("true", "false", "nullptr"):
            add(match.start(1), match.end(1), "{}", "returned value")
    for match in _JUMP.finditer(masked):
        new = "continue" if match.group(1) == "break" else "break"
        add(match.start(1), match.end(1), new, "jump")
    for n, line in enumerate(lines):
        if _is_statement(lines, n):
            begin = starts[n] + len(line) - len(line.lstrip())
            add(begin, starts[n] + len(line.rstrip()), ";", "dropped statement")
    return sorted(found, key=lambda f: (f.begin, f.end, f.new))


def _is_statement(lines, n):
    line = lines[n].strip()
    if not _STATEMENT.fullmatch(line) or _DECLARES.match(line) or _THRIFT.search(line):
        return False
    if any(line.count(a) != line.count(b) for a, b in ("()", "[]", "{}")):
        return False
    following = next((l.strip() for l in lines[n + 1:] if l.strip()), "")
    if following.startswith("else"):
        return False
    before = next((l.strip() for l in reversed(lines[:n]) if l.strip()), "")
    return before.endswith((";", "{", "}", ")", ":", "else", "do")) or not before


def plant(text, fault):
    """`text` with the fault."""
    assert text[fault.begin:fault.end] == fault.old
    return text[:fault.begin] + fault.new + text[fault.end:]


def order(candidates, seed):
    """One fault of each line, in an order that only depends on `seed`.

    What is drawn from a line depends on the line and not on its surroundings:
    a sample stays much the same while other code changes.

    candidates: {path: (text, [Fault])}
    """
    drawn = []
    for path, (text, of_file) in sorted(candidates.items()):
        lines = text.split("\n")
        seen = collections.Counter()
        by_line = collections.defaultdict(list)
        for fault in of_file:
            by_line[fault.line].append(fault)
        for line, choices in sorted(by_line.items()):
            words = lines[line - 1].strip()
            seen[words] += 1
            identity = f"{seed}\n{path}\n{words}\n{seen[words]}"
            digest = hashlib.sha256(identity.encode()).hexdigest()
            rng = random.Random(digest)
            kind = rng.choice(sorted({fault.kind for fault in choices}))
            fault = rng.choice([f for f in choices if f.kind == kind])
            drawn.append((digest, fault))
    return [fault for _, fault in sorted(drawn)]
