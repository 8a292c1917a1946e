import BrightFuturesCompat
import Testing

@Suite struct OldNamesTests {
  @Test func theNamesOfOlderVersionsStillWork() {
    (self as any UsesOldNames).useOldNames()
  }
}

private protocol UsesOldNames {
  func useOldNames()
}

extension OldNamesTests: UsesOldNames {
  // What is deprecated may use what is deprecated without a warning.
  @available(*, deprecated)
  fileprivate func useOldNames() {
    let future: Future<Int, NoError> = Future(value: 1)
    #expect(future.map(ImmediateExecutionContext) { $0 + 1 }.value == 2)
    #expect(future.map(MaxStackDepthExecutionContext) { $0 + 1 }.value == 2)
    let none: Future<NoValue, Oops> = Future(error: .first)
    #expect(none.error == .first)
    let context = DefaultThreadingModel()
    _ = future.map(context) { $0 }
    _ = future.map(ImmediateOnMainExecutionContext) { $0 }
  }
}
