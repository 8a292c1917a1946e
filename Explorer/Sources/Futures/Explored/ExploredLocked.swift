internal import CExplorer

/// A value behind a lock of the explorer.
@usableFromInline
package final class Locked<Value>: @unchecked Sendable {
  private let mutex: OpaquePointer
  private var value: Value

  @usableFromInline
  package init(_ value: sending Value) {
    self.value = value
    mutex = explorer_mutex_create()
  }

  deinit { explorer_mutex_destroy(mutex) }

  @usableFromInline
  package func withLock<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    explorer_mutex_lock(mutex)
    defer { explorer_mutex_unlock(mutex) }
    return try body(&value)
  }
}
