/// The key of a value that travels along a run, beside what steps hand to each other.
///
/// Declare a key once and share it between the step that sets the value and whoever reads it:
///
/// ```swift
/// extension RunKey where Value == Int {
///   static let bytesLoaded = RunKey("bytesLoaded")
/// }
///
/// context[.bytesLoaded] = data.count                 // in one step
/// let count = try context.require(.bytesLoaded)      // in a later one
/// run[.bytesLoaded]                                  // from outside, also after the end
/// ```
///
/// Keys are the same if name and value type are, so two keys of one name and different types do not
/// meet. They take the place of the extra keys of BkTask's content object.
public struct RunKey<Value: Sendable>: Hashable, Sendable {
  /// The name, as messages show it.
  public let name: String

  /// Makes a key.
  ///
  /// - Parameter name: The name. Keys of one name and one value type are the same key.
  public init(_ name: String) { self.name = name }

  var erased: AnyRunKey { AnyRunKey(name: name, type: ObjectIdentifier(Value.self)) }
}

/// The identity of a ``RunKey``.
struct AnyRunKey: Hashable, Sendable {
  let name: String
  let type: ObjectIdentifier
}

/// The error of a step that needs a value which no step before it has set.
public struct MissingRunValue: Error, Hashable, Sendable, CustomStringConvertible {
  /// The name of the ``RunKey``.
  public let key: String

  /// The path of the step that asked for the value.
  public let step: String

  /// What was missing, where, and what to do.
  public var description: String {
    "The step '\(step)' needs a value for '\(key)', which no step before it has set. "
      + "Add a step that sets it, or move that step to the front."
  }
}
