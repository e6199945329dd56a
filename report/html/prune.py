# Copyright 2026 The clipguard authors
# SPDX-License-Identifier: Apache-2.0
"""Takes out of three.js and its GLTFLoader what is not used.

Its classes are functions whose prototypes are assigned to afterwards. A bundler
cannot know that such assignments have no other effect, and keeps all of them.
Here, each statement of the module belongs to the name that it defines or adds to,
and is kept if that name is used by what is kept.
"""

import re

NAME = r"[A-Za-z_$][\w$]*"
WORD = re.compile(NAME)
# The name that a statement defines or adds to.
OWNER = re.compile(
    rf"(?:(?:function|class) ({NAME}))|"
    rf"(?:Object\.(?:assign|definePropert(?:y|ies))\( ({NAME})\b)|"
    rf"(?:({NAME})\.)")
VARIABLES = re.compile(r"(?:var|let|const) (.*)", re.S)
EXPORT = re.compile(r"export \{([^}]*)\};?")
# Clips from JSON and of morph targets, which nobody makes here.
UNUSED = "Object.assign( AnimationClip, {"
BUILTIN = {"Object", "Number", "Math", "Array", "Function"}


def statements(text):
    """The module's statements: each begins at the beginning of a line."""
    found, comment = [], False
    for line in text.splitlines(keepends=True):
        if not comment and re.match(r"[A-Za-z_$(]", line):
            found.append("")
        if not found:
            found.append("")
        found[-1] += line
        if not comment and line.startswith("/*"):
            comment = True
        if comment and "*/" in line:
            comment = False
    return found


def owners(statement):
    """The names that a statement belongs to; none: it is always kept."""
    variables = VARIABLES.match(statement)
    if variables:
        # In "a = 1, b = 2" only the first name is certain to be a variable.
        return re.findall(rf"(?:^|,\s*)({NAME})(?=\s*(?:=|,|;|$))", variables.group(1))
    owner = OWNER.match(statement)
    name = owner and next(group for group in owner.groups() if group)
    return [name] if name and name not in BUILTIN else []


def code_of(statement):
    """A statement without its comments, which name what they do not use."""
    return re.sub(r"^\s*(//|\*|/\*).*$", "", statement, flags=re.M)


def prune(text, wanted):
    """The module with what is needed for the names that are wanted."""
    exports = EXPORT.search(text)
    exported = {}
    for entry in exports.group(1).split(","):
        inside, _, outside = entry.strip().partition(" as ")
        exported[outside or inside] = inside
    parts = [part for part in statements(text[:exports.start()])
             if not part.startswith(UNUSED)]
    by_owner, ahead, kept = {}, [], set()
    for i, part in enumerate(parts):
        names = owners(part)
        for name in names:
            by_owner.setdefault(name, []).append(i)
        if not names:
            ahead.append(i)
    for name in wanted:
        ahead += by_owner[exported[name]]
    while ahead:
        i = ahead.pop()
        if i in kept:
            continue
        kept.add(i)
        for name in set(WORD.findall(code_of(parts[i]))):
            ahead += by_owner.get(name, [])
    lines = ", ".join(
        outside if inside == outside else f"{inside} as {outside}"
        for outside, inside in exported.items() if outside in wanted)
    return "".join(parts[i] for i in sorted(kept)) + f"\nexport {{ {lines} }};\n"


# GLTFLoader.js loads much that our .glb files do not have, or the page does not
# show. These patterns are left out of its functions, and statements that begin so.
LOADER = re.compile(r"(import \{)([^}]*)(\}[^\n]*\n).*?\nvar GLTFLoader = "
                    r"\( function \(\) \{\n(.*)\n\treturn GLTFLoader;\n", re.S)
CUT = [r"^\t\tif \( nodeDef\.mesh !== undefined \) \{\n.*?^\t\t\}\n",
       r"^\t*case EXTENSIONS\.\w+:\n.*?break;\n",
       r"^\tload: function.*?^\t\},\n",
       r"^\tthis\.(?:textureLoader|fileLoader)\b.*?\n"]
LEFT_OUT = tuple(f"GLTFParser.prototype.{method} " for method in (
    "loadTexture", "assignTexture", "assignFinalMaterial", "loadMaterial",
    "loadCamera", "loadMesh", "loadGeometries", "loadSkin"))


def prune_loader(text):
    """GLTFLoader.js for files that only move nodes."""
    begin, imports, end, body = LOADER.search(text).groups()
    # Its statements lie in a function.
    body = re.sub(r"^\t", "", body, flags=re.M)
    for pattern in CUT:
        body, found = re.subn(pattern, "", body, flags=re.M | re.S)
        if not found:
            raise ValueError(f"GLTFLoader.js has no {pattern}")
    kept = "".join(part for part in statements(body) if not part.startswith(LEFT_OUT))
    kept = prune(kept + "export { GLTFLoader };", {"GLTFLoader"})
    names = set(WORD.findall(code_of(kept)))
    used = [name for name in imports.split(",") if WORD.findall(name)[-1] in names]
    return begin + ",".join(used) + end + kept
