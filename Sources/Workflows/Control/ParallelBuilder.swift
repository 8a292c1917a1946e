/// Builds the branches of a ``Parallel`` step out of the steps in a closure.
@resultBuilder
public enum ParallelBuilder {
  /// Begins with a branch.
  ///
  /// - Parameter first: The branch.
  /// - Returns: A parallel step of that branch.
  public static func buildPartialBlock<Input, Output>(
    first: some Step<Input, Output>
  ) -> Parallel<Input, Output> {
    Parallel<Input, Output>(name: "parallel", branches: Branch(first))
  }

  /// Adds a branch.
  ///
  /// - Parameters:
  ///   - accumulated: The branches so far.
  ///   - next: A step with the same input.
  /// - Returns: All of them.
  public static func buildPartialBlock<Input, each Output, Next>(
    accumulated: Parallel<Input, repeat each Output>,
    next: some Step<Input, Next>
  ) -> Parallel<Input, repeat each Output, Next> {
    Parallel<Input, repeat each Output, Next>(
      name: accumulated.name,
      branches: repeat each accumulated.branches,
      Branch(next)
    )
  }
}
