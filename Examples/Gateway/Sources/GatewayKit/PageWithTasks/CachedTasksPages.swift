import Synchronization

/// Keeps the pages of another handler: a dictionary behind a lock, a task for each page that is
/// being built, and a continuation for each request that waits for it.
package final class CachedTasksPages: PageHandler {
  private typealias Waiter = CheckedContinuation<ProductPage, any Error>

  private struct Load {
    let number: Int
    var waiters: [Int: Waiter]
    var task: Task<Void, Never>?
  }

  private struct Kept {
    let page: ProductPage
    /// When the page is too old, counted from the creation of the handler.
    let end: Duration
    var lastUse: Int
  }

  private struct State {
    var kept: [Int: Kept] = [:]
    var loads: [Int: Load] = [:]
    var lastNumber = 0
  }

  private enum Next {
    case resume(Result<ProductPage, any Error>)
    case start(number: Int)
    case wait
  }

  private let handler: any PageHandler
  private let retention: PageRetention
  private let age: @Sendable () -> Duration
  private let state = Mutex(State())

  /// Creates a handler that keeps no page yet.
  ///
  /// - Parameters:
  ///   - handler: What builds the pages.
  ///   - retention: Which pages to keep, and for how long.
  ///   - clock: What measures the age of pages.
  package init(
    _ handler: any PageHandler,
    keeping retention: PageRetention,
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    self.handler = handler
    self.retention = retention
    age = stopwatch(clock)
  }

  package func page(_ id: Int) async throws -> ProductPage {
    try Task.checkCancellation()
    let (page, waiter) = state.withLock { state in
      state.lastNumber += 1
      return (keptPage(id, &state), state.lastNumber)
    }
    if let page { return page }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { enter(id, waiter, $0) }
    } onCancel: {
      leave(id, waiter)
    }
  }

  private func keptPage(_ id: Int, _ state: inout State) -> ProductPage? {
    guard let kept = state.kept[id] else { return nil }
    if kept.end <= age() {
      state.kept[id] = nil
      return nil
    }
    state.kept[id]?.lastUse = state.lastNumber
    return kept.page
  }

  private func enter(_ id: Int, _ waiter: Int, _ continuation: Waiter) {
    let next = state.withLock { state -> Next in
      // The cancellation handler ran before it could find the continuation.
      if Task.isCancelled { return .resume(.failure(CancellationError())) }
      if let page = keptPage(id, &state) { return .resume(.success(page)) }
      if state.loads[id] != nil {
        state.loads[id]?.waiters[waiter] = continuation
        return .wait
      }
      state.lastNumber += 1
      state.loads[id] = Load(number: state.lastNumber, waiters: [waiter: continuation])
      return .start(number: state.lastNumber)
    }
    switch next {
    case .resume(let result): continuation.resume(with: result)
    case .start(let number): start(number, id)
    case .wait: break
    }
  }

  private func start(_ number: Int, _ id: Int) {
    let task = Task { end(number, id, await outcome { try await handler.page(id) }) }
    let isOver = state.withLock { state in
      guard state.loads[id]?.number == number else { return true }
      state.loads[id]?.task = task
      return false
    }
    // The page is built, or its last request left before it could find the task.
    if isOver { task.cancel() }
  }

  private func end(_ number: Int, _ id: Int, _ result: Result<ProductPage, any Error>) {
    let waiters = state.withLock { state -> [Int: Waiter] in
      guard let load = state.loads[id], load.number == number else { return [:] }
      state.loads[id] = nil
      if case .success(let page) = result { keep(page, id, &state) }
      return load.waiters
    }
    for waiter in waiters.values { waiter.resume(with: result) }
  }

  private func keep(_ page: ProductPage, _ id: Int, _ state: inout State) {
    let lifetime = retention.lifetime(of: page)
    if lifetime <= .zero || retention.count <= 0 { return }
    if state.kept.count >= retention.count,
      let oldest = state.kept.min(by: { $0.value.lastUse < $1.value.lastUse })
    {
      state.kept[oldest.key] = nil
    }
    state.kept[id] = Kept(page: page, end: age() + lifetime, lastUse: state.lastNumber)
  }

  private func leave(_ id: Int, _ waiter: Int) {
    let (continuation, task) = state.withLock { state -> (Waiter?, Task<Void, Never>?) in
      let continuation = state.loads[id]?.waiters.removeValue(forKey: waiter)
      guard continuation != nil, let load = state.loads[id], load.waiters.isEmpty else {
        return (continuation, nil)
      }
      state.loads[id] = nil
      return (continuation, load.task)
    }
    continuation?.resume(throwing: CancellationError())
    task?.cancel()
  }
}

/// Returns a function that returns the time since this call.
private func stopwatch<C: Clock<Duration>>(_ clock: C) -> @Sendable () -> Duration {
  let start = clock.now
  return { start.duration(to: clock.now) }
}
