#if canImport(FoundationNetworking)
public import Foundation
package import FoundationNetworking
#else
public import Foundation
#endif

/// The error of a malformed request, which would be sent as a different request.
///
/// The method or the name of a header field is not a token (RFC 9110, section 5.6.2), or the value
/// of a header field contains a line break or a NUL. Nothing was sent.
public struct InvalidRequestError: Error, Hashable, Sendable {
  /// The URL of the request.
  public let url: URL?

  /// The part of the request that is invalid, without the value of a header field.
  public let part: String

  /// Creates an error.
  ///
  /// - Parameters:
  ///   - url: The URL of the request.
  ///   - part: The part of the request that is invalid.
  package init(url: URL?, part: String) {
    self.url = url
    self.part = part
  }
}

extension InvalidRequestError: CustomStringConvertible {
  /// A message with the URL, what is wrong with the request, and what to do.
  public var description: String {
    let subject = url.map { "\($0.absoluteString): " } ?? ""
    return "\(subject)the request was not sent: \(part); do not build requests from text that you "
      + "have not checked"
  }
}

extension URLRequest {
  /// Checks that the method and the header fields form a single request.
  ///
  /// - Throws: An ``InvalidRequestError``.
  package func checkSyntax() throws(InvalidRequestError) {
    let method = httpMethod ?? "GET"
    if !method.isToken { throw error("the method \(method.debugDescription) is no token") }
    for (name, value) in allHTTPHeaderFields ?? [:] { try checkField(name, value) }
  }

  /// Checks that a name and a value form a single header field.
  ///
  /// - Throws: An ``InvalidRequestError``.
  func checkField(_ name: String, _ value: String) throws(InvalidRequestError) {
    if !name.isToken {
      throw error("the name of the header field \(name.debugDescription) is no token")
    }
    if value.utf8.contains(where: { [0x00, 0x0A, 0x0D].contains($0) }) {
      throw error("the value of the header field \(name) contains a line break or a NUL")
    }
  }

  private func error(_ part: String) -> InvalidRequestError {
    InvalidRequestError(url: url, part: part)
  }
}

extension String {
  /// Whether this is a token (RFC 9110, section 5.6.2).
  fileprivate var isToken: Bool {
    !isEmpty
      && utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"):
          true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
      }
  }
}
