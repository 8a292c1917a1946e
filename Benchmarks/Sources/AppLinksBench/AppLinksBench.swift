import AppLinksResolving
import Foundation

/// `applinks-bench`: how fast pages are scanned for App Links.
///
///     applinks-bench pages FOLDER   write the pages, for other parsers to read
///     applinks-bench measure        print a line for each page: name, bytes, microseconds, tags
///     applinks-bench hostile        the same for 10 MB of what costs most
///
/// `Benchmarks/scripts/applinks-bench.sh` prints the table together with other parsers.
@main
struct AppLinksBench {
  static func main() throws {
    let arguments = CommandLine.arguments.dropFirst()
    switch (arguments.first, arguments.dropFirst().first) {
    case ("pages", let folder?): try write(BenchmarkPage.all, to: folder)
    case ("measure", nil): BenchmarkPage.all.forEach { report($0, for: .seconds(1)) }
    case ("hostile", nil):
      // All that matters here is whether a page takes seconds.
      BenchmarkPage.hostile(byteCount: 10_000_000).forEach { report($0, for: .zero) }
    default:
      print("usage: applinks-bench pages FOLDER | measure | hostile")
      exit(2)
    }
  }

  private static func write(_ pages: [BenchmarkPage], to folder: String) throws {
    for page in pages {
      let file = URL(fileURLWithPath: folder).appendingPathComponent(page.name + ".html")
      try Data(page.bytes).write(to: file)
    }
  }

  private static func report(_ page: BenchmarkPage, for time: Duration) {
    let (duration, tags) = shortestScan(of: page, for: time)
    let microseconds = String(format: "%.1f", duration / .microseconds(1))
    print(page.name, page.bytes.count, microseconds, tags, separator: "\t")
  }
}
