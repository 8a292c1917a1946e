/// The options for parsing JSON.
package struct JSONParsingOptions: Sendable {
  /// The maximum depth of nested arrays and objects, from 0 to ``JSONValue/greatestDepth``.
  let maximumDepth: Int

  /// Whether the top-level value may be something other than an array or an object.
  let allowsFragments: Bool

  /// Whether a name that occurs twice in one object is an error.
  ///
  /// If not, the last member with the name is used, as in JavaScript and in Foundation.
  let refusesDuplicateNames: Bool

  /// Creates options.
  ///
  /// - Parameters:
  ///   - maximumDepth: The maximum depth of nested arrays and objects, clamped to the range from
  ///     0 to ``JSONValue/greatestDepth``.
  ///   - allowsFragments: Whether the top-level value may be a string, a number, a Boolean value or
  ///     `null`.
  ///   - refusesDuplicateNames: Whether a name that occurs twice in one object is an error.
  package init(
    maximumDepth: Int = 64,
    allowsFragments: Bool = true,
    refusesDuplicateNames: Bool = false
  ) {
    self.maximumDepth = min(max(0, maximumDepth), JSONValue.greatestDepth)
    self.allowsFragments = allowsFragments
    self.refusesDuplicateNames = refusesDuplicateNames
  }
}
