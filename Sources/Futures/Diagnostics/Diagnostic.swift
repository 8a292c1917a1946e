/// A probable mistake in the use of futures.
public struct Diagnostic: Sendable, CustomStringConvertible {
  /// The kinds of mistakes.
  public struct Kind: Hashable, Sendable, CustomStringConvertible {
    private enum Name: String {
      case unobservedFailure = "unobserved failure"
      case brokenPromise = "broken promise"
      case droppedJob = "dropped job"
      case doubleCompletion = "double completion"
      case selfResolution = "self-resolution"
      case lostCancellation = "lost cancellation"
      case blockingWaitOnMain = "blocking wait on the main queue"
      case invalidArgument = "invalid argument"
      case unawaitedFuture = "unawaited future"
    }

    private let name: Name

    /// A future failed and was released without an observer of its error.
    public static let unobservedFailure = Kind(name: .unobservedFailure)
    /// The last copy of a pending promise was released while an observer waited for its future.
    public static let brokenPromise = Kind(name: .brokenPromise)
    /// An execution context destroyed a closure without running it.
    public static let droppedJob = Kind(name: .droppedJob)
    /// A promise was completed although it had an outcome; the second outcome was dropped.
    public static let doubleCompletion = Kind(name: .doubleCompletion)
    /// A promise was completed with its own future.
    public static let selfResolution = Kind(name: .selfResolution)
    /// A token was cancelled, but the error type of a future with the token cannot hold
    /// cancellation, so the future never settles.
    public static let lostCancellation = Kind(name: .lostCancellation)
    /// The main queue was blocked by a wait for a future.
    public static let blockingWaitOnMain = Kind(name: .blockingWaitOnMain)
    /// An argument was out of its documented range and was not used.
    public static let invalidArgument = Kind(name: .invalidArgument)
    /// In a debug build, the closure of a `map` returns a future, for which nothing waits.
    public static let unawaitedFuture = Kind(name: .unawaitedFuture)

    /// The kind in words.
    public var description: String { name.rawValue }
  }

  /// The kind of the mistake.
  public let kind: Kind
  /// The error that was not observed, if that is the mistake.
  public let error: (any Error)?
  /// Where the chain of futures began, if known.
  ///
  /// `nil` in release builds, and for chains that begin with a value.
  public let site: CreationSite?
  /// Details of this case, if any.
  public let detail: String?

  /// One line: the kind, what it concerns, and where it began.
  public var description: String {
    var text = "\(kind)"
    if let error { text += ": \(type(of: error)): \(error)" }
    if let detail { text += ": \(detail)" }
    if let site { text += " (created at \(site))" }
    return text
  }
}
