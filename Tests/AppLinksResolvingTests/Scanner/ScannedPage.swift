import AppLinks
import AppLinksResolving
import Testing

/// A piece of HTML and the contents of the tags that have to be found in it.
struct ScannedPage: Sendable, CustomTestStringConvertible {
  var html: String
  var contents: [String?]

  init(_ html: String, _ contents: String?...) {
    self.html = html
    self.contents = contents
  }

  var testDescription: String { html.debugDescription }

  /// A tag that counts, with a content to know it by.
  static func tag(_ content: String) -> String {
    "<meta property='al:x' content='\(content)'>"
  }
}

/// Scans a page that is cut after every so many bytes.
func scan(
  _ bytes: [UInt8],
  every count: Int = .max,
  _ options: AppLinkScanner.Options = .init(),
  contentType: String? = nil
) -> AppLinkMetadata {
  var scanner = AppLinkScanner(options: options, contentType: contentType)
  var rest = bytes[...]
  while !rest.isEmpty {
    scanner.feed(rest.prefix(count))
    rest = rest.dropFirst(count)
  }
  return scanner.finish()
}

extension AppLinkMetadata {
  /// What the scanner reports, without what is found about the tags themselves.
  var scannerCodes: [AppLinkDiagnostic.Code] {
    let codes: [AppLinkDiagnostic.Code] = [
      .tooManyTags, .valueTooLong, .pageTooLong, .unknownCharset, .malformedText,
      .nameInsteadOfProperty, .inexactProperty,
    ]
    return diagnostics.map(\.code).filter(codes.contains)
  }
}
