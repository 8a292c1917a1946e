public import Foundation
public import JSONValues

/// A step that parses JSON of any shape to a `JSONValue`.
///
/// The output for empty data is `nil`. It is the successor of BkTask's `BKTJSONParsingOperation`,
/// and like that, rejects fragments unless you allow them.
///
/// - Note: Test for the missing value with `if let`. In a comparison, `nil` means JSON's `null`,
///   which is a value.
public struct ParseJSON: Step, OutlinedStep {
  private let options: JSONParsingOptions

  /// Creates a step that parses JSON.
  ///
  /// - Parameters:
  ///   - allowsFragments: Whether to accept a value other than an array or an object.
  ///   - maximumDepth: The maximum depth of nested arrays and objects, from 0 to 256. Other depths
  ///     are clamped to that range.
  public init(allowsFragments: Bool = false, maximumDepth: Int = 64) {
    options = JSONParsingOptions(maximumDepth: maximumDepth, allowsFragments: allowsFragments)
  }

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
