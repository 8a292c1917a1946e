#!/usr/bin/env python3
"""Puts one small defect after the other into the sources, and tells which test notices each.

An entry in Tests/Mutants/*.mutants reads like this; text above the first one is about the area:

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
context and the lines that go, together, occur exactly once in the file. Changes in several places
have a `File` line each. An empty line that more of a change follows is an empty line of the file.

One defect at a time is put into a copy of the package in .build/mutants/, which is built, and the
suites that the entry names are run; with --explorer, its scenario is explored. A crash, and tests
that take longer than MUTANTS_TIMEOUT seconds (default: 60, without the build), count as caught.

Exit status: 0 if each defect was noticed, 1 if one survived or is stale, 2 if the tests fail without
any defect or the entries cannot be read.
"""

import argparse
import dataclasses
import fnmatch
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
SANITIZER = "thread sanitizer"
FIELD = re.compile(r"(Breaks|Noticed by|Explored by|With|File): *(.+?) *")
SUITE = re.compile(r"(\w+Tests)\.(\w+)")
STARTED = "Test run started"
FAILURE = re.compile(r"^[^A-Za-z]*Test (.*) recorded an issue.* at (\w*\.swift:\d*):", re.MULTILINE)


class Malformed(Exception):
    """A mistake in the text of an entry, or in a request."""


class Stale(Exception):
    """An entry whose lines are not in the sources any longer."""


@dataclasses.dataclass
class Entry:
    """A defect; its blocks are pairs of a path and lines, which are pairs of a mark and a text."""

    area: str
    name: str
    line: int
    fields: dict = dataclasses.field(default_factory=dict)
    blocks: list = dataclasses.field(default_factory=list)

    @property
    def title(self):
        return f"{self.area}/{self.name}"

    @property
    def breaks(self):
        return self.fields.get("Breaks", "")

    @property
    def suites(self):
        named = self.fields.get("Noticed by", "")
        return [suite.strip() for suite in named.split(",")] if named else []

    @property
    def target(self):
        return self.suites[0].split(".")[0] if self.suites else ""

    def problem(self):
        """What is wrong with the text of the entry."""
        if not self.breaks or not self.blocks:
            return "'Breaks' or 'File' is missing"
        if not self.suites and "Explored by" not in self.fields:
            return "'Noticed by' or 'Explored by' is missing"
        if self.fields.get("With", SANITIZER) != SANITIZER:
            return f"'With' can only be: {SANITIZER}"
        if not all(map(SUITE.fullmatch, self.suites)):
            return "a suite is written like FuturesTests.RetryTests"
        if len({suite.split(".")[0] for suite in self.suites}) > 1:
            return "the suites are in several test targets; name those of one"
        for path, lines in self.blocks:
            if all(mark == " " for mark, _ in lines) or all(mark == "+" for mark, _ in lines):
                return f"the change of {path} needs a change, and a line that is there"
        return None

    def changed(self, root):
        """The text of each file with the defect, by path."""
        places, texts = {}, {}
        for path, lines in self.blocks:
            if not (root / path).is_file():
                raise Stale(f"there is no {path}")
            text = (root / path).read_text(encoding="utf-8").split("\n")
            old = [line for mark, line in lines if mark != "+"]
            new = [line for mark, line in lines if mark != "-"]
            found = [i for i in range(len(text)) if text[i : i + len(old)] == old]
            if len(found) != 1:
                raise Stale(f"fits {path} {len(found)} times:\n      {old[0].strip()}")
            texts[path] = text
            places.setdefault(path, []).append((found[0], len(old), new))
        # From the end, so that the places stay right.
        for path, changes in places.items():
            for start, count, new in sorted(changes, reverse=True):
                texts[path][start : start + count] = new
        return {path: "\n".join(text) for path, text in texts.items()}


def parse(area, text):
    """The entries in the text of an area."""
    entries, empty = [], 0
    for number, line in enumerate(text.split("\n"), start=1):
        field = FIELD.fullmatch(line)
        entry = entries[-1] if entries else None
        if line.startswith("## "):
            entries.append(Entry(area, line[3:].strip(), number))
        elif entry is None:
            continue
        elif not line.strip():
            empty += 1
            continue
        elif field and not empty and field[1] == "File":
            entry.blocks.append((field[2], []))
        elif field and not empty and not entry.blocks and field[1] not in entry.fields:
            entry.fields[field[1]] = field[2]
        elif not field and entry.blocks and line[0] in " -+" and line[1:2] in ("", " "):
            entry.blocks[-1][1].extend([(" ", "")] * empty + [(line[0], line[2:])])
        else:
            raise Malformed(f"{area}.mutants:{number}: '{line}' is not where it can be in an entry")
        empty = 0
    names = [entry.name for entry in entries]
    for entry in entries:
        problem = "is there twice" if names.count(entry.name) > 1 else entry.problem()
        if problem:
            raise Malformed(f"{area}.mutants:{entry.line}: {entry.name}: {problem}")
    return entries


def load(root):
    files = sorted((root / "Tests/Mutants").glob("*.mutants"))
    return [entry for file in files for entry in parse(file.stem, file.read_text(encoding="utf-8"))]


def check(root, entries):
    """Prints the entries that do not fit, and returns whether there are none."""
    stale, types = 0, {}
    for entry in entries:
        try:
            entry.changed(root)
            for target, name in map(lambda suite: suite.split("."), entry.suites):
                if target not in types:
                    files = (root / "Tests" / target).rglob("*.swift")
                    text = "\n".join(file.read_text(encoding="utf-8") for file in files)
                    types[target] = set(re.findall(r"\b(?:struct|class|actor|enum) (\w+)", text))
                if name not in types[target]:
                    raise Stale(f"names {target}.{name}, which does not exist")
        except Stale as problem:
            stale += 1
            print(f"Tests/Mutants/{entry.area}.mutants:{entry.line}: {entry.name} {problem}")
    print(f"{len(entries)} defects, {stale} of them stale")
    if stale:
        print("Correct their lines, or remove entries whose promise is gone.")
    return stale == 0


def shell(root, command, *arguments):
    """What a command of the shell prints that uses the scripts of the package."""
    scripts = "source scripts/build-flags.inc.sh; source scripts/reduced-package.inc.sh"
    command = ["bash", "-euc", f"{scripts}; {command}", "bash", *arguments]
    return subprocess.run(command, cwd=root, check=True, capture_output=True, text=True).stdout


def end(process):
    """Kills a process and its descendants, of which some are in process groups of their own."""
    table = subprocess.run(["ps", "-A", "-o", "pid=,ppid="], capture_output=True, text=True).stdout
    pairs = [tuple(map(int, line.split())) for line in table.splitlines()]
    found = [process.pid]
    for one in found:
        found += [child for child, parent in pairs if parent == one]
    for one in reversed(found):
        try:
            os.kill(one, signal.SIGKILL)
        except ProcessLookupError:
            pass


def run(command, directory, log, limit=None, environment=None, begins=""):
    """Runs a program, and appends what it prints to a log.

    Returns its exit status; `None` if it took longer than `limit` seconds from the first line that
    contains `begins` on. It ends with the first failure of a test: to describe hundreds takes minutes.
    """
    process = subprocess.Popen(
        command,
        cwd=directory,
        env={**os.environ, **(environment or {})},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
    )
    late = threading.Event()
    timer = threading.Timer(limit, lambda: (late.set(), end(process))) if limit else None
    started = False
    try:
        with open(log, "a", encoding="utf-8") as output:
            for line in process.stdout:
                output.write(line)
                if timer and not started and begins in line:
                    timer.start()
                    started = True
                if " recorded an issue" in line:
                    end(process)
                    break
        status = process.wait()
    finally:
        if timer:
            timer.cancel()
        if process.poll() is None:
            end(process)
            process.wait()
    return None if late.is_set() else status


class Copy:
    """A copy of the package, in which defects are tried; the working tree is never touched."""

    def __init__(self, root, name, folders):
        self.root, self.path, self.folders = root, root / ".build/mutants" / name, folders
        self.log = root / ".build/mutants/logs" / f"{name.replace('/', '-')}.log"
        self.log.parent.mkdir(parents=True, exist_ok=True)
        self.log.write_text("")

    def synchronize(self):
        """Copies what has changed since the last time, so that little is built anew."""
        git = ["git", "ls-files", "-coz", "--exclude-standard", "--", *self.folders]
        names = subprocess.run(git, cwd=self.root, check=True, capture_output=True, text=True).stdout
        names = {name for name in names.split("\0") if name and os.path.lexists(self.root / name)}
        for name in names:
            source, copy = self.root / name, self.path / name
            if source.is_file():
                write(copy, source.read_bytes())
                shutil.copymode(source, copy)
            elif not copy.is_symlink():
                copy.parent.mkdir(parents=True, exist_ok=True)
                copy.symlink_to(os.readlink(source))
        for folder in self.folders:
            for file in (self.path / folder).rglob("*"):
                name = str(file.relative_to(self.path))
                if file.is_file() and name not in names and ".build" not in file.parts:
                    file.unlink()

    def attempt(self, entry):
        """What became of a defect, as a word and what is to be said about it."""
        self.log = self.root / ".build/mutants/logs" / f"{entry.area}-{entry.name}.log"
        self.log.write_text("")
        texts = {}
        try:
            texts = entry.changed(self.path)
            for path, text in texts.items():
                write(self.path / path, text.encode())
            return self.judge(entry)
        except Stale as problem:
            return "stale", str(problem)
        finally:
            for path in texts:
                write(self.path / path, (self.root / path).read_bytes())

    def output(self):
        return self.log.read_text(encoding="utf-8", errors="replace")


class Tests(Copy):
    """A copy for one test target, with what it depends on and no other target."""

    def __init__(self, root, target, limit, sanitizer):
        super().__init__(root, target + ("-sanitizer" if sanitizer else ""), ["Sources", "Tests"])
        self.target, self.limit = target, limit
        self.options = shell(root, 'printf "%s\\n" "${LEAN[@]}"').split()
        if sanitizer:
            self.options += ["--sanitize=thread", "-Xswiftc", "-DTENON_TSAN"]
        # The trait that all files of the tests stand behind, if there is one.
        files = list((root / "Tests" / target).rglob("*.swift"))
        conditions = {file.read_text(encoding="utf-8").split("\n", 1)[0] for file in files}
        if len(conditions) == 1 and (trait := re.fullmatch(r"#if (\w+)", conditions.pop())):
            self.options += ["--traits", trait[1]]

    def test(self, suites, limit):
        names = "|".join(sorted({suite.replace(".", "\\.") for suite in suites}))
        # Without it, tests that are killed take what they have written with them.
        buffered = ["stdbuf", "--output=L"] if shutil.which("stdbuf") else []
        command = [*buffered, "swift", "test", "--disable-xctest", *self.options]
        environment = {
            "TENON_ROUNDS": os.environ.get("TENON_ROUNDS", "20000"),
            "SWIFT_BACKTRACE": "enable=no",
            "TSAN_OPTIONS": f"{os.environ.get('TSAN_OPTIONS', '')} halt_on_error=1",
        }
        command += ["--filter", f"^({names})/"]
        return run(command, self.path, self.log, limit, environment, begins=STARTED)

    def prepare(self, entries):
        """Builds the copy, in which the tests have to pass without a defect."""
        self.synchronize()
        write(
            self.path / "Package.swift",
            shell(self.root, 'reduced_manifest . "$1"', self.target).encode(),
        )
        suites = [suite for entry in entries for suite in entry.suites]
        if self.test(suites, 10 * self.limit) != 0:
            raise Malformed(f"{self.target} does not pass as it is; see {self.log}")

    def judge(self, entry):
        status = self.test(entry.suites, self.limit)
        output = self.output()
        if STARTED not in output:
            return "stale", f"does not build; see {self.log}"
        if failure := FAILURE.search(output):
            return "caught", f"by {failure[1]} ({failure[2]})"
        if status is None:
            return "timed out", f"after {self.limit} s"
        if status != 0:
            return "caught", f"by a crash; see {self.log}"
        if not re.search(r"Test run with [1-9]\d* tests? ", output):
            return "stale", "no test ran; the suites that it names do not exist"
        return "survived", "the tests pass"


class Explorer(Copy):
    """A copy of the explorer, which explores scenarios under every schedule."""

    def __init__(self, root):
        super().__init__(root, "explorer", ["Explorer", "Sources/Futures"])

    def build(self):
        # A debug build would leave what was inlined from the engine as it is.
        products = self.path / "Explorer/.build/debug/Scenarios.build"
        for file in [*products.glob("*.o"), *products.glob("*.swiftdeps")]:
            file.unlink()
        command = ["swift", "build", "--package-path", "Explorer", "--product", "explore"]
        return run(command, self.path, self.log)

    def prepare(self, entries):
        self.synchronize()
        if self.build() != 0:
            raise Malformed(f"the explorer does not build; see {self.log}")

    def judge(self, entry):
        if self.build() != 0:
            return "stale", f"does not build; see {self.log}"
        self.log.write_text("")
        scenario = entry.fields["Explored by"]
        command = [self.path / "Explorer/.build/debug/explore", scenario]
        status = run(command, self.path, self.log, 300, {"SWIFT_BACKTRACE": "enable=no"})
        found = re.search(r"^FOUND in (.*)", self.output(), re.MULTILINE)
        words = {0: "survived", 1: "caught", None: "timed out"}
        return words.get(status, "stale"), found[1][:150] if found else scenario


def write(path, data):
    """Writes a file unless it has this content: what is not newer is not built again."""
    if not path.is_file() or path.read_bytes() != data:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)


def chosen(entries, options):
    """The entries to try, of one kind."""
    if options.explorer:
        found = [entry for entry in entries if "Explored by" in entry.fields]
    else:
        found = [
            entry
            for entry in entries
            if entry.suites
            and ("With" in entry.fields) == options.sanitizer
            and options.target in (None, entry.target)
        ]
    if not found:
        raise Malformed("none of these is tried in this way; see --help")
    return found


def attempt(entries, options):
    """Tries entries, prints what became of them, and returns whether all were noticed."""
    limit = int(os.environ.get("MUTANTS_TIMEOUT", "60"))
    copies, verdicts = {}, []
    for target in sorted({"" if options.explorer else entry.target for entry in entries}):
        copy = Tests(ROOT, target, limit, options.sanitizer) if target else Explorer(ROOT)
        copy.prepare([entry for entry in entries if entry.target == target])
        copies[target] = copy
    for entry in entries:
        start = time.monotonic()
        word, detail = copies["" if options.explorer else entry.target].attempt(entry)
        print(f"{entry.title:45} {time.monotonic() - start:4.0f} s  {word} {detail}", flush=True)
        verdicts.append(word)
    print()
    for entry, word in zip(entries, verdicts):
        print(f"{entry.title:45} {word:9} {entry.breaks}")
    caught = sum(word in ("caught", "timed out") for word in verdicts)
    print(f"\ncaught {caught} of {len(entries)}")
    return caught == len(entries)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    add = parser.add_argument
    add("-l", "--list", action="store_true", help="list the defects")
    add("-c", "--check", action="store_true", help="tell which entries are stale; builds nothing")
    add("--explorer", action="store_true", help="explore scenarios instead of running tests")
    add("--sanitizer", action="store_true", help="try those for the thread sanitizer, no others")
    add("-t", "--target", help="try those whose suites are in this test target, no others")
    add("patterns", nargs="*", help="shell patterns for AREA/NAME, or parts of it")
    options = parser.parse_args()
    try:
        entries = [
            entry
            for entry in load(ROOT)
            if not options.patterns
            or any(fnmatch.fnmatchcase(entry.title, f"*{one}*") for one in options.patterns)
        ]
        if options.list:
            for entry in entries:
                print(f"{entry.title:45} {entry.breaks}")
            return 0
        if options.check:
            return 0 if check(ROOT, entries) else 1
        return 0 if attempt(chosen(entries, options), options) else 1
    except Malformed as problem:
        print(f"mutants.py: {problem}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
