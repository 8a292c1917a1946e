internal import Foundation
internal import Futures
internal import Workflows

extension RunSession {
  /// How a wait ended.
  enum WaitEnd: Sendable {
    case due
    case signal(Arrival)
  }

  /// A signal that a step waits for.
  struct AwaitedSignal: Sendable {
    let name: String
    let queues: Bool

    init<Value>(_ signal: Signal<Value>) {
      name = signal.name
      queues = signal.queues
    }

    /// A signal of which a run keeps the first value.
    init(first name: String) {
      self.name = name
      queues = false
    }
  }

  /// A signal that has arrived.
  struct Arrival: Sendable {
    let value: Data
    /// The names of what is read with it.
    let readings: [String]
  }

  /// A step that is suspended.
  struct Waiter: Sendable {
    /// The time at which the wait ends, as far as the store has reported it; `.max` for never.
    let due: @Sendable (RunStorage.Row) -> StoreTime
    /// The duration, if the store computes the end when the wait is written.
    let pause: Int?
    /// The place under which the wait is written.
    let place: RecordPath
    let signal: AwaitedSignal?
    let promise: Promise<WaitEnd, any Error>
  }

  private enum Action: Sendable {
    case done(WaitEnd)
    case suspend(Int, Promise<WaitEnd, any Error>, parks: Bool)
  }

  /// Suspends a step until a time of the store or a signal.
  ///
  /// - Parameters:
  ///   - place: The place of the wait.
  ///   - end: The end of the wait; `nil` if only the signal ends it.
  ///   - signal: The signal; `nil` for none.
  /// - Returns: The encoded signal, which the caller takes; `nil` if the time has come.
  /// - Throws: `CancellationError` if the step or the run has to stop.
  func wait(
    at place: RecordPath,
    until end: Wait.End?,
    signal: AwaitedSignal? = nil
  ) async throws -> Arrival? {
    let place = signal == nil ? place : place.placeOfSignal
    let (time, date) = limits(of: end)
    let isNew = state.withLock { state in
      if state.row.waits[place] != nil || state.departure != nil { return false }
      if let signal, state.arrived(signal) != nil { return false }
      append(.wait(place, for: time, until: date), &state)
      return true
    }
    let end = try await suspend(at: place, signal: signal, pause: isNew ? time : nil) { row in
      row.waits[place] ?? .max
    }
    return if case .signal(let arrival) = end { arrival } else { nil }
  }

  /// Whether a time ends the wait of a function for a signal, or has ended it.
  func isLimited(at place: RecordPath, signal: AwaitedSignal, isUndoing: Bool) -> Bool {
    state.withLock { state in
      if let record = state.row.records[place] { return record.type == FunctionRun.due }
      if isUndoing { return false }
      let due = state.row.waits[place.placeOfSignal] ?? .max
      return due < .max && state.arrived(signal) == nil
    }
  }

  /// Returns the duration of a wait and its date, in milliseconds.
  private func limits(of end: Wait.End?) -> (time: Int?, date: Int?) {
    switch end {
    case .after(let duration): return (max(0, duration.milliseconds), nil)
    case .at(let date):
      let date = date.timeIntervalSince1970.milliseconds
      return (max(0, date - store.date(at: now)), date)
    case nil: return (nil, nil)
    }
  }

  /// Reads a signal that has arrived, or that was recorded.
  ///
  /// - Throws: An error that no step handles, if the value cannot be decoded.
  func read<Value>(
    _ signal: Signal<Value>,
    from data: Data,
    isRecorded: Bool = false
  ) throws -> Value {
    do {
      return try decode(Value.self, from: data)
    } catch {
      throw setAside(
        "\(signal.queues ? "A value of the" : "The") signal '\(signal.name)' cannot be read as \(Value.self): \(UnreadableValue(error)). "
          + (isRecorded
            ? "Fork the run, and send the signal to the new one."
            : "Withdraw the signal, send another one, and reopen the run.")
      )
    }
  }

  /// Notes that a step continues with the value of a signal, which therefore stays.
  func noteReading(of signal: Arrival) {
    for name in signal.readings { note(Data(), at: .reading(of: name)) }
  }

  func begin(elements count: Int, at place: RecordPath) {
    note(Data("\(count)".utf8), at: place.placeOfCount)
  }

  /// Adds a record about the run, which waits for the next write, unless there is one.
  private func note(_ data: Data, at place: RecordPath) {
    state.withLock { state in
      if state.row.records[place] != nil { return }
      append(.record(place, data, isCompensated: false), &state)
    }
  }

  func hasAttempts(at place: RecordPath) -> Bool {
    state.withLock { $0.row.attempts[place] != nil }
  }

  func nextAttempt(at place: RecordPath) async throws -> Int {
    let attempts = state.withLock { $0.row.attempts[place] }
    guard let attempts else { return 1 }
    _ = try await suspend(at: place, pause: nil) { _ in attempts.due }
    return attempts.failed + 1
  }

  func nextAttempt(at place: RecordPath, after failed: Int, pause: Duration) async throws -> Int {
    let pause = max(0, pause.milliseconds)
    append(.attempt(place, failed: failed, pause: pause))
    if pause == 0 {
      try await flush()
    } else {
      _ = try await suspend(at: place, pause: pause) { row in row.attempts[place]?.due ?? 0 }
    }
    return failed + 1
  }

  /// Suspends a step until a signal has arrived, but no longer than until a time of the store.
  ///
  /// The store does not keep this wait, so it can be repeated.
  func suspend(
    at place: RecordPath,
    signal: String,
    untilAtMost time: StoreTime
  ) async throws {
    let signal = AwaitedSignal(first: signal)
    _ = try await suspend(at: place, signal: signal, pause: nil) { _ in time }
  }

  private func suspend(
    at place: RecordPath,
    signal: AwaitedSignal? = nil,
    pause: Int?,
    until due: @escaping @Sendable (RunStorage.Row) -> StoreTime
  ) async throws -> WaitEnd {
    let action = try state.withLock { state -> Action in
      if state.departure != nil || state.isLeaving { throw CancellationError() }
      let end = state.takeEnd(ofWaitFor: signal, due: due(state.row), at: now(state))
      if let end { return .done(end) }
      let promise = Promise<WaitEnd, any Error>()
      state.lastWaiter += 1
      state.waiters[state.lastWaiter] = Waiter(
        due: due,
        pause: pause,
        place: place,
        signal: signal,
        promise: promise
      )
      return .suspend(state.lastWaiter, promise, parks: beginParking(&state))
    }
    switch action {
    case .done(let end):
      try await flush()
      return end
    case .suspend(let number, let promise, let parks):
      if parks { startParking() } else { unstructured { try? await self.flush() } }
      startTimer(for: number)
      // Not `value`: a function that has to return is cancelled before its waits end.
      return try await withTaskCancellationHandler {
        try await promise.future.settledResult().get()
      } onCancel: {
        cancel(number)
      }
    }
  }

  /// Ends the wait of a step that has to stop.
  private func cancel(_ number: Int) {
    state.withLock { $0.waiters.removeValue(forKey: number) }?.promise.fail(CancellationError())
  }

  /// Resumes the steps whose time has passed or whose signal has arrived.
  func resumeWaiters() {
    let ends = state.withLock { state in
      state.waiters.keys.sorted().compactMap { takeEnded($0, &state) }
    }
    for (promise, end) in ends { promise.succeed(end) }
  }

  /// Resumes one step if its time has passed or its signal has arrived.
  private func resume(_ number: Int) {
    if let (promise, end) = state.withLock({ takeEnded(number, &$0) }) { promise.succeed(end) }
  }

  /// Removes a waiter whose wait has ended and returns how it ended.
  private func takeEnded(
    _ number: Int,
    _ state: inout State
  ) -> (Promise<WaitEnd, any Error>, WaitEnd)? {
    // While the run parks, another worker finds the end of the wait, or this one if parking fails.
    guard !state.isParking, let waiter = state.waiters[number] else { return nil }
    let due = waiter.due(state.row)
    let end = state.takeEnd(ofWaitFor: waiter.signal, due: due, at: now(state))
    guard let end else { return nil }
    state.waiters[number] = nil
    return (waiter.promise, end)
  }

  private func startTimer(for number: Int) {
    let left = state.withLock { state -> Int? in
      guard let due = state.waiters[number]?.due(state.row), due < .max else { return nil }
      return due - now(state)
    }
    guard let left else { return }
    Future<Void, any Error>
      .after(.milliseconds(max(1, left)), clock: clock, cancellation: timers.token)
      .on(.inline).onSuccess { [weak self] in
        self?.resume(number)
        // The clock of the store may lag slightly.
        self?.startTimer(for: number)
      }
  }

  // MARK: Parking

  func strandsChanged(by difference: Int) {
    let parks = state.withLock { state in
      state.strands += difference
      return beginParking(&state)
    }
    if parks { startParking() }
  }

  private func beginParking(_ state: inout State) -> Bool {
    if state.isParking || state.isLeaving || state.departure != nil { return false }
    if !isIdle(state) { return false }
    state.isParking = true
    return true
  }

  /// Returns whether everything in the run is suspended in waits.
  func isIdle(_ state: State) -> Bool {
    !state.waiters.isEmpty && state.waiters.count >= state.strands
  }

  private func startParking() { unstructured { await self.park() } }

  private func park() async {
    while let end = state.withLock({ endOfWrite(&$0) }) { await end.value }
    let next = state.withLock { state -> Wake? in
      guard state.departure == nil, !state.isLeaving, isIdle(state) else {
        state.isParking = false
        return nil
      }
      return wake(from: Array(state.waiters.values), state)
    }
    guard let next else { return resumeWaiters() }
    if runs.options.replaysBeforeParking, let difference = await differenceInReplay() {
      return depart(.setAside(reason: difference))
    }
    let functions = state.withLock { $0.functions.filter(\.hasOtherTasks) }
    if !functions.isEmpty { return await leave(functions, .parked) }
    if case .cancelled = await commit([], .park(next)) {
      state.withLock { $0.isParking = false }
      resumeWaiters()
    }
  }

  func wake(from waiters: [Waiter], _ state: State) -> Wake {
    var wake = Wake()
    let unwritten = Set(state.pending.compactMap(\.placeOfPause))
    for waiter in waiters {
      // A wait that was written has a time of the store; one that is written now has a duration.
      let isUnwritten = waiter.pause != nil && unwritten.contains(waiter.place)
      wake.formUnion(
        Wake(
          due: isUnwritten ? nil : waiter.due(state.row),
          pause: isUnwritten ? waiter.pause : nil,
          signals: waiter.signal.map { names(toWake: $0, state) } ?? []
        )
      )
    }
    for due in state.limits.values { wake.formUnion(Wake(due: due)) }
    if wake.due == .max { wake.due = nil }
    return wake
  }

  /// The names of the signals that end a wait for one.
  private func names(toWake signal: AwaitedSignal, _ state: State) -> Set<String> {
    guard signal.queues, let queue = state.queues[signal.name] else { return [signal.name] }
    // A value that has arrived since the run began to park wakes it at once, and no value that it
    // has taken does.
    if let next = queue.next { return [queue.stored(next)] }
    let next = queue.stored(queue.last + 1)
    return state.row.signals[signal.name] == nil ? [queue.stored(0), next] : [next]
  }

  // MARK: News

  /// Adopts the news from a renewal of the lease.
  func adopt(_ news: RunNews) {
    let cancels = state.withLock { state in
      adopt(news.now, &state)
      state.add(news.signals)
      if news.isPaused { state.isDraining = true }
      defer { state.row.isCancelRequested = news.isCancelRequested }
      return news.isCancelRequested && !state.row.isCancelRequested && state.row.undoing == nil
    }
    if cancels { cancelRun.withLock { $0 }?() } else { resumeWaiters() }
  }
}

extension RunSession.State {
  /// Returns how a wait has ended, or `nil` while it has not.
  ///
  /// A value of a signal that queues is taken, so that it ends no other wait.
  fileprivate mutating func takeEnd(
    ofWaitFor signal: RunSession.AwaitedSignal?,
    due: StoreTime,
    at now: StoreTime
  ) -> RunSession.WaitEnd? {
    guard let signal, let (name, arrived) = arrived(signal), arrived.arrival < due else {
      return due <= now ? .due : nil
    }
    guard signal.queues else { return .signal(.init(value: arrived.value, readings: [name])) }
    queues[signal.name]?.takeNext()
    if name == signal.name {
      // A value without a number is the first of the queue, also once the run has begun anew.
      let readings = [name, QueuedName(name, 0).stored]
      return .signal(.init(value: arrived.value, readings: readings))
    }
    let value = QueuedValue(stored: arrived.value)?.value ?? Data()
    return .signal(.init(value: value, readings: [name]))
  }

  /// Returns the value that ends a wait for a signal, and the name under which it is stored.
  fileprivate mutating func arrived(
    _ signal: RunSession.AwaitedSignal
  ) -> (String, RunStorage.Row.Signal)? {
    guard signal.queues else { return row.signals[signal.name].map { (signal.name, $0) } }
    let queue = queues[signal.name] ?? SignalQueue(of: signal.name, in: row)
    queues[signal.name] = queue
    guard let number = queue.next else { return nil }
    let name = queue.stored(number)
    return row.signals[name].map { (name, $0) }
  }

  /// Adds signals that have arrived.
  fileprivate mutating func add(_ signals: [String: RunStorage.Row.Signal]) {
    for (name, signal) in signals where row.signals[name] == nil {
      row.signals[name] = signal
      if let queued = QueuedName(stored: name) {
        let isWithdrawn = signal.value == QueuedValue.withdrawn
        queues[queued.signal]?.insert(queued.number, isWithdrawn: isWithdrawn)
      } else {
        queues[name]?.insert(0, isWithdrawn: false)
      }
    }
  }
}

extension RunChange {
  /// The place of the pause that the change begins.
  fileprivate var placeOfPause: RecordPath? {
    switch self {
    case .wait(let place, for: _, until: _), .attempt(let place, failed: _, pause: _): place
    case .record, .begin, .failed, .limit, .undo, .undone, .tag, .restart: nil
    }
  }
}
