/// A step around another one, whose name and share in the progress it has.
protocol WrappingStep<Base>: Step {
  associatedtype Base: Step

  /// The other step.
  var base: Base { get }
}

extension WrappingStep {
  var name: String { base.name }
  var weight: Double { base.weight }
}
