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
  /// With a step of a workflow, and wherever your own loop pauses for `pause(after:error:)`, a
  /// status of 429 or 503 with `Retry-After` makes the pause at least that long; see
  /// ``HTTPStatusError/retryAfter``.
  ///
  /// - Parameters:
  ///   - attempts: The maximum number of attempts, including the first.
  ///   - backoff: The pause after each failed attempt.
  ///   - jitter: The randomness of the pauses.
  ///   - maximumRetryAfter: The longest pause that a server can ask for; a longer one is shortened
  ///     to this one. Zero ignores `Retry-After`.
  /// - Returns: The policy.
  public static func transfers(
    attempts: Int = 3,
    backoff: Backoff = .exponential(initial: .milliseconds(200), cap: .seconds(10)),
    jitter: Jitter = .equal,
    maximumRetryAfter: Duration = .seconds(60)
  ) -> RetryPolicy {
    RetryPolicy(attempts: attempts, backoff: backoff, jitter: jitter) { error, _ in
      mayPass(error)
    }
    .pausing { error, _ in
      guard let error = error as? HTTPStatusError, error.asksForPause else { return nil }
      return error.retryAfter.map { min($0, maximumRetryAfter) }
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
