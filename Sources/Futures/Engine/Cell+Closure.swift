// A derived cell and an observer keep their closure next to their step. The step then captures
// nothing and needs no allocation: it knows the type of the closure, and takes it from its waiter.
//
// The closure moves through two plain words: it is moved in as one type and moved out as another,
// so that it is neither retained nor released on the way. A struct with a closure as its only
// property is those two words, regardless of the type of the closure. `@isolated(any)` changes that
// type and leaves the words as they are (``withoutIsolation(_:)``): a closure may be stored with
// its isolation and taken without, by a step that runs where the closure was written.

/// A closure of any type, as the two words of every closure.
///
/// Retaining and releasing a closure does not depend on its type, so a struct that holds a closure
/// of one type can be kept as one that holds a closure of another. Calling it does: the step that
/// was registered with it restores its type first (``Cell/takeClosure(as:)``).
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
    storeClosure(closure)
  }

  /// Where the closure is, for its owner to write (I3, I8).
  @inlinable
  var closureAddress: UnsafeMutableRawPointer {
    withUnsafeMutablePointer(to: &closure) { UnsafeMutableRawPointer($0) }
  }

  /// Moves a closure into this cell, which has none.
  ///
  /// - Parameter closure: A struct with a closure as its only property.
  @inlinable
  func storeClosure<Shape>(_ closure: consuming Shape) {
    assert(MemoryLayout<Shape>.size == MemoryLayout<(UInt, UInt)>.size && self.closure.0 == 0)
    closureAddress.initializeMemory(as: Shape.self, to: closure)
  }

  /// Takes the closure that the cell was created with.
  ///
  /// The caller owns the waiter's role, and takes it once.
  ///
  /// - Parameter shape: The type to call it as.
  /// - Returns: The closure.
  @inlinable
  func takeClosure<Shape>(as shape: Shape.Type) -> Shape {
    assert(closure.0 != 0)  // The closure of a step is taken once.
    let taken = closureAddress.assumingMemoryBound(to: Shape.self).move()
    closure = (0, 0)
    return taken
  }

  /// Takes the closure if there is one.
  func takeErasedClosure() -> ErasedClosure? {
    closure.0 == 0 ? nil : takeClosure(as: ErasedClosure.self)
  }

  /// Releases the closure if there is one.
  @inline(__always)
  func dropClosure() {
    if closure.0 != 0 { _ = takeClosure(as: ErasedClosure.self) }
  }
}
