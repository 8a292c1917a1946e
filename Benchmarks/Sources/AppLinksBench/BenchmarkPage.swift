/// A page to scan.
struct BenchmarkPage {
  /// One word, which is also the name of its file.
  let name: String
  let bytes: [UInt8]

  /// Whether to stop at the end of the head.
  var isHeadOnly = false

  init(name: String, isHeadOnly: Bool = false, _ html: String) {
    self.name = name
    self.isHeadOnly = isHeadOnly
    bytes = Array(html.utf8)
  }

  /// Pages like those on the web, of a megabyte each.
  static var all: [BenchmarkPage] {
    [
      BenchmarkPage(name: "prose", page(of: paragraph)),
      BenchmarkPage(name: "markup", page(of: card)),
      BenchmarkPage(name: "script", page(of: script)),
      BenchmarkPage(name: "mixed", page(of: { [paragraph, card, script, style][$0 % 4]($0) })),
      BenchmarkPage(name: "head", isHeadOnly: true, page(of: card)),
    ]
  }

  /// Returns a page of a megabyte: a head, and a body made of the closure's results.
  private static func page(of part: (Int) -> String) -> String {
    var html = head
    html.reserveCapacity(1_010_000)
    var number = 0
    while html.utf8.count < 1_000_000 {
      html += part(number)
      number += 1
    }
    return html + "</body>\n</html>\n"
  }
}
