public import Futures

// Access to the underlying future for code that is generic over `AsyncType`.

/// A type of this module that is backed by a future of the engine.
protocol EngineBacked<Value>: AsyncType {
  /// The underlying future of the module `Futures`.
  var engineOutcome: Futures.Future<Value, Never> { get }

  /// Returns the first of several futures that settles, on the global queue, and leaves no
  /// observers on the others.
  static func first(of all: [Self]) -> Self
}

extension Future: EngineBacked {
  var engineOutcome: Futures.Future<Result<T, E>, Never> { future.mapResult(on: .inline) { $0 } }

  static func first(of all: [Future]) -> Future {
    Future(all.map(\.future).firstCompleted().mapResultInTurn(on: DefaultContext.global) { $0 })
  }
}

extension Async: EngineBacked {
  var engineOutcome: Futures.Future<Value, Never> { future }

  static func first(of all: [Async]) -> Async {
    Async(all.map(\.future).firstCompleted().mapResultInTurn(on: DefaultContext.global) { $0 })
  }
}

extension AsyncType {
  /// The underlying future of the module `Futures`.
  ///
  /// It takes no turn among the callbacks. A future that is derived from one that never settles
  /// stays pending.
  @usableFromInline
  var outcome: Futures.Future<Value, Never> {
    if let backed = self as? any EngineBacked<Value> { return backed.engineOutcome }
    let promise = Futures.Promise<Value, Never>()
    onComplete(immediateExecutionContext) { promise.succeed($0) }
    return promise.future
  }

  /// Returns the first of several futures that settles, on the global queue.
  static func firstCompleted(of all: [Self]) -> Self {
    func first<Backed: EngineBacked>(as type: Backed.Type) -> Self? {
      (all as? [Backed]).flatMap { Backed.first(of: $0) as? Self }
    }
    if let type = Self.self as? any EngineBacked.Type, let first = first(as: type) { return first }
    return Self(other: Async.first(of: all.map { Async($0.outcome) }))
  }
}

extension AsyncType where Value: ResultProtocol, Value.Value: Sendable {
  /// This value as a `Future`; itself, if it is one.
  @inlinable
  var asFuture: Future<Value.Value, Value.Error> {
    if let same = self as? Future<Value.Value, Value.Error> { return same }
    return Future(
      outcome.tryMap(on: .inline) { outcome throws(Value.Error) in try outcome.result.get() }
    )
  }
}
