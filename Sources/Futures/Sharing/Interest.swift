/// The number of shares that are still wanted.
///
/// Does not keep the shared work alive.
@usableFromInline
final class Interest: AwaitedWork {
  private struct State {
    var shares = 0
    /// Whether the object that has started the work has one of the shares.
    var isOwned = false
    var isOver = false
    /// Whether the last share has been cancelled, and none was made since.
    var isLost = false
    /// The wait for the future, which ends with the last share.
    var observation: Observation?

    /// Removes one share.
    ///
    /// - Returns: Whether the work is to be stopped.
    mutating func leave() -> Bool {
      shares -= 1
      isLost = shares == 0 && !isOver
      return isLost
    }
  }

  private let state = Locked(State())
  private let stop: @Sendable () -> Void

  /// The key of a load, and the type of its value.
  private let key: (any Sendable)?
  private let type: (any Sendable.Type)?

  @usableFromInline
  init(
    inValueFor key: (any Sendable)? = nil,
    _ type: (any Sendable.Type)? = nil,
    onNoInterest stop: @escaping @Sendable () -> Void
  ) {
    self.key = key
    self.type = type
    self.stop = stop
  }

  deinit { state.withLock { $0.observation }?.end() }

  func keep(_ observation: Observation) { state.withLock { $0.observation = observation } }

  func enter() {
    state.withLock { state in
      state.shares += 1
      state.isLost = false
    }
  }

  /// Counts one more share, unless the last one has been cancelled.
  ///
  /// Runs no closure.
  ///
  /// - Returns: Whether it was counted.
  @usableFromInline
  func enterIfWanted() -> Bool {
    state.withLock { state in
      if state.isLost { return false }
      state.shares += 1
      return true
    }
  }

  /// Removes one share from the count, and stops the work if it was the last, unless the work has
  /// ended.
  @usableFromInline
  func leave() {
    if state.withLock({ $0.leave() }) { stop() }
  }

  /// Counts a share of the object that has started the work.
  @usableFromInline
  func own() {
    state.withLock { state in
      state.shares += 1
      state.isOwned = true
    }
  }

  /// Removes the share of the object that has started the work, if it has one.
  ///
  /// Work that does this itself goes on: it is about to start over.
  @usableFromInline
  func disown() {
    if CurrentScope.work === self { return }
    let isUnwanted = state.withLock { state in
      if !state.isOwned { return false }
      state.isOwned = false
      return state.leave()
    }
    if isUnwanted { stop() }
  }

  /// Descriptions of the key and the type of a load, which client code makes.
  var name: (key: String, type: String) {
    (key.map { "\($0)" } ?? "", type.map { "\($0)" } ?? "")
  }

  /// Whether the work has ended on its own.
  var isOver: Bool { state.withLock { $0.isOver } }

  /// The work has ended on its own.
  @usableFromInline
  func end() { state.withLock { $0.isOver = true } }

  /// Creates a share of a result that has been counted.
  ///
  /// - Parameters:
  ///   - result: The outcome of the work.
  ///   - token: Once cancelled, the share is cancelled.
  ///   - wait: The wait for the work, which lasts until the share settles or is released.
  /// - Returns: The share.
  @usableFromInline
  func countedShare<Value, Failure>(
    of result: Cell,
    cancellation token: CancellationToken = .never,
    _ wait: WaitEntry = .outside
  ) -> Future<Value, Failure> {
    let share = Cell.undecided()
    let observation = Observation(of: result) { source, _ in
      ThreadState.run(share, share.forward(from: source, failure: Failure.self))
      return .none
    }
    share.whenSettled {
      observation.end()
      wait.end()
      self.leave()
    }
    share.tie(to: token, as: Failure.self)
    return Future(cell: share)
  }
}
