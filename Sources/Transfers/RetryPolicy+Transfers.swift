internal import Foundation
public import Futures

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

extension RetryPolicy {
  /// Returns a policy that retries transfers after transient errors only.
  ///
  /// Transient errors are a transient status (``HTTPStatusError/isTransient``), a truncated body, a
  /// timeout, and a connection that failed or was lost. Use the policy for requests that are safe
  /// to repeat, such as a `GET`.
  ///
  /// - Parameters:
  ///   - attempts: The most attempts, including the first.
  ///   - backoff: The pause after each failed attempt.
  ///   - jitter: The randomness of the pauses.
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
      error.code == .incompleteBody || error.code == .wrongContinuation
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
