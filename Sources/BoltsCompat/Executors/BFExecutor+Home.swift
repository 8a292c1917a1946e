public import Futures

extension BFExecutor {
  /// Returns the executor of a closure that is passed without one.
  ///
  /// A closure loses its isolation in a variable of a plain function type, and so does, in Swift 5
  /// mode, a method by name in a module that is on the main actor by default. What is passed in
  /// main-actor code therefore runs there in any case.
  ///
  /// - Parameters:
  ///   - isolation: The isolation of the closure.
  ///   - caller: The isolation of the code that passes it.
  /// - Returns: The executor.
  @inlinable
  static func home(of isolation: (any Actor)?, calledFrom caller: (any Actor)?) -> BFExecutor {
    if let isolation { return BFExecutor(.context, ExecutionContext(isolation: isolation)) }
    if let caller, caller === MainActor.shared { return BFExecutor(.mainThread, .mainInline) }
    return .default
  }
}
