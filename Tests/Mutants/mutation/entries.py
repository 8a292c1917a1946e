"""Defects as text: the entries in Tests/Mutants/AREA.mutants, and how one is put into the sources.

An entry reads like this:

    ## name-of-the-defect
    Breaks: the promise that breaks, in one sentence
    Noticed by: FuturesTests.SuiteName, FuturesTests.OtherSuite
    Explored by: the scenario of the explorer that finds it
    With: thread sanitizer
    File: Sources/Futures/Engine/Cell.swift
      a line of context, as in the file
    - the line that goes
    + the line that comes

It has `Noticed by`, `Explored by` or both; with `With`, only the thread sanitizer notices it. The
context and the lines that go, together, occur exactly once in the file, wherever that is. Changes
in several places have a `File` line each. Below a `File` line, an empty line that is followed by a
change or by context is an empty line of the file; any other one ends the entry. Text above the
first entry says what the area is about.
"""

import dataclasses
import pathlib
import re

FOLDER = "Tests/Mutants"
SANITIZER = "thread sanitizer"

NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
FIELD = re.compile(r"(Breaks|Noticed by|Explored by|With|File): *(.*?) *")
SUITE = re.compile(r"(\w+Tests)\.(\w+)")


class Malformed(Exception):
    """A mistake in the text of an entry."""


class Stale(Exception):
    """An entry whose lines are not in the sources any longer."""


@dataclasses.dataclass
class Block:
    """A change in one place: lines with a mark, which is a space, a minus or a plus."""

    path: str
    line: int = 0
    lines: list = dataclasses.field(default_factory=list)

    @property
    def old(self):
        """The lines that the block is looked up by."""
        return [text for mark, text in self.lines if mark != "+"]

    @property
    def new(self):
        """The lines that take their place."""
        return [text for mark, text in self.lines if mark != "-"]

    def places(self, lines):
        """Where in the lines of a file the block fits."""
        old = self.old
        return [
            index
            for index in range(len(lines) - len(old) + 1)
            if lines[index] == old[0] and lines[index : index + len(old)] == old
        ]

    def place(self, lines):
        """Where in the lines of a file the block fits, if that is one place."""
        places = self.places(lines)
        if len(places) != 1:
            raise Stale(self.misfit(lines, places))
        return places[0]

    def misfit(self, lines, places):
        """Says why the block does not fit exactly once."""
        if places:
            where = ", ".join(str(place + 1) for place in places)
            return f"fits in {self.path} at the lines {where}; it needs more context"
        old = self.old
        # Where most of the lines agree is where the source has changed.
        best = max(
            range(len(lines)),
            key=lambda start: sum(a == b for a, b in zip(old, lines[start:])),
            default=0,
        )
        for offset, text in enumerate(old):
            found = lines[best + offset] if best + offset < len(lines) else None
            if found != text and (offset > 0 or any(a == b for a, b in zip(old, lines[best:]))):
                return (
                    f"does not fit; {self.path}:{best + offset + 1} reads"
                    f"\n      {(found or '').strip()}\n    and not\n      {text.strip()}"
                )
        return f"does not fit; {self.path} has no line\n      {old[0].strip()}"


@dataclasses.dataclass
class Entry:
    """One defect."""

    area: str
    name: str
    line: int = 0
    breaks: str = ""
    suites: list = dataclasses.field(default_factory=list)
    scenario: str = ""
    sanitizer: bool = False
    blocks: list = dataclasses.field(default_factory=list)

    @property
    def title(self):
        return f"{self.area}/{self.name}"

    @property
    def target(self):
        """The test target whose suites notice the defect."""
        return self.suites[0].split(".")[0] if self.suites else ""

    @property
    def certain(self):
        """Whether a test notices it every time; a race of threads, in …RaceTests, may not."""
        return any(not suite.endswith("RaceTests") for suite in self.suites)

    @property
    def paths(self):
        """The files that the defect changes."""
        return list(dict.fromkeys(block.path for block in self.blocks))

    def changed(self, read):
        """The text of each file with the defect, by path; `read` returns the text of a path."""
        texts = {}
        for path in self.paths:
            try:
                lines = read(path).split("\n")
            except FileNotFoundError:
                raise Stale(f"there is no {path}") from None
            # Each change is looked up in the file as it is, whatever the others change.
            changes = [(block.place(lines), block) for block in self.blocks if block.path == path]
            changes.sort(key=lambda change: change[0], reverse=True)
            for (below, _), (start, block) in zip(changes, changes[1:]):
                if start + len(block.old) > below:
                    raise Stale(f"has two changes of {path}:{below + 1}; make them one")
            for start, block in changes:
                lines[start : start + len(block.old)] = block.new
            texts[path] = "\n".join(lines)
        return texts

    def __str__(self):
        fields = [f"## {self.name}", f"Breaks: {self.breaks}"]
        if self.suites:
            fields.append(f"Noticed by: {', '.join(self.suites)}")
        if self.scenario:
            fields.append(f"Explored by: {self.scenario}")
        if self.sanitizer:
            fields.append(f"With: {SANITIZER}")
        for block in self.blocks:
            fields.append(f"File: {block.path}")
            fields += [f"{mark} {text}".rstrip() for mark, text in block.lines]
        return "\n".join(fields) + "\n"


class Parser:
    """Reads the text of one area."""

    def __init__(self, area):
        self.area = area
        self.entries = []
        self.entry = None
        self.seen = set()
        # Empty lines that end the entry, unless more of a block follows.
        self.empty = 0
        self.line = 0

    def fail(self, what):
        entry = f", {self.entry.name}" if self.entry else ""
        raise Malformed(f"{FOLDER}/{self.area}.mutants:{self.line}{entry}: {what}")

    def parse(self, text):
        for self.line, line in enumerate(text.split("\n"), start=1):
            self.take(line)
        self.finish()
        return self.entries

    def take(self, line):
        if line.startswith("## "):
            self.finish()
            self.begin(line[3:].strip())
        elif self.entry is None:
            return
        elif not line.strip():
            self.empty += 1
        elif match := FIELD.fullmatch(line):
            if self.empty:
                self.fail(f"an empty line stands before '{line}'; it ends the entry")
            self.field(match.group(1), match.group(2))
        elif line[0] in " -+" and line[1:2] in ("", " "):
            self.change(line[0], line[2:])
        else:
            self.fail(f"'{line}' is neither a field nor begins with ' ', '-' or '+' and a space")

    def begin(self, name):
        self.entry = Entry(self.area, name, self.line)
        self.seen = set()
        if not NAME.fullmatch(name):
            self.fail("names consist of lower-case words with '-' between them")
        if any(entry.name == name for entry in self.entries):
            self.fail("an entry above has this name")

    def field(self, key, value):
        entry = self.entry
        if not value:
            self.fail(f"'{key}' is empty")
        if key != "File":
            if entry.blocks:
                self.fail(f"'{key}' stands below a change; did a merge mix two entries?")
            if key in self.seen:
                self.fail(f"'{key}' stands here twice; did a merge mix two entries?")
            self.seen.add(key)
        if key == "Breaks":
            entry.breaks = value
        elif key == "Noticed by":
            entry.suites = [suite.strip() for suite in value.split(",")]
            for suite in entry.suites:
                if not SUITE.fullmatch(suite):
                    self.fail(f"'{suite}' is no suite, such as FuturesTests.RetryTests")
            if len({suite.split(".")[0] for suite in entry.suites}) > 1:
                self.fail("the suites are in several test targets; name those of one")
        elif key == "Explored by":
            entry.scenario = value
        elif key == "With":
            if value != SANITIZER:
                self.fail(f"'With' can only be: {SANITIZER}")
            entry.sanitizer = True
        else:
            self.complete_block()
            entry.blocks.append(Block(value, self.line))

    def change(self, mark, text):
        if not self.entry.blocks:
            self.fail("a change stands above the first 'File'")
        lines = self.entry.blocks[-1].lines
        lines += [(" ", "")] * self.empty
        self.empty = 0
        lines.append((mark, text))

    def complete_block(self):
        if not self.entry.blocks:
            return
        block = self.entry.blocks[-1]
        if not block.old:
            self.fail(f"the change of {block.path} needs a line of context, or one that goes")
        if block.old == block.new:
            self.fail(f"the change of {block.path} changes nothing")

    def finish(self):
        entry, self.empty = self.entry, 0
        if entry is None:
            return
        if not entry.breaks:
            self.fail("'Breaks' is missing")
        if not entry.suites and not entry.scenario:
            self.fail("'Noticed by' or 'Explored by' is missing")
        if entry.sanitizer and not entry.suites:
            self.fail("'With' needs 'Noticed by'")
        if not entry.blocks:
            self.fail("'File' is missing")
        self.complete_block()
        self.entries.append(entry)
        self.entry = None


def parse(area, text):
    """The entries in the text of an area."""
    return Parser(area).parse(text)


def load(root):
    """All entries of the package in a directory, by area and in their order there."""
    entries = []
    for file in sorted(pathlib.Path(root, FOLDER).glob("*.mutants")):
        entries += parse(file.stem, file.read_text(encoding="utf-8"))
    return entries
