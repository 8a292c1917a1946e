internal import AppLinks
internal import AppLinksResolving

extension PageDeclaration {
  private static let apple: Set<DeviceIdiom> = [.phone, .pad]

  private static let platforms: [Substring: Set<DeviceIdiom>] = [
    "ios": apple, "iphone": [.phone], "ipad": [.pad], "android": [.android],
  ]

  private static let facts: [Substring: Fact] = [
    "url": .appURL, "app_store_id": .appStoreID, "package": .package, "app_name": .appName,
  ]

  /// Creates a statement of an App Links tag, or returns `nil` if it contains nothing to compare.
  init?(_ tag: AppLinkTag) {
    let parts = tag.components
    let isWeb = tag.property == "al:web:url"
    guard parts.count == 3, let devices = isWeb ? [] : Self.platforms[parts[1]],
      let fact = isWeb ? .webURL : Self.facts[parts[2]],
      let value = tag.content?.trimmingHTMLSpace, !value.isEmpty
    else { return nil }
    self.init(
      vocabulary: .appLinks,
      fact: fact,
      devices: devices,
      value: value,
      name: tag.property,
      line: tag.line,
      column: tag.column,
      frame: TagFrame(start: "meta property", attribute: "content")
    )
  }

  /// Returns the statements of a tag other than that of a banner.
  static func ofTag(_ tag: PageTag) -> [PageDeclaration] {
    if tag.value.isEmpty { return [] }
    switch tag.name {
    case "canonical": return [make(tag, .canonical, .address)]
    case "og:url": return [make(tag, .openGraph, .address)]
    case "alternate": return ofAlternate(tag)
    case "refresh":
      return destination(of: tag.value).map { [make(tag, .refresh, .destination, $0)] } ?? []
    default: return ofCard(tag)
    }
  }

  /// Returns the statements of the tag `apple-itunes-app`, a list of `key=value`.
  static func ofBanner(_ tag: PageTag) -> [PageDeclaration] {
    let pieces = tag.value.split(separator: ",", omittingEmptySubsequences: false)
    var found: [PageDeclaration] = []
    for (index, piece) in pieces.enumerated() {
      guard let equals = piece.firstIndex(of: "=") else { continue }
      let key = String(piece[..<equals]).trimmingHTMLSpace.lowercased()
      let value = String(piece[piece.index(after: equals)...]).trimmingHTMLSpace
      let facts: [String: Fact] = [
        "app-id": .appStoreID, "app-argument": .appURL, "app-clip-bundle-id": .clipBundleID,
      ]
      guard let fact = facts[key], !value.isEmpty else { continue }
      if fact == .appStoreID, !value.utf8.allSatisfy(\.isASCIIDigit) { continue }
      let before = pieces[..<index].map { $0 + "," }.joined() + piece[...equals]
      let after = pieces[(index + 1)...].map { "," + $0 }.joined()
      let frame = TagFrame(
        start: "meta \(tag.attribute.rawValue)",
        attribute: "content",
        before: before,
        after: after
      )
      found.append(make(tag, .smartBanner, fact, value, apple, frame))
    }
    return found
  }

  /// Returns the URL of a refresh such as `0; url=https://shop.example/`, as browsers read it, or
  /// `nil` if it has none.
  private static func destination(of text: String) -> String? {
    var rest = text.utf8[...].drop(while: \.isHTMLSpace)
    let time = rest.prefix { $0.isASCIIDigit || $0 == UInt8(ascii: ".") }
    guard !time.isEmpty else { return nil }
    rest = rest[time.endIndex...].drop(while: \.isHTMLSpace)
    guard let mark = rest.first, mark == UInt8(ascii: ";") || mark == UInt8(ascii: ",") else {
      return nil
    }
    rest = rest.dropFirst().drop(while: \.isHTMLSpace)
    let name = rest.prefix(3).map(\.asciiLowercased)
    if name.elementsEqual("url".utf8) {
      let value = rest.dropFirst(3).drop(while: \.isHTMLSpace)
      if value.first == UInt8(ascii: "=") { rest = value.dropFirst().drop(while: \.isHTMLSpace) }
    }
    if let quote = rest.first, quote == UInt8(ascii: "'") || quote == UInt8(ascii: "\"") {
      rest = rest.dropFirst().prefix { $0 != quote }
    }
    let url = String(Substring(rest)).trimmingHTMLSpace
    return url.isEmpty ? nil : url
  }

  /// Returns the statement of a tag such as `twitter:app:id:iphone`.
  private static func ofCard(_ tag: PageTag) -> [PageDeclaration] {
    let parts = tag.name.split(separator: ":")
    guard parts.count == 4 else { return [] }
    let devices: [Substring: Set<DeviceIdiom>] = [
      "iphone": [.phone], "ipad": [.pad], "googleplay": [.android],
    ]
    guard let devices = devices[parts[3]] else { return [] }
    switch parts[2] {
    case "id":
      return [make(tag, .twitterCard, devices == [.android] ? .package : .appStoreID, nil, devices)]
    case "url": return [make(tag, .twitterCard, .appURL, nil, devices)]
    case "name": return [make(tag, .twitterCard, .appName, nil, devices)]
    default: return []
    }
  }

  /// Returns the statements of a link such as `android-app://com.example.shop/shop/socks/7`, which
  /// represents `shop://socks/7`.
  private static func ofAlternate(_ tag: PageTag) -> [PageDeclaration] {
    let parts = URLParts(tag.value)
    guard let id = parts.authority, !id.isEmpty else { return [] }
    let isAndroid = parts.normalizedScheme == "android-app"
    let devices = isAndroid ? [.android] : apple
    let rest = tag.value.utf8.dropFirst("\(parts.scheme ?? "")://\(id)".utf8.count)
    let frame = TagFrame(
      start: "link rel",
      attribute: "href",
      before: "\(parts.scheme ?? "")://",
      after: String(Substring(rest))
    )
    var found = [make(tag, .alternate, isAndroid ? .package : .appStoreID, id, devices, frame)]
    let path = rest.dropFirst()
    if let slash = path.firstIndex(of: UInt8(ascii: "/")), slash != path.startIndex {
      let scheme = String(Substring(path[..<slash]))
      let place = String(Substring(path[path.index(after: slash)...]))
      var url = make(tag, .alternate, .appURL, "\(scheme)://\(place)", devices)
      url = url.withoutFrame
      found.append(url)
    }
    return found
  }

  private var withoutFrame: PageDeclaration {
    PageDeclaration(
      vocabulary: vocabulary,
      fact: fact,
      devices: devices,
      value: value,
      name: name,
      line: line,
      column: column,
      frame: nil
    )
  }

  private static func make(
    _ tag: PageTag,
    _ vocabulary: Vocabulary,
    _ fact: Fact,
    _ value: String? = nil,
    _ devices: Set<DeviceIdiom> = [],
    _ frame: TagFrame? = nil
  ) -> PageDeclaration {
    let isLink = tag.attribute == .rel
    let usual = TagFrame(
      start: isLink ? "link rel" : "meta \(tag.attribute.rawValue)",
      attribute: isLink ? "href" : "content"
    )
    return PageDeclaration(
      vocabulary: vocabulary,
      fact: fact,
      devices: devices,
      value: value ?? tag.value,
      name: tag.name,
      line: tag.line,
      column: tag.column,
      frame: frame ?? usual
    )
  }
}
