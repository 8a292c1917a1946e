internal import Futures

/// The concurrent branches of a step.
///
/// Each branch runs in its own lane. When one fails, the others are cancelled, and the fork waits
/// for them.
final class Fork: Sendable {
  private let context: StepContext
  private let parents: StepPath
  private let source: CancellationSource
  private let done = Locked(0.0)
  /// The lanes of branches that have set values, by number.
  private let ended = Locked<[Int: Lane]>([:])

  init(_ context: StepContext) {
    self.context = context
    parents = context.stepPath
    source = CancellationSource(linkedTo: context.cancellation)
  }

  /// Runs the branches.
  ///
  /// - Parameters:
  ///   - count: The number of branches.
  ///   - limit: The most branches to run at the same time.
  ///   - branch: Runs the branch with a number.
  /// - Throws: The error of the first branch that fails.
  func run(
    count: Int,
    limit: Int,
    _ branch: @escaping @Sendable (Int) async throws -> Void
  ) async throws {
    defer { source.dispose() }
    let durability = context.durability
    // This task waits for its branches, and does not count among those that run.
    if count > 0 { durability?.strandsChanged(by: min(limit, count) - 1) }
    let failure = await source.token.asCurrent {
      await withTaskGroup(of: (any Error)?.self) { group in
        var started = 0
        var failure: (any Error)?
        func start() {
          guard started < count else { return }
          group.addTask { [started] in
            do {
              try await branch(started)
              try await durability?.flush()
            } catch {
              return error
            }
            return nil
          }
          started += 1
        }
        for _ in 0..<min(limit, count) { start() }
        var ended = 0
        while let ending = await group.next() {
          ended += 1
          if let error = ending, failure == nil {
            failure = error
            source.cancel()
            group.cancelAll()
          }
          let before = started
          if failure == nil { start() }
          if started == before && ended < started { durability?.strandsChanged(by: -1) }
        }
        return failure
      }
    }
    let lanes = ended.withLock { $0 }
    for number in lanes.keys.sorted() {
      if let lane = lanes[number] { context.lane.merge(lane) }
    }
    if let failure { throw failure }
  }

  /// Runs one branch in its own lane.
  ///
  /// - Parameters:
  ///   - number: The number of the branch.
  ///   - name: Its name in the trace.
  ///   - share: Its share in the progress of all branches.
  ///   - body: The branch, which receives its context.
  /// - Returns: The result of `body`.
  /// - Throws: The error of `body`.
  func perform<Output>(
    _ number: Int,
    _ name: String,
    share: Double,
    _ body: nonisolated(nonsending) (StepContext) async throws -> Output
  ) async throws -> Output {
    try context.throwIfCancelled()
    if context.run.history.isPaused { try await context.waitWhilePaused() }
    let lane = Lane(
      number: context.run.track.takeLane(),
      values: context.lane.values,
      ignoresPause: context.lane.ignoresPause
    ) { [weak self] step in
      self?.advance(step * share)
    }
    defer {
      context.run.track.releaseLane(lane.number)
      if lane.hasChanges { ended.withLock { $0[number] = lane } }
    }
    let branch = context.inLane(lane, cancellation: source.token)
    let inner = branch.part(name, range: .whole, parents: parents)
    let output: Output
    do {
      if let (observer, span) = inner.observed {
        output = try await observer.run(in: span) { try await body(inner) }
      } else {
        output = try await body(inner)
      }
    } catch {
      inner.leave(throwing: error)
      throw error
    }
    inner.leave()
    return output
  }

  private func advance(_ step: Double) {
    let done = done.withLock { done in
      done += step
      return done
    }
    context.lane.report(context.range.position(of: min(done, 1)))
  }
}

extension StepContext {
  /// Returns this context in another lane, whose whole progress it covers.
  func inLane(_ lane: Lane, cancellation: CancellationToken) -> StepContext {
    StepContext(
      run: run,
      lane: lane,
      range: .whole,
      parents: parents,
      span: span,
      name: name,
      attempt: attempt,
      cancellation: cancellation
    )
  }
}
