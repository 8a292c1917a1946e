import HTTPTypes
import Hummingbird

extension Request {
  /// Whether the client asks for a new load, with `Cache-Control: no-cache`.
  var wantsNew: Bool { headers[.cacheControl]?.lowercased().contains("no-cache") ?? false }

  /// Returns the value of a query item.
  func value(of name: String, maximum: Int) throws(Problem) -> String {
    guard (uri.query?.utf8.count ?? 0) <= maximum else { throw .urlTooLong(maximum) }
    guard let value = uri.queryParameters[name[...]] else {
      throw .badRequest("The query item '\(name)' is missing.")
    }
    return String(value)
  }
}
