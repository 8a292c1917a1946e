import DurableWorkflows
import DurableWorkflowsTesting
import Testing
import ToolTestSupport

@Suite struct UsageTests {
  @Test(arguments: [
    (["frobnicate"], "check, queues, pause-queue, resume-queue, limit-queue, serve. See"),
    (["list"], "The store is missing. Name it with '--store runs.sqlite'"),
    (["list", "--status", "done"], "queued, waiting, running, succeeded, failed, cancelled"),
    (["list", "--limit", "0"], "Specify 1 to 100000."),
    (["show"], "Missing expected argument '<run>'. See 'tenon-runs show --help'."),
    (["show", "a", "--trace", "png"], "one of 'svg', 'mermaid' or 'chrome'"),
    (["show", "a", "--trace", "svg", "--json"], "Remove '--json'."),
    (["watch"], "Missing expected argument '<run>'. See 'tenon-runs watch --help'."),
    (["watch", "a", "--interval", "0s"], "'--interval' is 0."),
    (["top", "a"], "See 'tenon-runs top --help'."),
    (["top", "--looks", "0"], "Specify 1 or more."),
    (["top", "--interval", "0s"], "'--interval' is 0."),
    (["top", "--interval", "soon"], "Write a number and a unit, such as 90s"),
    (["cancel"], "No run is named."),
    (["retry", "a", "b", "--as", "c"], "'--as' names one new run."),
    (["retry", "a", "--as", ""], "'--as' is empty."),
    (["retry", "a", "--from", "/b"], "Name that with '--as'."),
    (["send", "a", "b"], "Missing expected argument '<json>'"),
    (["purge"], "'--older-than <time>'"),
    (["purge", "--older-than", "5"], "Write a number and a unit, such as 90s"),
    (["purge", "--older-than", "99999999999d"], "is invalid"),
    (["pause-queue"], "Missing expected argument '<queue> ...'"),
    (["limit-queue", "mail", "0"], "Specify 1 or more, or use 'pause-queue'."),
    (["serve", "--port", "70000"], "is invalid for '--port <number>'"),
    (["serve", "--interval", "0s"], "'--interval' is 0."),
    (["check"], "Missing expected argument '--definitions <file>'"),
  ]
  )
  func anInvalidCommandLineIsAnErrorOnOneLineWithTheCode64(arguments: [String], hint: String) async
  {
    let run = await ToolRun(words: arguments, on: nil)
    #expect(run.code == 64)
    #expect(run.output == "")
    #expect(run.errors.count == 1)
    let line = run.errors.first ?? ""
    #expect(line.hasPrefix("tenon-runs: ") && line.contains(hint), "\(line)")
    #expect(!line.contains("\n"))
  }

  @Test(arguments: [
    [], ["list"], ["show"], ["watch"], ["top"], ["cancel"], ["retry"], ["send"], ["purge"],
    ["schedules"], ["unschedule"], ["check"], ["queues"], ["pause-queue"], ["resume-queue"],
    ["limit-queue"], ["serve"],
  ]
  )
  func helpIsWrittenToStandardOutputAndHasExamples(subcommand: [String]) async {
    let run = await ToolRun(words: subcommand + ["--help"], on: nil)
    #expect(run.code == 0)
    #expect(run.errors == [])
    #expect(run.output.contains("EXAMPLES\n  tenon-runs "))
  }

  @Test func theHelpNamesEveryExitCodeAndTheVersionIsANumber() async {
    let help = await ToolRun(words: ["--help"], on: nil)
    for code in ["0 ", "1 ", "2 ", "64"] { #expect(help.output.contains("\n  \(code)  ")) }
    #expect(await ToolRun(words: ["--version"], on: nil).output == "0.9.0\n")
  }

  @Test(arguments: ["always", "never", "auto"])
  func theColorOptionOverridesTheConsole(_ choice: String) async throws {
    let orders = try await Orders.ofEachStatus()
    for words in [["list"], ["show", "order-1"], ["watch", "order-2"]] {
      for hasColor in [true, false] {
        let run = await ToolRun(
          words: words + ["--color", choice],
          on: orders.store,
          hasColor: hasColor
        )
        let isColored = run.output.contains("\u{1B}[")
        #expect(isColored == (choice == "auto" ? hasColor : choice == "always"), "\(words)")
      }
    }
  }
}
