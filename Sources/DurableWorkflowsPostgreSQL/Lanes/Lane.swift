#if PostgreSQL
internal import Futures

/// A lane that carries out requests in batches: requests that arrive during a batch share the next
/// one.
///
/// A round trip and a commit cost the same for many requests as for one.
final class Lane<Request: Sendable, Answer: Sendable>: Sendable {
  private struct Waiting: Sendable {
    let request: Request
    let end: CheckedContinuation<Answer, any Error>
  }

  private struct State {
    var items: [Waiting] = []
    var isUnderWay = false
  }

  private let limit: Int
  private let key: @Sendable (Request) -> String
  private let performAlone: (@Sendable (Request) async throws -> Answer?)?
  private let perform: @Sendable ([Request]) async throws -> [Answer]
  private let state = Locked(State())

  /// Creates a lane.
  ///
  /// - Parameters:
  ///   - limit: The maximum number of requests in a batch.
  ///   - key: A key that is unique among the requests of a batch.
  ///   - performAlone: A closure that carries out a request in its task, even if the task is
  ///     cancelled; returns `nil` if that is left to a batch. `nil` to leave all to batches.
  ///   - perform: A closure that carries out a batch: all of it or nothing.
  init(
    limit: Int,
    key: @escaping @Sendable (Request) -> String,
    performAlone: (@Sendable (Request) async throws -> Answer?)? = nil,
    perform: @escaping @Sendable ([Request]) async throws -> [Answer]
  ) {
    self.limit = limit
    self.key = key
    self.performAlone = performAlone
    self.perform = perform
  }

  /// Carries out a request, even if the task is cancelled.
  ///
  /// If a request arrives alone, its task carries it out itself, which is faster.
  func add(_ request: Request) async throws -> Answer {
    if let performAlone, begin() {
      defer { end() }
      if let answer = try await performAlone(request) { return answer }
    }
    return try await withCheckedThrowingContinuation { end in
      enqueue(Waiting(request: request, end: end))
    }
  }

  private func enqueue(_ item: Waiting) {
    let isFirst = state.withLock { state in
      state.items.append(item)
      defer { state.isUnderWay = true }
      return !state.isUnderWay
    }
    if isFirst { start() }
  }

  private func start() { Task { @concurrent in await work() } }

  // MARK: - A request that comes alone

  private func begin() -> Bool {
    state.withLock { state in
      if state.isUnderWay || Task.isCancelled { return false }
      state.isUnderWay = true
      return true
    }
  }

  /// Continues with the requests that have arrived meanwhile.
  private func end() {
    let isEmpty = state.withLock { state in
      state.isUnderWay = !state.items.isEmpty
      return state.items.isEmpty
    }
    if !isEmpty { start() }
  }

  // MARK: - Batches

  private func work() async {
    while true {
      let batch = next()
      if batch.isEmpty { return }
      await perform(batch)
    }
  }

  /// Takes the first requests whose keys differ.
  private func next() -> [Waiting] {
    state.withLock { state in
      var keys: Set<String> = []
      var batch: [Waiting] = []
      for waiting in state.items {
        if batch.count == limit || !keys.insert(key(waiting.request)).inserted { break }
        batch.append(waiting)
      }
      state.items.removeFirst(batch.count)
      if batch.isEmpty { state.isUnderWay = false }
      return batch
    }
  }

  private func perform(_ batch: [Waiting]) async {
    do {
      let answers = try await perform(batch.map(\.request))
      for (waiting, answer) in zip(batch, answers) { waiting.end.resume(returning: answer) }
    } catch let error as PostgreSQLError where batch.count > 1 && !error.isInDoubt {
      // A request that the server refuses does not fail the others. Halving the batch finds it in a
      // few statements.
      let middle = batch.count / 2
      await perform(Array(batch[..<middle]))
      await perform(Array(batch[middle...]))
    } catch {
      for waiting in batch { waiting.end.resume(throwing: error) }
    }
  }
}
#endif
