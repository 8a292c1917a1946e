#!/usr/bin/env python3
"""Compiles the Swift code in README.md and Server/README.md, in articles, and in the doc comments of the sources.

Code is checked against the modules of the last `swift build`, in Swift 6 mode; nothing is run. Errors
name the line in the article or in the source.

The blocks fenced with ```swift in one article are put together, in order, into one program, so a block
can use what the blocks before it declare; with @main, all of them are declarations. Warnings are
errors. HTML comments, which readers do not see, steer this:

    <!-- compiled with: CODE -->      CODE belongs to the program but is not shown
    <!-- not compiled: REASON -->     the code block that follows is left out
    <!-- compiled on: MainActor -->   the program belongs to the main actor by default
    <!-- compiled under: TRAIT -->    the program needs a product behind a trait
    <!-- taken from: FILE -->         the code block that follows stands in FILE, word for word

Without names, articles that need a trait are left out: the usual build has nothing of these products.
The stage traits checks them; --under TRAIT prints them.

The blocks in the doc comments of one module are compiled together, each in a function of its own. A
comment of the form `// Future<Int, Never>` behind a line that declares a constant is checked, too: the
constant has to have that type. What samples use and do not declare is in Tests/DocSamples/MODULE.swift.
Above the first mark are declarations for all samples of the module. A mark begins what the samples of
one file use:

    // MARK: Time/Future+Retry.swift                    declared in the function around the sample
    // MARK: Sharing/Latest+Start.swift, in a class     members of a class around the sample
    // MARK: Sharing/SharedLoads.swift, at file level      the sample is no body of a function
    // MARK: ManualClock+Run.swift, not asynchronous    the function around the sample is not async
    // MARK: Apple/Bar.swift, not compiled: REASON      the samples are left out

Lines of code have at most 72 columns, which fit the boxes of the site.

Exit status: 0 if everything compiles, 1 if something does not or if there was nothing to check.
"""

import argparse
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
CONTEXTS = ROOT / "Tests/DocSamples"

FENCE = re.compile(r"^\s*(`{3,}|~{3,})\s*([^\s`]*)[^`]*$")
COMMENT = re.compile(
    r"^\s*<!-- *(compiled with|not compiled|compiled on|compiled under|taken from):(.*)$"
)

FENCE_IN_COMMENT = re.compile(r"^\s*/// ?(\s*)```(\w*)\s*$")
FORMS = "in a class|at file level|not asynchronous|not compiled: .+"
MARK = re.compile(rf"// MARK: ([^,\n]+\.swift)(?:, ({FORMS}))?")
CONSTANT = re.compile(r"^\s*(?:let|var) (\w+)\b")
TYPE = re.compile(r"// ((?:Future|BFTask)<[\w, <>]+>)$")

WIDTH = 72
# Where some lines are wider still.
WIDER = re.compile(r"/(Workflows/|ComingFrom\w+\.md$)")


class Mistake(Exception):
    """Something that cannot be compiled: where, and why."""


def check_width(path, first, lines):
    """Makes sure that the lines of a block fit; the first one has the given number."""
    for number, line in enumerate(lines, start=first):
        if len(line) > WIDTH and not WIDER.search(str(path)):
            raise Mistake(f"{path}:{number}: the line has more than {WIDTH} columns; wrap it")


def relative(path):
    return str(path.relative_to(ROOT) if path.is_relative_to(ROOT) else path)


class Article:
    """The program in one file."""

    def __init__(self, path):
        self.path = path
        self.blocks = 0
        self.skipped = 0
        self.is_on_main_actor = False
        self.trait = None
        self.pieces = []  # (first line, lines)
        self.read(path.read_text(encoding="utf-8").splitlines())

    @property
    def name(self):
        return relative(self.path)

    def mistake(self, line, text):
        return Mistake(f"{self.path}:{line}: {text}")

    def read(self, lines):
        skip = None  # the line of a "not compiled" comment that waits for its block
        origin = None  # the line and the file of a "taken from" comment that waits for its block
        at = 0
        while at < len(lines):
            comment, fence = COMMENT.match(lines[at]), FENCE.match(lines[at])
            if comment and comment[1] == "not compiled":
                skip = at
                if not comment[2].replace("-->", "").strip():
                    raise self.mistake(at + 1, "'not compiled' needs a reason")
                at += 1
            elif comment and comment[1] == "compiled on":
                if comment[2].replace("-->", "").strip() != "MainActor":
                    raise self.mistake(at + 1, "'compiled on' takes MainActor")
                self.is_on_main_actor = True
                at += 1
            elif comment and comment[1] == "compiled under":
                self.trait = comment[2].replace("-->", "").strip()
                if self.trait not in find_bridges().values():
                    raise self.mistake(at + 1, "'compiled under' takes a trait of scripts/bridges.txt")
                at += 1
            elif comment and comment[1] == "taken from":
                origin = at, comment[2].replace("-->", "").strip()
                at += 1
            elif comment:
                at = self.read_hidden(lines, at, comment[2])
            elif fence:
                start = at
                at = self.read_block(lines, at, fence, skip is not None)
                if origin:
                    self.compare(lines[start + 1 : at - 1], *origin)
                skip = origin = None
            else:
                if skip is not None and lines[at].strip():
                    raise self.mistake(skip + 1, "'not compiled' is not followed by a code block")
                if origin and lines[at].strip():
                    raise self.mistake(origin[0] + 1, "'taken from' is not followed by a code block")
                at += 1
        if skip is not None:
            raise self.mistake(skip + 1, "'not compiled' is not followed by a code block")
        if origin:
            raise self.mistake(origin[0] + 1, "'taken from' is not followed by a code block")

    def read_hidden(self, lines, start, rest):
        """Takes the code in a comment; returns the index of the line after it."""
        code, at = [rest], start
        while "-->" not in code[-1]:
            at += 1
            if at == len(lines):
                raise self.mistake(start + 1, "the comment is not closed")
            code.append(lines[at])
        code[-1] = code[-1][: code[-1].index("-->")]
        self.pieces.append((start + 1, code))
        return at + 1

    def read_block(self, lines, start, fence, is_skipped):
        """Takes a code block; returns the index of the line after it."""
        mark, language = fence[1], fence[2]
        at = start + 1
        while at < len(lines) and not closes(lines[at], mark):
            at += 1
        if at == len(lines):
            raise self.mistake(start + 1, "the code block is not closed")
        if not language:
            raise self.mistake(start + 1, "the code block names no language; say swift, text, …")
        if language == "swift":
            check_width(self.path, start + 2, lines[start + 1 : at])
        if language == "swift" and is_skipped:
            self.skipped += 1
        elif language == "swift":
            self.blocks += 1
            self.pieces.append((start + 2, lines[start + 1 : at]))
        elif is_skipped:
            raise self.mistake(start + 1, "'not compiled' before a block that is not Swift")
        return at + 1

    def compare(self, block, at, name):
        """Makes sure that the lines of a block stand in a file, one after another."""
        file = ROOT / name
        if not file.is_file():
            raise self.mistake(at + 1, f"there is no file {name}")
        text = file.read_text(encoding="utf-8")
        if "\n".join(["", *block, ""]) not in "\n" + text:
            raise self.mistake(at + 1, f"the code block does not stand in {name}, word for word")

    def program(self):
        text = []
        for first, lines in self.pieces:
            text.append(f'#sourceLocation(file: "{self.name}", line: {first})')
            text.extend(lines)
        return "\n".join(text) + "\n#sourceLocation()\n"


def closes(line, mark):
    """Whether a line ends the code block that `mark` began."""
    line = line.strip()
    return len(line) >= len(mark) and set(line) == {mark[0]}


class Context:
    """What samples of a module use."""

    def __init__(self, module):
        self.path = CONTEXTS / f"{module}.swift"
        text = self.path.read_text(encoding="utf-8") if self.path.is_file() else ""
        self.shared, self.sections, self.used = [], {}, set()
        current = self.shared
        for number, line in enumerate(text.splitlines(), start=1):
            if match := MARK.fullmatch(line.strip()):
                if match.group(1) in self.sections:
                    raise Mistake(f"{self.path}:{number}: this file has a mark already")
                current = []
                self.sections[match.group(1)] = (match.group(2) or "", number, current)
            else:
                current.append(line)
        imports = [re.match(r"\s*((?:@_spi\(\w+\) )?import (\w+))", line) for line in self.shared]
        self.imports = [
            f"#if canImport({match.group(2)})\n{match.group(1)}\n#endif"
            for match in imports
            if match
        ]

    def of(self, path):
        """The form of the samples of a file, the line of what they use, and that."""
        name = str(path)
        for key, section in self.sections.items():
            if name.endswith(f"/{key}"):
                self.used.add(key)
                return section
        return "", 0, []


class Sample:
    """One block of code."""

    def __init__(self, path, line, lines):
        self.path, self.line, self.lines = path, line, lines

    @property
    def extensions(self):
        """The lines of the extensions in the sample."""
        return self.split()[0]

    def split(self):
        """The lines of extensions, and the others, with empty lines in place of what is missing."""
        inside, outside, is_inside = [], [], False
        for line in self.lines:
            is_inside = is_inside or line.startswith("extension ")
            inside.append(line if is_inside else "")
            outside.append("" if is_inside else line)
            is_inside = is_inside and line != "}"
        return inside, outside

    def checked(self):
        """The lines without extensions, and one for each type that a comment promises."""
        promised, constant = [], None
        lines = self.split()[1]
        for line in lines:
            if match := CONSTANT.match(line):
                constant = match.group(1)
            if line.strip() and constant and (match := TYPE.search(line)):
                # In a chain, the last comment of the statement counts.
                promised = [one for one in promised if one[0] != constant]
                promised.append((constant, match.group(1)))
        return lines + [f"let _: {type} = {name}" for name, type in promised]

    def program(self, number, form, first, section, context):
        """The source of the sample, with what it uses."""
        name = context.path.relative_to(ROOT)
        uses = [f'#sourceLocation(file: "{name}", line: {first + 1})', *section]
        place = f'#sourceLocation(file: "{self.path}", line: {self.line + 1})'
        if form == "at file level":
            body = [*uses, place, *self.lines]
        elif form == "in a class":
            body = ["@MainActor final class Sample%d {" % number, *uses]
            body += ["func run() async throws {", place, *self.checked(), "}", "}"]
        else:
            effects = "throws" if form == "not asynchronous" else "async throws"
            body = [f"func sample{number}() {effects} {{", *uses, place, *self.checked(), "}"]
            # An extension cannot be in a function; what it extends is known there.
            body = [place, *self.extensions, *body]
        return "\n".join([*context.imports, *body, "#sourceLocation()", ""])


def samples_in(path):
    """The samples in the doc comments of a file."""
    found, block = [], None
    name = path.relative_to(ROOT)
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        match = FENCE_IN_COMMENT.match(line)
        if match and block is None:
            block = Sample(name, number, [])
            if not match.group(2):
                raise Mistake(f"{name}:{number}: the code block names no language")
            if match.group(2) == "swift":
                found.append(block)
        elif match:
            if block in found:
                check_width(name, block.line + 1, block.lines)
            block = None
        elif block is not None:
            if not line.strip().startswith("///"):
                raise Mistake(f"{name}:{block.line}: the code block is not closed")
            block.lines.append(re.sub(r"^\s*/// ?", "", line))
    return found


def compile_module(module, options):
    """Compiles the samples of a module; returns how many there are, and whether that went well."""
    context = Context(module)
    programs, left_out = [], 0
    for path in sorted((ROOT / "Sources" / module).rglob("*.swift")):
        for sample in samples_in(path):
            form, first, section = context.of(sample.path)
            if form.startswith("not compiled"):
                left_out += 1
                continue
            number = len(programs)
            programs.append(sample.program(number, form, first, section, context))
    unused = sorted(set(context.sections) - context.used)
    if unused:
        raise Mistake(f"{context.path}: no sample is in {', '.join(unused)}")
    if not programs:
        return 0, left_out, True
    with tempfile.TemporaryDirectory() as folder:
        shared = "\n".join(context.shared)
        name = context.path.relative_to(ROOT)
        programs.append(f'#sourceLocation(file: "{name}", line: 1)\n{shared}\n')
        files = []
        for number, program in enumerate(programs):
            file = pathlib.Path(folder, f"sample{number}.swift")
            file.write_text(program, encoding="utf-8")
            files.append(str(file))
        # Up to SIL, because some data races are found only there. Samples do not use all they make.
        command = ["swiftc", "-emit-sil", "-o", "/dev/null", "-Onone", "-wmo", "-suppress-warnings"]
        command += ["-swift-version", "6", "-parse-as-library", "-module-name", "Samples"]
        status = subprocess.run([*command, *options, *files], stdin=subprocess.DEVNULL).returncode
    return len(programs) - 1, left_out, status == 0


def find_bridges():
    """The products that need a trait, with it; the usual build has nothing of them."""
    lines = (ROOT / "scripts/bridges.txt").read_text(encoding="utf-8").splitlines()
    return dict(line.split()[:2] for line in lines if not line.startswith("#"))


def find_articles():
    readmes = [ROOT / "README.md", ROOT / "Server/README.md"]
    bridges = find_bridges()
    articles = sorted(ROOT.glob("Sources/*/*.docc/**/*.md"))
    articles = [path for path in articles if path.relative_to(ROOT).parts[1] not in bridges]
    return [readme for readme in readmes if readme.exists()] + articles


def find_modules():
    folders = (path for path in (ROOT / "Sources").iterdir() if path.is_dir())
    return sorted(path.name for path in folders if path.name not in find_bridges())


def find_build():
    """The folder in which `swift build` left its products."""
    command = ["swift", "build", "--package-path", str(ROOT), "--show-bin-path"]
    shown = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
    return pathlib.Path(shown.stdout.strip())


def system_modules():
    """The options that make the C modules of this package visible, and the headers behind them."""
    options = []
    for path in sorted(ROOT.glob("Sources/*/module.modulemap")):
        options += ["-Xcc", f"-fmodule-map-file={path}"]
    if shutil.which("pg_config"):
        found = subprocess.run(["pg_config", "--includedir"], stdout=subprocess.PIPE, text=True, check=True)
        options += ["-Xcc", f"-I{found.stdout.strip()}"]
    return options


def imports(build):
    """The compiler options with which a program imports the modules of a build."""
    modules = build / "Modules"
    if not list(modules.glob("*.swiftmodule")):
        sys.exit(f"error: no modules in {modules}; run 'swift build' first")
    # C modules of the packages that a trait brings: with a map that SwiftPM made, or one of their own.
    scratch = build.resolve().parent.parent
    maps = list(build.glob("*.build/module.modulemap"))
    maps += scratch.glob("checkouts/*/Sources/*/include/module.modulemap")
    # A module of a library of the system, such as SQLite.
    maps += scratch.glob("checkouts/*/Sources/*/module.modulemap")
    options = ["-I", str(modules)]
    for path in sorted(maps):
        options += ["-Xcc", f"-fmodule-map-file={path}"]
    return options + system_modules()


def compile_article(article, options, folder):
    """Compiles the program of an article; returns whether that went well."""
    source = pathlib.Path(folder, "main.swift")
    source.write_text(article.program(), encoding="utf-8")
    # Up to SIL, because some data races are found only there.
    command = ["swiftc", "-emit-sil", "-o", "/dev/null", "-Onone", "-swift-version", "6"]
    command += ["-warnings-as-errors", *options, str(source)]
    if "@main" in article.program():
        command.append("-parse-as-library")
    if article.is_on_main_actor:
        command += ["-default-isolation", "MainActor"]
        command += ["-enable-upcoming-feature", "NonisolatedNonsendingByDefault"]
    return subprocess.run(command, stdin=subprocess.DEVNULL).returncode == 0


def plugins():
    """Where the macros of Swift Testing are, which samples about tests use."""
    found = subprocess.run(
        ["swiftc", "-print-target-info"], stdout=subprocess.PIPE, text=True, check=True
    )
    match = re.search(r'"runtimeResourcePath" *: *"(.*)"', found.stdout)
    folder = pathlib.Path(match.group(1)) / "host/plugins/testing" if match else None
    return folder if folder and folder.is_dir() else None


def check_articles(articles, options):
    """Compiles the programs of articles; returns how many blocks there are, and what failed."""
    failed = []
    with tempfile.TemporaryDirectory() as folder:
        for article in articles:
            if article.blocks == 0:
                continue
            good = compile_article(article, options, folder)
            report(article.name, article.blocks, "blocks", article.skipped, good)
            if not good:
                failed.append(article.name)
    return sum(article.blocks for article in articles), failed


def check_modules(modules, options):
    """Compiles the samples of modules; returns how many there are, and what failed."""
    found = plugins()
    options = [*options, "-plugin-path", str(found)] if found else options
    failed, count = [], 0
    for module in modules:
        samples, left_out, good = compile_module(module, options)
        count += samples
        if samples or left_out:
            report(module, samples, "samples", left_out, good)
        if not good:
            failed.append(module)
    return count, failed


def report(name, count, what, left_out, good):
    note = f", {left_out} left out" if left_out else ""
    print(f"{name}: {count} {what}{note}: {'ok' if good else 'FAILED'}", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("subjects", nargs="*", help="check only these articles and modules")
    shown = "what `swift build --show-bin-path` prints"
    parser.add_argument("--build", type=pathlib.Path, help=shown)
    under = "print the articles that need a trait, compile nothing"
    parser.add_argument("--under", metavar="TRAIT", help=under)
    options = parser.parse_args()
    paths = [pathlib.Path(one).resolve() for one in options.subjects if one.endswith(".md")]
    modules = [one for one in options.subjects if not one.endswith(".md")]
    if not options.subjects:
        paths, modules = find_articles(), find_modules()
    try:
        articles = [Article(path) for path in paths]
        if options.under:
            print("".join(f"{one.name}\n" for one in articles if one.trait == options.under), end="")
            return
        if not options.subjects:
            articles = [article for article in articles if article.trait is None]
        imported = imports(options.build or find_build())
        blocks, failed = check_articles(articles, imported)
        samples, more = check_modules(modules, imported)
    except (Mistake, OSError) as mistake:
        sys.exit(f"error: {mistake}")
    if failed or more:
        sys.exit(
            f"error: code in {' '.join(failed + more)} does not compile; declare what a sample uses in "
            "Tests/DocSamples/MODULE.swift, under a MARK with the path of its file"
        )
    if paths and blocks == 0 or modules and samples == 0:
        sys.exit("error: there is no Swift code to check")
    print(f"{blocks} code blocks in {len(paths)} articles and {samples} in doc comments compile")


if __name__ == "__main__":
    main()
