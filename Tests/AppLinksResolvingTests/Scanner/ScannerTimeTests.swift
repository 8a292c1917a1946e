import AppLinks
import AppLinksResolving
import TestSupport
import Testing

/// Pages designed to take more time than their size justifies.
@Suite(.serialized) struct ScannerTimeTests {
  private struct HostilePage: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var beginning: String
    var repeated: String

    init(_ name: String, _ beginning: String, _ repeated: String) {
      (testDescription, self.beginning, self.repeated) = (name, beginning, repeated)
    }

    func bytes(_ count: Int) -> [UInt8] {
      Array((beginning + String(repeating: repeated, count: count / repeated.utf8.count)).utf8)
    }
  }

  private static let pages = [
    HostilePage("a comment that does not end", "<!--", "- -->- --!"),
    HostilePage("a quote that does not end", "<meta property=\"al:x\" content=\"", "x&amp"),
    HostilePage("less-than signs", "", "<"),
    HostilePage("comments", "", "<!--"),
    HostilePage("ampersands", "<meta property=al:x content='", "&"),
    HostilePage("references", "<meta property=al:x content='", "&CounterClockwiseContourIntegra"),
    HostilePage("elements in each other", "", "<div>"),
    HostilePage("SVG in SVG", "", "<svg><desc>"),
    HostilePage("end tags in SVG", "<svg>", "<g></x>"),
    HostilePage("templates in each other", "", "<template>"),
    HostilePage("escapes in a script", "<script>", "<!--<script></script><"),
    HostilePage("ends of a script", "<script>", "</script"),
    HostilePage("ends of a title", "<title>", "</titl"),
    HostilePage("attributes", "<meta ", "a b='' c=x "),
    HostilePage("one attribute", "<meta ", "property=al: "),
    HostilePage("tags", "", "<meta property=\"al:x\" content=\"y\">"),
    HostilePage("charsets", "", "<meta charset=nonsense>"),
    HostilePage("names", "", "<meta name=al:x>"),
    HostilePage("a long name", "<", "xX"),
    HostilePage("line ends", "", "\n<meta>\r"),
  ]

  /// Options with as few limits as possible, so that limits do not hide quadratic time.
  private static let open = AppLinkScanner.Options(
    maximumTags: .max,
    maximumValueLength: .max
  )

  /// The sizes to compare, and the limit for the growth of the time per byte.
  ///
  /// Quadratic time grows by the ratio of the sizes, which exceeds the limit.
  private static let form: (small: Int, large: Int, limit: Double) =
    StressSize.isLong ? (10_000, 160_000, 6) : (5_000, 50_000, 4)

  @Test(arguments: pages)
  private func scanningTakesLinearTime(_ page: HostilePage) {
    for (options, piece) in [(Self.open, 4096), (.init(isLenient: true), .max), (.init(), 97)] {
      let growth = timeGrowth(from: Self.form.small, to: Self.form.large) { size in
        let bytes = page.bytes(size)
        return { _ = scan(bytes, every: piece, options) }
      }
      #expect(growth < Self.form.limit, "\(growth) times as long for each byte")
    }
  }
}
