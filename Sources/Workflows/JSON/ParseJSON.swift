public import Foundation
public import JSONValues

/// A step that parses JSON of any shape to a `JSONValue`.
///
/// The output for empty data is `nil`. It is the successor of BkTask's `BKTJSONParsingOperation`,
/// and like that, rejects fragments unless you allow them.
///
/// - Note: Test for the missing value with `if let`. In a comparison, `nil` means JSON's `null`,
///   which is a value.
public struct ParseJSON: Step {
  /// The options for parsing.
  public let options: JSONValue.ParsingOptions

  /// Creates a step that parses JSON.
  ///
  /// - Parameter allowsFragments: Whether to accept a value other than an array or an object.
  public init(allowsFragments: Bool = false) {
    self.init(options: JSONValue.ParsingOptions(allowsFragments: allowsFragments))
  }

  /// Creates a step that parses JSON.
  ///
  /// - Parameter options: The options for parsing.
  public init(options: JSONValue.ParsingOptions) { self.options = options }

  /// Parses the data.
  ///
  /// - Parameters:
  ///   - data: The JSON.
  ///   - context: The context of the step.
  /// - Returns: The value; `nil` for empty data.
  /// - Throws: A `JSONParseError` with the position of the error.
  public nonisolated(nonsending) func run(
    _ data: Data,
    in context: StepContext
  ) async throws -> JSONValue? {
    // Not `nil`, which is JSON's `null` here.
    data.isEmpty ? Optional.none : try JSONValue(parsing: data, options: options)
  }
}
