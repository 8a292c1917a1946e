import BrightFuturesCompat
import protocol Futures.CancellationRepresentable
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
    #expect(BrightFuturesError.external(Stoppable.stopped).isCancellation)
    #expect(!BrightFuturesError.external(Stoppable.failed).isCancellation)
  }
}

/// An error type with a case of its own for cancellation.
private enum Stoppable: Error, CancellationRepresentable {
  case failed, stopped

  static var cancellation: Stoppable { .stopped }
  var isCancellation: Bool { self == .stopped }
}
