extension BrokenPromise {
  /// The reasons for which a future ends without its own outcome.
  ///
  /// Compare a reason with the ones below. Later versions may add others, so a `switch` needs a
  /// `default`:
  ///
  /// ```swift
  /// switch broken.reason {
  /// case .droppedPromise:
  ///   print("Some code path does not complete its promise.")
  /// case .selfResolution: print("A future waits for itself.")
  /// default: print(broken)
  /// }
  /// ```
  public struct Reason: Hashable, Sendable, CustomStringConvertible {
    private enum Code: UInt {
      case droppedPromise, droppedJob, cancellation, selfResolution
    }

    private let code: Code

    /// The last copy of the promise was dropped before the promise was completed.
    public static let droppedPromise = Reason(code: .droppedPromise)
    /// An execution context destroyed the closure that the future depends on without running it.
    ///
    /// Error types that can hold a cancellation receive a cancellation instead.
    public static let droppedJob = Reason(code: .droppedJob)
    /// The future was cancelled, and its error type cannot hold a cancellation.
    public static let cancellation = Reason(code: .cancellation)
    /// The future would have taken its outcome from itself, and would never have settled.
    public static let selfResolution = Reason(code: .selfResolution)

    /// The reason in words.
    public var description: String {
      switch code {
      case .droppedPromise: "dropped promise"
      case .droppedJob: "dropped job"
      case .cancellation: "cancellation"
      case .selfResolution: "self-resolution"
      }
    }
  }
}

extension BrokenPromise.Reason {
  /// The reason with a number that ``number`` gave.
  init(number: UInt) { self.init(code: Code(rawValue: number) ?? .droppedPromise) }

  /// A number for the reason, for places with room for only one word.
  var number: UInt { code.rawValue }

  /// Whether an error type that can hold a cancellation receives one instead of the broken promise.
  var prefersCancellation: Bool { code == .droppedJob || code == .cancellation }

  /// What happened and what to do about it.
  var advice: String {
    switch code {
    case .droppedPromise:
      "The promise behind this future was dropped before it was completed. Keep the promise until "
        + "you call succeed, fail, complete or cancel on it."
    case .droppedJob:
      "The execution context of this future's closure destroyed the closure without running it. "
        + "Check that its queue or executor is still alive and runs every job it accepts."
    case .cancellation:
      "The future was cancelled, but its error type cannot hold a cancellation."
    case .selfResolution:
      "The promise was asked to complete with its own future, which would never settle. Complete "
        + "it with another future or a value."
    }
  }
}
