/// The place of a step in the plan of a durable run: the names of the steps around it and its own.
///
/// Records are kept under it, so it is the same in every execution of the run.
public struct RecordPath: Hashable, Sendable, CustomStringConvertible {
  /// The names, separated by slashes, for the store.
  ///
  /// No two places have the same text: each name begins with a slash, and slashes and percent signs
  /// in a name are escaped. So is the character U+0000, at which databases truncate a text.
  public let description: String

  /// Creates a place from the text that a store has kept.
  public init(_ description: String) { self.description = description }

  /// The place of the workflow itself.
  public static let root = RecordPath("")

  /// Returns the place of a step inside this one.
  public func appending(_ name: String) -> RecordPath {
    let name = Self.escaped(name)
    var path = description
    path.reserveCapacity(path.utf8.count + 1 + name.utf8.count)
    path += "/"
    path += name
    return RecordPath(path)
  }

  /// Whether this place is the same as another one, or inside it.
  public func isInside(_ other: RecordPath) -> Bool {
    let (count, outerCount) = (description.utf8.count, other.description.utf8.count)
    // Before the comparison, which takes longer and is mostly made of places side by side.
    if count < outerCount { return false }
    if count == outerCount { return description == other.description }
    return description.utf8[
      description.utf8.index(description.utf8.startIndex, offsetBy: outerCount)
    ]
      == UInt8(ascii: "/") && description.hasPrefix(other.description)
  }

  /// The place of the enclosing step; `nil` for the workflow itself.
  public var outer: RecordPath? {
    description.utf8.lastIndex(of: UInt8(ascii: "/")).map {
      RecordPath(String(description[..<$0]))
    }
  }

  /// Returns the place directly inside another one that is or contains this one; `nil` if this one
  /// is not inside.
  package func ancestor(directlyInside other: RecordPath) -> RecordPath? {
    guard isInside(other), self != other else { return nil }
    let rest = description.utf8.dropFirst(other.description.utf8.count + 1)
    let end = rest.firstIndex(of: UInt8(ascii: "/")) ?? description.endIndex
    return RecordPath(String(description[..<end]))
  }

  /// The name of the step, as it is escaped.
  public var name: Substring {
    let slash = description.utf8.lastIndex(of: UInt8(ascii: "/"))
    let start = slash.map(description.utf8.index(after:)) ?? description.startIndex
    return description[start...]
  }

  private static func escaped(_ name: String) -> String {
    let isEscaped = name.utf8.contains { byte in
      byte == UInt8(ascii: "%") || byte == UInt8(ascii: "/") || byte == 0
    }
    if !isEscaped { return name }
    // Not by character: a slash with a combining mark is one that differs from a slash.
    return name.unicodeScalars.reduce(into: "") { text, scalar in
      switch scalar {
      case "%": text += "%25"
      case "/": text += "%2F"
      case "\0": text += "%00"
      default: text.unicodeScalars.append(scalar)
      }
    }
  }
}

extension RecordPath: Comparable {
  /// Whether the text of one place comes before that of another one.
  public static func < (one: RecordPath, other: RecordPath) -> Bool {
    one.description < other.description
  }
}
