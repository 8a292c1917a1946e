/// A start or end tag while it is read, and when it is complete.
package struct HTMLTag: Sendable {
  /// The value of an attribute, as it is in the page.
  package struct Value: Sendable {
    package var bytes: [UInt8] = []

    /// Whether the value was longer than the limit; what is beyond is not in `bytes`.
    var isCut = false
  }

  var name = PackedName()
  var isEnd = false
  var isSelfClosing = false

  /// Where the tag begins: its offset in the page.
  var offset = 0

  /// What its name means, known once the name is complete.
  private(set) var element: HTMLElement?

  /// The values of attributes by ``HTMLAttribute``; `nil` for those it does not have.
  private var values: [Value?] = Array(repeating: nil, count: HTMLAttribute.allCases.count)
  private var hasValues = false

  /// The attribute that is being read, if it is kept.
  private var open: Int?
  private var attributeName = PackedName()
  private var keepsAttributes = false
  private let maximumValueLength: Int

  init(maximumValueLength: Int) {
    self.maximumValueLength = maximumValueLength
  }

  /// The value of an attribute; of attributes with the same name it is the first that counts.
  package subscript(attribute: HTMLAttribute) -> Value? { values[attribute.rawValue] }

  /// Whether bytes of the value being read are kept.
  var isKeepingValue: Bool { open != nil }

  /// Forgets everything, to begin another tag.
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

  /// Called when the name is complete.
  mutating func endName() {
    element = HTMLElement.named(name)
    switch element {
    case .meta, .annotationXML, .font: keepsAttributes = !isEnd
    default: break
    }
  }

  /// Begins an attribute with an empty name.
  mutating func beginAttribute() {
    open = nil
    attributeName = PackedName()
  }

  /// Adds a byte to the name of an attribute.
  mutating func appendToAttributeName(_ byte: UInt8) {
    if keepsAttributes { attributeName.append(byte) }
  }

  /// Called when the name of an attribute is complete.
  mutating func endAttributeName() {
    guard keepsAttributes, let attribute = HTMLAttribute.named(attributeName),
      values[attribute.rawValue] == nil
    else { return }
    values[attribute.rawValue] = Value()
    hasValues = true
    open = attribute.rawValue
  }

  /// Adds bytes of the page to the value of the attribute that is being read.
  mutating func appendToValue(_ bytes: Span<UInt8>, _ range: Range<Int>) {
    guard let open else { return }
    let room = maximumValueLength - (values[open]?.bytes.count ?? 0)
    for index in range.prefix(room) { values[open]?.bytes.append(bytes[index]) }
    if range.count > room { values[open]?.isCut = true }
  }
}

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
