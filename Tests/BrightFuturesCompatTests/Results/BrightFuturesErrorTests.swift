import BrightFuturesCompat
import Testing

@Suite struct BrightFuturesErrorTests {
  @Test func wrapsAnExternalError() {
    #expect(BrightFuturesError(external: Oops.first) == .external(.first))
    #expect(BrightFuturesError.external(Oops.first) != .external(.second))
  }

  @Test func everyCaseEqualsItself() {
    let cases: [BrightFuturesError<Oops>] = [
      .noSuchElement, .invalidationTokenInvalidated, .illegalState, .external(.first),
    ]
    for (index, left) in cases.enumerated() {
      for (other, right) in cases.enumerated() { #expect((left == right) == (index == other)) }
    }
  }

  @Test func invalidationStandsForCancellation() {
    #expect(BrightFuturesError<Oops>.cancellation == .invalidationTokenInvalidated)
    #expect(BrightFuturesError<Oops>.invalidationTokenInvalidated.isCancellation)
    #expect(!BrightFuturesError<Oops>.noSuchElement.isCancellation)
    #expect(!BrightFuturesError<Oops>.external(.first).isCancellation)
    #expect(BrightFuturesError<CancellationError>.external(CancellationError()).isCancellation)
  }
}
