#!/usr/bin/env python3
"""Writes what became of the names of the baseline into docs/migrating-to-1.0.md, or checks that page.

    scripts/migration.py OLD NEW            writes the page
    scripts/migration.py --check OLD NEW    fails, with a diff, if the page is not up to date

OLD and NEW are folders with the Modules of a build. Each name of a public declaration in the symbol
graphs of OLD has to be a name in those of NEW. A name that is deprecated there says what replaces it;
for the others, which are gone or mean something else, scripts/migration-notes.txt has a line. Of
modules behind a trait there is no such build; what their pages in docs/public-api have lost has a
line, too. The stage api runs this with the builds that it compares.

Exit status: 0 if the page is written or up to date, 1 if it is not, if a name of OLD is missing
without a line, or if a line is about no such name.
"""

import argparse
import importlib.util
import pathlib
import re
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "migrating-to-1.0.md"
NOTES = ROOT / "scripts" / "migration-notes.txt"

HEADER = """\
# From 0.9 to 1.0

What replaces each name of the public API of 0.9. `scripts/migration.py` writes this page from the
symbol graphs of both versions, and continuous integration checks it. Where the third column says
*forward*, code with the old name still compiles in 1.0, with a warning that says the same.
"""

spec = importlib.util.spec_from_file_location("public_api", ROOT / "scripts" / "public-api.py")
public_api = importlib.util.module_from_spec(spec)
spec.loader.exec_module(public_api)


def names(module, build):
    """The public names of a module, each with its symbols."""
    found = {}
    with tempfile.TemporaryDirectory() as out:
        symbols, _ = public_api.extract(
            module, build, public_api.target_triple(), pathlib.Path(out)
        )
    for symbol in symbols:
        parts = symbol["pathComponents"]
        if not any(part.startswith("_") for part in parts):
            found.setdefault(".".join(parts), []).append(symbol)
    return found


def forward(symbols):
    """What replaces a name, if all its declarations are forwards; the old name stays usable."""
    texts = []
    for symbol in symbols:
        for one in symbol.get("availability", []):
            if one.get("isUnconditionallyDeprecated"):
                renamed = one.get("renamed")
                # Messages quote code as the compiler does.
                message = re.sub(r"'([^']+)'", r"`\1`", one.get("message", ""))
                texts.append(f"`{renamed}`" if renamed else message)
                break
        else:
            return None
    return "; ".join(sorted(set(texts)))


def notes():
    """The lines of the notes: module, name, and what replaces it."""
    found = {}
    for line in NOTES.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            module, name, text = (part.strip() for part in line.split("|"))
            found[module, name] = text
    return found


def rows(module, old, new, known):
    """The rows of a module; removes what it uses from the notes."""
    lines, missing = [], []
    for name in sorted(old):
        # What was deprecated before 0.9, and members of a type that has a row.
        if forward(old[name]) or is_covered(module, name, new):
            continue
        symbols = [s for s in new.get(name, []) if not public_api.has_mark(s, "Unavailable")]
        note = known.pop((module, name), None)
        replacement = forward(symbols) if symbols else None
        if note:
            lines.append(f"| `{name}` | {note} | {'forward' if replacement else ''} |")
        elif replacement:
            lines.append(f"| `{name}` | {replacement} | forward |")
        elif not symbols:
            missing.append(f"{module} | {name} |")
    return lines, missing


def bridge_rows(module, known):
    """The rows of a module behind a trait, of which there is no build: what its page has lost."""
    baseline = (ROOT / "scripts" / "api-baseline").read_text(encoding="utf-8")
    commit = re.search(r"^bridges: (\w+)", baseline, re.M).group(1)
    lines, missing = [], []
    for one in public_api.gone(commit):
        if one.startswith(f"{module}: "):
            name = name_of(one)
            note = known.pop((module, name), None)
            if note:
                lines.append(f"| `{name}` | {note} |  |")
            else:
                missing.append(f"{module} | {name} |")
    return lines, missing


def name_of(line):
    """The name of a declaration behind what it belongs to, as symbol graphs spell it."""
    owner = re.match(r"\w+: (?:\w+ )*?(?:extension|protocol|class|struct|enum|actor) (\w+)", line)
    found = re.search(r": (?:\w+ )*?(?:func (\w+)|(init))(?:<.*?>)?(\()", line)
    if not found:
        return line
    end = public_api.matching(line, found.start(3))
    parameters = public_api.split_commas(line[found.start(3) + 1 : end])
    labels = "".join(f"{one.split(None, 1)[0].rstrip(':')}:" for one in parameters if one)
    name = f"{found.group(1) or found.group(2)}({labels})"
    return f"{owner.group(1)}.{name}" if owner else name


def is_covered(module, name, new):
    """Whether the page says what replaces the type that a member belongs to."""
    while "." in name:
        name = name.rsplit(".", 1)[0]
        if (module, name) in gone or forward(new.get(name, [])):
            return True
    return False


def page(old_build, new_build):
    known = notes()
    gone.update(known)
    lines, missing = [HEADER], []
    for module in public_api.library_modules():
        if module in public_api.bridges():
            found, lost = bridge_rows(module, known)
        elif (old_build / "Modules" / f"{module}.swiftmodule").exists():
            found, lost = rows(module, names(module, old_build), names(module, new_build), known)
        else:
            continue
        missing += lost
        if found:
            lines += [f"## {module}", "", "| 0.9 | 1.0 | |", "|---|---|---|", *found, ""]
    if missing:
        listed = "\n".join(missing)
        sys.exit(
            f"error: these names are gone; add a line that says what replaces each to\n"
            f"{NOTES.relative_to(ROOT)}:\n{listed}"
        )
    if known:
        listed = "\n".join(f"{module} | {name}" for module, name in known)
        sys.exit(f"error: lines of {NOTES.relative_to(ROOT)} about no name of 0.9:\n{listed}")
    return "\n".join(lines).rstrip() + "\n"


# Names with a note: what belongs to a type that is gone needs none.
gone = {}


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--check", action="store_true", help="compare, and write nothing")
    parser.add_argument("old", type=pathlib.Path, help="a build of the baseline")
    parser.add_argument("new", type=pathlib.Path, help="a build of the sources")
    options = parser.parse_args()
    new = page(options.old.resolve(), options.new.resolve())
    if options.check:
        public_api.check(PAGE, new)
        print(f"{PAGE.relative_to(ROOT)} is up to date")
    else:
        PAGE.write_text(new, encoding="utf-8")
        print(f"wrote {PAGE.relative_to(ROOT)}: {new.count(chr(10))} lines")


if __name__ == "__main__":
    main()
