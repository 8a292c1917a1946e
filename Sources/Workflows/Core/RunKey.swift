/// The key of a value that steps of a run share.
///
/// Declare a key once, and use it in the step that sets the value and wherever you read it:
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
/// Two keys are equal if they have the same name and the same type of value. They replace the extra
/// keys of BkTask's content object.
public struct RunKey<Value: Sendable>: Hashable, Sendable {
  /// The name, for messages.
  public let name: String

  /// Creates a key.
  ///
  /// - Parameter name: The name. Keys with the same name and type of value are equal.
  public init(_ name: String) { self.name = name }

  var erased: AnyRunKey { AnyRunKey(name: name, type: ObjectIdentifier(Value.self)) }
}

/// The identity of a ``RunKey``.
struct AnyRunKey: Hashable, Sendable {
  let name: String
  let type: ObjectIdentifier
}

/// The error of a step that requires a value which no earlier step has set.
public struct MissingRunValue: Error, Hashable, Sendable, CustomStringConvertible {
  /// The name of the ``RunKey``.
  public let key: String

  /// The path of the step that requires the value.
  public let step: String

  /// A message that says what is missing, where, and what to do.
  public var description: String {
    "Step '\(step)' requires a value for '\(key)', which no earlier step has set. "
      + "Add a step that sets it before this one."
  }
}
