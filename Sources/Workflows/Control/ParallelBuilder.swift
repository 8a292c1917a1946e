/// A result builder that composes the branches of a ``Parallel`` step from the steps in a closure.
@resultBuilder
public enum ParallelBuilder {
  /// Returns a step of the first branch.
  ///
  /// - Parameter first: The branch.
  /// - Returns: The step.
  public static func buildPartialBlock<Input, Output>(
    first: some Step<Input, Output>
  ) -> Parallel<Input, Output> {
    Parallel<Input, Output>(name: "parallel", branches: Branch(first))
  }

  /// Returns a step with one more branch.
  ///
  /// - Parameters:
  ///   - accumulated: The branches before it.
  ///   - next: A step with the same input.
  /// - Returns: A step of all branches.
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
