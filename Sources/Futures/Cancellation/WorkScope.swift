/// A scope that one piece of work has to itself.
///
/// What the work starts is cancelled when the scope ends, which is when it goes away at the latest.
/// What has settled by then keeps its outcome.
final class WorkScope: Sendable {
  private let core = CancellationCore()

  /// Creates a scope.
  ///
  /// - Parameter parent: A token that also ends the scope; see ``CancellationToken/unheeded(by:)``.
  init(in parent: CancellationToken = .never) {
    if let parent = parent.core { core.link(to: parent) }
  }

  deinit { end() }

  /// Runs `body` in this scope.
  func run<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try CurrentScope.with(core, body)
  }

  /// Cancels what was started in this scope, and what will be.
  func end() { _ = core.cancel() }
}

/// The scopes of pieces of work that run side by side, by number.
struct WorkScopes: Sendable {
  private var scopes: [Int: WorkScope] = [:]

  mutating func add(_ scope: WorkScope, _ number: Int) { scopes[number] = scope }

  mutating func remove(_ number: Int) -> WorkScope? { scopes.removeValue(forKey: number) }

  /// Ends all scopes, in the order of their numbers.
  func end() {
    for number in scopes.keys.sorted() { scopes[number]?.end() }
  }
}
