import Futures
import Testing
import TestSupport

private struct LogLogger: FutureLogger {
  let lines = Log<String>()

  func log(_ message: String) { lines.add(message) }
}

@Suite struct FutureDebugTests {
  private let logger = LogLogger()

  @Test func aLineNamesTheFutureAndItsValue() {
    let promise = Promise<Int, TestError>()
    let future = promise.future.debug("answer", logger: logger)
    #expect(logger.lines.all == [])
    promise.succeed(42)
    #expect(logger.lines.all == ["Future answer: success(42)"])
    #expect(future.currentValue == 42)
  }

  @Test func aLineShowsTheError() {
    let future = Future<Int, TestError>(error: .second).debug("answer", logger: logger)
    #expect(logger.lines.count == 1)
    #expect(logger.lines.all[0].hasPrefix("Future answer: failure("))
    #expect(logger.lines.all[0].contains("second"))
    #expect(future.currentError == .second)
  }

  @Test func withoutANameTheLineSaysWhereTheTapIs() {
    let line: UInt = #line + 1
    let future = Future<Int, TestError>(value: 1).debug(logger: logger)
    #expect(
      logger.lines.all == [
        "Future at \(#fileID):\(line) in \(#function): success(1)"
      ]
    )
    #expect(future.currentValue == 1)
  }

  @Test func aChainIsTracedInOrder() {
    let promise = Promise<Int, TestError>()
    let end = promise.future
      .debug("first", logger: logger)
      .map { $0 + 1 }
      .debug("second", logger: logger)
    promise.succeed(1)
    #expect(end.currentValue == 2)
    #expect(logger.lines.all == ["Future first: success(1)", "Future second: success(2)"])
  }

  @Test func theLineIsWrittenBeforeTheFutureSettles() {
    let logger = logger
    let counts = Log<Int>()
    Future<Int, TestError>(value: 1)
      .debug("x", logger: logger)
      .onSuccess { _ in counts.add(logger.lines.count) }
    #expect(counts.all == [1])
  }
}
