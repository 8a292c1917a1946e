import Futures
import FuturesTesting
import Testing

struct NoSuchCallTests {
  private let calls = ManualCalls<String, Int, any Error>()

  @Test func aCallThatWasNotMade() throws {
    _ = calls("a")
    let error = #expect(throws: NoSuchCall.self) { try calls.succeed(1, at: 1) }
    #expect(error?.reason == .notMade(index: 1))
    #expect(
      error?.description
        == """
        There is no call 1. Calls: 0: "a". Check what the code under test does before; await \
        `waitForCalls(_:)` if a task makes the call.
        """
    )
    #expect(throws: NoSuchCall.self) { try calls.succeed(1, at: -1) }
  }

  @Test func noCallAtAll() {
    let error = #expect(throws: NoSuchCall.self) { try calls.fail(Refused()) }
    #expect(error?.reason == .nonePending)
    #expect(error?.description.contains("No calls were made.") == true)
  }

  @Test func aCallThatHasSettled() throws {
    _ = calls("a")
    try calls.succeed(1)
    let error = #expect(throws: NoSuchCall.self) { try calls.succeed(2, at: 0) }
    #expect(error?.reason == .settled(index: 0))
    #expect(error?.description.contains("Call 0 has settled before.") == true)
    #expect(throws: NoSuchCall.self) { try calls.succeed(2) }
  }
}
