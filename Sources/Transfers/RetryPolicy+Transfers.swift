internal import Foundation
public import Futures

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

extension RetryPolicy {
  /// A policy for transfers: tries again after what may pass, and after nothing else.
  ///
  /// Worth another attempt are a status that says "not now" (``HTTPStatusError/isTransient``), a
  /// body that was cut, no answer in time, and a connection that could not be made or was lost. A
  /// request that is sent again should be one that may be, such as a `GET`.
  ///
  /// - Parameters:
  ///   - attempts: The most attempts to make, the first one included.
  ///   - backoff: The pause after each failed attempt.
  ///   - jitter: How much chance goes into the pause.
  /// - Returns: The policy.
  public static func transfers(
    attempts: Int = 3,
    backoff: Backoff = .exponential(initial: .milliseconds(200), cap: .seconds(10)),
    jitter: Jitter = .equal
  ) -> RetryPolicy {
    RetryPolicy(attempts: attempts, backoff: backoff, jitter: jitter) { error, _ in
      mayPass(error)
    }
  }

  private static func mayPass(_ error: any Error) -> Bool {
    switch error {
    case let error as HTTPStatusError: error.isTransient
    case let error as TransferError:
      error.code != .bodyTooLarge && error.code != .redirectTooLarge
    case is TimeoutError: true
    case let error as URLError: passing.contains(error.code)
    default: false
    }
  }

  private static let passing: Set<URLError.Code> = [
    .timedOut, .networkConnectionLost, .cannotConnectToHost, .cannotFindHost, .dnsLookupFailed,
    .notConnectedToInternet, .badServerResponse,
  ]
}
