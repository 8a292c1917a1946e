#!/usr/bin/env python3
"""Writes the table of HTML's named character references from Python's own copy of the standard's list.

    scripts/character-references.py > Sources/AppLinksResolving/Scanner/Text/NamedCharacterReferences+Table.swift
"""

import html.entities

COLUMNS = 98


def items():
    """Name, then "," if it is also valid without a semicolon, otherwise ";", then code points in hex."""
    names = html.entities.html5
    for name in sorted(name[:-1] for name in names if name.endswith(";")):
        points = "+".join(f"{ord(character):x}" for character in names[name + ";"])
        yield f"{name}{',' if name in names else ';'}{points}"


def lines():
    line = ""
    for item in items():
        if len(line) + len(item) + 1 > COLUMNS - 5:
            yield line
            line = ""
        line += item + " "
    yield line


print("// Written by scripts/character-references.py; do not edit.\n")
print("extension NamedCharacterReferences {")
print("  /// Names in order of their bytes, each with its characters.")
print("  static let table = \"\"\"")
body = list(lines())
for line in body[:-1]:
    print(f"    {line}\\")
print(f"    {body[-1].rstrip()}")
print("    \"\"\"")
print("}")
