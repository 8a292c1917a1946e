// The names of releases before 1.0.

extension Latest {
  /// The value of the newest work, as ``currentValue`` is now.
  @available(*, deprecated, renamed: "currentValue")
  public var value: Value? { currentValue }
}

/// Loads each value once, as ``SharedLoads`` does now.
@available(*, deprecated, renamed: "SharedLoads")
public typealias LoadOnce = SharedLoads

extension SharedLoads {
  /// Removes the value for a key, as ``remove(_:)`` does now.
  @available(*, deprecated, renamed: "remove(_:)")
  public func invalidate(_ key: Key) { remove(key) }

  /// Removes all values, as ``removeAll()`` does now.
  @available(*, deprecated, renamed: "removeAll()")
  public func invalidateAll() { removeAll() }
}

extension ConcurrencyLimit {
  /// Runs asynchronous work as soon as the limit allows, as ``withPermit(_:)-8uocl`` does now.
  @available(*, deprecated, renamed: "withPermit(_:)")
  public nonisolated(nonsending) func withPlace<Value>(
    _ body: nonisolated(nonsending) () async throws -> Value
  ) async throws -> Value {
    try await withPermit(body)
  }
}
