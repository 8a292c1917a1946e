/// A reader of the content of a signed message, as files for iOS 8 were.
///
/// The message is a CMS `SignedData` in DER or BER. The signature is not checked.
enum SignedMessage {
  /// Returns the content of a signed message, or `nil` if the bytes are not one.
  static func content(of bytes: [UInt8]) -> [UInt8]? {
    // ContentInfo { OID signedData, [0] SignedData { version, digests, { OID data, [0] content }}}
    guard let message = Element(bytes[...], depth: 0), message.tag == 0x30 else { return nil }
    let parts = message.children()
    guard parts.count >= 2, parts[0].tag == 0x06, Array(parts[0].content) == signedData,
      let signed = parts[1].children().first
    else { return nil }
    guard let inner = signed.children().dropFirst(2).first, inner.tag == 0x30,
      let wrapper = inner.children().dropFirst().first, let octets = wrapper.children().first
    else { return nil }
    return octets.octets()
  }

  /// The object identifier 1.2.840.113549.1.7.2.
  private static let signedData: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07, 0x02]

  /// An element: a tag, a length and content.
  private struct Element {
    /// The depth at which reading ends, regardless of the message.
    private static let maximumDepth = 16

    let tag: UInt8
    let content: ArraySlice<UInt8>

    /// The number of bytes of the element.
    let length: Int

    private let depth: Int

    /// Reads the element at the beginning of bytes.
    init?(_ bytes: ArraySlice<UInt8>, depth: Int) {
      guard depth < Element.maximumDepth, bytes.count >= 2, let tag = bytes.first else {
        return nil
      }
      self.tag = tag
      self.depth = depth
      let first = bytes[bytes.startIndex + 1]
      let rest = bytes.dropFirst(2)
      if first == 0x80 {
        // The length is not stated: elements follow up to an empty one.
        guard tag & 0x20 != 0, let size = Element.sizeUpToEnd(rest, depth: depth) else {
          return nil
        }
        content = rest.prefix(size)
        length = 2 + size + 2
        return
      }
      var size = Int(first)
      var header = 2
      if first > 0x80 {
        let count = Int(first & 0x7F)
        guard count <= 4, rest.count >= count else { return nil }
        size = rest.prefix(count).reduce(0) { $0 << 8 | Int($1) }
        header += count
      }
      guard bytes.count - header >= size else { return nil }
      content = bytes.dropFirst(header).prefix(size)
      length = header + size
    }

    /// Returns the number of bytes before the empty element that ends content.
    private static func sizeUpToEnd(_ bytes: ArraySlice<UInt8>, depth: Int) -> Int? {
      var size = 0
      while !bytes.dropFirst(size).starts(with: [0, 0]) {
        guard let element = Element(bytes.dropFirst(size), depth: depth + 1) else { return nil }
        size += element.length
      }
      return size
    }

    /// Returns the elements in the content, up to one that cannot be read.
    func children() -> [Element] {
      guard tag & 0x20 != 0 else { return [] }
      var children: [Element] = []
      var rest = content
      while let child = Element(rest, depth: depth + 1) {
        children.append(child)
        rest = rest.dropFirst(child.length)
      }
      return children
    }

    /// Returns the bytes of a string of octets, which can be in chunks.
    func octets() -> [UInt8] {
      tag & 0x20 == 0 ? Array(content) : children().flatMap { $0.octets() }
    }
  }
}
