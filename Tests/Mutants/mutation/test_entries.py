"""Tests of the format of defects, and of how they are put into the sources."""

import unittest

from .entries import Malformed, Stale, parse
from .recording import blocks

SOURCE = """\
func first() {
  prepare()

  finish()
}

func second() {
  prepare()
  work()
  finish()
}
"""

ENTRY = """\
## never-finishes
Breaks: Does not finish the work
Noticed by: FuturesTests.WorkTests, FuturesTests.FinishTests
File: Sources/Work.swift
    work()
-   finish()
"""


def read(path):
    if path != "Sources/Work.swift":
        raise FileNotFoundError(path)
    return SOURCE


def one(text):
    (entry,) = parse("area", text)
    return entry


def changed(text):
    return one(text).changed(read)["Sources/Work.swift"]


class ParsingTests(unittest.TestCase):
    def test_reads_the_fields(self):
        entry = one("What this area is about.\n\n" + ENTRY)
        self.assertEqual(entry.title, "area/never-finishes")
        self.assertEqual(entry.breaks, "Does not finish the work")
        self.assertEqual(entry.suites, ["FuturesTests.WorkTests", "FuturesTests.FinishTests"])
        self.assertEqual(entry.target, "FuturesTests")
        self.assertEqual(entry.paths, ["Sources/Work.swift"])
        self.assertFalse(entry.sanitizer)
        self.assertEqual(entry.line, 3)

    def test_reads_a_scenario_and_the_sanitizer(self):
        fields = "Explored by: drop, against: cancel\nWith: thread sanitizer\nFile:"
        entry = one(ENTRY.replace("File:", fields))
        self.assertEqual(entry.scenario, "drop, against: cancel")
        self.assertTrue(entry.sanitizer)

    def test_writes_what_it_reads(self):
        self.assertEqual(str(one(ENTRY)), ENTRY)

    def test_reads_several_entries(self):
        text = ENTRY + "\n\n" + ENTRY.replace("never-", "hardly-")
        self.assertEqual([e.name for e in parse("area", text)], ["never-finishes", "hardly-finishes"])

    def assert_malformed(self, text, message):
        with self.assertRaises(Malformed) as caught:
            parse("area", text)
        self.assertIn(message, str(caught.exception))

    def test_names_the_line_of_a_mistake(self):
        self.assert_malformed(ENTRY + "finish()\n", "area.mutants:7, never-finishes: 'finish()'")

    def test_refuses_what_is_missing(self):
        for field in ("Breaks", "Noticed by", "File"):
            lines = [line for line in ENTRY.split("\n") if not line.startswith(field)]
            with self.subTest(field):
                self.assert_malformed("\n".join(lines), "File" if field == "File" else field)

    def test_refuses_entries_that_a_merge_has_mixed(self):
        both = ENTRY.replace("Noticed by:", "Breaks: Something else\nNoticed by:")
        self.assert_malformed(both, "'Breaks' stands here twice")
        self.assert_malformed(ENTRY + "Noticed by: FuturesTests.A\n", "stands below a change")
        self.assert_malformed(ENTRY + "\n" + ENTRY, "an entry above has this name")
        self.assert_malformed(ENTRY.replace("File", "\nFile"), "an empty line stands before")

    def test_refuses_suites_of_several_targets(self):
        text = ENTRY.replace("FuturesTests.FinishTests", "WorkflowsTests.FinishTests")
        self.assert_malformed(text, "several test targets")
        self.assert_malformed(ENTRY.replace("FuturesTests.FinishTests", "FinishTests"), "no suite")

    def test_refuses_changes_that_fit_anywhere_or_change_nothing(self):
        head = ENTRY[: ENTRY.index("    work")]
        self.assert_malformed(head + "+   more()\n", "needs a line of context")
        self.assert_malformed(head + "    work()\n", "changes nothing")


class ApplyingTests(unittest.TestCase):
    def test_removes_the_line_behind_its_context(self):
        wanted = SOURCE.replace("  work()\n  finish()\n", "  work()\n")
        self.assertEqual(changed(ENTRY), wanted)

    def test_adds_lines(self):
        text = ENTRY.replace("-   finish()", "+   work()")
        self.assertEqual(changed(text), SOURCE.replace("  work()\n", "  work()\n  work()\n"))

    def test_takes_an_empty_line_for_one_of_the_file(self):
        text = ENTRY.replace("    work()\n-   finish()", "    prepare()\n\n-   finish()\n+   work()")
        wanted = SOURCE.replace("prepare()\n\n  finish()", "prepare()\n\n  work()")
        self.assertEqual(changed(text), wanted)

    def test_changes_several_places_of_the_file_as_it_is(self):
        more = "File: Sources/Work.swift\n- func first() {\n+ func second() {\n"
        wanted = SOURCE.replace("  work()\n  finish()\n", "  work()\n").replace("first", "second")
        self.assertEqual(changed(ENTRY + more), wanted)

    def assert_stale(self, text, *messages):
        with self.assertRaises(Stale) as caught:
            changed(text)
        for message in messages:
            self.assertIn(message, str(caught.exception))

    def test_is_stale_where_the_lines_differ(self):
        self.assert_stale(
            ENTRY.replace("finish()\n", "end()\n"),
            "Sources/Work.swift:10 reads\n      finish()",
            "and not\n      end()",
        )

    def test_is_stale_where_nothing_fits(self):
        text = ENTRY.replace("    work()\n", "").replace("finish()\n", "end()\n")
        self.assert_stale(text, "has no line\n      end()")

    def test_is_stale_where_it_fits_twice(self):
        self.assert_stale(ENTRY.replace("    work()\n", ""), "at the lines 4, 10")

    def test_is_stale_where_changes_overlap(self):
        more = "File: Sources/Work.swift\n-   work()\n"
        self.assert_stale(ENTRY + more, "has two changes of Sources/Work.swift")

    def test_is_stale_without_its_file(self):
        self.assert_stale(ENTRY.replace("Work.swift", "Play.swift"), "there is no Sources/Play.swift")


class RecordingTests(unittest.TestCase):
    def recorded(self, new):
        found = blocks("Sources/Work.swift", SOURCE, new)
        entry = one(ENTRY)
        entry.blocks = found
        # What is written has to mean the same when it is read.
        self.assertEqual(changed(str(entry)), new)
        return found

    def test_a_line_that_occurs_once_needs_no_context(self):
        (block,) = self.recorded(SOURCE.replace("  work()\n", ""))
        self.assertEqual(block.lines, [("-", "  work()")])

    def test_a_line_that_occurs_twice_has_as_little_as_it_needs(self):
        (block,) = self.recorded(SOURCE.replace("  work()\n  finish()\n", "  work()\n"))
        self.assertEqual(block.lines, [(" ", "  work()"), ("-", "  finish()")])

    def test_a_line_that_comes_has_context(self):
        (block,) = self.recorded(SOURCE.replace("  work()\n", "  work()\n  wait()\n"))
        self.assertEqual(block.lines, [(" ", "  work()"), ("+", "  wait()")])

    def test_changes_whose_context_overlaps_are_one(self):
        self.recorded(SOURCE.replace("prepare()", "wait()"))
        self.recorded(SOURCE.replace("finish()", "wait()").replace("work()\n", "work()\n\n"))

    def test_several_places(self):
        new = SOURCE.replace("func first", "func third").replace("  work()\n", "")
        self.assertEqual(len(self.recorded(new)), 2)


if __name__ == "__main__":
    unittest.main()
