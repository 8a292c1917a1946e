"""Tries defects: builds each in a copy of the package, and judges what the tests print."""

import dataclasses
import os
import pathlib
import re
import shutil
import time

from . import processes
from .entries import Stale
from .trees import TestTree, Tree, shell, trait, write

FAILURE = re.compile(r"^[^A-Za-z]*Test (.*) recorded an issue.* at ([A-Za-z0-9_+]*\.swift:[0-9]*):")
COUNT = re.compile(r"Test run with (\d+) tests? ")
STARTED_RUN = "Test run started"
STARTED = re.compile(r"^\S+ Test (?!run |case )(.*) started\.$")
ENDED = re.compile(
    r"^\S+ Test (?!run |case )(.*?)(?: with [0-9]+ test cases)? (?:passed|failed) after "
)


@dataclasses.dataclass
class Verdict:
    """What became of a defect: caught, timed out, survived or stale."""

    word: str
    detail: str = ""

    @property
    def good(self):
        return self.word in ("caught", "timed out")


def failed_test(output):
    """The test that failed first, and where."""
    for line in output.splitlines():
        if match := FAILURE.match(line):
            return f"{match.group(1)} ({match.group(2)})"
    return None


def running_test(output):
    """The test that started last of those that were running when the output ended."""
    running = {}
    for line in output.splitlines():
        if match := STARTED.match(line):
            running[match.group(1)] = True
        elif match := ENDED.match(line):
            running.pop(match.group(1), None)
    return list(running)[-1] if running else "the tests"


def tests_in(output):
    """How many tests have run."""
    counts = COUNT.findall(output)
    return int(counts[-1]) if counts else 0


def judge_tests(status, output, limit, suites):
    """The verdict on a run of tests with a defect."""
    if failed := failed_test(output):
        return Verdict("caught", f"by {failed}")
    if status is None:
        return Verdict("timed out", f"in {running_test(output)} after {limit} s")
    if status != 0 and "ThreadSanitizer: " in output:
        return Verdict("caught", f"by the thread sanitizer in {' '.join(suites)}")
    if status != 0:
        return Verdict("caught", f"by a crash in {running_test(output)}")
    count = tests_in(output)
    if count == 0:
        return Verdict("stale", "no test ran; the suites that it names do not exist")
    return Verdict("survived", f"{count} tests passed")


def judge_exploration(status, output, scenario):
    """The verdict on the exploration of a scenario with a defect."""
    effort = ""
    for line in output.splitlines():
        if line.startswith(f"{scenario} "):
            schedules, seconds = line.split()[-2:]
            effort = f"{schedules} schedules, {seconds} s"
    if status == 0:
        return Verdict("survived", f"{effort} of '{scenario}'")
    if status == 1:
        found = re.search(r"^FOUND in (.*)", output, re.MULTILINE)
        return Verdict("caught", f"after {effort}: {found.group(1)[:150] if found else scenario}")
    if status is None:
        return Verdict("timed out", f"in '{scenario}'")
    return Verdict("stale", f"the explorer ended with exit code {status}")


class Trials:
    """What all kinds of trials share."""

    def __init__(self, root, folder, limit):
        self.root = pathlib.Path(root)
        self.scratch = self.root / ".build" / folder
        self.logs = self.scratch / "logs"
        self.logs.mkdir(parents=True, exist_ok=True)
        self.limit = limit

    def tree(self, entry):
        raise NotImplementedError

    def run(self, tree, entry, log):
        """Builds a copy with a defect, and returns the verdict."""
        raise NotImplementedError

    def attempt(self, entry):
        """Tries one defect."""
        tree = self.tree(entry)
        log = self.logs / f"{entry.area}-{entry.name}.log"
        write(log, b"")
        try:
            tree.apply(entry)
            return self.run(tree, entry, log)
        except Stale as stale:
            return Verdict("stale", str(stale))
        finally:
            tree.restore()


class TestTrials(Trials):
    """Runs the suites that entries name, in copies that hold what one test target needs."""

    def __init__(self, root, limit, sanitizer):
        super().__init__(root, "mutants", limit)
        self.variant = "-sanitizer" if sanitizer else ""
        self.flags = shell(self.root, 'printf "%s\\n" "${LEAN[@]}"').split()
        if sanitizer:
            self.flags += ["--sanitize=thread", "-Xswiftc", "-DTENON_TSAN"]
        self.trees = {}

    def options(self, tree):
        name = trait(self.root, tree.target)
        return [*self.flags, *(["--traits", name] if name else [])]

    def tree(self, entry):
        return self.trees[entry.target]

    def test(self, tree, suites, log, limit):
        """Builds and runs suites, in one command: where builds wait for each other, it waits once.

        Ends with the first failure, because to describe hundreds takes minutes.
        """
        names = "|".join(sorted({suite.replace(".", "\\.") for suite in suites}))
        # Without it, tests that are killed take what they have written with them.
        buffered = ["stdbuf", "--output=L"] if shutil.which("stdbuf") else []
        sanitizer = f"{os.environ.get('TSAN_OPTIONS', '')} halt_on_error=1"
        return processes.run(
            [*buffered, "swift", "test", "--disable-xctest", *self.options(tree)]
            + ["--filter", f"^({names})/"],
            tree.path,
            log,
            limit,
            {
                "TENON_ROUNDS": os.environ.get("TENON_ROUNDS", "20000"),
                "SWIFT_BACKTRACE": "enable=no",
                "TSAN_OPTIONS": sanitizer,
            },
            begins=lambda line: STARTED_RUN in line,
            until=lambda line: " recorded an issue" in line,
        )

    def run(self, tree, entry, log):
        status = self.test(tree, entry.suites, log, self.limit)
        output = read(log)
        if STARTED_RUN not in output:
            return Verdict("stale", f"does not build; see {log}")
        return judge_tests(status, output, self.limit, entry.suites)

    def prepare(self, entries):
        """Builds the copies, in which the same tests have to pass without a defect.

        Yields a line for each; raises a `RuntimeError` if the tests do not pass.
        """
        for target in sorted({entry.target for entry in entries}):
            start = time.monotonic()
            tree = TestTree(self.root, self.scratch / f"{target}{self.variant}", target)
            log = self.logs / f"{target}{self.variant}.log"
            write(log, b"")
            tree.synchronize()
            self.trees[target] = tree
            suites = [name for entry in entries if entry.target == target for name in entry.suites]
            status = self.test(tree, suites, log, 10 * self.limit)
            output = read(log)
            if status != 0 or failed_test(output):
                raise RuntimeError(f"{target} does not pass as it is; see {log}\n{tail(output)}")
            seconds = time.monotonic() - start
            yield f"{target:45} {seconds:4.0f} s  {tests_in(output)} tests pass without a defect"


class ExplorerTrials(Trials):
    """Explores the scenarios of entries under every schedule with up to three interruptions."""

    def __init__(self, root):
        super().__init__(root, "explorer-mutants", 300)
        self.copy = Tree(root, self.scratch, ["Explorer", "Sources/Futures"])
        # Whether the last build had inlinable code that differs from that of the engine.
        self.inlined = True

    def tree(self, entry):
        return self.copy

    def build(self, tree, log):
        # What was inlined from the engine is built anew where that may have changed since the last
        # build: a debug build would leave it as it is.
        inlined = any("@inlinable" in read(tree.path / path) for path in tree.changed)
        if inlined or self.inlined:
            products = tree.path / "Explorer/.build/debug/Scenarios.build"
            for file in [*products.glob("*.o"), *products.glob("*.swiftdeps")]:
                file.unlink()
        self.inlined = inlined
        command = ["swift", "build", "--package-path", "Explorer", "--product", "explore"]
        return processes.run(command, tree.path, log)

    def run(self, tree, entry, log):
        if self.build(tree, log) != 0:
            return Verdict("stale", f"does not build; see {log}")
        explore = tree.path / "Explorer/.build/debug/explore"
        environment = {"SWIFT_BACKTRACE": "enable=no"}
        write(log, b"")
        status = processes.run([explore, entry.scenario], tree.path, log, self.limit, environment)
        return judge_exploration(status, read(log), entry.scenario)

    def prepare(self, entries):
        """Builds the explorer without a defect."""
        log = self.logs / "explore.log"
        write(log, b"")
        self.copy.synchronize()
        if self.build(self.copy, log) != 0:
            raise RuntimeError(f"the explorer does not build; see {log}\n{tail(read(log))}")
        return iter(())


def read(path):
    return path.read_text(encoding="utf-8", errors="replace")


def tail(text):
    return "\n".join(text.splitlines()[-30:])
