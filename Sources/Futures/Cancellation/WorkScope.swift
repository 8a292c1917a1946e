/// The scope of one piece of work.
///
/// Everything that the work starts is cancelled when the scope ends, at the latest with the last
/// reference to it. Futures that have settled before keep their outcome.
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

  /// Starts work in this scope, whose end cancels the future if it was derived here.
  func start<Value, Failure: Error, Problem: Error>(
    _ body: () throws(Problem) -> Future<Value, Failure>
  ) throws(Problem) -> Future<Value, Failure> {
    let work = try run(body)
    core.endWork(work)
    return work
  }

  /// Cancels work that was started, or will be started, in this scope.
  func end() { _ = core.cancel() }
}

extension Future {
  /// Returns this future, which is cancelled with the current scope if it was derived there.
  func endingWithScope() -> Future {
    (CurrentScope.value as? CancellationCore)?.endWork(self)
    return self
  }
}

/// Pieces of work that run concurrently, by number: the scope of each, and the observation that
/// waits for it.
struct WorkScopes: Sendable {
  struct Piece: Sendable {
    let scope: WorkScope
    var observation: Observation?
  }

  private var pieces: [Int: Piece] = [:]

  mutating func add(_ scope: WorkScope, _ number: Int) { pieces[number] = Piece(scope: scope) }

  /// Keeps the observation that waits for a piece of work.
  ///
  /// - Returns: Whether it is still there.
  mutating func watch(_ number: Int, _ observation: Observation) -> Bool {
    if pieces[number] == nil { return false }
    pieces[number]?.observation = observation
    return true
  }

  mutating func remove(_ number: Int) -> Piece? { pieces.removeValue(forKey: number) }

  /// Stops waiting, and ends all scopes, in the order of their numbers.
  func end() {
    let numbers = pieces.keys.sorted()
    for number in numbers { pieces[number]?.observation?.end() }
    for number in numbers { pieces[number]?.scope.end() }
  }
}
