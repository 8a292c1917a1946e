import AppLinks
import AppLinksResolving
import Testing

/// A part of HTML and the contents of the tags that the scanner must find in it.
struct ScannedPage: Sendable, CustomTestStringConvertible {
  var html: String
  var contents: [String?]

  init(_ html: String, _ contents: String?...) {
    self.html = html
    self.contents = contents
  }

  var testDescription: String { html.debugDescription }

  /// A tag that counts, with content that identifies it.
  static func tag(_ content: String) -> String {
    "<meta property='al:x' content='\(content)'>"
  }
}

/// Scans a page in chunks of a size.
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
  /// The diagnostics of the scanner, without those about the tags themselves.
  var scannerCodes: [AppLinkDiagnostic.Code] {
    let codes: [AppLinkDiagnostic.Code] = [
      .tooManyTags, .valueTooLong, .pageTooLong, .unknownCharset, .malformedText,
      .nameInsteadOfProperty, .inexactProperty,
    ]
    return diagnostics.map(\.code).filter(codes.contains)
  }
}
