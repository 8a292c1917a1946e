internal import AppLinks

extension SiteChecks {
  /// Reports web fallbacks to hosts that are not those of the site.
  mutating func checkWebURLs() {
    let urls = pages.flatMap { [$0.url] + $0.redirects }
    let own = Set(urls.compactMap { URLParts($0).host?.lowercased() }.map(Self.base))
    let all = pages.indices.flatMap { page in
      pages[page].all(.webURL).compactMap { declaration -> (Int, PageDeclaration, String)? in
        let parts = URLParts(declaration.value)
        guard parts.isWebPage, let host = parts.host?.lowercased() else { return nil }
        return (page, declaration, host)
      }
    }
    var uses: [String: Int] = [:]
    for (_, _, host) in all { uses[host, default: 0] += 1 }
    let ownLabels = Set(own.flatMap(Self.labels))
    for (page, declaration, host) in all where !own.contains(Self.base(of: host)) {
      let count = uses[host, default: 0]
      let isUsual = pages.count == 1 || count > 1 && count * 10 > all.count
      let isTrial = Self.labels(of: host).contains {
        Self.trialLabels.contains($0) && !ownLabels.contains($0)
      }
      if isUsual, !isTrial { continue }
      let site = URLParts(pages[page].url).host?.lowercased() ?? ""
      reports[page].add(
        .webURLOutsideSite,
        at: declaration,
        "It opens a page of '\(shown(host))', but the page is at '\(shown(site))'."
      )
    }
  }

  private static let trialLabels: Set<String> = [
    "staging", "stage", "stg", "dev", "develop", "test", "testing", "qa", "uat", "preprod",
    "preview", "sandbox", "local", "localhost", "internal",
  ]

  private static func labels(of host: String) -> [String] {
    host.split(whereSeparator: { $0 == "." || $0 == "-" }).map(String.init)
  }

  /// Returns a host without the label of its usual variants.
  private static func base(of host: String) -> String {
    for label in ["www.", "m.", "mobile."] where host.hasPrefix(label) {
      return String(host.dropFirst(label.count))
    }
    return host
  }
}
