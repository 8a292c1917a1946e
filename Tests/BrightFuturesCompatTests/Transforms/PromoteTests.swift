import BrightFuturesCompat
import Testing

@Suite struct PromoteTests {
  @Test func promoteErrorGivesAnErrorType() {
    let promise = Promise<Int, Never>()
    let typed: Future<Int, Oops> = promise.future.promoteError()
    promise.success(1)
    #expect(typed.value == 1)
  }

  @Test(arguments: [
    BrightFuturesError<Never>.noSuchElement, .invalidationTokenInvalidated, .illegalState,
  ])
  func promoteErrorKeepsTheCase(error: BrightFuturesError<Never>) {
    let typed: Future<Int, BrightFuturesError<Oops>> =
      Future<Int, BrightFuturesError<Never>>(error: error).promoteError()
    switch (error, typed.error) {
    case (.noSuchElement, .noSuchElement), (.illegalState, .illegalState),
      (.invalidationTokenInvalidated, .invalidationTokenInvalidated):
      break
    default: Issue.record("\(error) became \(String(describing: typed.error))")
    }
  }

  @Test func promoteValueGivesAValueType() {
    let promise = Promise<Never, Oops>()
    let typed: Future<String, Oops> = promise.future.promoteValue()
    promise.failure(.second)
    #expect(typed.error == .second)
  }

  @Test func forceTypeCastsValueAndError() {
    let some = Future<any Sendable, any Error>(value: 3)
    let typed: Future<Int, Oops> = some.forceType()
    #expect(typed.value == 3)
    let failed: Future<Int, Oops> = Future<Int, any Error>(error: Oops.first).forceType()
    #expect(failed.error == .first)
  }

  @Test func forceTypeTrapsOnAMismatch() async {
    await #expect(processExitsWith: .failure) {
      let _: Future<String, Never> = Future<Int, Never>(value: 3).forceType()
    }
  }
}
