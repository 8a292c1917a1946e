internal import Foundation
internal import Futures

/// Blocking lookups on dedicated threads.
///
/// Lookups do not block a thread pool that other work uses, and each caller waits for a limited
/// time. The callers of one name share its lookup; a caller that stops waiting does not affect the
/// others. A lookup that no caller waits for any longer does not start.
package final class LookupThreads: Sendable {
  private typealias Answer = Promise<[IPAddress], any Error>

  private struct Lookup {
    var callers: [Int: Answer] = [:]
    var isRunning = false
  }

  private struct State {
    var lookups: [String: Lookup] = [:]
    /// The names whose lookups have not started, in order; some are no longer wanted.
    var waiting: [String] = []
    var threads = 0
    var callerCount = 0

    /// Returns the next name to look up.
    mutating func next() -> String? {
      while let name = waiting.popLast() {
        guard lookups[name]?.isRunning == false else { continue }
        lookups[name]?.isRunning = true
        return name
      }
      return nil
    }
  }

  /// The stack size of a thread, in bytes, which includes the needs of the system's lookup modules.
  private static let stackSize = 512 << 10

  private let state = Locked(State())
  private let maximumCount: Int
  private let limit: Duration
  private let clock: any Clock<Duration>
  private let find: @Sendable (String) throws -> [IPAddress]

  /// Creates lookups.
  ///
  /// - Parameters:
  ///   - maximumCount: The number of threads. If all are busy, further names wait; the latest is
  ///     looked up first, because the callers of earlier ones may have stopped waiting.
  ///   - limit: The longest time that a caller waits.
  ///   - clock: The clock that measures the limit.
  ///   - find: Returns the addresses of a name; may block.
  package init(
    maximumCount: Int = 128,
    limit: Duration = .seconds(5),
    clock: any Clock<Duration> = ContinuousClock(),
    _ find: @escaping @Sendable (_ name: String) throws -> [IPAddress]
  ) {
    self.maximumCount = maximumCount
    self.limit = limit
    self.clock = clock
    self.find = find
  }

  /// The number of threads that look up a name.
  package var threadCount: Int { state.withLock { $0.threads } }

  /// Returns the addresses of a name.
  ///
  /// Cancelling the task ends the wait.
  ///
  /// - Throws: The error of the lookup, or a `LookupError` after the limit.
  package func addresses(of name: String) async throws -> [IPAddress] {
    let answer = Answer()
    let caller = join(name, answer)
    defer { leave(name, caller) }
    return try await withCancellationToken { token in
      try await Future.limited(
        to: limit,
        clock: clock,
        cancellation: token,
        orFail: NameLookup.LookupError(message: "no answer within \(self.limit)", isTimeout: true)
      ) { answer.future }
      .value
    }
  }

  private func join(_ name: String, _ answer: Answer) -> Int {
    let (caller, isFree) = state.withLock { state in
      state.callerCount += 1
      let isNew = state.lookups[name] == nil
      state.lookups[name, default: Lookup()].callers[state.callerCount] = answer
      if isNew { state.waiting.append(name) }
      let isFree = isNew && state.threads < maximumCount
      if isFree { state.threads += 1 }
      return (state.callerCount, isFree)
    }
    if isFree {
      let thread = Thread { [self] in work() }
      thread.stackSize = Self.stackSize
      thread.start()
    }
    return caller
  }

  private func leave(_ name: String, _ caller: Int) {
    // The answer is released outside the lock.
    _ = state.withLock { state in
      let answer = state.lookups[name]?.callers.removeValue(forKey: caller)
      if let lookup = state.lookups[name], !lookup.isRunning, lookup.callers.isEmpty {
        state.lookups[name] = nil
      }
      if state.waiting.count > 2 * state.lookups.count + 16 {
        state.waiting.removeAll { state.lookups[$0]?.isRunning != false }
      }
      return answer
    }
  }

  /// Looks up names until none is waiting.
  private func work() {
    while true {
      let name = state.withLock { state in
        let name = state.next()
        if name == nil { state.threads -= 1 }
        return name
      }
      guard let name else { return }
      let result = Result { try find(name) }
      let callers = state.withLock { $0.lookups.removeValue(forKey: name)?.callers ?? [:] }
      for answer in callers.values { answer.complete(result) }
    }
  }
}
