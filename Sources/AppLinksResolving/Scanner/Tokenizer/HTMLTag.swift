/// A start or end tag, during and after reading.
package struct HTMLTag: Sendable {
  /// The value of an attribute, as written in the page.
  package struct Value: Sendable {
    package var bytes: [UInt8] = []

    /// Whether the value exceeded the limit.
    ///
    /// `bytes` contains only the part within the limit.
    var isCut = false
  }

  var name = PackedName()
  var isEnd = false
  var isSelfClosing = false

  /// The offset of the beginning of the tag in the page.
  var offset = 0

  /// The meaning of the name, known once the name is complete.
  private(set) var element: HTMLElement?

  /// The values of attributes by ``HTMLAttribute``, with `nil` for missing attributes.
  private var values: [Value?] = Array(repeating: nil, count: HTMLAttribute.allCases.count)
  private var hasValues = false

  /// The attribute that is being read, if its value is kept.
  private var open: Int?
  private var attributeName = PackedName()
  private var keepsAttributes = false
  private let maximumValueLength: Int

  /// Whether the attributes of `link` are kept.
  var keepsLinks = false

  init(maximumValueLength: Int) {
    self.maximumValueLength = maximumValueLength
  }

  /// The value of an attribute.
  ///
  /// If the tag has several attributes with the same name, the first one counts.
  package subscript(attribute: HTMLAttribute) -> Value? { values[attribute.rawValue] }

  /// Whether the bytes of the current value are kept.
  var isKeepingValue: Bool { open != nil }

  /// Resets the tag to begin another one.
  mutating func begin(isEnd: Bool, offset: Int) {
    name = PackedName()
    self.isEnd = isEnd
    isSelfClosing = false
    self.offset = offset
    element = nil
    open = nil
    keepsAttributes = false
    if hasValues {
      for index in values.indices { values[index] = nil }
      hasValues = false
    }
  }

  /// Completes the name.
  mutating func endName() {
    element = HTMLElement.named(name)
    switch element {
    case .meta, .annotationXML, .font: keepsAttributes = !isEnd
    case .link: keepsAttributes = keepsLinks && !isEnd
    default: break
    }
  }

  /// Begins an attribute with an empty name.
  mutating func beginAttribute() {
    open = nil
    attributeName = PackedName()
  }

  /// Appends a byte to the name of an attribute.
  mutating func appendToAttributeName(_ byte: UInt8) {
    if keepsAttributes { attributeName.append(byte) }
  }

  /// Completes the name of an attribute.
  mutating func endAttributeName() {
    guard keepsAttributes, let attribute = HTMLAttribute.named(attributeName),
      values[attribute.rawValue] == nil
    else { return }
    values[attribute.rawValue] = Value()
    hasValues = true
    open = attribute.rawValue
  }

  /// Appends bytes of the page to the value of the current attribute.
  mutating func appendToValue(_ bytes: Span<UInt8>, _ range: Range<Int>) {
    guard let open else { return }
    let room = maximumValueLength - (values[open]?.bytes.count ?? 0)
    for index in range.prefix(room) { values[open]?.bytes.append(bytes[index]) }
    if range.count > room { values[open]?.isCut = true }
  }
}

/// The attributes that a scanner reads.
///
/// The raw value is the index in the list of a tag.
package enum HTMLAttribute: Int, Sendable, CaseIterable {
  case property, content, name, charset, httpEquiv, rel, href

  /// Determines the content of MathML's `annotation-xml`.
  case encoding

  /// An attribute that causes `font` to end foreign content.
  case fontStyle

  /// Returns the attribute with a name, or `nil` if the scanner does not read it.
  static func named(_ name: PackedName) -> HTMLAttribute? { table[name] }

  private static let table = NameTable<HTMLAttribute>(
    size: 64,
    [
      ("property", .property), ("content", .content), ("name", .name), ("charset", .charset),
      ("http-equiv", .httpEquiv), ("rel", .rel), ("href", .href), ("encoding", .encoding),
      ("color", .fontStyle), ("face", .fontStyle), ("size", .fontStyle),
    ]
  )
}
