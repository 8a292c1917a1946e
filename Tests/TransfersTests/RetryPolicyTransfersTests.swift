import Foundation
import Futures
import TestSupport
import Testing
import Transfers

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite struct RetryPolicyTransfersTests {
  private static let transient: [any Error] =
    [
      URLError.Code.timedOut, .networkConnectionLost, .cannotConnectToHost, .cannotFindHost,
      .dnsLookupFailed, .notConnectedToInternet, .badServerResponse,
    ].map { URLError($0) } + [TimeoutError(limit: .seconds(1))]

  private static let final: [any Error] =
    [URLError.Code.badURL, .cancelled, .unsupportedURL, .userAuthenticationRequired]
    .map { URLError($0) } + [CancellationError(), CocoaError(.fileNoSuchFile)]

  private func attempts(failingWith error: any Error) -> Int {
    let attempts = Box(0)
    _ = Future<Int, any Error>.retry(.transfers(attempts: 3, backoff: .none)) { attempt in
      attempts.value = attempt
      return Future(error: error)
    }
    return attempts.value
  }

  @Test(arguments: transient)
  func areRetriedIfTheErrorIsTransient(_ error: any Error) {
    #expect(attempts(failingWith: error) == 3)
  }

  @Test(arguments: final)
  func areNotRetriedIfItIsFinal(_ error: any Error) { #expect(attempts(failingWith: error) == 1) }
}
