/// A step that wraps another one, and has its name and share in the progress.
protocol WrappingStep<Base>: Step {
  associatedtype Base: Step

  /// The other step.
  var base: Base { get }
}

extension WrappingStep {
  var name: String { base.name }
  var weight: Double { base.weight }
}
