/// The outcome of work: a value or an error that may not exist yet.
///
/// ```swift
/// let forecast = locate("Oslo")                // Future<Place, any Error>
///   .flatMap { place in weather(at: place) }   // starts when there is one
///   .timeout(.seconds(5))
///   .recover { _ in .unknown }                 // Future<Forecast, Never>
///
/// forecast.on(.main).onSuccess { print($0) }  // with a callback,
/// let now = await forecast.value               // or with async/await
/// ```
///
/// A future settles once, with a value or a failure, and then never changes. Every observer is
/// called exactly once, whether it is registered before or after. Cancellation is a failure that
/// the error type can hold: `CancellationError` for `any Error`, or a case of a type that is
/// ``CancellationRepresentable``. A `Future<Value, Never>` cannot fail, so it cannot be cancelled.
///
/// ## Where closures run
///
/// **A closure runs where it is written.**
///
/// - In main-actor code it runs on the main actor: at once if the thread that completes the future,
///   or registers the closure, is on the main actor, otherwise later.
/// - In the code of another actor it runs isolated to that actor, in order of submission.
/// - In nonisolated code it runs inline: on the thread that completes the future, or, if the future
///   has settled, in the call that registers it.
///
/// With `on:`, a closure runs on an ``ExecutionContext`` of your choice. Such a closure is
/// nonisolated; the compiler rejects one that uses the state of an actor.
///
/// ## Lifetime
///
/// A `Future` is a handle, as `Task` is: copies refer to the same outcome. The code that will
/// complete a future keeps its work alive; handles do not, and releasing a handle stops nothing.
/// Closures are released right after they ran. If the last ``Promise`` that could complete a future
/// is released, the future fails with ``BrokenPromise``, so no observer waits forever.
public struct Future<Value: Sendable, Failure: Error>: Sendable {
  @usableFromInline let cell: Cell

  @inlinable
  init(cell: Cell) { self.cell = cell }
}

// MARK: - Settled futures

extension Future {
  /// Creates a future that has succeeded.
  ///
  /// - Parameters:
  ///   - value: Its value.
  ///   - closure: Do not pass a closure. The parameter keeps the trailing closure of `Future { … }`
  ///     from becoming the value.
  @inlinable
  public init(value: Value, _ closure: ((Never) -> Void)? = nil) { cell = Cell(value: value) }

  /// Creates a future that has failed.
  ///
  /// - Parameters:
  ///   - error: Its error.
  ///   - fileID: The file where the future is created, for diagnostics in debug builds.
  ///   - line: The line where the future is created, for diagnostics in debug builds.
  @inlinable
  public init(error: Failure, fileID: StaticString = #fileID, line: UInt = #line) {
    cell = Cell(failure: error)
    cell.noteSite(fileID, line)
  }

  /// Creates a future that has settled.
  ///
  /// - Parameter result: Its outcome.
  @inlinable
  public init(result: Result<Value, Failure>) {
    switch result {
    case .success(let value): cell = Cell(value: value)
    case .failure(let error): cell = Cell(failure: error)
    }
  }

  /// A future that never settles, unless it is cancelled.
  ///
  /// Closures registered on it, and on futures derived from it, are released with the last handle.
  public static var never: Future {
    Future(cell: Cell(step: Cell.silentStep))
  }
}

extension Future where Failure == Never {
  /// Creates a future that has succeeded, and that cannot fail.
  ///
  /// - Parameters:
  ///   - value: Its value.
  ///   - closure: Do not pass a closure. The parameter keeps the trailing closure of `Future { … }`
  ///     from becoming the value.
  @inlinable
  public init(value: Value, _ closure: ((Never) -> Void)? = nil) { cell = Cell(value: value) }
}

extension Future where Value == Void {
  /// Creates a future that has succeeded without a value.
  @inlinable
  public init() { self.init(value: ()) }
}

// MARK: - State

extension Future {
  /// Whether the future has an outcome.
  @inlinable
  public var isSettled: Bool { cell.isSettled && !cell.isAbandoned }

  /// The outcome, or `nil` while the future is pending.
  ///
  /// This property does not wait; ``result`` does. Reading it counts as observing the failure; see
  /// ``Diagnostic/Kind/unobservedFailure``.
  @inlinable
  public var currentResult: Result<Value, Failure>? {
    let state = cell.state
    if !state.isSettled { return nil }
    if state.isSuccess { return .success(cell.load(as: Value.self)) }
    return failedResult
  }

  @usableFromInline
  var failedResult: Result<Value, Failure>? {
    if cell.isAbandoned { return nil }
    cell.markObserved()
    return .failure(cell.load(as: Failure.self))
  }

  /// The value, or `nil` while the future is pending or if it failed.
  ///
  /// This property does not wait; ``value-5syka`` does.
  @inlinable
  public var currentValue: Value? { cell.isSuccess ? cell.load(as: Value.self) : nil }

  /// The error, or `nil` while the future is pending or if it succeeded.
  ///
  /// Reading it counts as observing the failure.
  public var currentError: Failure? {
    guard case .failure(let error) = currentResult else { return nil }
    return error
  }

  /// Marks a failure of this future as observed.
  @discardableResult
  package func ignoringFailure() -> Future { onFailure { _ in } }
}

extension Future: CustomStringConvertible, CustomDebugStringConvertible {
  /// A description of the types, the state and, once settled, the value or error.
  public var description: String {
    let type = "Future<\(Value.self), \(Failure.self)>"
    let state = cell.state
    if !state.isSettled || cell.isAbandoned { return "\(type)(pending)" }
    if state.isSuccess { return "\(type)(success: \(cell.load(as: Value.self)))" }
    return "\(type)(failure: \(cell.load(as: Failure.self)))"
  }

  /// The same as ``description``.
  public var debugDescription: String { description }
}
