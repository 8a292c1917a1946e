/// A reference that does not retain its object.
final class Weak<Object: AnyObject & Sendable>: Sendable {
  weak let object: Object?

  init(_ object: Object) { self.object = object }
}

/// Tells an object from all others, also after the object has gone.
///
/// Its memory stays reserved, so that no later object has its address.
struct Identity<Object: AnyObject & Sendable>: Sendable {
  private let id: ObjectIdentifier
  private unowned let object: Object

  init(_ object: Object) {
    id = ObjectIdentifier(object)
    self.object = object
  }

  func isThat(of other: Object) -> Bool { id == ObjectIdentifier(other) }
}
