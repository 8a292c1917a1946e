"""Tests of the verdicts on defects, with a package whose compiler and tests are a script."""

import contextlib
import io
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time
import unittest

MUTANTS = pathlib.Path(__file__).resolve().parent.parent
SCRIPTS = MUTANTS.parents[1] / "scripts"
sys.path.insert(0, str(MUTANTS))

import mutants  # noqa: E402

from . import entries, trials  # noqa: E402

# Does what the word in the source says.
SWIFT = r"""#!/usr/bin/env bash
word=$(cat Sources/Futures/Work.swift)
if [[ $word == broken ]]; then exit 1; fi
printf '%s\n' "$*" >>arguments
if [[ $word == waits ]]; then sleep 2; fi
echo '◇ Test run started.'
echo '◇ Test works() started.'
case $word in
  wrong)
    echo '✘ Test works() recorded an issue at WorkTests.swift:7:5: Expectation failed'
    sleep 60 ;;
  crash) kill -SEGV $$ ;;
  race) echo 'WARNING: ThreadSanitizer: data race' && exit 66 ;;
  hang) setsid sleep 61.25 & wait ;;
  empty) echo '✔ Test run with 0 tests in 0 suites passed after 0.1 seconds.' && exit ;;
esac
echo '✔ Test works() passed after 0.1 seconds.'
echo '✔ Test run with 3 tests in 1 suite passed after 0.1 seconds.'
"""

ENTRY = """\
## {0}
Breaks: Is {0}
Noticed by: FuturesTests.WorkTests
File: Sources/Futures/Work.swift
- right
+ {0}

"""


class Package(unittest.TestCase):
    """A package in a temporary directory."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        self.write("Package.swift", "// a manifest\n")
        self.write("Sources/Futures/Work.swift", "right\n")
        self.write("Tests/FuturesTests/WorkTests.swift", "@Suite struct WorkTests {}\n")
        self.write("scripts/bridges.txt", "# product, trait\nFuturesNIO NIO swift-nio\n")
        for name in ("build-flags.inc.sh", "reduced-package.inc.sh"):
            shutil.copy(SCRIPTS / name, self.root / "scripts" / name)
        self.write("bin/swift", SWIFT).chmod(0o755)
        subprocess.run(["git", "init", "-q"], cwd=self.root, check=True)
        self.environment = dict(os.environ)
        os.environ["PATH"] = f"{self.root}/bin:{os.environ['PATH']}"
        self.addCleanup(lambda: (os.environ.clear(), os.environ.update(self.environment)))
        # Types that an earlier package declared are no concern of this one.
        mutants.declared.__defaults__[0].clear()

    def write(self, name, text):
        file = self.root / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
        return file

    def defects(self, *words):
        self.write("Tests/Mutants/engine.mutants", "".join(map(ENTRY.format, words)))

    def run_program(self, *options):
        """What the program prints, and its exit status."""
        output = io.StringIO()
        with contextlib.redirect_stdout(output), contextlib.redirect_stderr(output):
            status = mutants.main(list(options), self.root)
        return output.getvalue(), status


class VerdictTests(Package):
    def assert_verdict(self, word, verdict, status, *options):
        self.defects(word)
        output, code = self.run_program(*options)
        self.assertRegex(output, rf"engine/{word} +\d+ s  {verdict}")
        self.assertEqual(code, status, output)
        return output

    def test_caught_by_a_test_which_ends_the_run(self):
        start = time.monotonic()
        self.assert_verdict("wrong", r"caught by works\(\) \(WorkTests.swift:7\)", 0)
        self.assertLess(time.monotonic() - start, 30)

    def test_caught_by_a_crash(self):
        self.assert_verdict("crash", r"caught by a crash in works\(\)", 0)

    def test_caught_by_the_sanitizer(self):
        sanitized = ENTRY.format("race").replace("File:", "With: thread sanitizer\nFile:")
        self.write("Tests/Mutants/engine.mutants", sanitized)
        output, code = self.run_program("--sanitizer")
        self.assertIn("caught by the thread sanitizer in FuturesTests.WorkTests", output)
        self.assertEqual(code, 0)
        output, code = self.run_program()
        self.assertIn("none of these is tried in this way", output)
        self.assertEqual(code, 2)

    def test_timed_out_leaves_no_process(self):
        os.environ["MUTANTS_TIMEOUT"] = "1"
        # On a busy machine the second may be over before the name of the test is read.
        self.assert_verdict("hang", r"timed out in (works\(\)|the tests) after 1 s", 0)
        running = subprocess.run(["ps", "-A", "-o", "args="], capture_output=True, text=True)
        self.assertNotIn("sleep 61.25", running.stdout)

    def test_waiting_for_a_build_does_not_count(self):
        os.environ["MUTANTS_TIMEOUT"] = "1"
        self.assert_verdict("waits", "survived 3 tests passed", 1)

    def test_survived(self):
        output = self.assert_verdict("alive", "survived 3 tests passed", 1)
        self.assertIn("caught 0 of 1", output)

    def test_stale_if_it_does_not_build_or_runs_no_test(self):
        self.assert_verdict("broken", "stale does not build", 1)
        self.assert_verdict("empty", "stale no test ran", 1)

    def test_each_defect_is_alone(self):
        self.defects("wrong", "alive", "crash")
        output, code = self.run_program()
        self.assertIn("caught 2 of 3", output)
        self.assertEqual(code, 1)
        copy = self.root / ".build/mutants/FuturesTests/Sources/Futures/Work.swift"
        self.assertEqual(copy.read_text(), "right\n")
        self.assertEqual((self.root / "Sources/Futures/Work.swift").read_text(), "right\n")

    def test_stops_if_tests_fail_without_a_defect(self):
        self.write("Sources/Futures/Work.swift", "crash\n")
        self.defects("wrong")
        output, code = self.run_program()
        self.assertIn("FuturesTests does not pass as it is", output)
        self.assertEqual(code, 2)

    def test_runs_the_suites_that_the_defect_names(self):
        self.assert_verdict("alive", "survived", 1)
        arguments = (self.root / ".build/mutants/FuturesTests/arguments").read_text()
        self.assertIn(r"--filter ^(FuturesTests\.WorkTests)/", arguments)
        self.assertNotIn("--traits", arguments)

    def test_gives_the_trait_of_a_bridge_or_of_all_files(self):
        self.assertEqual(trials.trait(self.root, "FuturesNIOTests"), "NIO")
        self.write("Tests/PagesTests/A.swift", "#if NIO && os(Linux)\n#endif\n")
        self.write("Tests/PagesTests/Support/B.swift", "#if NIO\n#endif\n")
        self.write("Tests/MixedTests/A.swift", "#if NIO\n#endif\n")
        self.write("Tests/MixedTests/B.swift", "import Testing\n")
        self.assertEqual(trials.trait(self.root, "PagesTests"), "NIO")
        self.assertIsNone(trials.trait(self.root, "MixedTests"))
        self.assertIsNone(trials.trait(self.root, "FuturesTests"))


class ChoiceTests(Package):
    def setUp(self):
        super().setUp()
        self.defects("wrong", "alive", "crash", "hang", "broken", "empty")
        self.entries = entries.load(self.root)

    def names(self, found):
        return [entry.name for entry in found]

    def test_patterns(self):
        self.assertEqual(self.names(mutants.matching(self.entries, ["ro"])), ["wrong", "broken"])
        self.assertEqual(self.names(mutants.matching(self.entries, ["*/[ah]*"])), ["alive", "hang"])
        self.assertEqual(len(mutants.matching(self.entries, [])), 6)

    def test_a_seed_repeats_the_sample(self):
        samples = [mutants.chosen(self.entries, sample=3, seed=7) for _ in range(2)]
        self.assertEqual(*map(self.names, samples))
        self.assertEqual(len(samples[0]), 3)
        others = [self.names(mutants.chosen(self.entries, sample=3, seed=n)) for n in range(20)]
        self.assertGreater(len(set(map(tuple, others))), 5)

    def test_a_sample_has_none_that_only_races_notice(self):
        for entry, suite in zip(self.entries, ["AwaitRaceTests", "CellStateTests", "HopRaceTests"]):
            entry.suites = [f"FuturesTests.{suite}"]
        self.entries[1].suites.append("FuturesTests.AwaitRaceTests")
        found = mutants.chosen(self.entries, sample=100)
        self.assertEqual(self.names(found), self.names(self.entries[1:2] + self.entries[3:]))
        self.assertEqual(len(mutants.chosen(self.entries)), 6)

    def test_target(self):
        self.assertEqual(mutants.chosen(self.entries, target="WorkflowsTests"), [])
        self.assertEqual(len(mutants.chosen(self.entries, target="FuturesTests")), 6)

    def test_list(self):
        output, code = self.run_program("--list", "hang")
        self.assertEqual(output.split(), ["engine/hang", "Is", "hang"])
        self.assertEqual(code, 0)


class CheckTests(Package):
    def test_passes(self):
        self.defects("wrong", "alive")
        self.assertEqual(self.run_program("--check"), ("2 defects, 0 of them stale\n", 0))

    def test_names_stale_entries_and_how_to_renew_them(self):
        self.defects("wrong", "alive")
        self.write("Sources/Futures/Work.swift", "left\n")
        output, code = self.run_program("--check")
        self.assertIn("Tests/Mutants/engine.mutants:8: alive does not fit", output)
        self.assertIn("2 defects, 2 of them stale", output)
        self.assertIn("Tests/Mutants/mutants.py --record AREA/NAME", output)
        self.assertEqual(code, 1)

    def test_names_suites_that_do_not_exist(self):
        self.defects("wrong")
        self.write("Tests/FuturesTests/WorkTests.swift", "struct WorkTests2 {}\n")
        output, code = self.run_program("--check")
        self.assertIn("names FuturesTests.WorkTests, which does not exist", output)
        self.assertEqual(code, 1)

    def test_reports_entries_that_cannot_be_read(self):
        self.write("Tests/Mutants/engine.mutants", "## wrong\nBreaks:\n")
        output, code = self.run_program("--check")
        self.assertIn("engine.mutants:2, wrong: 'Breaks' is empty", output)
        self.assertEqual(code, 2)


class RecordTests(Package):
    def setUp(self):
        super().setUp()
        self.defects("wrong", "alive")
        for command in (["add", "."], ["commit", "-qm", "All"]):
            identity = ["-c", "user.name=A", "-c", "user.email=a@example.com"]
            subprocess.run(["git", *identity, *command], cwd=self.root, check=True)

    def test_renews_an_entry_and_leaves_the_others(self):
        self.write("Sources/Futures/Work.swift", "another\n")
        output, code = self.run_program("--record", "engine/wrong")
        self.assertEqual(code, 0, output)
        wrong, alive = entries.load(self.root)
        self.assertEqual(wrong.blocks[0].lines, [("-", "right"), ("+", "another")])
        self.assertEqual(wrong.breaks, "Is wrong")
        self.assertEqual(str(alive), ENTRY.format("alive").strip() + "\n")

    def test_adds_an_entry_to_fill_in(self):
        self.write("Sources/Futures/Work.swift", "another\n")
        self.run_program("--record", "sharing/new")
        output, code = self.run_program("--check")
        self.assertIn("sharing.mutants:3, new: 'FuturesTests.?' is no suite", output)
        self.assertEqual(code, 2)

    def test_needs_a_difference(self):
        output, code = self.run_program("--record", "engine/wrong")
        self.assertIn("make the defect there", output)
        self.assertEqual(code, 2)


class ExplorationTests(unittest.TestCase):
    TABLE = "scenario   threads\ndrop, against: cancel    2   670  0.1\n"

    def verdict(self, status, output=TABLE):
        return trials.judge_exploration(status, output, "drop, against: cancel")

    def test_verdicts(self):
        self.assertEqual(self.verdict(0).word, "survived")
        found = self.verdict(1, self.TABLE + "FOUND in drop: the value was lost\n")
        self.assertEqual(found.word, "caught")
        self.assertEqual(found.detail, "after 670 schedules, 0.1 s: drop: the value was lost")
        self.assertEqual(self.verdict(None).word, "timed out")
        self.assertEqual(self.verdict(2).word, "stale")


if __name__ == "__main__":
    unittest.main()
