#!/usr/bin/env python3
"""Compiles the Swift code in README.md and in the articles of the documentation catalogues.

The code blocks fenced with ```swift in one file are put together, in order, into one program, so a
block can use what the blocks before it declare. The program is checked against the modules of the last
`swift build`, in Swift 6 mode with warnings as errors; it is not run. Errors name the line in the article.

HTML comments, which readers do not see, steer this:

    <!-- compiled with: CODE -->      CODE belongs to the program but is not shown
    <!-- not compiled: REASON -->     the code block that follows is left out
    <!-- compiled on: MainActor -->   the program belongs to the main actor by default
    <!-- taken from: FILE -->         the code block that follows stands in FILE, word for word

Exit status: 0 if everything compiles, 1 if something does not or if there was nothing to check.
"""

import argparse
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent

FENCE = re.compile(r"^\s*(`{3,}|~{3,})\s*([^\s`]*)[^`]*$")
COMMENT = re.compile(r"^\s*<!-- *(compiled with|not compiled|compiled on|taken from):(.*)$")


class Malformed(Exception):
    """A mistake in the markup of an article: a line number, and what is wrong there."""


class Article:
    """The program in one file."""

    def __init__(self, path):
        self.path = path
        self.blocks = 0
        self.skipped = 0
        self.is_on_main_actor = False
        self.pieces = []  # (first line, lines)
        self.read(path.read_text(encoding="utf-8").splitlines())

    @property
    def name(self):
        return str(self.path.relative_to(ROOT) if self.path.is_relative_to(ROOT) else self.path)

    def read(self, lines):
        skip = None  # the line of a "not compiled" comment that waits for its block
        origin = None  # the line and the file of a "taken from" comment that waits for its block
        at = 0
        while at < len(lines):
            comment, fence = COMMENT.match(lines[at]), FENCE.match(lines[at])
            if comment and comment[1] == "not compiled":
                skip = at
                if not comment[2].replace("-->", "").strip():
                    raise Malformed(at + 1, "'not compiled' needs a reason")
                at += 1
            elif comment and comment[1] == "compiled on":
                if comment[2].replace("-->", "").strip() != "MainActor":
                    raise Malformed(at + 1, "'compiled on' takes MainActor")
                self.is_on_main_actor = True
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
                    compare(lines[start + 1 : at - 1], *origin)
                skip = origin = None
            else:
                if skip is not None and lines[at].strip():
                    raise Malformed(skip + 1, "'not compiled' is not followed by a code block")
                if origin and lines[at].strip():
                    raise Malformed(origin[0] + 1, "'taken from' is not followed by a code block")
                at += 1
        if skip is not None:
            raise Malformed(skip + 1, "'not compiled' is not followed by a code block")
        if origin:
            raise Malformed(origin[0] + 1, "'taken from' is not followed by a code block")

    def read_hidden(self, lines, start, rest):
        """Takes the code in a comment; returns the index of the line after it."""
        code, at = [rest], start
        while "-->" not in code[-1]:
            at += 1
            if at == len(lines):
                raise Malformed(start + 1, "the comment is not closed")
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
            raise Malformed(start + 1, "the code block is not closed")
        if not language:
            raise Malformed(start + 1, "the code block names no language; say swift, text, …")
        if language == "swift" and is_skipped:
            self.skipped += 1
        elif language == "swift":
            self.blocks += 1
            self.pieces.append((start + 2, lines[start + 1 : at]))
        elif is_skipped:
            raise Malformed(start + 1, "'not compiled' before a block that is not Swift")
        return at + 1

    def program(self):
        text = []
        for first, lines in self.pieces:
            text.append(f'#sourceLocation(file: "{self.name}", line: {first})')
            text.extend(lines)
        return "\n".join(text) + "\n#sourceLocation()\n"


def compare(block, at, name):
    """Makes sure that the lines of a block stand in a file, one after another."""
    file = ROOT / name
    if not file.is_file():
        raise Malformed(at + 1, f"there is no file {name}")
    text = file.read_text(encoding="utf-8")
    if "\n".join(["", *block, ""]) not in "\n" + text:
        raise Malformed(at + 1, f"the code block does not stand in {name}, word for word")


def closes(line, mark):
    """Whether a line ends the code block that `mark` began."""
    line = line.strip()
    return len(line) >= len(mark) and set(line) == {mark[0]}


def find_bridges():
    """The products that need a trait; the usual build has nothing of them."""
    lines = (ROOT / "scripts/bridges.txt").read_text(encoding="utf-8").splitlines()
    return {line.split()[0] for line in lines if not line.startswith("#")}


def find_articles():
    readme = ROOT / "README.md"
    bridges = find_bridges()
    articles = sorted(ROOT.glob("Sources/*/*.docc/**/*.md"))
    articles = [path for path in articles if path.relative_to(ROOT).parts[1] not in bridges]
    return ([readme] if readme.exists() else []) + articles


def find_build():
    """The folder in which `swift build` left its products."""
    command = ["swift", "build", "--package-path", str(ROOT), "--show-bin-path"]
    shown = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
    return pathlib.Path(shown.stdout.strip())


def imports(build):
    """The compiler options with which a program imports the modules of a build."""
    modules = build / "Modules"
    if not list(modules.glob("*.swiftmodule")):
        sys.exit(f"error: no modules in {modules}; run 'swift build' first")
    # C modules of the packages that a trait brings: with a map that SwiftPM made, or one of their own.
    scratch = build.resolve().parent.parent
    maps = list(build.glob("*.build/module.modulemap"))
    maps += scratch.glob("checkouts/*/Sources/*/include/module.modulemap")
    options = ["-I", str(modules)]
    for path in sorted(maps):
        options += ["-Xcc", f"-fmodule-map-file={path}"]
    return options


def compile_article(article, options, folder):
    """Compiles the program of an article; returns whether that went well."""
    source = folder / "main.swift"
    source.write_text(article.program(), encoding="utf-8")
    # Up to SIL, because some data races are found only there.
    command = ["swiftc", "-emit-sil", "-o", "/dev/null", "-Onone", "-swift-version", "6"]
    command += ["-warnings-as-errors", *options, str(source)]
    if article.is_on_main_actor:
        command += ["-default-isolation", "MainActor"]
        command += ["-enable-upcoming-feature", "NonisolatedNonsendingByDefault"]
    return subprocess.run(command, stdin=subprocess.DEVNULL).returncode == 0


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("articles", nargs="*", type=pathlib.Path, help="check only these files")
    parser.add_argument("--build", type=pathlib.Path, help="what `swift build --show-bin-path` prints")
    parser.add_argument("--print", action="store_true", help="print the programs, compile nothing")
    options = parser.parse_args()

    try:
        articles = []
        for path in [path.resolve() for path in options.articles] or find_articles():
            articles.append(Article(path))
    except Malformed as mistake:
        line, text = mistake.args
        sys.exit(f"{path}:{line}: error: {text}")
    except OSError as problem:
        sys.exit(f"error: {problem}")

    if options.print:
        for article in articles:
            print(article.program())
        return

    blocks = sum(article.blocks for article in articles)
    if blocks == 0:
        sys.exit(f"error: there is no Swift code to check in {len(articles)} files")

    import_options = imports(options.build or find_build())
    failed = []
    with tempfile.TemporaryDirectory() as folder:
        for article in articles:
            if article.blocks == 0:
                continue
            good = compile_article(article, import_options, pathlib.Path(folder))
            left_out = f", {article.skipped} left out" if article.skipped else ""
            outcome = "ok" if good else "FAILED"
            print(f"{article.name}: {article.blocks} blocks{left_out}: {outcome}", flush=True)
            if not good:
                failed.append(article.name)
    if failed:
        sys.exit(f"error: {len(failed)} of {len(articles)} files do not compile: {' '.join(failed)}")
    print(f"{blocks} code blocks in {len(articles)} files compile")


if __name__ == "__main__":
    main()
