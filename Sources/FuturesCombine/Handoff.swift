#if canImport(Combine) || OpenCombine
/// A wrapper that carries a Combine value to another thread.
///
/// Subscribers, subscriptions, schedulers and the actions of schedulers are not `Sendable`,
/// although they may be used on any thread: Combine requires a publisher to call a subscriber from
/// one thread at a time, and subscriptions and schedulers to accept calls from any. This is the
/// only `@unchecked` type in the module, and one thread at a time calls the value.
struct Handoff<Value>: @unchecked Sendable {
  let value: Value

  init(_ value: Value) { self.value = value }
}
#endif
