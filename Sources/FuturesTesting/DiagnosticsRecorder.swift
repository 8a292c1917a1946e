public import Futures

/// Collects what `Diagnostics` reports while a test runs.
///
/// ```swift
/// let recorder = DiagnosticsRecorder { $0.error is LoadError }
/// recorder.record {
///   _ = Future<Int, LoadError>(error: .notFound)  // nobody looks at the error
/// }
/// #expect(recorder.diagnostics.map(\.kind) == [.unobservedFailure])
/// ```
///
/// `Diagnostics` is one hook for the whole process, so a recorder also hears of what other tests do
/// at the same time. Either give it a condition that only your test fulfils, most simply an error
/// type of its own, or put the tests that use a recorder into one suite with the `.serialized`
/// trait, and keep what the others report apart with `Diagnostic.began(in:)`.
///
/// Any number of recorders may be active at once; each collects what fulfils its condition. What no
/// recorder wants goes to the handler that was installed when the first of them started, and that
/// handler is back in place when the last of them has stopped.
public final class DiagnosticsRecorder: Sendable {
  private struct Wait {
    let condition: @Sendable (Diagnostic) -> Bool
    let promise: Promise<Diagnostic, any Error>
  }

  private struct State {
    var diagnostics: [Diagnostic] = []
    var waits: [Int: Wait] = [:]
    var nextWait = 0
  }

  private let isRelevant: @Sendable (Diagnostic) -> Bool
  private let state = Locked(State())

  /// Makes a recorder, which does not listen yet.
  ///
  /// - Parameter isRelevant: What to collect; everything if you do not say. Called on the threads
  ///   that report.
  public init(where isRelevant: @escaping @Sendable (Diagnostic) -> Bool = { _ in true }) {
    self.isRelevant = isRelevant
  }

  /// What was collected, in the order in which it was reported.
  public var diagnostics: [Diagnostic] { state.withLock { $0.diagnostics } }

  /// What was collected of one kind, in the order in which it was reported.
  ///
  /// - Parameter kind: The kind.
  /// - Returns: The diagnostics of that kind.
  public func diagnostics(of kind: Diagnostic.Kind) -> [Diagnostic] {
    diagnostics.filter { $0.kind == kind }
  }

  /// Forgets what was collected.
  public func removeAll() {
    // Released outside the lock: what an error holds may be reported in its turn.
    let old = state.withLock { state in
      defer { state.diagnostics = [] }
      return state.diagnostics
    }
    withExtendedLifetime(old) {}
  }

  func record(_ diagnostic: Diagnostic) -> Bool {
    guard isRelevant(diagnostic) else { return false }
    let waits = state.withLock { state in
      state.diagnostics.append(diagnostic)
      return state.waits
    }
    for (id, wait) in waits where wait.condition(diagnostic) {
      end(id)?.succeed(diagnostic)
    }
    return true
  }

  /// Gives the promise of a wait to the one who is to complete it.
  private func end(_ id: Int) -> Promise<Diagnostic, any Error>? {
    state.withLock { $0.waits.removeValue(forKey: id)?.promise }
  }
}

// MARK: - Listening

extension DiagnosticsRecorder {
  /// Listens until ``stop()``.
  ///
  /// Does nothing if the recorder listens already.
  public func start() { RecorderHub.shared.add(self) }

  /// Stops listening, and keeps what was collected.
  ///
  /// Does nothing if the recorder does not listen.
  public func stop() { RecorderHub.shared.remove(self) }

  /// Listens while a closure runs.
  ///
  /// What the closure leaves behind may be released, and reported, only after it returned; end the
  /// lifetime of the futures and promises in question inside the closure.
  ///
  /// - Parameter body: The scope.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws.
  @discardableResult
  public func record<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    start()
    defer { stop() }
    return try body()
  }

  /// Listens while an asynchronous closure runs.
  ///
  /// - Parameter body: The scope.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws.
  @discardableResult
  public nonisolated(nonsending) func record<Result, Failure: Error>(
    _ body: nonisolated(nonsending) () async throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    start()
    defer { stop() }
    return try await body()
  }

  /// Suspends the current task until something was collected, also before this call.
  ///
  /// For mistakes that show on another thread. The recorder has to listen meanwhile.
  ///
  /// - Parameter condition: What to wait for; anything if you do not say. Called on the threads
  ///   that report, and on this one.
  /// - Returns: The first diagnostic that fulfils the condition.
  /// - Throws: `CancellationError` if the task is cancelled while it waits.
  public func first(
    where condition: @escaping @Sendable (Diagnostic) -> Bool = { _ in true }
  ) async throws -> Diagnostic {
    let promise = Promise<Diagnostic, any Error>()
    let (id, collected) = state.withLock { state in
      let id = state.nextWait
      state.nextWait += 1
      state.waits[id] = Wait(condition: condition, promise: promise)
      return (id, state.diagnostics)
    }
    if let match = collected.first(where: condition) { end(id)?.succeed(match) }
    return try await withTaskCancellationHandler {
      try await promise.future.get()
    } onCancel: {
      end(id)?.cancel()
    }
  }

  /// Suspends the current task until something of one kind was collected, also before this call.
  ///
  /// - Parameter kind: The kind to wait for.
  /// - Returns: The first diagnostic of that kind.
  /// - Throws: `CancellationError` if the task is cancelled while it waits.
  public func first(of kind: Diagnostic.Kind) async throws -> Diagnostic {
    try await first { $0.kind == kind }
  }
}

extension Diagnostic {
  /// Whether the chain of futures in question began in a source file; false in release builds,
  /// where that is not recorded.
  ///
  /// - Parameter fileID: The module and file, as `#fileID` gives them; the calling file if you do
  ///   not say.
  /// - Returns: Whether it began there.
  public func began(in fileID: String = #fileID) -> Bool {
    site.map { "\($0.fileID)" == fileID } ?? false
  }
}
