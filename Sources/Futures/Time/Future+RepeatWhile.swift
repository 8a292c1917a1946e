extension Future where Value == Void {
  /// Repeats work for as long as a condition holds.
  ///
  /// Takes constant stack and memory, however many rounds there are and whether they settle at once or
  /// later. What Bolts for Android calls `continueWhile`.
  ///
  /// - Parameters:
  ///   - context: Where `condition` and `body` run; inline if you do not say, which means in this call for
  ///     the first round and on the thread that ends a round for the others.
  ///   - token: Looked at before each round; once cancelled, the result is cancelled at once.
  ///   - condition: Asked before each round. What it throws fails the result.
  ///   - body: Starts a round. The next one starts when its future has succeeded; a failure ends the loop.
  /// - Returns: A future that succeeds when the condition no longer holds.
  public static func repeatWhile(
    on context: ExecutionContext = .inline,
    cancellation token: CancellationToken = .none,
    _ condition: @escaping @Sendable () throws(Failure) -> Bool,
    _ body: @escaping @Sendable () throws(Failure) -> Future<Void, Failure>
  ) -> Future<Void, Failure> {
    let result = Cell.undecided()
    result.settle(with: token, as: Failure.self)
    let rounds = Rounds(context: context, result: result, condition: condition, body: body)
    rounds.start()
    return Future(cell: result)
  }
}

/// The rounds of one `repeatWhile`.
private final class Rounds<Failure: Error>: Sendable {
  private let context: ExecutionContext
  private let result: Cell
  private let condition: @Sendable () throws(Failure) -> Bool
  private let body: @Sendable () throws(Failure) -> Future<Void, Failure>

  init(
    context: ExecutionContext,
    result: Cell,
    condition: @escaping @Sendable () throws(Failure) -> Bool,
    body: @escaping @Sendable () throws(Failure) -> Future<Void, Failure>
  ) {
    self.context = context
    self.result = result
    self.condition = condition
    self.body = body
  }

  /// Starts the next round on the context.
  func start() {
    guard !context.isInline else { return run() }
    // A derived cell on the way, so that a dropped or muted job is dealt with as everywhere.
    Future<Void, Failure>(value: ()).map(on: context) { self.run() }
      .cell.observe(
        Cell(step: { [result] source, _ in
          if !source.isSuccess { result.finish(failingLike: source, as: Failure.self) }
          return .none
        })
      )
  }

  /// Goes through rounds that settle at once in a loop, and waits for the first that does not.
  private func run() {
    do throws(Failure) {
      while !result.isSettled {
        guard try condition() else { return result.finish(()) }
        let round = try body().cell
        if round.isSuccess && context.isInline { continue }
        round.observe(
          Cell(step: { source, _ in
            if source.isSuccess {
              self.start()
            } else {
              self.result.finish(failingLike: source, as: Failure.self)
            }
            return .none
          })
        )
        return
      }
    } catch {
      result.finish(failing: error)
    }
  }
}
