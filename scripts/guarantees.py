#!/usr/bin/env python3
"""Checks the tables of docs/guarantees.md, SECURITY.md and an article.

Each row that makes a promise names the tests that fail when it is broken, as
`Target/Suite/test`. This checks that each of them exists and, given the output of `swift test`,
that the run passed and left none of them out; the tests of Server/ have runs of their own, in the stage
`server`. A suite, as `Target/Suite`, or a stage, as `stage NAME`, where a promise is tested at
length, has to exist, too.

Usage: scripts/guarantees.py [--log FILE]
"""

import argparse
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
# The documents, and the least number of rows that each has, so that a table whose form changed is
# noticed.
DOCUMENTS = {
    "docs/guarantees.md": 60,
    "SECURITY.md": 10,
    "Sources/DurableWorkflows/DurableWorkflows.docc/Articles/WhatIsGuaranteed.md": 20,
}

NAME = re.compile(r"`(\w+Tests)/(\w+)(?:/(\w+))?`")
STAGE = re.compile(r"`stage ([\w-]+)`")
TYPE = re.compile(
    r"^(?:@\w+(?:\([^\n]*\))?\s+)*(?:private |final |package )*(?:struct|class|enum|extension) (\w+)",
    re.MULTILINE,
)
FUNCTION = re.compile(r"\bfunc (`[^`]+`|\w+)")
TITLE = re.compile(r'@(?:Test|Suite)\(\s*"')


def tests_in(path):
    """Suite and function of each test in a file."""
    text = path.read_text(encoding="utf-8")
    suites = [(match.start(), match.group(1)) for match in TYPE.finditer(text)]
    for match in re.finditer(r"@Test\b", text):
        function = FUNCTION.search(text, match.end())
        suite = next((name for start, name in reversed(suites) if start < match.start()), None)
        if function and suite:
            yield suite, function.group(1)


def all_tests(problems, *folders):
    """The full names of all tests in folders; one with a title beside its name is a problem."""
    tests = set()
    for folder in sorted(one for place in folders for one in (ROOT / place).glob("*Tests")):
        for path in folder.rglob("*.swift"):
            tests |= {f"{folder.name}/{suite}/{function}" for suite, function in tests_in(path)}
            if TITLE.search(path.read_text(encoding="utf-8")):
                place = path.relative_to(ROOT)
                problems.append(f"{place}: a test or suite has a title; make it its name, as others do")
    return tests


def left_out_in(log):
    """Whether the run passed, and the tests that it skipped or that failed.

    The output of many tests at once loses lines now and then, so that the line of a test that
    passed may be missing. The closing line is that of a run of all tests.
    """
    text = log.read_text(encoding="utf-8", errors="replace")
    verdict = r"(?: with \d+ test cases?)? (?:failed|skipped)"
    passed = re.search(r"Test run with [1-9]\d* tests? .*passed", text) is not None
    return passed, set(re.findall(r"Test (\w+)\([^)]*\)" + verdict, text))


def rows(path):
    """Number and cells of each row of a table whose header names tests."""
    columns = None
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if not line.startswith("|"):
            columns = None
            continue
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if columns is None:
            columns = cells
        elif "Test" in columns and not set(line) <= set("|-: "):
            yield number, dict(zip(columns, cells))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--log", type=pathlib.Path, help="the output of `swift test`")
    options = parser.parse_args()

    problems, named, count, skipped = [], set(), 0, set()
    tests = all_tests(problems, "Tests")
    # Which the log does not have.
    elsewhere = all_tests(problems, "Server/Tests")
    tests |= elsewhere
    suites = {name.rsplit("/", 1)[0] for name in tests}
    if options.log:
        passed, skipped = left_out_in(options.log)
        if not passed:
            problems.append(f"{options.log}: the run of the tests did not pass")
    for document, least in DOCUMENTS.items():
        found = 0
        for number, row in rows(ROOT / document):
            found += 1
            place = f"{document}:{number}"
            if len(row) < 2 or not NAME.search(row.get("Test", "")):
                problems.append(f"{place}: names no test")
            for target, suite, function in NAME.findall(" ".join(row.values())):
                full = "/".join(filter(None, [target, suite, function]))
                if not function:
                    if full not in suites:
                        problems.append(f"{place}: there is no suite {full}")
                    continue
                named.add(full)
                if full not in tests:
                    problems.append(f"{place}: there is no test {full}")
                elif function in skipped and full not in elsewhere:
                    problems.append(f"{place}: {full} was skipped, or failed")
            for stage in STAGE.findall(" ".join(row.values())):
                if not (ROOT / "scripts" / "stages" / f"{stage}.sh").is_file():
                    problems.append(f"{place}: there is no stage {stage}")
        count += found
        if found < least:
            problems.append(f"{document}: has {found} rows that name tests, fewer than {least}")

    for problem in problems:
        print(f"error: {problem}", file=sys.stderr)
    ran = "exist and passed" if options.log else "exist"
    if not problems:
        print(f"{count} promises, {len(named)} tests that {ran}")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
