import BrightFuturesCompat
import FuturesTesting
import Testing
import TestSupport

@Suite struct DebugTests {
  private final class Lines: LoggerType {
    let log = Log<String>()

    func log(message: String) { log.add(message) }
  }

  @Test func withAnIdentifierTheLineNamesIt() {
    let lines = Lines()
    Future<Int, Oops>(value: 1)
      .debug("loading", logger: lines, context: immediateExecutionContext)
      .onSuccess(immediateExecutionContext) { _ in }
    #expect(lines.log.all == ["Future loading completed"])
  }

  @Test func withoutAnIdentifierTheLineSaysWhere() {
    let lines = Lines()
    _ = Future<Int, Oops>(error: .first).debug(
      logger: lines,
      file: "/somewhere/Loader.swift",
      line: 12,
      function: "load()",
      context: immediateExecutionContext
    )
    #expect(lines.log.all == ["Loader.swift at line 12, func: load() - future completed"])
  }

  @Test func itPassesTheResultOnAfterTheLineWasWritten() {
    let lines = Lines()
    let context = ManualContext()
    let future = Future<Int, Oops>(value: 1).debug("x", logger: lines, context: context.closure)
    #expect(!future.isCompleted && lines.log.all == [])
    context.runAll()
    #expect(future.value == 1 && lines.log.count == 1)
  }

  @Test func aLoggerMayMakeItsOwnMessages() {
    struct Loud: LoggerType {
      let lines = Log<String>()

      func log(message: String) { lines.add(message) }
      func message<Value>(
        for value: Value,
        with identifier: String?,
        file: String,
        line: UInt,
        function: String
      ) -> String { "\(identifier ?? "?"): \(value)!" }
    }
    let loud = Loud()
    _ = Async(result: 1).debug("one", logger: loud, context: immediateExecutionContext)
    #expect(loud.lines.all == ["one: 1!"])
  }

  @Test func theLoggerThatComesWithItPrints() {
    let message = PrintLogger().message(for: 1, with: "x", file: "", line: 0, function: "")
    #expect(message == "Future x completed")
    PrintLogger().log(message: message)
  }
}
