#if EXPLORE
// The explorer has a `Locked` of its own; see ExploredLocked.swift.
#elseif TENON_TSAN
#if canImport(Darwin)
internal import Darwin
#elseif canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

/// A value protected by a lock, in a form that ThreadSanitizer supports.
///
/// Built only for sanitizer runs: on Linux the sanitizer does not see the synchronization of
/// `Mutex`. `@unchecked Sendable` because `value` is only touched while `mutex` is held.
@usableFromInline
package final class Locked<Value>: @unchecked Sendable {
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private var value: Value

  @usableFromInline
  package init(_ value: sending Value) {
    self.value = value
    mutex = .allocate(capacity: 1)
    mutex.initialize(to: pthread_mutex_t())
    pthread_mutex_init(mutex, nil)
  }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  @usableFromInline
  package func withLock<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return try body(&value)
  }
}
#else
public import Synchronization

/// A value protected by a lock.
///
/// The only file in this package that uses `Mutex`. Its code is compiled in the module that uses
/// it, where the types are known. A generic function would look them up at each call.
@usableFromInline
package struct Locked<Value>: ~Copyable, Sendable {
  @usableFromInline let mutex: Mutex<Value>

  @inlinable
  package init(_ value: sending Value) { mutex = Mutex(value) }

  @inlinable
  package borrowing func withLock<Result, Failure: Error>(
    _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    try mutex.withLock(body)
  }
}
#endif
