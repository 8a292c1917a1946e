import Foundation
import Subprocess
import Testing

@testable import WeatherCore

@Suite(.timeLimit(.minutes(10)))
struct WeatherProgramTests {
  @Test func withoutArgumentsItPrintsATableOfTheDefaultCities() async throws {
    let run = try await WeatherProgram()
    #expect(run.status == .exited(0))
    let firstColumn = run.output.split(separator: "\n").dropFirst(2).map { $0.prefix(10) }
    #expect(
      firstColumn.map { $0.trimmingCharacters(in: .whitespaces) } == SampleData.defaultCities
    )
    #expect(run.errors.last?.hasSuffix("(8 of 8)") == true)
  }

  @Test func anUnknownCityIsOneLineAndTheOthersArePrinted() async throws {
    let run = try await WeatherProgram(["Nowhereville", "tokyo"])
    #expect(run.status == .exited(1))
    #expect(run.output.contains("Tokyo"))
    #expect(run.errors.filter { $0.contains("Nowhereville") }.count == 1)
    #expect(run.errors.last?.hasPrefix("weather: Nowhereville: ") == true)
  }

  @Test func withAFailingServerItShowsRetriesAndPrintsWhatItCouldGet() async throws {
    let run = try await WeatherProgram(["--fail", "Oslo", "Reykjavík"])
    #expect(run.status == .exited(1))
    #expect(run.output.contains("Oslo"))
    #expect(!run.output.contains("Reykjavík"))
    #expect(run.errors.contains("Oslo: attempt 2 of 4 after the server answered 500"))
    #expect(run.errors.last?.hasPrefix("weather: Reykjavík: gave up after 4 attempts: ") == true)
  }

  @Test func ctrlCEndsItWith130AndWhatIsKnownByThenIsPrinted() async throws {
    let run = try await WeatherProgram(["--jobs", "1"], interruptAt: "Oslo: done (1 of 8)")
    #expect(run.status == .exited(130))
    let rows = run.output.split(separator: "\n").dropFirst(2)
    #expect(rows.first?.hasPrefix("Oslo") == true)
    #expect(rows.count < 8)
    #expect(run.errors.last == "weather: interrupted with \(rows.count) of 8 cities done")
  }

  @Test(arguments: [
    ["--live", "--fail"], ["--jobs", "0"], ["--jobs", "many"], ["--frobnicate"], [""],
    ["--trace", "trace.txt"],
    ["Os\u{1B}[2Jlo"],
  ]
  )
  func aCommandLineThatMakesNoSenseEndsWith64(arguments: [String]) async throws {
    let run = try await WeatherProgram(arguments)
    #expect(run.status == .exited(64))
    #expect(run.output == "")
    #expect(run.errors.first?.hasPrefix("Error: ") == true)
  }

  @Test(arguments: [("json", "["), ("mmd", "gantt"), ("svg", "<svg")]
  )
  func traceWritesAFileInTheFormatThatItsNameEndsWith(ending: String, beginning: String)
    async throws
  {
    let file = FileManager.default.temporaryDirectory
      .appending(path: "weather-\(UUID().uuidString).\(ending)")
    defer { try? FileManager.default.removeItem(at: file) }
    let run = try await WeatherProgram(["--trace", file.path, "Oslo", "Tokyo"])
    #expect(run.status == .exited(0))
    let text = try String(contentsOf: file, encoding: .utf8)
    #expect(text.contains(beginning))
    #expect(text.contains("Oslo"))
    #expect(text.contains("Tokyo"))
  }

  @Test func aTraceThatCannotBeSavedIsOneLineAfterTheTable() async throws {
    let run = try await WeatherProgram(["--trace", "/dev/null/trace.svg", "Oslo"])
    #expect(run.status == .exited(1))
    #expect(run.output.contains("Oslo"))
    #expect(run.errors.last?.hasPrefix("weather: Cannot ") == true)
  }

  #if os(Linux)
  @Test func aTableThatCannotBePrintedIsAnError() async throws {
    let run = try await WeatherProgram(["Oslo"], into: "/dev/full")
    #expect(run.status == .exited(1))
    #expect(run.errors.last?.hasPrefix("weather: the table could not be printed: ") == true)
  }
  #endif

  @Test func helpGivesExamplesAndExitCodes() async throws {
    let run = try await WeatherProgram(["--help"])
    #expect(run.status == .exited(0))
    for word in ["EXAMPLES", "EXIT CODES", "--live", "--fail", "--trace", "130"] {
      #expect(run.output.contains(word))
    }
  }
}
