internal import AppLinks

/// A collector of App Links tags, the declared charset of the page, and the irregularities of both.
struct TagCollector: Sendable {
  /// Whether the limit for tags is exceeded.
  private(set) var isFull = false

  private var found: [FoundTag] = []
  private(set) var declaredCharset: Charset?
  private var diagnostics: [AppLinkDiagnostic] = []
  private var nearMissCount = 0
  private var unknownCharsetCount = 0
  private var cutPropertyCount = 0
  private let options: AppLinkScanner.Options

  /// The number of unknown charset labels after which further labels are ignored.
  private static let maximumUnknownCharsets = 8

  init(options: AppLinkScanner.Options) {
    self.options = options
  }

  /// Returns whether a `meta` tag can be relevant.
  ///
  /// Most are not.
  func mayTake(_ tag: HTMLTag) -> Bool {
    if namesCharset(tag) { return true }
    if tag[.property] == nil, !options.isLenient, !mayReportNearMiss { return false }
    guard let value = tag[.property] ?? tag[.name] else { return false }
    for byte in value.bytes where !byte.isHTMLSpace {
      // An ampersand can begin a character reference.
      return byte | 0x20 == UInt8(ascii: "a") || byte == UInt8(ascii: "&")
    }
    return false
  }

  /// Returns whether a tag can declare a charset while none is known yet.
  private func namesCharset(_ tag: HTMLTag) -> Bool {
    declaredCharset == nil && unknownCharsetCount < Self.maximumUnknownCharsets
      && (tag[.charset] != nil || tag[.httpEquiv] != nil)
  }

  private var mayReportNearMiss: Bool { nearMissCount < options.maximumTags }

  /// Processes a `meta` tag.
  mutating func take(_ tag: HTMLTag, line: Int, column: Int) {
    if namesCharset(tag) { takeCharset(tag, line, column) }
    let isNamed = tag[.property] == nil
    guard let property = tag[.property] ?? tag[.name] else { return }
    let text = AttributeText.value(of: Charset.utf8.decode(property.bytes))
    let isExact = text.utf8.starts(with: "al:".utf8) && !isNamed
    if !isExact {
      guard text.trimmingHTMLSpace.lowercased().utf8.starts(with: "al:".utf8) else { return }
      guard options.isLenient else { return reportNearMiss(text, isNamed, line, column) }
    }
    if found.count + cutPropertyCount >= options.maximumTags {
      isFull = true
      report(
        .tooManyTags,
        """
        Only the first \(options.maximumTags) App Links tags are read. Remove tags that no device \
        needs.
        """,
        line,
        column
      )
      return
    }
    if property.isCut {
      cutPropertyCount += 1
      report(
        .valueTooLong,
        "A property longer than \(options.maximumValueLength) bytes is ignored. Shorten it.",
        line,
        column
      )
      return
    }
    if tag[.content]?.isCut == true {
      report(
        .valueTooLong,
        """
        The content of '\(shown(text))' is longer than \(options.maximumValueLength) bytes, so it \
        counts as missing. Shorten it.
        """,
        line,
        column
      )
    }
    found.append(
      FoundTag(property: property, content: tag[.content], line: line, column: column)
    )
  }

  /// Reports that the page exceeds the limit.
  mutating func reportLongPage(_ byteCount: Int) {
    report(
      .pageTooLong,
      "Only the first \(byteCount) bytes of the page are read. Put the tags near its beginning.",
      nil,
      nil
    )
  }

  /// Decodes the collected tags.
  ///
  /// - Parameter charset: The charset of the page, if it is known from outside of its tags.
  /// - Returns: The metadata of the page.
  func metadata(charset: Charset?) -> AppLinkMetadata {
    let charset = charset ?? declaredCharset ?? guessedCharset
    let tags = found.map { $0.decoded(charset, isLenient: options.isLenient) }
    var diagnostics = diagnostics
    if let tag = found.first(where: { !$0.isText(in: charset) }) {
      diagnostics.append(
        AppLinkDiagnostic(
          code: .malformedText,
          message:
            "A tag contains bytes that are not text in the charset of the page. Correct its "
            + "encoding.",
          line: tag.line,
          column: tag.column
        )
      )
    }
    return AppLinkMetadata(tags: tags, diagnostics: diagnostics)
  }

  /// The charset of a page that does not declare one.
  private var guessedCharset: Charset {
    found.allSatisfy { $0.isText(in: .utf8) } ? .utf8 : .windows1252
  }

  private mutating func takeCharset(_ tag: HTMLTag, _ line: Int, _ column: Int) {
    let label: String
    if let value = tag[.charset] {
      label = Charset.windows1252.decode(value.bytes)
    } else {
      let header = Charset.windows1252.decode(tag[.httpEquiv]?.bytes ?? [])
      guard header.lowercased() == "content-type", let content = tag[.content],
        let value = ContentType.charsetLabel(in: Charset.windows1252.decode(content.bytes))
      else { return }
      label = value
    }
    guard let charset = Charset(label: label) else {
      unknownCharsetCount += 1
      return reportUnknownCharset(label, line, column)
    }
    // A tag that is readable as ASCII is not in UTF-16, regardless of what it declares.
    let isUTF16 = charset == .utf16LittleEndian || charset == .utf16BigEndian
    declaredCharset = isUTF16 ? .utf8 : charset
  }

  /// Reports that a tag, or without a position the header, declares a charset that is not
  /// supported.
  mutating func reportUnknownCharset(_ label: String, _ line: Int? = nil, _ column: Int? = nil) {
    let place = line == nil ? "The header declares the charset " : ""
    let message = "\(place)'\(shown(label))'\(place.isEmpty ? " is" : ", which is")"
    report(.unknownCharset, "\(message) not a supported charset. Use UTF-8.", line, column)
  }

  private mutating func reportNearMiss(
    _ text: String,
    _ isNamed: Bool,
    _ line: Int,
    _ column: Int
  ) {
    guard mayReportNearMiss else { return }
    nearMissCount += 1
    if isNamed {
      report(
        .nameInsteadOfProperty,
        "'\(shown(text))' is in the 'name' attribute, where readers ignore it. Write 'property' "
          + "instead.",
        line,
        column
      )
    } else {
      report(
        .inexactProperty,
        "'\(shown(text))' is ignored. Begin the property with 'al:' in lowercase, without white "
          + "space.",
        line,
        column
      )
    }
  }

  private mutating func report(
    _ code: AppLinkDiagnostic.Code,
    _ message: String,
    _ line: Int?,
    _ column: Int?
  ) {
    diagnostics.append(
      AppLinkDiagnostic(code: code, message: message, line: line, column: column)
    )
  }
}
