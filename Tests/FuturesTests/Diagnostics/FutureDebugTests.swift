import Futures
import Testing
import TestSupport

@Suite struct FutureDebugTests {
  private let lines = Log<String>()

  @Test func aLineNamesTheFutureAndItsValue() {
    let promise = Promise<Int, TestError>()
    let future = promise.future.debug("answer", to: lines.add)
    #expect(lines.all == [])
    promise.succeed(42)
    #expect(lines.all == ["Future answer: success(42)"])
    #expect(future.currentValue == 42)
  }

  @Test func aLineShowsTheError() {
    let future = Future<Int, TestError>(error: .second).debug("answer", to: lines.add)
    #expect(lines.count == 1)
    #expect(lines.all[0].hasPrefix("Future answer: failure("))
    #expect(lines.all[0].contains("second"))
    #expect(future.currentError == .second)
  }

  @Test func withoutANameTheLineSaysWhereTheTapIs() {
    let line: UInt = #line + 1
    let future = Future<Int, TestError>(value: 1).debug(to: lines.add)
    #expect(
      lines.all == [
        "Future at \(#fileID):\(line) in \(#function): success(1)"
      ]
    )
    #expect(future.currentValue == 1)
  }

  @Test func aChainIsTracedInOrder() {
    let promise = Promise<Int, TestError>()
    let end = promise.future
      .debug("first", to: lines.add)
      .map { $0 + 1 }
      .debug("second", to: lines.add)
    promise.succeed(1)
    #expect(end.currentValue == 2)
    #expect(lines.all == ["Future first: success(1)", "Future second: success(2)"])
  }

  @Test func theLineIsWrittenBeforeTheFutureSettles() {
    let lines = lines
    let counts = Log<Int>()
    Future<Int, TestError>(value: 1)
      .debug("x", to: lines.add)
      .onSuccess { _ in counts.add(lines.count) }
    #expect(counts.all == [1])
  }
}
