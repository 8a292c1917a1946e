// A closure of an actor may capture objects whose `deinit` uses state of the actor. The compiler
// lets any thread release the last reference to such a closure. Code that drops one before it has
// run releases it here.

extension ExecutionContext {
  /// Releases a value: on the actor if closures of this context may belong to one, or now.
  ///
  /// - Parameter value: The value; the caller keeps no other reference.
  func release<Value: Sendable>(_ value: consuming Value?) {
    if let target, target.isOfActor, value != nil { target.release(consume value) }
  }
}

extension ExecutionContext.Target {
  /// Whether closures of this context may belong to an actor.
  var isOfActor: Bool { isMainInline || actor != nil }

  /// Releases a value in a job of this context.
  ///
  /// - Parameter value: The value; the caller keeps no other reference.
  func release<Value: Sendable>(_ value: consuming Value) {
    Parcel.release(consume value) { submit($0) }
  }
}
