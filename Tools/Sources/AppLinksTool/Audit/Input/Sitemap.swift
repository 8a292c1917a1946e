import Foundation

#if canImport(FoundationXML)
import FoundationXML
#endif

/// A sitemap, or an index of sitemaps.
struct Sitemap: Hashable {
  /// The addresses of pages.
  private(set) var pages: [String] = []

  /// The addresses of other sitemaps.
  private(set) var sitemaps: [String] = []

  /// The maximum number of bytes to read, which is the uncompressed size that the protocol allows.
  static let maximumBytes = 50 << 20

  /// Reads a sitemap, which can be in gzip.
  ///
  /// - Parameter bytes: The content of the file.
  /// - Throws: A ``SitemapError`` if the bytes are not a sitemap.
  init(_ bytes: [UInt8]) throws(SitemapError) {
    let xml = Gzip.isGzip(bytes) ? try Gzip.unpacked(bytes, limit: Self.maximumBytes) : bytes
    let reader = SitemapReader()
    let parser = XMLParser(data: Data(xml))
    parser.shouldProcessNamespaces = true
    parser.shouldResolveExternalEntities = false
    parser.delegate = reader
    // On Linux, the parser accepts a file that ends early.
    let isWhole = parser.parse() && reader.isClosed
    guard reader.root == "urlset" || reader.root == "sitemapindex" else {
      throw SitemapError(reason: "it is not a sitemap, whose root is 'urlset' or 'sitemapindex'")
    }
    guard isWhole else {
      throw SitemapError(reason: "it is not XML in line \(parser.lineNumber)")
    }
    pages = reader.pages
    sitemaps = reader.sitemaps
  }

  /// Returns whether bytes seem to be a sitemap rather than a list of URLs.
  static func isSitemap(_ bytes: [UInt8]) -> Bool {
    let spaces: Set<UInt8> = [0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF]
    return Gzip.isGzip(bytes) || bytes.first { !spaces.contains($0) } == UInt8(ascii: "<")
  }
}

/// An error that describes why a sitemap cannot be read.
struct SitemapError: Error, Hashable {
  /// The reason, as a phrase.
  let reason: String
}

/// A reader of the elements that a sitemap consists of; others are ignored.
private final class SitemapReader: NSObject, XMLParserDelegate {
  private(set) var root: String?
  private(set) var pages: [String] = []
  private(set) var sitemaps: [String] = []

  /// The names of the open elements, and `nil` for those of other vocabularies.
  private var open: [String?] = []
  private var text: String?

  /// Whether all elements have ended.
  var isClosed: Bool { open.isEmpty }

  private static let space = "http://www.sitemaps.org/schemas/sitemap/"

  func parser(
    _ parser: XMLParser,
    didStartElement name: String,
    namespaceURI: String?,
    qualifiedName: String?,
    attributes: [String: String]
  ) {
    // Files without a namespace, or with an older one, are common.
    let isKnown =
      (namespaceURI ?? "").isEmpty || namespaceURI?.hasPrefix(Self.space) == true
      || namespaceURI?.contains("google.com/schemas/sitemap/0.") == true
    let name = isKnown ? name.split(separator: ":").last.map(String.init) : nil
    if open.isEmpty { root = name }
    open.append(name)
    if open.count == 3, name == "loc" { text = "" }
  }

  func parser(_ parser: XMLParser, foundCharacters string: String) {
    if let known = text, known.utf8.count < 8192 { text = known + string }
  }

  func parser(_ parser: XMLParser, foundCDATA block: Data) {
    if let known = text { text = known + String(decoding: block, as: UTF8.self) }
  }

  func parser(
    _ parser: XMLParser,
    didEndElement name: String,
    namespaceURI: String?,
    qualifiedName: String?
  ) {
    if open.count == 3, let found = text {
      let address = found.trimmingCharacters(in: .whitespacesAndNewlines)
      if !address.isEmpty {
        if open[1] == "url" { pages.append(address) }
        if open[1] == "sitemap" { sitemaps.append(address) }
      }
      text = nil
    }
    _ = open.popLast()
  }
}
