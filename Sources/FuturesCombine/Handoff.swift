#if canImport(Combine) || OpenCombine
/// Something of a publisher library, on its way to another thread.
///
/// Subscribers, subscriptions, schedulers and the actions of schedulers are not `Sendable`, but are
/// made to be used on any thread: Combine's rules ask publishers to call a subscriber from one
/// thread at a time, and subscriptions and schedulers to allow for any. Hence `@unchecked`, the one
/// place in this module. What is handed over is called by one thread at a time.
struct Handoff<Value>: @unchecked Sendable {
  let value: Value

  init(_ value: Value) { self.value = value }
}
#endif
