#!/usr/bin/env python3
"""Checks that each public verb has a row in the tests that go through all verbs.

A verb is a public method of Future, or of a sequence of futures. Each table says below which verbs
belong in it; what tests one of them elsewhere has a line in ELSEWHERE, with its suite.
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
TESTS = ROOT / "Tests/FuturesTests"
IS_VERB = re.compile(r"^  (?:@\w+ )*public ((?:static )?func (\w+)\b)")

# By table: its files, which verbs belong in it, by their declarations, and what a row checks.
TABLES = {
    "tokens": (
        ["Support/TokenCase.swift", "Cancellation/TokenParameterTests.swift"],
        lambda text: "CancellationToken" in text,
        "what a token does",
    ),
    "leaks": (
        ["Support/LeakCase.swift", "LeftBehindTests.swift"],
        lambda text: "escaping" in text or "-> Future<" in text,
        "that its closure and its futures are released",
    ),
    "links": (
        ["Stress/FailingChainStressTests.swift"],
        lambda text: re.match(r"(Future|Sequence) func (?!on[A-Z]).*-> Future\b", text),
        "that a chain of a million is released and uses constant stack",
    ),
    "growth": (
        ["LongLivedFutureTests.swift"],
        lambda text: len(re.findall(r"-> Future\b", text)) > 1,
        "that work that ended leaves nothing on a future that lives forever",
    ),
    "task-local values": (
        ["Contexts/TaskLocalAsyncWorkTests.swift"],
        lambda text: "escaping" in text and "async" in text,
        "that its closure has the task-local values and the scope of its caller",
    ),
}

ELSEWHERE = {
    "tokens": {
        "after": "FutureDelayTests",
        "delay": "FutureDelayTests",
        "onSettled": "FutureOnSettledTests",
        "retry": "FutureRetryTests",
        "traverse": "SequenceTraverseTests",
        "withPromise": "FutureCreationTests",
    },
    "leaks": {
        "finally": "FutureFinallyTests",
        "onSettled": "FutureOnSettledTests",
    },
    "links": {
        "delay": "FutureDelayTests",
        "finally": "FutureFinallyTests",
    },
    "growth": {},
    "task-local values": {"finally": "FutureFinallyTests"},
}


def verbs():
    """The declarations of each verb that is not only an old name, without comments."""
    found = {}
    for path in sorted((ROOT / "Sources/Futures").rglob("*.swift")):
        owner, lines = "", path.read_text(encoding="utf-8").splitlines()
        for number, line in enumerate(lines):
            if match := re.match(r"(?:public )?(?:extension|struct|class|enum|protocol) (\w+)", line):
                owner = match.group(1)
            match = IS_VERB.match(line)
            if match and owner in ("Future", "Sequence") and not path.stem.endswith("+Guessed"):
                end = next(n for n in range(number, len(lines)) if lines[n].endswith(("{", "}")))
                found.setdefault(match.group(2), []).append(
                    f"{owner} {line[match.start(1):]} " + " ".join(lines[number + 1 : end + 1]))
    return found


def main():
    suites = {path.stem for path in (ROOT / "Tests").rglob("*Tests.swift")}
    problems, rows, everything = [], 0, verbs()
    for table, (files, belongs, what) in TABLES.items():
        text = "".join((TESTS / file).read_text(encoding="utf-8") for file in files)
        elsewhere = dict(ELSEWHERE[table])
        for verb in [name for name, texts in everything.items() if any(map(belongs, texts))]:
            has_row = re.search(rf"\b{verb}\b *[({{]", text)
            suite = elsewhere.pop(verb, None)
            if suite and (has_row or suite not in suites):
                problems.append(f"ELSEWHERE[{table!r}] has {verb}, which has a row, or no suite {suite}")
            elif not suite and not has_row:
                problems.append(
                    f"'{verb}' has no row in the table of {table}, which checks {what}:\n"
                    f"  add one to Tests/FuturesTests/{files[0]}, or the suite that checks it to\n"
                    f"  ELSEWHERE in scripts/verb-tables.py"
                )
            rows += 1
        problems += [f"ELSEWHERE[{table!r}] has {verb}, which is no verb of it" for verb in elsewhere]
    for problem in problems:
        print(f"error: {problem}", file=sys.stderr)
    print(f"{len(everything)} verbs, {rows} rows, {len(problems)} missing")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
