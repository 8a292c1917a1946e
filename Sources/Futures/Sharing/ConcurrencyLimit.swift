/// Limits how many pieces of work run at the same time, wherever they are started.
///
/// ```swift
/// let connections = ConcurrencyLimit(4)
///
/// func page(_ url: URL) -> Future<Page, any Error> {
///   connections.run { download(url) }
/// }
/// ```
///
/// ![Two queries run; two more start when these settle.](ConcurrencyLimit)
///
/// Share one limit among all users of a scarce resource: connections to a server, a database,
/// memory. Work starts in the order of the calls, unless a call has a ``PermitPriority``, and a
/// waiting call occupies no thread. A call counts from the start of its closure until the future
/// that the closure returned has settled; then the next call starts.
///
/// For the elements of one sequence, `traverse(maxConcurrent:)` needs no such object.
///
/// Under overload, a line without end gives each permit to the call that has waited longest, which
/// is about to give up. Bound the line, so that the calls that start can still be used:
///
/// ```swift
/// let upstream = ConcurrencyLimit(
///   8,
///   maxWaiting: 16,
///   maxWait: .milliseconds(50)
/// )
/// ```
///
/// A call that finds the line full, or that has waited that long, fails with ``LimitExceeded``.
///
/// - Important: Work that waits for other work of the same limit may wait forever.
public final class ConcurrencyLimit: Sendable {
  private struct State {
    var running = 0
    var lastNumber: UInt64 = 0
    var waiting = PriorityLine<Turn>()
  }

  /// The most pieces of work that run at the same time.
  public let maxConcurrent: Int

  private let maxWaiting: Int
  private let maxWait: Duration?
  private let clock: any Clock<Duration>
  private let state = Locked(State())

  /// Creates a limit.
  ///
  /// - Parameters:
  ///   - maxConcurrent: The most pieces of work that run at the same time, 1 or more. Less is taken
  ///     as 1 and reported to ``Diagnostics``.
  ///   - maxWaiting: The most calls that wait at the same time; by default, any number. With zero
  ///     or less, a call fails unless there is room for it.
  ///   - maxWait: How long a call waits at most; `nil` for any time. A call that has no room waits
  ///     as long as the clock needs for zero or less.
  ///   - clock: The clock for `maxWait`.
  public init(
    _ maxConcurrent: Int,
    maxWaiting: Int = .max,
    maxWait: Duration? = nil,
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    if maxConcurrent < 1 {
      Diagnostics.report(
        .invalidArgument,
        detail: "ConcurrencyLimit takes 1 or more, not \(maxConcurrent)"
      )
    }
    self.maxConcurrent = max(1, maxConcurrent)
    self.maxWaiting = maxWaiting
    self.maxWait = maxWait
    self.clock = clock
  }

  /// The number of calls whose work is in progress.
  public var runningCount: Int { state.withLock { $0.running } }

  /// The number of calls that wait for their turn.
  public var waitingCount: Int { state.withLock { $0.waiting.count } }
}

// MARK: - Turns

extension ConcurrencyLimit {
  /// Takes a place if there is room.
  func takePermit() -> Permit? { takePlace() ? Permit(of: self) : nil }

  /// Takes a place if there is room.
  ///
  /// - Returns: Whether there was; if so, call ``passOn()`` when the work has ended.
  @usableFromInline
  func takePlace() -> Bool {
    state.withLock { state in
      if state.running == maxConcurrent { return false }
      state.running += 1
      return true
    }
  }

  /// Takes a place if there is room, or enters the line.
  ///
  /// - Parameters:
  ///   - priority: How urgent the call is.
  ///   - canFail: Whether the caller can be told that the limit is exceeded.
  ///   - onEnd: Called when a wait has ended; `nil` for a task that waits for its turn.
  /// - Returns: How the call goes on.
  @usableFromInline
  func takeTurn(
    at priority: TaskPriority = .medium,
    canFail: Bool,
    onEnd: (@Sendable (Turn.End) -> Void)? = nil
  ) -> Admission {
    let admission = state.withLock { state -> Admission in
      if state.running < maxConcurrent {
        state.running += 1
        return .placed
      }
      if canFail, state.waiting.count >= maxWaiting { return .refused }
      state.lastNumber += 1
      let turn = Turn(in: self, number: state.lastNumber, onEnd: onEnd)
      state.waiting.append(turn, for: state.lastNumber, at: priority)
      return .waiting(turn)
    }
    if case .waiting(let turn) = admission, canFail, let maxWait {
      turn.leave(after: maxWait, clock)
    }
    return admission
  }

  /// Moves a call behind those of another priority; does nothing if its turn has come.
  func move(_ number: UInt64, to priority: TaskPriority) {
    state.withLock { $0.waiting.move(number, to: priority) }
  }

  /// Removes a call that must no longer start; does nothing if its turn has come.
  func leave(_ number: UInt64) {
    let turn = state.withLock { $0.waiting.remove(number) }
    withExtendedLifetime(turn) {}
  }

  /// Passes the place of work that has ended to the next call.
  @usableFromInline
  func passOn() {
    while true {
      let next = state.withLock { state -> Turn? in
        let next = state.waiting.popFirst()
        if next == nil { state.running -= 1 }
        return next
      }
      guard let next else { return }
      if next.come() { return }
    }
  }
}

/// One place under a ``ConcurrencyLimit``, taken until it is released or forgotten.
final class Permit: Sendable {
  private let limit: Locked<ConcurrencyLimit?>

  init(of limit: ConcurrencyLimit) { self.limit = Locked(limit) }

  deinit { release() }

  /// Starts the next piece of work; does nothing if it was called before.
  func release() {
    let limit = limit.withLock { limit in
      defer { limit = nil }
      return limit
    }
    limit?.passOn()
  }
}
