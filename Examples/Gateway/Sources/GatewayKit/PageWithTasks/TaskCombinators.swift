// What the handler needs beyond task groups.

/// Runs work, and cancels it if it takes too long.
///
/// - Parameters:
///   - limit: How long the work may take.
///   - clock: What measures the time.
///   - work: The work. This returns when it has ended, also after a cancellation.
/// - Returns: What `work` returns.
/// - Throws: What `work` throws; ``UpstreamError/late(_:)`` if it takes too long.
func withTimeout<Value: Sendable>(
  _ limit: Duration,
  clock: any Clock<Duration>,
  _ work: @escaping @Sendable () async throws -> Value
) async throws -> Value {
  try await withThrowingTaskGroup(of: Value.self) { group in
    group.addTask { try await work() }
    group.addTask {
      try await clock.sleep(for: limit)
      throw UpstreamError.late(limit)
    }
    defer { group.cancelAll() }
    guard let value = try await group.next() else { throw CancellationError() }
    return value
  }
}

/// Tries work until it succeeds, fails for good, or was tried often enough.
///
/// - Parameters:
///   - attempts: How often to try.
///   - firstPause: The pause after the first attempt; each further one is twice as long.
///   - clock: What measures the pauses.
///   - work: An attempt; receives its number, counted from 1.
/// - Returns: What the first attempt that succeeds returns.
/// - Throws: The error of the last attempt.
func retrying<Value>(
  _ attempts: Int,
  firstPause: Duration,
  clock: any Clock<Duration>,
  _ work: (_ attempt: Int) async throws -> Value
) async throws -> Value {
  var attempt = 1
  var pause = firstPause
  while true {
    do {
      return try await work(attempt)
    } catch let error as UpstreamError where error.isTransient && attempt < attempts {
      try await clock.sleep(for: pause)
      attempt += 1
      pause *= 2
    }
  }
}

/// Starts work for every element at once, and cancels the rest when one succeeds.
///
/// - Parameters:
///   - elements: The elements.
///   - work: The work for one element.
/// - Returns: What the first work to succeed returns.
/// - Throws: ``UpstreamError/noMirror(_:)`` with the errors in the order of the elements, if no
///   work succeeds; `CancellationError` if the task is cancelled.
func firstSuccess<Element: Sendable, Value: Sendable>(
  of elements: [Element],
  _ work: @escaping @Sendable (Element) async throws -> Value
) async throws -> Value {
  try await withThrowingTaskGroup(of: (Int, Result<Value, any Error>).self) { group in
    for (index, element) in elements.enumerated() {
      group.addTask { (index, await outcome { try await work(element) }) }
    }
    defer { group.cancelAll() }
    var errors: [(index: Int, error: UpstreamError)] = []
    for try await (index, outcome) in group {
      switch outcome {
      case .success(let value): return value
      case .failure(let error as UpstreamError): errors.append((index, error))
      case .failure(let error): throw error
      }
    }
    throw UpstreamError.noMirror(errors.sorted { $0.index < $1.index }.map(\.error))
  }
}

/// Returns what asynchronous code returns or throws.
///
/// - Parameter work: The code.
/// - Returns: Its outcome.
func outcome<Value>(_ work: () async throws -> Value) async -> Result<Value, any Error> {
  do { return .success(try await work()) } catch { return .failure(error) }
}
