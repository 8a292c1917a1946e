#if PostgreSQL
public import Foundation

/// A value of a parameter or a column.
public enum PostgreSQLValue: Hashable, Sendable {
  /// No value.
  case null
  /// A Boolean value.
  case boolean(Bool)
  /// An integer of up to 64 bits.
  case integer(Int)
  /// A text, or the text form of a value of any other type.
  case text(String)
  /// Bytes, of the type `bytea`.
  case bytes(Data)
}

extension PostgreSQLValue {
  /// Creates an integer, or `null` for `nil`.
  init(_ number: Int?) { self = number.map(Self.integer) ?? .null }

  /// Creates a text, or `null` for `nil`.
  init(_ text: String?) { self = text.map(Self.text) ?? .null }

  /// Creates bytes, or `null` for `nil`.
  init(_ bytes: Data?) { self = bytes.map(Self.bytes) ?? .null }

  /// The Boolean value; `nil` for any other kind.
  public var boolean: Bool? { if case .boolean(let value) = self { value } else { nil } }

  /// The integer; `nil` for any other kind.
  public var integer: Int? { if case .integer(let value) = self { value } else { nil } }

  /// The text; `nil` for any other kind.
  public var text: String? { if case .text(let value) = self { value } else { nil } }

  /// The bytes; `nil` for any other kind.
  public var bytes: Data? { if case .bytes(let value) = self { value } else { nil } }

  /// The value in the text form of PostgreSQL; `nil` for ``null``.
  public var literal: String? {
    switch self {
    case .null: nil
    case .boolean(let value): value ? "t" : "f"
    case .integer(let value): String(value)
    case .text(let value): value
    case .bytes(let value): Hexadecimal.text(value)
    }
  }
}

extension PostgreSQLValue: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByIntegerLiteral, ExpressibleByStringLiteral
{
  /// Creates `null`.
  public init(nilLiteral: ()) { self = .null }
  /// Creates a Boolean value.
  public init(booleanLiteral value: Bool) { self = .boolean(value) }
  /// Creates an integer.
  public init(integerLiteral value: Int) { self = .integer(value) }
  /// Creates a text.
  public init(stringLiteral value: String) { self = .text(value) }
}

/// A row of a result.
public struct PostgreSQLRow: Hashable, Sendable {
  /// The values of the columns.
  public var values: [PostgreSQLValue]

  /// Creates a row.
  public init(_ values: [PostgreSQLValue]) { self.values = values }

  /// The value of a column, counted from 0; ``PostgreSQLValue/null`` if there is no such column.
  public subscript(column: Int) -> PostgreSQLValue {
    values.indices.contains(column) ? values[column] : .null
  }
}
#endif
