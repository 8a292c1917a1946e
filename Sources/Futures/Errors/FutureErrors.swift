/// The error of a future that took too long.
public struct TimeoutError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The time limit of the future.
  public let limit: Duration

  /// What took too long, such as `step 'charge'`; `nil` for a future.
  public let subject: String?

  /// Creates the error of a future that was given `limit`.
  ///
  /// - Parameters:
  ///   - limit: The time limit of the future.
  ///   - subject: What took too long; `nil` for a future.
  public init(limit: Duration, of subject: String? = nil) {
    self.limit = limit
    self.subject = subject
  }

  /// What happened, with the limit.
  public var description: String {
    "No outcome\(subject.map { " of \($0)" } ?? "") within \(limit)."
  }
}

/// The error of work that newer work of the same ``Latest`` has superseded.
///
/// It represents cancellation, so ``Future/onFailure(cancellation:_:)`` does not receive it. A
/// `CancellationError` of such work has another origin: the client of a server that gave up, a call
/// of ``Latest/cancel()``, a token. Ignore this error alone, and nothing shows that it is loading
/// forever:
///
/// ```swift
/// search.start { client.search(text) }
///   .onComplete(for: self) { model, result in
///     if case .failure(is SupersededError) = result { return }
///     model.isLoading = false
///   }
/// ```
public struct SupersededError: CancellationRepresentable, Hashable, CustomStringConvertible {
  /// A `SupersededError`.
  public static var cancellation: SupersededError { SupersededError() }

  /// Always true.
  public var isCancellation: Bool { true }

  init() {}

  /// What happened.
  public var description: String { "Newer work has superseded this work." }
}

/// The error of a search that found nothing.
public struct NoSuchElement: Error, Hashable, Sendable, CustomStringConvertible {
  /// Creates the error.
  public init() {}

  /// What happened.
  public var description: String { "No element satisfies the condition." }
}
