/// A readable description of why a value cannot be decoded.
struct UnreadableValue: CustomStringConvertible {
  private let error: any Error

  init(_ error: any Error) { self.error = error }

  var description: String {
    switch error as? DecodingError {
    case .keyNotFound(let key, let context)?: "\(Self.place(context.codingPath + [key])) is missing"
    case .valueNotFound(_, let context)?: "\(Self.place(context.codingPath)) is null"
    case .typeMismatch(let type, let context)?:
      "\(Self.place(context.codingPath)) is not \(Self.noun(of: type))"
    case .dataCorrupted(let context)?:
      "\(Self.place(context.codingPath)): \(Self.withoutEnd(context.debugDescription))"
    case nil: Self.withoutEnd("\(error)")
    @unknown default: Self.withoutEnd("\(error)")
    }
  }

  /// Returns the place of a part, such as `'parcels[2].weight'`.
  private static func place(_ path: [any CodingKey]) -> String {
    if path.isEmpty { return "the value" }
    let names = path.map { key in key.intValue.map { "[\($0)]" } ?? ".\(key.stringValue)" }
    let place = names.joined()
    return "'\(place.hasPrefix(".") ? String(place.dropFirst()) : place)'"
  }

  private static func noun(of type: Any.Type) -> String {
    let name = "\(type)"
    if name.hasPrefix("Dictionary<") { return "an object" }
    return name.hasPrefix("Array<") ? "an array" : "of type \(name)"
  }

  /// Returns a text without its final period, to which one is added later.
  private static func withoutEnd(_ text: String) -> String {
    text.hasSuffix(".") ? String(text.dropLast()) : text
  }
}
