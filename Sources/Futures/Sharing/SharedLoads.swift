/// Loads each value once for all concurrent callers, and keeps it for later ones.
///
/// ```swift
/// final class ImageStore: Sendable {
///   let images = SharedLoads<URL, Image, any Error>(keeping: .upTo(100))
///
///   func image(at url: URL) -> Future<Image, any Error> {
///     images.load(url) { self.download(url) }
///   }
/// }
/// ```
///
/// ![Two callers share a download, a third gets the kept value.](SharedLoads)
///
/// Calls for a key whose value is being loaded share the load: each receives its own future, and
/// the closure runs once. Cancelling one of the futures affects only that caller. When the last one
/// is cancelled, the load is cancelled, and the next call starts a new one; with
/// ``AbandonPolicy/finish`` the load continues instead.
///
/// The ``Retention`` decides how long a loaded value is kept, and whether it is used for some time
/// after that, while it is refreshed. A failure reaches all waiting callers; it is kept only if the
/// retention has a time for failures. ``remove(_:)`` removes a value, and prevents the value of a
/// load in progress from being kept, so that an outdated value that arrives late does not replace
/// newer data.
///
/// To share one load without a key, such as that of an access token, use ``SharedLoad``.
///
/// An asynchronous load runs with the priority of the most urgent caller so far, on systems where
/// Swift 6.2 can raise the priority of a task. Other work behind a future keeps the priority with
/// which it was started, even if a more urgent task awaits it.
///
/// The object holds no closure longer than its load takes, so a closure may capture the owner of
/// the object. The load belongs to the caller that starts it: the closure runs with the task-local
/// values of that caller, whose result all others share. If a load reads credentials from such a
/// value, one user gets what another one may see: create the object with `detached: true`, and pass
/// what the load needs in the key and the closure. See <doc:TaskLocalValues>.
/// When the object is released, loads in progress continue for their callers; only the refresh of a
/// stale value, which has none, is cancelled.
///
/// - Important: A load that requests its own key, directly or through other loads, would wait for
///   itself. Such a request fails with ``LoadCycle``, which names the keys. If a load may have to
///   start over, such as a request that refreshes its own token, call ``remove(_:)`` first: the
///   next call then starts another load.
///
/// All code that inherits the scope of a load belongs to it, such as its child tasks and the
/// closures that it registers, and what that code requests counts as something that the load waits
/// for. To request a value whose load may depend on this one, without waiting for it, use a
/// detached task.
///
/// Keys are compared and hashed while the object holds its lock, so `==` and `hash(into:)` must not
/// use the object. Keys and values are released without the lock.
public final class SharedLoads<Key: Hashable & Sendable, Value: Sendable, Failure: Error>: Sendable
{
  @usableFromInline
  struct State: Sendable {
    @usableFromInline var kept: KeptValues<Key, Value>
    /// What failed loads have left, for as long as no other load of their keys may start.
    @usableFromInline var failures: KeptValues<Key, Failure>
    /// The loads that new callers may join.
    @usableFromInline var loads: [Key: Load] = [:]
    @usableFromInline var sweep: Sweep
    @usableFromInline var statistics = LoadStatistics()

    @inlinable
    init(keeping retention: Retention<Value>, sweep: Sweep) {
      self.sweep = sweep
      kept = KeptValues(
        maximumCount: retention.count,
        maximumCost: retention.totalCost,
        staleTime: retention.staleTime
      )
      failures = KeptValues(maximumCount: retention.count, maximumCost: .max, staleTime: .zero)
    }

    /// Plans to remove what expires.
    @inlinable
    mutating func planSweep(at now: Duration) -> Sweep.Start? {
      let (value, failure) = (kept.expiries.earliest, failures.expiries.earliest)
      guard let first = value ?? failure else { return nil }
      return sweep.plan(after: min(first, failure ?? first), now)
    }
  }

  /// A load in progress.
  @usableFromInline
  struct Load: Sendable {
    /// The scope that the load runs in, which also identifies the load.
    @usableFromInline let scope: CancellationCore
    /// The work that the waiting callers share.
    @usableFromInline let result: Cell
    /// How many callers wait.
    @usableFromInline let interest: Interest

    @inlinable
    init(_ scope: CancellationCore, _ result: Cell, _ interest: Interest) {
      self.scope = scope
      self.result = result
      self.interest = interest
    }
  }

  @usableFromInline let retention: Retention<Value>
  @usableFromInline let abandonPolicy: AbandonPolicy
  @usableFromInline let isDetached: Bool
  private let time: Stopwatch
  /// Whether nothing that is kept has a lifetime, so that the time does not matter.
  @usableFromInline let isTimeless: Bool
  @usableFromInline let state: Locked<State>

  /// Creates an object that keeps no value yet.
  ///
  /// - Parameters:
  ///   - retention: Which values are kept, and for how long.
  ///   - policy: What happens to a load when its last caller has cancelled.
  ///   - isDetached: Whether loads run without task-local values; by default, each has those of the
  ///     caller that starts it.
  ///   - clock: The clock that measures the age of a value.
  public init(
    keeping retention: Retention<Value> = .everything,
    whenAbandoned policy: AbandonPolicy = .cancel,
    detached isDetached: Bool = false,
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    self.retention = retention
    abandonPolicy = policy
    self.isDetached = isDetached
    time = Stopwatch(clock)
    isTimeless = retention.lifetime == nil && retention.failureTime == .zero
    state = Locked(State(keeping: retention, sweep: Sweep(for: clock)))
  }

  /// Creates an object that removes what has expired with timers on any clock.
  package convenience init(
    keeping retention: Retention<Value>,
    clock: any Clock<Duration>,
    sweepingOn timerClock: any Clock<Duration>
  ) {
    self.init(keeping: retention, clock: clock)
    state.withLock { $0.sweep.clock = timerClock }
  }

  deinit {
    let (sweep, loads) = state.withLock { ($0.sweep, $0.loads) }
    sweep.cancel()
    for load in loads.values { load.interest.disown() }
  }
}

// MARK: - What is kept

extension SharedLoads {
  /// Returns the value that is kept for a key and is fresh.
  ///
  /// The path that most calls take, compiled where the types are known. All other paths look again.
  @inlinable
  func hit(_ key: Key) -> KeptValues<Key, Value>.Entry? {
    let now = now()
    return state.withLock { state in
      let entry = state.kept.hit(key, at: now)
      if entry != nil { state.statistics.hits &+= 1 }
      return entry
    }
  }

  /// What has happened so far.
  ///
  /// A copy, all of whose numbers are of the same moment.
  public var statistics: LoadStatistics { state.withLock { $0.statistics } }

  /// The number of kept values, which includes stale ones, and expired ones until they are removed.
  public var count: Int { state.withLock { $0.kept.count } }

  /// Returns the value that is kept for a key, without loading it.
  ///
  /// This counts as a use of the value. A stale value is returned, too, and not refreshed.
  ///
  /// - Parameter key: The key.
  /// - Returns: The value, or `nil` if none is kept or it has expired.
  @inlinable
  public func keptValue(for key: Key) -> Value? {
    let (entry, dropped) = withState(of: key) { state, now in state.kept.find(key, at: now) }
    withExtendedLifetime(dropped) {}
    return entry?.value
  }

  /// Keeps a value that was not loaded here, such as one that the caller has just saved.
  ///
  /// It replaces the value, or the failure, that is kept for the key, and is kept as long as if its
  /// load had ended now. A load of that key in progress continues for the callers that wait for it,
  /// but its value is not kept.
  ///
  /// If the ``Retention`` does not keep the value, this is the same as ``remove(_:)``.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - key: The key.
  @inlinable
  public func put(_ value: Value, for key: Key) { keep(value, of: nil, for: key) }

  /// Removes the value for a key.
  ///
  /// A load of that key in progress continues for the callers that wait for it. Its value is not
  /// kept, and the next call starts another load. A failure that is kept for the key is removed,
  /// too.
  ///
  /// ![After the removal a caller starts a second download, whose value is kept.](removing)
  ///
  /// - Parameter key: The key.
  @inlinable
  public func remove(_ key: Key) {
    let dropped = state.withLock { state in
      (state.kept.remove(key), state.failures.remove(key), state.loads.removeEntry(forKey: key))
    }
    withExtendedLifetime(dropped) { dropped.2?.value.interest.disown() }
  }

  /// Removes all values, or those whose keys meet a condition, as in
  /// `pages.removeAll { $0.hasPrefix("/users/") }`.
  ///
  /// Failures that are kept for the keys are removed, too. Loads of the keys in progress continue
  /// for the callers that wait for them. Their values are not kept, and the next call starts
  /// another load.
  ///
  /// With a condition, other calls go on meanwhile. What was kept or being loaded before the call
  /// is removed if it meets the condition; what arrives during the call may be removed.
  ///
  /// - Parameter isUnwanted: The condition, which is called in this call, and may use the object;
  ///   `nil` to remove all values.
  /// - Complexity: Without a condition, O(1) for each load in progress. With one, O(*n*), in steps
  ///   that hold up other calls for a moment each.
  public func removeAll(where isUnwanted: ((_ key: Key) -> Bool)? = nil) {
    if let isUnwanted { return removeEach(where: isUnwanted) }
    let dropped = state.withLock { state in
      let old = (state.kept, state.failures, state.loads)
      let statistics = state.statistics
      state = State(keeping: retention, sweep: state.sweep)
      state.statistics = statistics
      return old
    }
    withExtendedLifetime(dropped) { for load in dropped.2.values { load.interest.disown() } }
  }

  private func removeEach(where isUnwanted: (Key) -> Bool) {
    // Loads come first: after that, none of those that were in progress brings a value.
    for key in state.withLock({ Array($0.loads.keys) }) where isUnwanted(key) { remove(key) }
    // By their places: what comes to another place meanwhile is new.
    let end = state.withLock { max($0.kept.queue.slots.count, $0.failures.queue.slots.count) }
    let step = KeptValues<Key, Value>.step
    for place in stride(from: 0, to: end, by: step) {
      let places = place..<place + step
      let keys = state.withLock {
        $0.kept.queue.keys(at: places) + $0.failures.queue.keys(at: places)
      }
      for key in keys where isUnwanted(key) { remove(key) }
    }
  }

  @usableFromInline typealias Swept = (
    values: [KeptValues<Key, Value>.Dropped],
    failures: [KeptValues<Key, Failure>.Dropped],
    start: Sweep.Start?
  )

  /// Removes what has expired, in steps that hold the lock for a moment each.
  @inlinable
  func sweep() {
    while true {
      let now = currentTime()
      let (values, failures, start) = state.withLock { state -> Swept in
        let values = state.kept.removeExpired(at: now)
        let failures = state.failures.removeExpired(at: now)
        guard values.isEmpty, failures.isEmpty else { return (values, failures, nil) }
        state.sweep.end()
        return ([], [], state.planSweep(at: now))
      }
      if values.isEmpty, failures.isEmpty { return begin(start) }
    }
  }

  /// Starts the timer of a sweep that was planned.
  @inlinable
  func begin(_ start: Sweep.Start?) {
    if let start { begin(start) { [weak self] in self?.sweep() } }
  }

  @usableFromInline
  func begin(_ start: Sweep.Start, _ sweep: @escaping @Sendable () -> Void) {
    let timer = startTimer(after: start.delay, clock: start.clock, sweep)
    state.withLock { $0.sweep.hold(timer, for: start) }?.cancel()
  }

  /// Calls a closure with the state and the time on the clock.
  ///
  /// The clock is read outside of the lock. If an outcome for the key has arrived since, the clock
  /// is read again: only a clock that was set back is still earlier then. What has arrived is known
  /// by its time, as a reference to it might be the last one, to be released under the lock.
  @inlinable
  func withState<Result>(
    of key: Key,
    _ body: (inout State, _ now: Duration) -> Result
  ) -> Result {
    var latest: Duration?
    while true {
      let now = now()
      let result = state.withLock { state -> Result? in
        let arrival =
          state.kept.arrival(of: key, after: now) ?? state.failures.arrival(of: key, after: now)
        if let arrival, arrival > latest ?? now {
          latest = arrival
          return nil
        }
        return body(&state, now)
      }
      if let result { return result }
    }
  }

  /// The time on the clock, if that matters.
  @inlinable
  func now() -> Duration { isTimeless ? .zero : currentTime() }

  @usableFromInline
  func currentTime() -> Duration { time.now() }
}

// MARK: - What is being loaded

extension SharedLoads {
  /// What a caller receives.
  @usableFromInline
  enum Answer {
    case kept(KeptValues<Key, Value>.Entry)
    /// A stale value, and the load that replaces it, which the caller starts.
    case refreshing(KeptValues<Key, Value>.Entry, Load)
    case failed(KeptValues<Key, Failure>.Entry)
    case underWay(Load, isNew: Bool)
  }

  /// Returns a future of a value, which is kept, being loaded, or loaded from now on.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - context: Where `body` runs.
  ///   - token: Once cancelled, the future is cancelled, and so is the load if it was the last.
  ///   - body: Starts the load; the token that it receives is cancelled with the load.
  /// - Returns: A future that can be cancelled on its own.
  package func load(
    _ key: Key,
    on context: ExecutionContext = .inline,
    cancellation token: CancellationToken,
    startingWith body: @escaping @Sendable (CancellationToken) -> Future<Value, Failure>
  ) -> Future<Value, Failure> {
    share(of: key, cancellation: token) { start($0, of: key, on: context, body) }
  }

  /// The same, and calls a closure with a load that is new.
  @inlinable
  func share(
    of key: Key,
    cancellation token: CancellationToken,
    startingWith start: (Load) -> Void
  ) -> Future<Value, Failure> {
    let token = token.heeded(by: Failure.self)
    if !token.isNever, token.isCancelled { return Future(cell: .cancelled(as: Failure.self)) }
    switch answer(for: key) {
    case .kept(let entry):
      return Future(value: entry.value)
    case .refreshing(let entry, let load):
      start(load)
      return Future(value: entry.value)
    case .failed(let entry):
      return Future(cell: Cell(failure: entry.value))
    case .underWay(let load, let isNew):
      let wait = enterWait(for: load, isNew: isNew)
      if case .cycle(let cycle) = wait { return load.refusal(of: cycle) }
      let share: Future<Value, Failure> = load.interest.countedShare(
        of: load.result,
        cancellation: token,
        wait
      )
      if isNew { start(load) }
      return share
    }
  }

  /// Finds a value, or counts one more waiting caller.
  ///
  /// One step, as the value may arrive, or the last waiting caller leave, at any moment.
  @inlinable
  @inline(never)
  func answer(for key: Key) -> Answer {
    let (answer, dropped) = withState(of: key) { state, now -> (Answer, Dropped) in
      var dropped = Dropped()
      let answer = search(&state, for: key, at: now, &dropped)
      return (answer, dropped)
    }
    withExtendedLifetime(dropped) {}
    return answer
  }

  /// Begins the wait of a caller that has been counted, unless the load would wait for itself.
  @inlinable
  @inline(never)
  func enterWait(for load: Load, isNew: Bool) -> WaitEntry {
    let wait = load.interest.enterWait()
    if isNew { return wait }
    if case .cycle = wait { return wait }
    state.withLock { $0.statistics.joins += 1 }
    // From now on, a refresh is a load like any other, so that one without end does not hold the
    // key.
    load.interest.disown()
    load.scope.escalateToCurrentPriority()
    return wait
  }

  /// What a search has removed, for the caller to release outside of the lock.
  @usableFromInline
  struct Dropped: Sendable {
    @usableFromInline var value: KeptValues<Key, Value>.Dropped?
    @usableFromInline var failure: KeptValues<Key, Failure>.Dropped?
    @usableFromInline var load: [Key: Load].Element?

    @inlinable
    init() {}
  }

  @inlinable
  func search(
    _ state: inout State,
    for key: Key,
    at now: Duration,
    _ dropped: inout Dropped
  ) -> Answer {
    let entry: KeptValues<Key, Value>.Entry?
    (entry, dropped.value) = state.kept.find(key, at: now)
    if let entry {
      let isFresh = entry.isFresh(at: now)
      if isFresh { state.statistics.hits += 1 } else { state.statistics.staleHits += 1 }
      // Only a refresh goes on while there is a value, and it is always wanted.
      if isFresh || state.loads[key] != nil { return .kept(entry) }
    } else if let load = state.loads[key], load.interest.enterIfWanted() {
      return .underWay(load, isNew: false)
    }
    let failure: KeptValues<Key, Failure>.Entry?
    (failure, dropped.failure) = state.failures.find(key, at: now)
    if let failure {
      if let entry { return .kept(entry) }
      state.statistics.failureHits += 1
      return .failed(failure)
    }
    let load = makeLoad(of: key, isRefresh: entry != nil)
    dropped.load = state.loads.removeEntry(forKey: key)
    state.loads[key] = load
    if let entry {
      state.statistics.refreshes += 1
      return .refreshing(entry, load)
    }
    state.statistics.misses += 1
    _ = load.interest.enterIfWanted()
    return .underWay(load, isNew: true)
  }

  @inlinable
  func makeLoad(of key: Key, isRefresh: Bool) -> Load {
    let scope = CancellationCore()
    let interest = Interest(inValueFor: key, Value.self) { [weak self] in
      self?.forget(scope, for: key)
      _ = scope.cancel()
    }
    // The object's own interest, which it never loses in a load that is to finish.
    if abandonPolicy == .finish {
      _ = interest.enterIfWanted()
    } else if isRefresh {
      interest.own()
    }
    return Load(scope, .undecided(), interest)
  }

  private func start(
    _ load: Load,
    of key: Key,
    on context: ExecutionContext,
    _ body: @escaping @Sendable (CancellationToken) -> Future<Value, Failure>
  ) {
    let (scope, result, begun) = (load.scope, load.result, currentTime())
    let end = LoadEnd { [weak self] in self?.forget(scope, for: key) }
    let token = CancellationToken(core: scope)
    let work = startInScope(
      of: token,
      doing: load.interest,
      on: context,
      in: isDetached ? HeldTask(isDetached: true) : nil,
      end: { _ = scope.cancel() },
      body
    )
    work.cell.observe { [weak self] source, _ in
      self?.end(load, of: key, since: begun, Future<Value, Failure>(cell: source).currentResult)
      end.happens()
      load.interest.end()
      ThreadState.run(result, result.forward(from: source, failure: Failure.self))
      // Observing a failure is up to the shares, and there may be none left.
      result.markObserved()
      return .none
    }
  }

  /// Keeps the outcome of a load, if there is one and it is wanted, closes the load to new callers,
  /// and counts it.
  @inlinable
  func end(
    _ load: Load,
    of key: Key,
    since begun: Duration,
    _ outcome: Result<Value, Failure>?
  ) {
    let time = currentTime() - begun
    var failures = 1
    switch outcome {
    case .success(let value):
      failures = 0
      keep(value, of: load.scope, for: key)
    case .failure(let failure): keep(failure: failure, of: load.scope, for: key)
    case nil: break
    }
    forget(load.scope, for: key) { statistics in
      // A clock may be set back.
      statistics.loadTime += max(.zero, time)
      statistics.failures += failures
    }
  }

  /// Keeps the value of a load, if it is still wanted, or one that was not loaded.
  @inlinable
  @inline(never)
  func keep(_ value: Value, of scope: CancellationCore?, for key: Key) {
    let now = now()
    let entry = KeptValues<Key, Value>.Entry(
      value,
      cost: max(0, retention.cost(value)),
      since: now,
      lifetime: retention.lifetime?(value)
    )
    let (dropped, start) = state.withLock {
      state -> ((Dropped, [KeptValues<Key, Value>.Dropped]), Sweep.Start?) in
      var dropped = Dropped()
      if let scope, state.loads[key]?.scope !== scope { return ((dropped, []), nil) }
      // In one step, so that no caller finds neither.
      dropped.load = state.loads.removeEntry(forKey: key)
      dropped.failure = state.failures.remove(key)
      let expired = state.kept.insert(
        entry,
        for: key,
        at: now,
        evictions: &state.statistics.evictions
      )
      return ((dropped, expired), state.planSweep(at: now))
    }
    withExtendedLifetime(dropped) {
      // A load that keeps its own value has not quite ended yet.
      if scope == nil { dropped.0.load?.value.interest.disown() }
    }
    begin(start)
  }

  /// Keeps a failure, if the retention has a time for it.
  @usableFromInline
  func keep(failure: Failure, of scope: CancellationCore, for key: Key) {
    let time = retention.failureTime
    if time == .zero || isCancellation(failure) { return }
    let now = now()
    let entry = KeptValues<Key, Failure>.Entry(failure, cost: 0, since: now, lifetime: time)
    let (dropped, start) = state.withLock {
      state -> (([Key: Load].Element?, [KeptValues<Key, Failure>.Dropped]), Sweep.Start?) in
      guard state.loads[key]?.scope === scope else { return ((nil, []), nil) }
      let load = state.loads.removeEntry(forKey: key)
      var evictions = 0
      let expired = state.failures.insert(entry, for: key, at: now, evictions: &evictions)
      return ((load, expired), state.planSweep(at: now))
    }
    withExtendedLifetime(dropped) {}
    begin(start)
  }

  /// Closes a load to new callers.
  @inlinable
  @inline(never)
  func forget(
    _ scope: CancellationCore,
    for key: Key,
    counting count: (inout LoadStatistics) -> Void = { _ in }
  ) {
    let dropped = state.withLock { state in
      count(&state.statistics)
      return state.loads[key]?.scope === scope ? state.loads.removeEntry(forKey: key) : nil
    }
    withExtendedLifetime(dropped) {}
  }
}

// MARK: - Loads in tasks

extension SharedLoads {
  /// Starts a load in a task.
  @inlinable
  func start(
    _ load: Load,
    of key: Key,
    _ body: @escaping @Sendable @isolated(any) () async throws(Failure) -> Value
  ) {
    if isDetached { return startDetached(load, of: key, body) }
    let begun = currentTime()
    // The scope and the load are bound in the task.
    let task = CurrentScope.outside {
      // As in `Future(operation:)`.
      if let executor = TaskHome.executor {
        Task<Void, any Error>(executorPreference: executor) { @concurrent [weak self] in
          await load.run(isolation: body.isolation, body) {
            self?.end(load, of: key, since: begun, $0)
          }
        }
      } else {
        Task<Void, any Error> { @concurrent [weak self] in
          await load.run(isolation: body.isolation, body) {
            self?.end(load, of: key, since: begun, $0)
          }
        }
      }
    }
    load.scope.hold(task)
  }

  /// Starts a load in a task without task-local values.
  @usableFromInline
  func startDetached(
    _ load: Load,
    of key: Key,
    _ body: @escaping @Sendable @isolated(any) () async throws(Failure) -> Value
  ) {
    let (executor, priority, begun) = (TaskHome.executor, Task.currentPriority, currentTime())
    let task = Task<Void, any Error>.detached(executorPreference: executor, priority: priority) {
      @concurrent [weak self] in
      await load.run(isolation: body.isolation, body) {
        self?.end(load, of: key, since: begun, $0)
      }
    }
    load.scope.hold(task)
  }
}

extension SharedLoads.Load {
  /// Does the work of the load, on the actor of `body`, and delivers its outcome to the callers.
  @inlinable
  @inline(__always)
  func run(
    isolation: isolated (any Actor)?,
    _ body: @Sendable @isolated(any) () async throws(Failure) -> Value,
    end: (Result<Value, Failure>) -> Void
  ) async {
    let outcome = await CurrentScope.outcome(in: scope, doing: interest) {
      () async throws(Failure) in
      try await body()
    }
    scope.endWithTask()
    end(outcome)
    interest.end()
    result.finish(outcome)
    // Observing a failure is up to the callers, and there may be none left.
    result.markObserved()
  }

  /// Refuses a caller that the load waits for; the caller has been counted.
  ///
  /// - Returns: A future that fails with the cycle; it is not reported if nothing observes that.
  @usableFromInline
  func refusal(of cycle: LoadCycle) -> Future<Value, Failure> {
    interest.leave()
    guard let failure = cycle.representedOrReported(in: Failure.self) else {
      return Future(cell: .undecided())
    }
    let future = Future<Value, Failure>(error: failure)
    future.cell.markObserved()
    return future
  }

  /// Waits for the outcome, and leaves if the current task is cancelled.
  ///
  /// The caller has been counted.
  @inlinable
  @inline(__always)
  nonisolated(nonsending) func wait(_ wait: WaitEntry) async {
    if result.isSettled { return }
    if holdsCancellation(Failure.self) {
      // Once the outcome is available, the count no longer matters.
      await result.wait {
        wait.end()
        interest.leave()
      }
    } else {
      await result.wait(heedingCancellation: false)
    }
  }
}

/// Calls a closure once, at the latest when the last reference is released.
///
/// A context that drops its jobs drops the end of a load with them.
final class LoadEnd: Sendable {
  private let call: Locked<(@Sendable () -> Void)?>

  init(_ call: @escaping @Sendable () -> Void) { self.call = Locked(call) }

  deinit { happens() }

  func happens() {
    let call = call.withLock { call in
      defer { call = nil }
      return call
    }
    call?()
  }
}

extension Dictionary {
  /// Removes a value, and returns it with the key that the dictionary held, which need not be the
  /// same object as `key`.
  @inlinable
  mutating func removeEntry(forKey key: Key) -> Element? {
    index(forKey: key).map { remove(at: $0) }
  }
}
