internal import CExplorer

/// A small piece of work for a few threads.
public struct Scenario: Sendable {
  /// The name of the scenario.
  public let name: String
  /// The number of threads.
  public let threads: Int
  let body: @Sendable (Run) -> Void

  /// Creates a scenario.
  ///
  /// - Parameters:
  ///   - name: The name of the scenario.
  ///   - threads: The number of threads that `body` adds.
  ///   - body: Prepares a run before the threads start. Called for every schedule.
  public init(_ name: String, threads: Int, _ body: @escaping @Sendable (_ run: Run) -> Void) {
    self.name = name
    self.threads = threads
    self.body = body
  }
}

/// One run of a scenario: the threads, and the conditions that must hold when they have ended.
///
/// The class is `@unchecked Sendable` because the explorer runs one thread at a time.
public final class Run: @unchecked Sendable {
  private var body: ((Run) -> Void)?
  private var threads: [(() -> Void)?] = []
  private var checks: [() -> Void] = []

  init(_ body: @escaping (Run) -> Void) { self.body = body }

  /// Adds a thread.
  ///
  /// The objects that `body` captures are released on the thread when it ends.
  public func thread(_ body: @escaping @Sendable () -> Void) { threads.append(body) }

  /// Adds a check to call when all threads have ended.
  public func finally(_ check: @escaping @Sendable () -> Void) { checks.append(check) }

  func execute() {
    body.take()?(self)
    explorer_run_threads(
      Int32(threads.count),
      { context, index in
        Unmanaged<Run>.fromOpaque(context!)._withUnsafeGuaranteedRef { $0.runThread(Int(index)) }
      },
      Unmanaged.passUnretained(self).toOpaque()
    )
    while !checks.isEmpty { checks.removeFirst()() }
  }

  private func runThread(_ index: Int) {
    let body = threads[index].take()
    body?()
  }
}

/// Ends the run as failed unless a condition holds.
public func expect(_ condition: Bool, _ message: @autoclosure () -> String) {
  if condition { return }
  message().withCString { explorer_fail($0) }
}

/// Ends the run as failed unless two values are equal.
public func expect<Value: Equatable>(_ value: Value, is expected: Value, _ what: String) {
  expect(value == expected, "\(what): \(value) instead of \(expected)")
}

/// Lets the explorer interrupt threads where they release a reference to an object of a class.
///
/// - Parameter type: A class whose objects depend on the number of references to them, or do
///   something when the last one is released.
public func watch(_ type: AnyClass) {
  explorer_watch_class(unsafeBitCast(type, to: UnsafeRawPointer.self))
}
