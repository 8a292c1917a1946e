import BrightFuturesCompat
import Testing

/// Names of version 5.0.
@Suite struct Swift5OldNamesTests {
  @Test func theySpellWhatTheySpelt() {
    (OldProgram() as Runnable).run()
  }
}

private protocol Runnable {
  func run()
}

private struct OldProgram: Runnable {
  @available(*, deprecated)
  func run() {
    let f: Future<Int, NoError> = Future(value: 1)
    var values: [Int] = []
    f.map(ImmediateExecutionContext) { $0 + 1 }
      .onSuccess(ImmediateExecutionContext) { values.append($0) }
    #expect(values == [2])
    #expect(
      Future<Int, NoError>(value: 1, delay: 1.milliseconds).forced(5.seconds.fromNow)?.value == 1
    )
  }
}
