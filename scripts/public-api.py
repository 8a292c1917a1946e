#!/usr/bin/env python3
"""Writes the public API of the library products into docs/public-api, or checks these pages.

    scripts/public-api.py              writes the pages of the modules that need no trait
    scripts/public-api.py --check      fails, with a diff, if a page is not what the sources declare
    scripts/public-api.py --build .build/check-packages/debug FuturesNIO
                                       writes the pages of modules of another build

The declarations come from the symbol graphs of the modules that the last `swift build` left. Names
that begin with an underscore are not public API and are left out, and so is what no client can call
because it is marked as unavailable. Modules behind a trait are empty in a build without it; the
stages traits and tools build them, and check their pages. What a catalogue sorts into topics, it sorts
completely: --check also fails for a member of a type with a page of topics that is in none of them.

Exit status: 0 if the pages are written or up to date, 1 if one is not or if a module is missing.
"""

import argparse
import collections
import difflib
import json
import pathlib
import platform
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGES = ROOT / "docs" / "public-api"
INDEX = PAGES / "README.md"
WIDTH = 100

HEADER = """\
# Public API

The public declarations of each library product on Linux, one page for each module, with the traits
that they need. `scripts/public-api.py` writes the pages from the symbol graphs of the modules, and
continuous integration checks that they are up to date. Review changes of the public API here. What
the declarations do is in the documentation catalogues.

These pages are what a release keeps in its sources. Binaries are not kept: the modules are compiled
together with their clients, and `Futures` does not compile with `-enable-library-evolution`.
"""

TYPES = {
    "swift.protocol": "protocol",
    "swift.class": "class",
    "swift.struct": "struct",
    "swift.enum": "enum",
    "swift.actor": "actor",
}

# The order of the members of a type.
KINDS = [
    "swift.associatedtype",
    "swift.typealias",
    "swift.enum.case",
    "swift.init",
    "swift.deinit",
    "swift.type.property",
    "swift.property",
    "swift.var",
    "swift.type.subscript",
    "swift.subscript",
    "swift.type.method",
    "swift.method",
    "swift.func",
    "swift.func.op",
    "swift.macro",
]

# Conformances that the compiler adds to almost every type.
IMPLIED = {"Copyable", "Escapable", "SendableMetatype", "BitwiseCopyable"}


def library_modules():
    """The modules of the library products, in the order of the manifest."""
    command = ["swift", "package", "--package-path", str(ROOT), "dump-package"]
    manifest = json.loads(subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout)
    modules = []
    for product in manifest["products"]:
        if "library" in product["type"]:
            modules += [name for name in product["targets"] if name not in modules]
    return modules


def bridges():
    """The modules that need a trait, with it."""
    lines = (ROOT / "scripts" / "bridges.txt").read_text(encoding="utf-8").splitlines()
    return dict(line.split()[:2] for line in lines if not line.startswith("#"))


def find_build():
    """The folder in which `swift build` left its products."""
    command = ["swift", "build", "--package-path", str(ROOT), "--show-bin-path"]
    shown = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
    return pathlib.Path(shown.stdout.strip())


def module_maps(build):
    """The options that make the C modules of dependencies visible."""
    options, seen = [], set()
    # Those that are part of a package, and those that SwiftPM has written.
    scratch = build.parent.parent
    for path in sorted(scratch.glob("checkouts/**/include/module.modulemap")):
        options += ["-I", str(path.parent)]
        seen.add(path.parent.parent.name)
    # A module of a library of the system, such as SQLite.
    for path in sorted(scratch.glob("checkouts/*/Sources/*/module.modulemap")):
        options += ["-Xcc", f"-fmodule-map-file={path}"]
    for path in sorted(build.glob("*.build/module.modulemap")):
        if path.parent.name.removesuffix(".build") not in seen:
            options += ["-Xcc", f"-fmodule-map-file={path}"]
    return options + system_modules()


def system_modules():
    """The options that make the C modules of this package visible, and the headers behind them."""
    options = []
    for path in sorted(ROOT.glob("Sources/*/module.modulemap")):
        options += ["-Xcc", f"-fmodule-map-file={path}"]
    if shutil.which("pg_config"):
        found = subprocess.run(["pg_config", "--includedir"], stdout=subprocess.PIPE, text=True, check=True)
        options += ["-Xcc", f"-I{found.stdout.strip()}"]
    return options


def target_triple():
    shown = subprocess.run(["swiftc", "-print-target-info"], stdout=subprocess.PIPE, check=True)
    return json.loads(shown.stdout)["target"]["triple"]


def extract(module, build, triple, out):
    """The symbols and relationships of a module, its extensions of other modules included."""
    folder = build / "Modules"
    if not (folder / f"{module}.swiftmodule").exists():
        sys.exit(f"error: no module {module} in {folder}; run 'swift build' first")
    command = ["swift", "symbolgraph-extract", "-module-name", module, "-I", str(folder)]
    command += ["-minimum-access-level", "public", "-skip-synthesized-members"]
    command += ["-target", triple, "-output-dir", str(out), *module_maps(build)]
    subprocess.run(command, check=True)
    symbols, relationships = [], []
    for path in sorted([out / f"{module}.symbols.json", *out.glob(f"{module}@*.symbols.json")]):
        graph = json.loads(path.read_text(encoding="utf-8"))
        symbols += graph["symbols"]
        relationships += graph["relationships"]
    return symbols, relationships


def declaration(symbol):
    """The declaration of a symbol on one line, with spaces as the formatter sets them."""
    text = "".join(fragment["spelling"] for fragment in symbol["declarationFragments"])
    text = re.sub(r"\s+", " ", text).strip()
    return re.sub(r"(?<=[\w>)]) : ", ": ", text)


def wrapped(text, indent):
    """The lines of a declaration: parameters and constraints on lines of their own if it is long."""
    space = " " * indent
    if indent + len(text) <= WIDTH:
        return [space + text]
    head, constraints = split_where(text)
    lines = [space + head]
    opening = parameters_start(head)
    if indent + len(head) > WIDTH and opening is not None:
        closing = matching(head, opening)
        lines = [space + head[: opening + 1]]
        parameters = split_commas(head[opening + 1 : closing])
        for index, parameter in enumerate(parameters):
            comma = "," if index + 1 < len(parameters) else ""
            lines.append(f"{space}  {parameter}{comma}")
        lines.append(space + head[closing:])
    elif indent + len(head) > WIDTH and ": " in head:
        name, conformances = head.split(": ", 1)
        lines = [f"{space}{name}:", *filled(conformances, space + "  ", space + "  ")]
    if constraints:
        if len(lines) > 1 and len(lines[-1]) + 1 + len(constraints) <= WIDTH:
            lines[-1] += " " + constraints
        else:
            lines += filled(constraints, space, space + "  ")
    return lines


def filled(text, first, rest):
    """Lines of a list with commas, as long as they may be, behind the given indentations."""
    lines = []
    for part in split_commas(text):
        if lines and len(lines[-1]) + len(part) + 3 <= WIDTH:
            lines[-1] += f", {part}"
        elif lines:
            lines[-1] += ","
            lines.append(rest + part)
        else:
            lines.append(first + part)
    return lines


def scan(text):
    """Each character that stands outside of brackets or opens or closes one, with its depth."""
    depth = 0
    for at, character in enumerate(text):
        if character in "([{" or (character == "<" and re.match(r"[\w`]", text[at - 1 : at])):
            yield at, character, depth
            depth += 1
        elif character in ")]}" or (character == ">" and text[at - 1] != "-" and depth > 0):
            depth -= 1
            yield at, character, depth
        else:
            yield at, character, depth


def split_where(text):
    for at, character, depth in scan(text):
        if depth == 0 and character == "w" and text[at - 1 : at + 6] == " where ":
            return text[: at - 1], text[at:]
    return text, ""


def parameters_start(text):
    """Where the parameters open: the first parenthesis outside of brackets, behind the name."""
    for at, character, depth in scan(text):
        if depth == 0 and character == "(" and not re.search(r"(@\w+|\bnonisolated)$", text[:at]):
            return at
    return None


def matching(text, opening):
    for at, character, depth in scan(text):
        if at > opening and character == ")" and depth == 0:
            return at
    return len(text) - 1


def split_commas(text):
    parts, start = [], 0
    for at, character, depth in scan(text):
        if character == "," and depth == 0:
            parts.append(text[start:at].strip())
            start = at + 1
    return parts + [text[start:].strip()]


def constraints_of(block):
    """Generic constraints as in a `where` clause."""
    signs = {"conformance": ":", "superclass": ":", "sameType": " =="}
    found = []
    for constraint in (block or {}).get("constraints", []):
        text = f"{constraint['lhs']}{signs[constraint['kind']]} {constraint['rhs']}"
        if constraint["rhs"] not in IMPLIED and text not in found:
            found.append(text)
    return found


def has_mark(symbol, mark):
    return any(one.get(f"isUnconditionally{mark}") for one in symbol.get("availability", []))


class Module:
    """The page of one module."""

    def __init__(self, name, symbols, relationships):
        self.name = name
        self.symbols = {}
        for symbol in symbols:
            is_private = any(part.startswith("_") for part in symbol["pathComponents"])
            if not is_private and not has_mark(symbol, "Unavailable"):
                self.symbols[symbol["identifier"]["precise"]] = symbol
        self.parents = {}
        self.requirements = set()
        self.conformances = collections.defaultdict(set)
        for relationship in relationships:
            source, target = relationship["source"], relationship["target"]
            fallback = relationship.get("targetFallback", "")
            if relationship["kind"] in ("memberOf", "requirementOf", "optionalRequirementOf"):
                self.parents[source] = (target, fallback)
                if relationship["kind"] != "memberOf":
                    self.requirements.add(source)
            elif relationship["kind"] in ("conformsTo", "inheritsFrom"):
                self.add_conformance(source, target, fallback, relationship)

    def add_conformance(self, source, target, fallback, relationship):
        known = self.symbols.get(target)
        name = ".".join(known["pathComponents"]) if known else fallback.split(".", 1)[-1]
        if not name or name in IMPLIED or name.startswith("_"):
            return
        conditions = constraints_of({"constraints": relationship.get("swiftConstraints", [])})
        own = constraints_of(self.symbols.get(source, {}).get("swiftGenerics"))
        conditions = [condition for condition in conditions if condition not in own]
        if conditions:
            name += f" where {', '.join(conditions)}"
        self.conformances[source].add(name)

    def page(self):
        types, blocks, free = self.sort_out()
        members = sum(len(listed) for listed in blocks.values()) + len(free)
        trait = bridges().get(self.name)
        needs = f" Needs the trait `{trait}`." if trait else ""
        lines = [f"# {self.name}", "", f"{len(types)} types, {members} other declarations.{needs}", ""]
        if free:
            lines += ["## Global declarations", "", "```swift", *self.listed(free, 0), "```", ""]
        names = sorted({name for name, _ in blocks} | set(types), key=lambda name: name.split("."))
        for name in names:
            lines += self.type_block(name, types.get(name), blocks)
        return "\n".join(lines).rstrip() + "\n"

    def without_topic(self):
        """What is in no list of topics, although its type, or the module, has such lists."""
        pages = sorted((ROOT / "Sources" / self.name).glob("*.docc/**/*.md"))
        text = "\n".join(path.read_text(encoding="utf-8") for path in pages)
        sorted_out = {self.name} | set(re.findall(rf"^# ``(?:{self.name}/)?(.+)``$", text, re.M))
        listed = set(re.findall(r"^- ``(?:[\w`]+/)*([^(`-]+(?:\([^)`]*\))?|`.+`)(?:-.*)?``", text, re.M))
        for symbol in self.symbols.values():
            *owner, name = symbol["pathComponents"]
            is_sorted = {"/".join(owner) or self.name, "/".join(["Swift", *owner])} & sorted_out
            if is_sorted and name not in listed and not has_mark(symbol, "Deprecated"):
                yield ".".join([*owner, name])

    def sort_out(self):
        """Types by name; members by the name of their type and their constraints; and the rest."""
        types, blocks, free = {}, collections.defaultdict(list), []
        for identifier, symbol in self.symbols.items():
            if symbol["kind"]["identifier"] in TYPES:
                types[".".join(symbol["pathComponents"])] = symbol
            elif len(symbol["pathComponents"]) == 1:
                free.append(symbol)
            else:
                name = ".".join(symbol["pathComponents"][:-1])
                blocks[name, self.extension_clause(identifier, symbol)].append(symbol)
        return types, blocks, free

    def extension_clause(self, identifier, symbol):
        """The constraints that a member has beyond those of its type; None in a requirement."""
        if identifier in self.requirements:
            return None
        parent = self.symbols.get(self.parents.get(identifier, ("", ""))[0], {})
        own = constraints_of(parent.get("swiftGenerics"))
        extension = constraints_of(symbol.get("swiftExtension"))
        return tuple(constraint for constraint in extension if constraint not in own)

    def type_block(self, name, symbol, blocks):
        kind = "" if symbol else " (extension)"
        lines = [f"## {name}{kind}", "", "```swift"]
        own = [clause for owner, clause in blocks if owner == name]
        if symbol:
            is_protocol = symbol["kind"]["identifier"] == "swift.protocol"
            body = blocks.get((name, None if is_protocol else ()), [])
            lines += self.braces(self.heading(symbol), body)
            clauses = [clause for clause in own if clause != (None if is_protocol else ())]
        else:
            clauses = own
        for clause in sorted(clauses):
            constraints = f" where {', '.join(clause)}" if clause else ""
            if lines[-1] != "```swift":
                lines.append("")
            lines += self.braces(f"extension {name}{constraints}", blocks[name, clause])
        return lines + ["```", ""]

    def heading(self, symbol):
        text = declaration(symbol)
        name = symbol["pathComponents"][-1]
        text = re.sub(rf"\b{name}\b", ".".join(symbol["pathComponents"]), text, count=1)
        conforms = sorted(self.conformances[symbol["identifier"]["precise"]])
        plain = [conformance for conformance in conforms if " where " not in conformance]
        head, where = split_where(text)
        if symbol["kind"]["identifier"] == "swift.protocol":
            head = head.split(": ")[0]
        if plain:
            head += f": {', '.join(plain)}"
        text = f"{head} {where}".strip()
        for conformance in conforms:
            if " where " in conformance:
                text += f"\n// conforms to {conformance}"
        return text

    def braces(self, heading, members):
        heading, *notes = heading.split("\n")
        start = wrapped(heading, 0)
        if not members:
            return notes + [*start[:-1], start[-1] + " {}"]
        return notes + [*start[:-1], start[-1] + " {", *self.listed(members, 2), "}"]

    def listed(self, symbols, indent):
        def order(symbol):
            kind = symbol["kind"]["identifier"]
            place = KINDS.index(kind) if kind in KINDS else len(KINDS)
            return place, symbol["names"]["title"], declaration(symbol)

        lines = []
        for symbol in sorted(symbols, key=order):
            lines += wrapped(declaration(symbol), indent)
        return lines


def load(module, build, triple):
    with tempfile.TemporaryDirectory() as out:
        return Module(module, *extract(module, build, triple, pathlib.Path(out)))


def index(pages):
    """The index, from the second line of each page."""
    table = ["| Module | Types | Other declarations | Trait |", "|---|--:|--:|---|"]
    for name, text in pages.items():
        types, members = re.search(r"(\d+) types, (\d+) other", text).groups()
        trait = bridges().get(name)
        table.append(f"| [{name}]({name}.md) | {types} | {members} | {f'`{trait}`' if trait else ''} |")
    return "\n".join([HEADER, *table]) + "\n"


def check(path, new):
    """Fails, with a diff, if a file has other contents."""
    old = path.read_text(encoding="utf-8") if path.exists() else ""
    if old == new:
        return
    name = str(path.relative_to(ROOT))
    lines = (old.splitlines(), new.splitlines())
    print("\n".join(difflib.unified_diff(*lines, name, "the sources", n=2, lineterm="")))
    sys.exit(
        f"error: the public API is not the one in {name}. If the change is meant, run\n"
        "'swift build && scripts/public-api.py' on Linux and commit the page with the change; for a\n"
        "module behind a trait, see 'scripts/public-api.py --help'."
    )


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--check", action="store_true", help="compare, and write nothing")
    parser.add_argument("--build", type=pathlib.Path, help="where a build has left its products")
    parser.add_argument("modules", nargs="*", help="default: all that need no trait")
    options = parser.parse_args()
    if platform.system() != "Linux":
        sys.exit("error: the pages list the API on Linux; run this script there")

    triple, build = target_triple(), (options.build or find_build()).resolve()
    everything = library_modules()
    chosen = options.modules or [name for name in everything if name not in bridges()]
    modules = {name: load(name, build, triple) for name in chosen}
    new = {name: module.page() for name, module in modules.items()}
    PAGES.mkdir(parents=True, exist_ok=True)
    if not options.check:
        for name, text in new.items():
            (PAGES / f"{name}.md").write_text(text, encoding="utf-8")
    pages = {}
    for name in everything:
        path = PAGES / f"{name}.md"
        if not path.exists():
            sys.exit(f"error: {path.relative_to(ROOT)} is missing; see 'scripts/public-api.py --help'")
        pages[name] = path.read_text(encoding="utf-8")
    if not options.check:
        INDEX.write_text(index(pages), encoding="utf-8")
        print(f"wrote {len(new)} pages in {PAGES.relative_to(ROOT)}")
        return
    for name, text in new.items():
        check(PAGES / f"{name}.md", text)
    check(INDEX, index(pages))
    missing = [f"{module.name}: {one}" for module in modules.values() for one in module.without_topic()]
    if missing:
        names = "\n  ".join(sorted(set(missing)))
        sys.exit(
            f"error: these are in no topic of the documentation:\n  {names}\n"
            "Add a line such as '- ``map(_:)``' to the page of the type in the module's .docc folder."
        )
    print(f"{len(new)} pages in {PAGES.relative_to(ROOT)} are up to date")


if __name__ == "__main__":
    main()
