/// Loads values together whose keys are requested at nearly the same time.
///
/// ```swift
/// let authors = BatchedLoads<Author.ID, Author>(
///   upTo: 100,
///   within: .milliseconds(2)
/// ) { ids in
///   try await database.authors(with: ids)
/// }
///
/// // In a hundred requests, one query.
/// let author = try await authors.value(for: post.authorID)
/// ```
///
/// The first key begins a batch, which others join until it has `count` keys or the time has
/// passed. Callers of the same key share its value. Nothing is kept when the load has ended:
/// request the value in the closure of a ``SharedLoads`` to keep it.
///
/// A caller that is cancelled leaves. Its key is not loaded if the batch has not begun and nobody
/// else waits for it; when the last caller of a batch has left, its load is cancelled.
///
/// The load belongs to all of its callers, so it has the task-local values and the deadline of
/// none. Its task has the priority of the first one.
///
/// - Important: A load must not wait for a key of the same object, not through a ``SharedLoads``
///   either: if that key is in its own batch, it waits for ever. ``LoadCycle`` does not see this.
///
/// Keys are compared and hashed while the object holds a lock, so `==` and `hash(into:)` must not
/// use the object.
public final class BatchedLoads<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private let count: Int
  private let time: Duration
  private let clock: any Clock<Duration>
  private let load: @Sendable @isolated(any) ([Key]) async throws -> [Key: Value]
  /// The batch that the next key joins.
  private let open = Locked<Batch?>(nil)

  /// Creates an object that loads batches with a closure.
  ///
  /// - Parameters:
  ///   - count: The number of keys with which a batch begins at once; at least 1.
  ///   - time: How long the first key of a batch waits for others.
  ///   - clock: The clock that measures the time.
  ///   - load: Loads the values for keys, each of which occurs once, in the order of their arrival.
  ///     It runs where it is written. If it throws, all callers of the batch receive the error; a
  ///     key for which it returns no value fails with ``ValueNotLoaded``, for its own callers only.
  public init(
    upTo count: Int = 100,
    within time: Duration = .milliseconds(2),
    clock: any Clock<Duration> = ContinuousClock(),
    @_inheritActorContext _ load:
      @escaping @Sendable @isolated(any) (_ keys: [Key]) async throws -> [Key: Value]
  ) {
    self.count = count
    self.time = time
    self.clock = clock
    self.load = load
  }

  /// Returns the value for a key, which is loaded together with others.
  ///
  /// - Parameter key: The key.
  /// - Returns: The value.
  /// - Throws: The error of the load, ``ValueNotLoaded``, or `CancellationError` if the current
  ///   task is cancelled.
  public nonisolated(nonsending) func value(for key: Key) async throws -> Value {
    try Task.checkCancellation()
    let batch = join(key)
    let values = try await withTaskCancellationHandler {
      try await batch.values.future.value
    } onCancel: {
      batch.leave(key)
    }
    if let value = values[key] { return value }
    // A caller that has left may find that the others have their values.
    try Task.checkCancellation()
    throw ValueNotLoaded(key: "\(key)")
  }

  private func join(_ key: Key) -> Batch {
    let (batch, isFirst, isFull) = open.withLock { open in
      let batch = open ?? Batch()
      let isFull = batch.add(key) >= count
      defer { open = isFull ? nil : batch }
      return (batch, open == nil, isFull)
    }
    if isFull {
      begin(batch)
    } else if isFirst {
      batch.hold(startTimer(after: time, clock: clock) { self.close(batch) })
    }
    return batch
  }

  /// Begins a batch whose time has passed, unless it is full and has begun.
  private func close(_ batch: Batch) {
    let isOpen = open.withLock { open in
      guard open === batch else { return false }
      open = nil
      return true
    }
    if isOpen { begin(batch) }
  }

  private func begin(_ batch: Batch) {
    batch.begin { [load] keys in
      Task.detached(priority: batch.priority) {
        do {
          batch.values.succeed(try await load(keys))
        } catch {
          batch.values.fail(error)
        }
      }
    }
  }
}

extension BatchedLoads {
  /// Keys that are loaded together.
  private final class Batch: Sendable {
    private enum Phase {
      /// Until the timer ends, or as many keys have come as a batch has.
      case collecting(ScheduledTimer?)
      case loading(Task<Void, Never>)
      /// Nobody was left when it would have begun.
      case unwanted
    }

    private struct State {
      var phase = Phase.collecting(nil)
      /// The keys in the order of their arrival.
      var keys: [Key] = []
      /// How many callers wait for each key.
      var callers: [Key: Int] = [:]
    }

    let values = Promise<[Key: Value], any Error>()
    let priority = Task.currentPriority
    private let state = Locked(State())

    init() {
      // Observing a failure is up to the callers, and there may be none left.
      values.future.cell.markObserved()
    }

    /// Adds a caller.
    ///
    /// - Returns: The number of keys.
    func add(_ key: Key) -> Int {
      state.withLock { state in
        let callers = state.callers[key, default: 0]
        state.callers[key] = callers + 1
        if callers == 0 { state.keys.append(key) }
        return state.keys.count
      }
    }

    /// Removes a caller, and cancels the load if nobody is left.
    func leave(_ key: Key) {
      let (task, dropped) = state.withLock { state -> (Task<Void, Never>?, [Key]) in
        guard let callers = state.callers[key] else { return (nil, []) }
        if callers > 1 {
          state.callers[key] = callers - 1
          return (nil, [])
        }
        var dropped = [state.callers.removeEntry(forKey: key)?.key].compactMap(\.self)
        guard case .loading(let task) = state.phase else {
          let place = state.keys.firstIndex(of: key)
          if let place { dropped.append(state.keys.remove(at: place)) }
          return (nil, dropped)
        }
        return (state.callers.isEmpty ? task : nil, dropped)
      }
      withExtendedLifetime(dropped) { task?.cancel() }
    }

    /// Keeps the timer, to cancel it when the batch begins.
    func hold(_ timer: ScheduledTimer?) {
      let isCollecting = state.withLock { state in
        guard case .collecting = state.phase else { return false }
        state.phase = .collecting(timer)
        return true
      }
      if !isCollecting { timer?.cancel() }
    }

    /// Begins the load, unless nobody waits for it.
    func begin(_ load: ([Key]) -> Task<Void, Never>) {
      let (timer, isUnwanted) = state.withLock { state -> (ScheduledTimer?, Bool) in
        guard case .collecting(let timer) = state.phase else { return (nil, false) }
        let isUnwanted = state.keys.isEmpty
        state.phase = isUnwanted ? .unwanted : .loading(load(state.keys))
        return (timer, isUnwanted)
      }
      timer?.cancel()
      if isUnwanted { values.fail(CancellationError()) }
    }
  }
}

/// The error of a key for which the load of a batch has returned no value.
public struct ValueNotLoaded: Error, Hashable, Sendable, CustomStringConvertible {
  /// The key.
  public let key: String

  /// Creates the error.
  package init(key: String) { self.key = key }

  /// What happened, and what to do.
  public var description: String {
    "The batch was loaded, and has no value for '\(key)'. If that can happen, load optional "
      + "values, and return `nil` for it."
  }
}
