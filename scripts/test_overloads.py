"""Tests that an overload without a call is noticed."""

import contextlib
import io
import pathlib
import sys
import tempfile
import unittest
from unittest import mock

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

import overloads  # noqa: E402

MAP = """\
extension Future {
  /// Transforms the value.
  @inlinable
  public func map<Output>(
    cancellation token: CancellationToken = .never,
    @_inheritActorContext _ transform: @escaping @Sendable @isolated(any) (Value) -> Output
  ) -> Future<Output, Failure> {
    derive(token) { transform($0) }
  }
"""

THROWING = """
  public func map<Output>(
    on context: ExecutionContext,
    cancellation token: CancellationToken = .never,
    _ transform: @escaping @Sendable (Value) throws -> Output
  ) -> Future<Output, any Error> {
    derive(context, token) { try transform($0) }
  }
"""


class OverloadsTests(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        root = pathlib.Path(folder.name)
        self.source, self.file = root / "Map.swift", root / "Overloads.txt"
        for name, value in {"SOURCES": root, "FILE": self.file, "ELSEWHERE": {}}.items():
            patch = mock.patch.object(overloads, name, value)
            patch.start()
            self.addCleanup(patch.stop)

    def run_program(self, source, *options):
        """What the program prints about a source, and its exit status."""
        self.source.write_text(source + "}\n", encoding="utf-8")
        output = io.StringIO()
        with mock.patch.object(sys, "argv", ["overloads.py", *options]):
            with contextlib.redirect_stdout(output), contextlib.redirect_stderr(output):
                status = overloads.main()
        return output.getvalue(), status

    def test_writes_a_call_of_each(self):
        self.assertEqual(self.run_program(MAP + THROWING), ("", 0))
        text = self.file.read_text(encoding="utf-8")
        self.assertEqual(text.count("  Overload("), 2)
        self.assertIn("{ @First (_: Int) -> Int in", text)
        self.assertIn("on: call.context,\n      cancellation: call.token,", text)
        self.assertIn("{ @Sendable (_: Int) throws -> Int in", text)
        self.assertEqual(self.run_program(MAP + THROWING, "--check"), ("", 0))

    def test_names_an_overload_that_is_missing(self):
        self.run_program(MAP)
        output, status = self.run_program(MAP + THROWING, "--check")
        self.assertIn("no test calls Future.map(on:cancellation:_:) (Value) throws -> Out", output)
        self.assertEqual(status, 1)

    def test_names_an_overload_that_is_gone(self):
        self.run_program(MAP + THROWING)
        output, status = self.run_program(MAP, "--check")
        self.assertIn("there is no Future.map(on:cancellation:_:) (Value) throws", output)
        self.assertEqual(status, 1)

    def test_names_an_overload_that_it_cannot_call(self):
        source = MAP + THROWING.replace("on context: ExecutionContext", "in room: Room")
        output, status = self.run_program(source)
        self.assertIn("Future.map(in:cancellation:_:) (Value) throws -> Output takes a Room", output)
        self.assertEqual(status, 1)

    def test_leaves_out_what_takes_no_closure_and_what_is_not_public(self):
        source = MAP + THROWING.replace("public func", "func")
        source += "  public func cancel(after time: Duration) {\n  }\n"
        self.run_program(source)
        self.assertEqual(self.file.read_text(encoding="utf-8").count("  Overload("), 1)


if __name__ == "__main__":
    unittest.main()
