internal import CExplorer

/// What the threads of a scenario note, in order.
///
/// No step of the explorer, and orders nothing: `@unchecked Sendable`, because one thread runs at a
/// time.
public final class Notes<Value: Sendable>: @unchecked Sendable {
  private var values: [Value] = []

  /// Creates an empty list.
  public init() {}

  /// What was noted.
  public var all: [Value] {
    @inline(never)
    get { values }
  }

  /// Notes a value.
  @inline(never)
  public func add(_ value: Value) {
    values.append(value)
    "notes \(value)".withCString { explorer_note($0) }
  }
}

/// Something one thread waits for that another brings about.
///
/// Orders what happens like a semaphore: what was done before ``signal()`` has happened for those
/// who come out of ``wait()``.
public final class Signal: @unchecked Sendable {
  private let mutex = explorer_mutex_create()!
  private var isUp = false

  /// Creates a signal that is down.
  public init() {}

  deinit { explorer_mutex_destroy(mutex) }

  /// Lets everybody go on who waits.
  public func signal() {
    explorer_mutex_lock(mutex)
    isUp = true
    explorer_mutex_unlock(mutex)
  }

  /// Takes the signal down.
  public func reset() {
    explorer_mutex_lock(mutex)
    isUp = false
    explorer_mutex_unlock(mutex)
  }

  /// Waits until the signal is up.
  public func wait() {
    explorer_block(
      { Unmanaged<Signal>.fromOpaque($0!)._withUnsafeGuaranteedRef { $0.isUp } },
      Unmanaged.passUnretained(self).toOpaque()
    )
    explorer_mutex_lock(mutex)
    explorer_mutex_unlock(mutex)
  }
}

/// Orders what follows in a task that was suspended after what was done before it was resumed, as
/// the runtime does.
public func acquireResumption() { explorer_acquire_all() }
