import Foundation

#if canImport(FoundationXML)
import FoundationXML
#endif

/// A reader that tells whether a text is XML.
enum XMLReader {
  /// Returns what is wrong with a text, or `nil` if it is XML.
  static func problem(_ text: String) -> String? {
    let parser = XMLParser(data: Data(text.utf8))
    return parser.parse() ? nil : "line \(parser.lineNumber)"
  }
}
