public import Foundation
public import JSONValues

/// A step that reads JSON of any shape into a `JSONValue`.
///
/// Empty data gives `nil`. It is the successor of BkTask's `BKTJSONParsingOperation`, which gave no
/// object for empty data and refused fragments unless an option allowed them; here too.
///
/// - Note: Ask for the missing value with `if let`. In a comparison, `nil` is taken as JSON's
///   `null`, which is a value.
public struct ParseJSON: Step {
  /// How the JSON is read.
  public let options: JSONValue.ParsingOptions

  /// Makes a step that reads JSON.
  ///
  /// - Parameter allowsFragments: Whether the JSON may be something else than an array or an
  ///   object.
  public init(allowsFragments: Bool = false) {
    self.init(options: JSONValue.ParsingOptions(allowsFragments: allowsFragments))
  }

  /// Makes a step that reads JSON.
  ///
  /// - Parameter options: How the JSON is read.
  public init(options: JSONValue.ParsingOptions) { self.options = options }

  /// Reads the data.
  ///
  /// - Parameters:
  ///   - data: The JSON.
  ///   - context: The context of the step.
  /// - Returns: The value; `nil` if there is no data.
  /// - Throws: A `JSONParseError` that says where the text is not JSON.
  public nonisolated(nonsending) func run(
    _ data: Data,
    in context: StepContext
  ) async throws -> JSONValue? {
    // Not `nil`: that literal is JSON's `null`.
    data.isEmpty ? Optional.none : try JSONValue(parsing: data, options: options)
  }
}
