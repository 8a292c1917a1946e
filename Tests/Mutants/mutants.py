#!/usr/bin/env python3
"""Puts one small defect after the other into the sources, and tells which test notices each.

Each entry in Tests/Mutants/*.mutants is a defect; Tests/Mutants/mutation/entries.py describes the format.
One at a time is put into a copy of the package, which is built, and the suites that the entry names
are run; with --explorer, the scenario that it names is explored. Prints for each whether the defect
was noticed, and a table at the end. A crash, and a run that takes too long, count as caught.

The copies are in .build/mutants/, one per test target, and hold only what that one needs. The working
tree is never touched. MUTANTS_TIMEOUT is the time in seconds that the tests may take with one defect
(default: 60), counted from their start: waiting for another build is no part of it.

A stale entry is one whose lines are not in the sources any longer. To renew it, or to write a new
one, make the defect by hand, say `Tests/Mutants/mutants.py --record AREA/NAME`, and take the defect out.

Exit status: 0 if each defect was noticed, 1 if one survived or is stale, 2 if the tests fail
without any defect or the entries cannot be read.
"""

import argparse
import fnmatch
import os
import pathlib
import random
import re
import subprocess
import sys
import time

sys.dont_write_bytecode = True

from mutation import entries as mutants  # noqa: E402
from mutation.recording import blocks  # noqa: E402
from mutation.trials import ExplorerTrials, TestTrials  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parents[2]


def matching(entries, patterns):
    """The entries whose area/name matches one of some shell patterns, or contains it."""
    return [
        entry
        for entry in entries
        if not patterns
        or any(fnmatch.fnmatchcase(entry.title, one) or one in entry.title for one in patterns)
    ]


def chosen(entries, explorer=False, sanitizer=False, target=None, sample=None, seed=None):
    """The entries to try, of one kind."""
    if explorer:
        found = [entry for entry in entries if entry.scenario]
    else:
        found = [entry for entry in entries if entry.suites and entry.sanitizer == sanitizer]
        found = [entry for entry in found if not target or entry.target == target]
    if sample is not None:
        found = [entry for entry in found if entry.certain]
    if sample is not None and sample < len(found):
        picked = set(random.Random(seed).sample(range(len(found)), sample))
        found = [entry for index, entry in enumerate(found) if index in picked]
    return found


def problems(root, entry):
    """What is wrong with an entry: changes that do not fit, suites that do not exist."""
    found = []
    try:
        entry.changed(lambda path: (root / path).read_text(encoding="utf-8"))
    except mutants.Stale as stale:
        found.append(str(stale))
    for suite in entry.suites:
        target, name = suite.split(".")
        if not declared(root / "Tests" / target, name):
            found.append(f"names {suite}, which does not exist")
    return found


def declared(folder, name, types={}):
    """Whether the sources in a folder declare a type."""
    if folder not in types:
        declarations = re.compile(r"\b(?:struct|class|actor|enum) (\w+)")
        files = sorted(folder.rglob("*.swift"))
        texts = [file.read_text(encoding="utf-8") for file in files]
        types[folder] = {found for text in texts for found in declarations.findall(text)}
    return name in types[folder]


def check(root, entries):
    """Prints what is wrong with entries, and whether nothing is."""
    stale = 0
    for entry in entries:
        found = problems(root, entry)
        for problem in found:
            print(f"{mutants.FOLDER}/{entry.area}.mutants:{entry.line}: {entry.name} {problem}")
        stale += bool(found)
    print(f"{len(entries)} defects, {stale} of them stale")
    if stale:
        print(
            "To renew one whose lines have changed, correct them in Tests/Mutants/AREA.mutants. Where"
            "\nthat is not enough, make its defect by hand in the sources, say"
            "\n  Tests/Mutants/mutants.py --record AREA/NAME"
            "\nand take the defect out again. Remove an entry whose promise is gone."
        )
    return stale == 0


def differences(root):
    """How the sources in the working tree differ from the last commit, as blocks."""
    git = ["git", "-C", str(root)]
    names = subprocess.run(
        [*git, "diff", "--name-only", "--relative", "HEAD", "--", "Sources"],
        check=True,
        capture_output=True,
        text=True,
    ).stdout.splitlines()
    found = []
    for name in names:
        show = subprocess.run([*git, "show", f"HEAD:./{name}"], check=True, capture_output=True)
        found += blocks(name, show.stdout.decode(), (root / name).read_text(encoding="utf-8"))
    return found


def record(root, title, found):
    """Writes blocks into the entry of a title, which is created if there is none."""
    if not found:
        raise mutants.Malformed("Sources are as in the last commit; make the defect there")
    area, _, name = title.partition("/")
    file = root / mutants.FOLDER / f"{area}.mutants"
    text = file.read_text(encoding="utf-8") if file.is_file() else ""
    entries = mutants.parse(area, text)
    entry = next((entry for entry in entries if entry.name == name), None)
    if entry is None:
        entry = mutants.Entry(area, name, blocks=found, breaks="?", suites=["FuturesTests.?"])
        text = f"{text.rstrip()}\n\n{entry}".lstrip()
    else:
        lines = text.split("\n")
        start = entry.line - 1
        end = next(
            (index for index in range(start + 1, len(lines)) if lines[index].startswith("## ")),
            len(lines),
        )
        entry.blocks = found
        text = "\n".join([*lines[:start], *str(entry).split("\n"), *lines[end:]])
    file.write_text(text, encoding="utf-8")
    return entry


def attempt(trials, entries):
    """Tries entries, prints what became of them, and returns whether all were noticed."""
    for line in trials.prepare(entries):
        print(line, flush=True)
    verdicts = []
    for entry in entries:
        start = time.monotonic()
        verdict = trials.attempt(entry)
        seconds = time.monotonic() - start
        print(f"{entry.title:45} {seconds:4.0f} s  {verdict.word} {verdict.detail}", flush=True)
        verdicts.append(verdict)
    print()
    for entry, verdict in zip(entries, verdicts):
        print(f"{entry.title:45} {verdict.word:9} {entry.breaks}")
    caught = sum(verdict.good for verdict in verdicts)
    print(f"\ncaught {caught} of {len(entries)}")
    return caught == len(entries)


def arguments(given):
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    mode = parser.add_mutually_exclusive_group()
    add = mode.add_argument
    add("-l", "--list", action="store_true", help="list the defects")
    add("-c", "--check", action="store_true", help="tell which entries are stale; builds nothing")
    add("--record", metavar="AREA/NAME", help="write the changes in Sources since the last commit")
    add = parser.add_argument
    add("--explorer", action="store_true", help="explore scenarios instead of running tests")
    add("--sanitizer", action="store_true", help="try those for the thread sanitizer, no others")
    add("-t", "--target", help="try those whose suites are in this test target, no others")
    add("-s", "--sample", type=int, metavar="N", help="try N at random; none that only races notice")
    add("--seed", type=int, help="the seed of that choice (default: from the clock)")
    add("patterns", nargs="*", help="shell patterns for AREA/NAME, or parts of it")
    return parser.parse_args(given)


def main(given, root=ROOT):
    options = arguments(given)
    try:
        if options.record:
            print(record(root, options.record, differences(root)), end="")
            return 0
        entries = matching(mutants.load(root), options.patterns)
        if not entries:
            raise mutants.Malformed(f"no defect matches {' '.join(options.patterns)}")
        if options.list:
            for entry in entries:
                print(f"{entry.title:45} {entry.breaks}")
            return 0
        if options.check:
            return 0 if check(root, entries) else 1

        seed = options.seed if options.seed is not None else int(time.time())
        entries = chosen(
            entries, options.explorer, options.sanitizer, options.target, options.sample, seed
        )
        if not entries:
            raise mutants.Malformed("none of these is tried in this way; see --help")
        if options.sample is not None:
            print(f"seed {seed}")
        limit = int(os.environ.get("MUTANTS_TIMEOUT", "60"))
        if options.explorer:
            trials = ExplorerTrials(root)
        else:
            trials = TestTrials(root, limit, options.sanitizer)
        return 0 if attempt(trials, entries) else 1
    except (mutants.Malformed, RuntimeError) as error:
        print(f"mutants.py: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
