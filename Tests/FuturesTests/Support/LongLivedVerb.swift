import Futures

/// A function that is called with a future that lives forever.
struct LongLivedVerb: Sendable {
  typealias Node = Future<Int, any Error>

  struct Refused: Error {}

  /// The arguments of one call of a function.
  struct Call {
    /// The future that never settles.
    let long: Future<Int, any Error>
    /// Another such future, with another error type.
    let typed: Future<Int, StoppableError>
    /// Another such future, without a value.
    let session: Future<Void, any Error>
    let context: ExecutionContext
    let token: CancellationToken
  }

  let name: String
  /// Calls the function, and returns a closure that cancels its result.
  let run: @Sendable (Call) -> (() -> Void)?

  init<Value>(
    _ name: String,
    _ run: @escaping @Sendable (Call) -> Future<Value, any Error>?
  ) {
    self.name = name
    self.run = { call in
      guard let result = run(call) else { return nil }
      result.ignoringFailure()
      return { result.cancel() }
    }
  }
}
