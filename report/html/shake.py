# Copyright 2026 The clipguard authors
# SPDX-License-Identifier: Apache-2.0
"""Leaves out of three.js what a page does not use.

Debian's three.js is one module of classes from before `class`: functions, and
assignments to their prototypes. No bundler dares to leave out any of these,
because an assignment may have effects. Here they have none but on their class. So
a class is one with all statements that begin with it, and what is not reached from
what is imported goes.

Statements are told apart by lines: those that begin at the margin begin a
statement. Where that is wrong the bundler says so, or the tests in a browser do.
"""

import re

NAME = r"[A-Za-z_$][\w$]*"
BEGINS = re.compile(r"^[A-Za-z_$(]")
STRING = re.compile(r"'(?:[^'\\\n]|\\.)*'|\"(?:[^\"\\\n]|\\.)*\"")
COMMENT = re.compile(r"/\*.*?\*/|^[ \t]*//[^\n]*$", re.S | re.M)
USED = re.compile(rf"(?<![.\w$]){NAME}")
DECLARED = re.compile(rf"^(?:async )?(?:function|class)\s+({NAME})")
VARIABLES = re.compile(r"^(?:var|let|const)\s")
VARIABLE = re.compile(rf"(?:^(?:var|let|const)|,)\s+({NAME})\s*(?=[=,;])")
OWNED = re.compile(
    rf"^(?:Object\.(?:assign|definePropert(?:y|ies))\(\s*)?({NAME})[.,]")
IMPORTS = re.compile(r"import\s*{([^}]*)}\s*from\s*['\"]([^'\"]*)['\"]")


def imported(text, module):
    """What a module imports from another: ends of its name count."""
    names = set()
    for found, source in IMPORTS.findall(text):
        if source.endswith(module):
            names |= {one.split()[0] for one in found.split(",") if one.strip()}
    return names


def statements(text):
    """The statements of a module, from margin to margin."""
    lines = COMMENT.sub("", text).splitlines(keepends=True)
    begins = [i for i, line in enumerate(lines) if BEGINS.match(line)]
    for begin, end in zip(begins, begins[1:] + [len(lines)]):
        yield "".join(lines[begin:end])


def owners(statement):
    """Whose statement it is: what it declares, or what it adds something to."""
    declared = DECLARED.match(statement)
    if declared:
        return [declared.group(1)]
    bare = STRING.sub("''", statement)
    if VARIABLES.match(bare):
        return VARIABLE.findall(bare)
    owned = OWNED.match(bare)
    return [owned.group(1)] if owned else []


def shake(text, wanted):
    """The module with what is wanted of it, and what that needs."""
    kept = []
    parts = {}  # of each name, the numbers of its statements
    all_statements = [one for one in statements(text)
                      if not one.startswith("export {")]
    for i, statement in enumerate(all_statements):
        names = owners(statement)
        for name in names:
            parts.setdefault(name, []).append(i)
        if not names:
            kept.append(i)
    uses = [set(USED.findall(STRING.sub("''", one))) for one in all_statements]
    missing = wanted - parts.keys()
    if missing:
        raise SystemExit(f"three.js has no {', '.join(sorted(missing))}")
    open_names = set(wanted)
    for i in kept:
        open_names |= uses[i] & parts.keys()
    reached = set()
    keep = set(kept)
    while open_names:
        name = open_names.pop()
        reached.add(name)
        for i in parts[name]:
            if i not in keep:
                keep.add(i)
                open_names |= (uses[i] & parts.keys()) - reached
    body = "".join(all_statements[i] for i in sorted(keep))
    # Shaders are strings, which no bundler makes smaller.
    body = re.sub(r"\\n(?:\\t)+", r"\\n", body)
    return body + f"export {{ {', '.join(sorted(wanted))} }};\n"
