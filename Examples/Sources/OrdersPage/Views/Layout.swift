import DurableWorkflows
import Foundation

/// A complete page.
struct Layout {
  let title: String
  /// The result of an action; `nil` for none.
  var notice: Notice?
  /// The interval at which the page reloads, in seconds; `nil` for never.
  var refresh: Int?
  let content: HTML

  var html: HTML {
    let again: HTML? = refresh.map { "<meta http-equiv=\"refresh\" content=\"\($0)\">\n" }
    let said: HTML? = notice.map { notice in
      "<p class=\"notice \(notice.isFine ? "fine" : "refused")\" role=\"status\">\(notice.text)</p>\n"
    }
    return """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      \(again)<title>\(title)</title>
      <link rel="icon" href="data:,">
      <link rel="stylesheet" href="/style.css">
      </head>
      <body>
      <a class="skip" href="#content">Skip to the content</a>
      <header><a href="/">Orders</a></header>
      <main id="content">
      \(said)\(content)
      </main>
      </body>
      </html>

      """
  }
}

/// The result of an action, as a word in the address of the next page.
enum Notice: String, CaseIterable {
  case added, approved, cancelled
  case willBeCancelled = "will-be-cancelled"
  case approvedBefore = "approved-before"
  case hasEnded = "has-ended"

  var isFine: Bool {
    switch self {
    case .added, .approved, .cancelled, .willBeCancelled: true
    case .approvedBefore, .hasEnded: false
    }
  }

  var text: String {
    switch self {
    case .added: "The order was added."
    case .approved: "The order was approved."
    case .cancelled: "The order was cancelled."
    case .willBeCancelled: "The order will be cancelled, and what it has done is undone."
    case .approvedBefore: "Somebody has approved the order before."
    case .hasEnded: "The order has ended before."
    }
  }
}

extension DurableRunStatus {
  /// The text to display.
  var label: String {
    switch self {
    case .queued: "queued"
    case .waiting: "waiting"
    case .running: "running"
    case .succeeded: "succeeded"
    case .failed: "failed"
    case .cancelled: "cancelled"
    case .setAside: "set aside"
    }
  }
}

enum TimeText {
  /// Returns a time of a store to the second, in UTC.
  static func short(_ time: StoreTime) -> HTML {
    let date = Date(timeIntervalSince1970: Double(time) / 1000)
    let text = date.formatted(.iso8601.dateTimeSeparator(.space)).replacing("Z", with: "")
    return "<time datetime=\"\(date.formatted(.iso8601))\">\(text) UTC</time>"
  }

  /// Returns the text of a duration in milliseconds.
  static func duration(_ milliseconds: Int) -> String {
    let (seconds, rest) = milliseconds.quotientAndRemainder(dividingBy: 1000)
    return seconds == 0 ? "\(rest) ms" : "\(seconds).\(rest / 100) s"
  }
}

extension String {
  /// The text as one component of a URL path.
  var inPath: String {
    addingPercentEncoding(withAllowedCharacters: .alphanumerics.union(.init(charactersIn: "-_")))
      ?? ""
  }
}
