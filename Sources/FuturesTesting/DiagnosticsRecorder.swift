public import Futures

/// A recorder of the diagnostics that are reported while a test runs.
///
/// ```swift
/// let recorder = DiagnosticsRecorder { $0.error is LoadError }
/// recorder.record {
///   // No observer receives the error.
///   _ = Future<Int, LoadError>(error: .notFound)
/// }
/// #expect(recorder.diagnostics.map(\.kind) == [.unobservedFailure])
/// ```
///
/// `Diagnostics` is one hook for the whole process, so a recorder also receives the diagnostics of
/// tests that run at the same time. Pass a condition that only your test fulfills, such as its own
/// error type. Alternatively, put all tests with a recorder into one suite with the `.serialized`
/// trait, and select your diagnostics with `Diagnostic.began(in:)`.
///
/// Several recorders can be active at once; each records the diagnostics that fulfill its
/// condition. Diagnostics that no recorder records go to the handler that was installed when the
/// first recorder started. That handler is restored when the last one stops.
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

  /// Creates a recorder, which is not active yet.
  ///
  /// - Parameter isRelevant: The condition for recording a diagnostic; by default, every
  ///   diagnostic. Called on the reporting threads.
  public init(where isRelevant: @escaping @Sendable (Diagnostic) -> Bool = { _ in true }) {
    self.isRelevant = isRelevant
  }

  /// The recorded diagnostics, in the order of the reports.
  public var diagnostics: [Diagnostic] { state.withLock { $0.diagnostics } }

  /// Returns the recorded diagnostics of one kind, in the order of the reports.
  ///
  /// - Parameter kind: The kind.
  /// - Returns: The diagnostics of that kind.
  public func diagnostics(of kind: Diagnostic.Kind) -> [Diagnostic] {
    diagnostics.filter { $0.kind == kind }
  }

  /// Removes all recorded diagnostics.
  public func removeAll() {
    // Released without a lock: releasing an error may cause another report.
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

  /// Removes the promise of a wait, so that exactly one caller completes it.
  private func end(_ id: Int) -> Promise<Diagnostic, any Error>? {
    state.withLock { $0.waits.removeValue(forKey: id)?.promise }
  }
}

// MARK: - Listening

extension DiagnosticsRecorder {
  /// Starts recording, until ``stop()``.
  ///
  /// Does nothing if the recorder is active.
  public func start() { RecorderHub.shared.add(self) }

  /// Stops recording, and keeps the recorded diagnostics.
  ///
  /// Does nothing if the recorder is not active.
  public func stop() { RecorderHub.shared.remove(self) }

  /// Records while a closure runs.
  ///
  /// Values that outlive the closure may be released, and reported, after it returns. End the
  /// lifetime of the futures and promises under test inside the closure.
  ///
  /// - Parameter body: The scope.
  /// - Returns: The result of `body`.
  /// - Throws: The error of `body`.
  @discardableResult
  public func record<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    start()
    defer { stop() }
    return try body()
  }

  /// Records while an asynchronous closure runs.
  ///
  /// - Parameter body: The scope.
  /// - Returns: The result of `body`.
  /// - Throws: The error of `body`.
  @discardableResult
  public nonisolated(nonsending) func record<Result, Failure: Error>(
    _ body: nonisolated(nonsending) () async throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    start()
    defer { stop() }
    return try await body()
  }

  /// Returns the first recorded diagnostic that fulfills a condition, and waits for one if
  /// necessary.
  ///
  /// Use this for diagnostics that are reported on another thread. The recorder must be active
  /// during the wait.
  ///
  /// - Parameter condition: The condition; by default, every diagnostic fulfills it. Called on the
  ///   reporting threads and on this one.
  /// - Returns: The diagnostic.
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
      try await promise.future.value
    } onCancel: {
      end(id)?.cancel()
    }
  }

  /// Returns the first recorded diagnostic of a kind, and waits for one if necessary.
  ///
  /// - Parameter kind: The kind.
  /// - Returns: The diagnostic.
  /// - Throws: `CancellationError` if the task is cancelled while it waits.
  public func first(of kind: Diagnostic.Kind) async throws -> Diagnostic {
    try await first { $0.kind == kind }
  }
}

extension Diagnostic {
  /// Returns whether the chain of futures began in a source file.
  ///
  /// Release builds do not record the place, and return `false`.
  ///
  /// - Parameter fileID: The module and file, in the form of `#fileID`; by default, the calling
  ///   file.
  /// - Returns: Whether the chain began there.
  public func began(in fileID: String = #fileID) -> Bool {
    site.map { "\($0.fileID)" == fileID } ?? false
  }
}
