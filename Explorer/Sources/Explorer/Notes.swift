internal import CExplorer

/// The values that the threads of a scenario note, in order.
///
/// Noting a value is no step of the explorer and orders nothing. The class is `@unchecked Sendable`
/// because only one thread runs at a time.
public final class Notes<Value: Sendable>: @unchecked Sendable {
  private var values: [Value] = []

  /// Creates an empty list.
  public init() {}

  /// The values noted so far.
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

/// Values that threads pass to a thread that waits for them.
///
/// A mailbox orders like a semaphore: everything before ``put(_:)`` or ``close()`` happens before
/// ``take()`` returns.
public final class Mailbox<Value: Sendable>: @unchecked Sendable {
  private let mutex = explorer_mutex_create()!
  private var values: [Value] = []
  private let flag = Flag()

  /// Creates an empty mailbox.
  public init() {}

  deinit { explorer_mutex_destroy(mutex) }

  /// Adds a value.
  public func put(_ value: Value) {
    explorer_mutex_lock(mutex)
    values.append(value)
    flag.isUp = true
    explorer_mutex_unlock(mutex)
  }

  /// Lets ``take()`` return without a value.
  public func close() {
    explorer_mutex_lock(mutex)
    flag.isUp = true
    explorer_mutex_unlock(mutex)
  }

  /// Waits for a value, or until the mailbox is closed, and removes and returns all values.
  public func take() -> [Value] {
    explorer_block(
      { Unmanaged<Flag>.fromOpaque($0!)._withUnsafeGuaranteedRef { $0.isUp } },
      Unmanaged.passUnretained(flag).toOpaque()
    )
    return takePending()
  }

  /// Removes and returns all values without waiting.
  public func takePending() -> [Value] {
    explorer_mutex_lock(mutex)
    defer {
      values = []
      flag.isUp = false
      explorer_mutex_unlock(mutex)
    }
    return values
  }
}

/// The flag that a thread waits for, which is not generic because C calls back with it.
private final class Flag {
  var isUp = false
}
/// Orders what a resumed task does after what was done before it was resumed, as the runtime does.
public func acquireResumption() { explorer_acquire_all() }
