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

  private func attempts(failingWith error: any Error) async -> Int {
    var attempts = 0
    try? await withRetry(.transfers(attempts: 3, backoff: .none)) {
      attempts += 1
      throw error
    }
    return attempts
  }

  @Test(arguments: transient)
  func areRetriedIfTheErrorIsTransient(_ error: any Error) async {
    #expect(await attempts(failingWith: error) == 3)
  }

  @Test(arguments: final)
  func areNotRetriedIfItIsFinal(_ error: any Error) async {
    #expect(await attempts(failingWith: error) == 1)
  }
}
