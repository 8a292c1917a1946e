internal import Foundation
internal import Futures

/// The work of an app on durable runs, in the time that the system grants it.
///
/// ```swift
/// func finish(_ runs: DurableRuns) async -> Bool {
///   let work = AppWork(on: runs)
///   work.start()  // The app is active.
///   await work.stop()  // It is in the background.
///   return await work.work() == .idle  // The system has granted time.
/// }
/// ```
///
/// An app works while it is active and whenever the system grants it time in the background. The
/// two can overlap, for example when a person opens the app while a background task runs. This
/// object counts the reasons to work, so that the end of one does not stop the other. Use it
/// instead of ``DurableRuns/start()`` and ``DurableRuns/stop(within:)``, one object for each
/// ``DurableRuns``.
public final class AppWork: Sendable {
  /// How ``work(reporting:)`` ended.
  public enum End: Hashable, Sendable {
    /// No run is due: all have ended, wait in the store, or were set aside.
    case idle
    /// The time was over before that. Records are kept, and the rest is done later.
    case interrupted
  }

  private struct State {
    var isActive = false
    var grants = 0
    /// The last task that begins or stops the work.
    ///
    /// These tasks run one after another.
    var last: Task<Void, Never>?

    var isWanted: Bool { isActive || grants > 0 }
  }

  private let runs: DurableRuns
  private let grace: Duration
  private let state = Locked(State())

  /// Creates the work of an app.
  ///
  /// - Parameters:
  ///   - runs: The runs. No other code starts or stops them.
  ///   - grace: The time that steps have to reach their next checkpoint when the work has to stop.
  ///     The system gives a background task a few seconds.
  public init(on runs: DurableRuns, stoppingWithin grace: Duration = .seconds(3)) {
    self.runs = runs
    self.grace = grace
  }

  /// Begins to work on runs that are due, from now on, for example because the app is active.
  public func start() {
    state.withLock { state in
      state.isActive = true
      adjust(&state)
    }
  }

  /// Stops working, for example because the app is in the background.
  ///
  /// Work that ``work(reporting:)`` has begun continues. Otherwise, no transaction is open and no
  /// step runs when this method returns, except for steps that neither end nor react to their
  /// cancellation in time.
  public func stop() async {
    let stopping = state.withLock { state in
      state.isActive = false
      return adjust(&state)
    }
    await inTime(stopping)
  }

  /// Works until no run is due.
  ///
  /// To signal the end of a grant, cancel the task that calls this method: the cancellation ends
  /// the work as ``stop()`` does. The method does not wait for runs that wait, but it does wait for
  /// runs of other processes.
  ///
  /// - Parameter report: A closure that is called when runs have ended or begun to wait, with their
  ///   number and the number of all runs that were due.
  /// - Returns: Whether nothing is left to do for now.
  public func work(
    reporting report: @Sendable (_ done: Int, _ all: Int) -> Void = { _, _ in }
  ) async -> End {
    let starting = state.withLock { state in
      state.grants += 1
      return adjust(&state)
    }
    await starting.value
    let end = await idle(report)
    let stopping = state.withLock { state in
      state.grants -= 1
      return adjust(&state)
    }
    await inTime(stopping)
    return end
  }

  /// Begins or stops the work after all earlier requests.
  @discardableResult
  private func adjust(_ state: inout State) -> Task<Void, Never> {
    let previous = state.last
    let next = unstructured {
      await previous?.value
      if self.state.withLock({ $0.isWanted }) {
        self.runs.start()
      } else {
        await self.runs.stop(within: self.grace)
      }
    }
    state.last = next
    return next
  }

  /// Waits for the end of the work, but not for steps that do not stop.
  private func inTime(_ stopping: Task<Void, Never>) async {
    let promise = Promise<Void, Never>()
    let timer = CancellationSource()
    defer { timer.cancel() }
    Future<Void, any Error>
      .after(grace + .seconds(1), clock: runs.settings.clock, cancellation: timer.token)
      .on(.inline).onSuccess { promise.succeed() }
    unstructured {
      await stopping.value
      promise.succeed()
    }
    await promise.future.value
  }

  private func idle(_ report: (Int, Int) -> Void) async -> End {
    var all: Set<String> = []
    var done = -1
    while true {
      do {
        try Task.checkCancellation()
        let due = try await dueRuns()
        all.formUnion(due)
        if done != all.count - due.count {
          done = all.count - due.count
          report(done, all.count)
        }
        guard let run = due.first else { return .idle }
        if let own = runs.ownSession(of: run) {
          _ = try await own.end.future.value
        } else {
          try await runs.pauseUntilNews(of: run)
        }
      } catch {
        if Task.isCancelled { return .interrupted }
        runs.settings.report(.storeFailed(run: nil, error: error))
        try? await runs.pauseUntilNews(of: "")
      }
    }
  }

  /// Returns the runs of the workflows that this process knows that a worker has or could claim.
  private func dueRuns() async throws -> [String] {
    var due: [String] = []
    for known in runs.settings.workflows.keys.sorted() {
      let query = RunQuery(
        statuses: [.queued, .running],
        workflow: known.workflow,
        version: known.version,
        limit: 1000
      )
      due += try await runs.list(query).map(\.id)
    }
    return due
  }
}
