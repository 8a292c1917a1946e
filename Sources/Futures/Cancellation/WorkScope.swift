/// The scope of one piece of work.
///
/// What the work starts is cancelled when the scope ends, at the latest with the last reference to
/// it. Futures that have settled before keep their outcome.
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

  /// Cancels what was started, and what will be started, in this scope.
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
