import FlyingFox
import ToolSupport

/// What a page shows, apart from the frame that all pages have.
struct Content: Sendable {
  /// The places that the navigation names.
  enum Place: Sendable {
    case runs, run, queues, schedules, none
  }

  let title: String
  var status = HTTPStatusCode.ok
  var place = Place.none
  var notice: String?
  /// The text in the box that finds a run.
  var find: String?
  /// HTML before the part that changes.
  var before = ""
  /// HTML that changes with the store; `nil` for a page that stays as it is.
  var live: String?

  /// Identifies what changes, in this process.
  var seen: String {
    var hasher = Hasher()
    hasher.combine(live)
    return String(UInt(bitPattern: hasher.finalize()), radix: 16)
  }
}

extension Content {
  /// Creates a page with a text.
  init(title: String, text: String) {
    let (heading, paragraph) = (title.printable, text.printable)
    self.init(
      title: title,
      before:
        "<h1>\(EscapedText.escaped(heading))</h1>\n<p>\(EscapedText.escaped(paragraph))</p>"
    )
  }
}
