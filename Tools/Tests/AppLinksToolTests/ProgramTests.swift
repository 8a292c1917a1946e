import Foundation
import Testing

/// The executable in its own process.
@Suite(.timeLimit(.minutes(10)))
struct ProgramTests {
  @Test func returnsItsExitCodeToTheShell() async throws {
    let run = try await Program.shell(
      """
      applinks link --target a:// --source b://; echo $?
      applinks lint Tools/Tests/Fixtures/mistakes.html >/dev/null; echo $?
      applinks resolve nothing.html 2>/dev/null; echo $?
      applinks frobnicate 2>/dev/null; echo $?
      """
    )
    #expect(run.output.hasSuffix("\n0\n1\n2\n64\n"))
  }

  @Test func readsStandardInputAndWritesWithoutColorToAPipe() async throws {
    let run = try await Program.shell("applinks resolve - <Tools/Tests/Fixtures/socks.html | cat")
    #expect(run.output.contains("shop://item/7"))
    #expect(!run.output.contains("\u{1B}"))
  }

  @Test func parseReadsNoMoreThanALineOfStandardInput() async throws {
    let run = try await Program.shell(
      """
      timeout 10 "$PROGRAM" parse - \
        < <(exec 2>/dev/null; echo; echo '  shop://7?a=b '; echo shop://8; exec sleep 20)
      echo $?
      """
    )
    #expect(run.output.contains("Input  shop://7?a=b\n"))
    #expect(run.output.hasSuffix("\n0\n"))
  }

  @Test func printsCompletionsThatTheShellAccepts() async throws {
    let run = try await Program.shell(
      """
      applinks --generate-completion-script bash >/tmp/applinks-$$.bash; echo $?
      bash -n /tmp/applinks-$$.bash; echo $?
      source /tmp/applinks-$$.bash
      complete -p applinks
      grep -c -- --max-redirects /tmp/applinks-$$.bash
      rm /tmp/applinks-$$.bash
      """
    )
    let lines = run.output.split(separator: "\n")
    #expect(lines.prefix(2) == ["0", "0"])
    #expect(lines.dropFirst(2).first?.hasPrefix("complete ") == true)
    #expect(lines.last.flatMap { Int($0) } ?? 0 > 0)
  }

  @Test func printsNoMessageIfTheReaderOfItsOutputClosesIt() async throws {
    let run = try await Program.shell(
      "for i in 1 2 3 4 5; do applinks --help; done | head -n 1; echo ${PIPESTATUS[1]}"
    )
    #expect(run.output.split(separator: "\n").count == 2)
    #expect(run.output.hasSuffix("\n0\n"))
  }

  @Test(
    .enabled(if: FileManager.default.fileExists(atPath: "/dev/full"))
  )
  func reportsIfItsOutputCannotBeWritten() async throws {
    let run = try await Program.shell("applinks --help >/dev/full; echo $?")
    #expect(
      run.output == "applinks: The output could not be written: no space left on device.\n2\n"
    )
  }

  @Test func theREADMEShowsTheCurrentOutput() async throws {
    let python = try await Program.shell("command -v python3")
    try #require(python.code == 0, "Python 3 is needed to run the transcripts")
    let run = try await Program.shell(
      "python3 Tools/transcripts.py --check --tool \"$(dirname \"$PROGRAM\")\""
    )
    #expect(run.code == 0, "\(run.output)")
  }
}
