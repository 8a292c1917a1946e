/// The attributes that a scanner reads; the raw value is the place in a tag's list.
package enum HTMLAttribute: Int, Sendable, CaseIterable {
  case property, content, name, charset, httpEquiv

  /// Decides what MathML's `annotation-xml` holds.
  case encoding

  /// Any of those that make `font` end foreign content.
  case fontStyle

  /// The attribute of a name; `nil` for those that mean nothing here.
  static func named(_ name: PackedName) -> HTMLAttribute? { table[name] }

  private static let table = NameTable<HTMLAttribute>(
    size: 64,
    [
      ("property", .property), ("content", .content), ("name", .name), ("charset", .charset),
      ("http-equiv", .httpEquiv), ("encoding", .encoding), ("color", .fontStyle),
      ("face", .fontStyle), ("size", .fontStyle),
    ]
  )
}
