import AppLinks
import JSONValues

/// The content of a URL for an app, with or without secrets.
struct ParseReport {
  let link: InboundLink
  let isRedacted: Bool

  init(_ link: InboundLink, isRedacted: Bool) {
    self.link = link
    self.isRedacted = isRedacted
  }

  /// The data of an App Link, including one of an unsupported version.
  var data: [String: JSONValue]? {
    guard let data = link.rawData?.objectValue else { return nil }
    return isRedacted ? ParseReport.redacted(data) : data
  }

  var extras: [String: JSONValue]? {
    guard let extras = link.extras else { return nil }
    return isRedacted ? ParseReport.redacted(extras) : extras
  }

  /// Whether the report hides secrets.
  var hasSecrets: Bool {
    guard isRedacted else { return false }
    let everything = ParseReport(link, isRedacted: false)
    return data != everything.data
      || [inputWithoutData, targetWithoutData].contains { shown($0) != $0 }
  }

  /// The URL without the data, which is shown separately.
  ///
  /// If the data is missing or damaged, the whole URL.
  var inputWithoutData: String {
    data == nil || !link.recoveries.isEmpty
      ? link.input.text : link.input.removing(ParseReport.parameter).text
  }

  /// The target, which is the input if the link names none.
  var targetWithoutData: String {
    link.target == link.input ? inputWithoutData : link.target.text
  }

  /// The name of the query item with the data.
  static let parameter = "al_applink_data"

  func shown(_ url: String) -> String { isRedacted ? URLRedaction.standard.redacted(url) : url }

  /// Returns the query items of a URL.
  ///
  /// The query is redacted as a whole, because names determine what is secret, and truncated data
  /// continues in the items after it.
  func items(of url: URLParts) -> [URLParts.QueryItem] { URLParts(shown(url.text)).queryItems }

  /// Returns data without secrets.
  ///
  /// Readers of the report want to see the extras. Names therefore determine what is hidden there
  /// too, instead of hiding everything.
  private static func redacted(_ data: [String: JSONValue]) -> [String: JSONValue] {
    var redacted = URLRedaction.standard.redacted(.object(data)).objectValue ?? [:]
    if let extras = data["extras"]?.objectValue {
      redacted["extras"] = .object(self.redacted(extras))
    }
    return redacted
  }
}
