import AppLinksResolving

/// Scans a page as it would arrive from a network, at least five times.
///
/// - Parameters:
///   - page: The page.
///   - time: The time for which to repeat the scan.
/// - Returns: The time of the shortest scan, which a busy machine disturbs least, and the number of
///   tags.
func shortestScan(of page: BenchmarkPage, for time: Duration) -> (duration: Duration, tags: Int) {
  let clock = ContinuousClock()
  let start = clock.now
  var shortest = Duration.seconds(1000)
  var tags = 0
  var runs = 0
  while runs < 5 || (runs < 1000 && start.duration(to: clock.now) < time) {
    let duration = clock.measure { tags = scan(page).tags.count }
    shortest = min(shortest, duration)
    runs += 1
  }
  return (shortest, tags)
}

/// Scans a page in pieces of 16 KiB, until the scanner wants no more.
func scan(_ page: BenchmarkPage) -> AppLinkMetadata {
  let options = AppLinkScanner.Options(isHeadOnly: page.isHeadOnly)
  var scanner = AppLinkScanner(options: options, contentType: "text/html; charset=utf-8")
  var start = 0
  while start < page.bytes.count, !scanner.isComplete {
    let end = min(start + 16 * 1024, page.bytes.count)
    scanner.feed(page.bytes[start..<end])
    start = end
  }
  return scanner.finish()
}
