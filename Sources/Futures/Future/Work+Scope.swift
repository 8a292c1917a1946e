// Closures that return futures run in the scope in which they were registered, wherever and
// whenever that is. One that is registered outside of any scope is left as it is: the engine runs
// it outside of any.

extension Work {
  /// Creates a closure that runs in the current scope.
  @inlinable
  init(inScope call: @escaping @Sendable (Input) -> Future<Value, Failure>) {
    self.init(call)
    if CurrentScope.isPossible { keepScope() }
  }

  @usableFromInline
  mutating func keepScope() {
    guard let scope = CurrentScope.value else { return }
    let call = call
    self = Work({ input in CurrentScope.with(scope) { call(input) } })
  }
}

extension ThrowingWork {
  /// Creates a closure that runs in the current scope.
  @inlinable
  init(inScope call: @escaping @Sendable (Input) throws -> Future<Value, Failure>) {
    self.init(call)
    if CurrentScope.isPossible { keepScope() }
  }

  @usableFromInline
  mutating func keepScope() {
    guard let scope = CurrentScope.value else { return }
    let call = call
    self = ThrowingWork({ input in try CurrentScope.with(scope) { try call(input) } })
  }
}

// MARK: Closures that their steps capture

/// Returns a closure that runs in the current scope.
@inlinable
func inScope<Input, Value: Sendable, Failure: Error>(
  _ call: @escaping @Sendable (Input) -> Future<Value, Failure>
) -> @Sendable (Input) -> Future<Value, Failure> {
  CurrentScope.isPossible ? Work(inScope: call).call : call
}

/// Returns a closure that runs in the current scope.
@inlinable
func inScope<Input, Value: Sendable, Failure: Error>(
  _ call: @escaping @Sendable (Input) throws -> Future<Value, Failure>
) -> @Sendable (Input) throws -> Future<Value, Failure> {
  CurrentScope.isPossible ? ThrowingWork(inScope: call).call : call
}

/// Returns a closure that runs in the current scope.
@inlinable
func inScope<Input, Value: Sendable, Failure: Error, Problem: Error>(
  typed call: @escaping @Sendable (Input) throws(Problem) -> Future<Value, Failure>
) -> @Sendable (Input) throws(Problem) -> Future<Value, Failure> {
  CurrentScope.isPossible ? keepingScope(call) : call
}

@usableFromInline
func keepingScope<Input, Value: Sendable, Failure: Error, Problem: Error>(
  _ call: @escaping @Sendable (Input) throws(Problem) -> Future<Value, Failure>
) -> @Sendable (Input) throws(Problem) -> Future<Value, Failure> {
  guard let scope = CurrentScope.value else { return call }
  return { input throws(Problem) in
    try CurrentScope.with(scope) { () throws(Problem) in try call(input) }
  }
}
