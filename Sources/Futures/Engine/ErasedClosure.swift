// A derived cell, and an observer, keep the closure they were given beside their step. The step then
// captures nothing and needs no allocation of its own: it knows the type of the closure, and takes it
// from its waiter.

/// A closure of any type, as the two words that every closure is made of.
///
/// Retaining and releasing a closure does not depend on its type, so a struct that holds a closure of
/// one type can be kept as one that holds a closure of another. Calling it does: it is given its type
/// back first (``Cell/takeClosure(as:)``), by the step that was registered together with it.
@usableFromInline
struct ErasedClosure: Sendable {
  @usableFromInline let bits: @Sendable () -> Void

  /// - Parameter closure: A struct with a closure as its only property.
  @inlinable
  init<Shape>(_ closure: consuming Shape) { self = unsafeBitCast(closure, to: ErasedClosure.self) }
}

extension Cell {
  /// Creates a derived cell that keeps a closure for its step.
  ///
  /// - Parameters:
  ///   - closure: A struct with a closure as its only property.
  ///   - step: Takes the closure before it does anything else, so that it is released in time.
  @inlinable
  convenience init<Shape>(closure: consuming Shape, step: consuming @escaping Step) {
    self.init(step: consume step)
    self.closure = ErasedClosure(closure)
  }

  /// Takes the closure that the cell was created with.
  ///
  /// The caller owns the waiter's role, and takes it once.
  ///
  /// - Parameter shape: The type that the closure was passed with.
  /// - Returns: The closure.
  @inlinable
  func takeClosure<Shape>(as shape: Shape.Type) -> Shape {
    assert(closure != nil, "the closure of a step is taken once")
    return unsafeBitCast(closure.take().unsafelyUnwrapped, to: shape)
  }
}

extension Future {
  /// Creates a future whose outcome `step` finds, with the help of `closure`, when this one settles.
  @inlinable
  func derive<Output, NewFailure: Error, Shape>(
    on context: ExecutionContext,
    _ token: CancellationToken,
    _ closure: consuming Shape,
    _ step: consuming @escaping Step
  ) -> Future<Output, NewFailure> {
    let derived = Cell(closure: closure, step: consume step)
    cell.observe(derived, on: context, cancellation: token, as: NewFailure.self)
    return Future<Output, NewFailure>(cell: derived)
  }
}
