import AppLinks
import JSONValues

/// What an app is told by a URL, with or without secrets.
struct ParseReport {
  let link: InboundLink
  let isRedacted: Bool

  init(_ link: InboundLink, isRedacted: Bool) {
    self.link = link
    self.isRedacted = isRedacted
  }

  /// The data of an App Link, also of one whose version is not known.
  var data: [String: JSONValue]? {
    guard let data = link.rawData?.objectValue else { return nil }
    return isRedacted ? ParseReport.redacted(data) : data
  }

  var extras: [String: JSONValue]? {
    guard let extras = link.extras else { return nil }
    return isRedacted ? ParseReport.redacted(extras) : extras
  }

  /// Whether anything was redacted.
  var hasSecrets: Bool {
    guard isRedacted else { return false }
    let everything = ParseReport(link, isRedacted: false)
    return data != everything.data
      || [inputWithoutData, targetWithoutData].contains { shown($0) != $0 }
  }

  /// The URL without the data, which is shown by itself; all of it if the data is not there or
  /// damaged.
  var inputWithoutData: String {
    data == nil || !link.recoveries.isEmpty
      ? link.input.text : link.input.removing(ParseReport.parameter).text
  }

  /// The target, which is the input if the link does not name one.
  var targetWithoutData: String {
    link.target == link.input ? inputWithoutData : link.target.text
  }

  /// The name of the query item with the data.
  static let parameter = "al_applink_data"

  func shown(_ url: String) -> String { isRedacted ? URLRedaction.standard.redacted(url) : url }

  /// The query of a URL.
  ///
  /// It is redacted as a whole: names tell what is secret, and data that was cut goes on in the
  /// items behind it.
  func items(of url: URLParts) -> [URLParts.QueryItem] { URLParts(shown(url.text)).queryItems }

  /// Data without secrets.
  ///
  /// What a sender put into the extras is what the reader wants to see, so names decide there too,
  /// and not everything is hidden.
  private static func redacted(_ data: [String: JSONValue]) -> [String: JSONValue] {
    var redacted = URLRedaction.standard.redacted(.object(data)).objectValue ?? [:]
    if let extras = data["extras"]?.objectValue {
      redacted["extras"] = .object(self.redacted(extras))
    }
    return redacted
  }
}
