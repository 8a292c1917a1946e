internal import AppLinks
internal import AppLinksResolving
internal import Foundation

/// Checks that compare the statements of a page about its address with its actual address.
enum AddressChecks {
  static func check(_ page: LinkedPage, _ report: inout ConsistencyReport) {
    let addresses = page.all(.address)
    checkCanonicals(addresses.filter { $0.vocabulary == .canonical }, &report)
    let canonical = addresses.first { $0.vocabulary == .canonical && $0.isAbsolute }
    if let canonical,
      let shared = addresses.first(where: { $0.vocabulary == .openGraph && $0.isAbsolute }),
      key(canonical.value) != key(shared.value)
    {
      report.add(
        .canonicalDiffers,
        at: shared,
        "It is '\(shown(shared.value))', but \(canonical.reference) is "
          + "'\(shown(canonical.value))'.",
        correction: shared.corrected(canonical.value)
      )
    }
    for address in addresses where address.isAbsolute { checkPlace(address, page, &report) }
    checkAppURLs(page, &report)
    for destination in page.all(.destination) { checkDestination(destination, page, &report) }
  }

  /// Reports a tag that sends browsers to another site.
  private static func checkDestination(
    _ destination: PageDeclaration,
    _ page: LinkedPage,
    _ report: inout ConsistencyReport
  ) {
    let parts = URLParts(destination.value)
    let own = (URLParts(page.url).host ?? "").lowercased()
    guard parts.scheme == nil || parts.isWeb, let host = parts.host?.lowercased(), !host.isEmpty,
      !own.isEmpty, host != own, host != LinkedHost.counterpart(of: own)
    else { return }
    report.add(
      .refreshToOtherSite,
      at: destination,
      "It sends browsers to '\(shown(host))', but the page is at '\(shown(own))'."
    )
  }

  private static func checkCanonicals(
    _ canonicals: [PageDeclaration],
    _ report: inout ConsistencyReport
  ) {
    guard let first = canonicals.first,
      let other = canonicals.first(where: { key($0.value) != key(first.value) })
    else { return }
    report.add(
      .severalCanonicals,
      at: other,
      "It is '\(shown(other.value))', but another one in line \(first.line ?? 1) is "
        + "'\(shown(first.value))'.",
      correction: first.corrected(first.value)
    )
  }

  private static func checkPlace(
    _ address: PageDeclaration,
    _ page: LinkedPage,
    _ report: inout ConsistencyReport
  ) {
    let mine = URLParts(page.url)
    let parts = URLParts(address.value)
    let host = (parts.host ?? "").lowercased()
    guard mine.isWebPage, !host.isEmpty else { return }
    checkASCII(address, host, &report)
    let own = (mine.host ?? "").lowercased()
    if host != own {
      report.add(
        .addressOnOtherHost,
        at: address,
        "It has the host '\(shown(host))', but the page is at '\(shown(own))'.",
        correction: address.corrected(page.url)
      )
    } else if mine.normalizedScheme == "https", parts.normalizedScheme == "http" {
      let secure = "https" + String(Substring(address.value.utf8.dropFirst(4)))
      report.add(
        .addressNotSecure,
        at: address,
        "It begins with 'http:', but the page is at 'https:'.",
        correction: address.corrected(secure)
      )
    }
  }

  private static func checkASCII(
    _ address: PageDeclaration,
    _ host: String,
    _ report: inout ConsistencyReport
  ) {
    if host.utf8.allSatisfy({ $0 < 0x80 }) { return }
    let url = URL(string: address.value)?.absoluteString
    let ascii = url.flatMap { $0.utf8.allSatisfy { $0 < 0x80 } ? $0 : nil }
    report.add(
      .hostNotASCII,
      at: address,
      "The host '\(shown(host))' is not ASCII.",
      correction: ascii.flatMap(address.corrected)
    )
  }

  /// Reports web addresses of apps on a host that is not that of the page.
  private static func checkAppURLs(_ page: LinkedPage, _ report: inout ConsistencyReport) {
    let hosts = Set(
      ([page.url] + page.all(.address).map(\.value)).compactMap { URLParts($0).host?.lowercased() }
    )
    let own = (URLParts(page.url).host ?? "").lowercased()
    if own.isEmpty { return }
    for declaration in page.all(.appURL) {
      let parts = URLParts(declaration.value)
      guard parts.isWebPage, let host = parts.host?.lowercased() else { continue }
      checkASCII(declaration, host, &report)
      if !hosts.contains(host) {
        report.add(
          .appURLOnOtherHost,
          at: declaration,
          "It opens an app by a page of '\(shown(host))', but the page is at '\(shown(own))'."
        )
      }
    }
  }

  /// An address in a form for comparisons, without insignificant differences: the case of its host,
  /// and a slash at its end.
  private static func key(_ address: String) -> String {
    let parts = URLParts(address)
    var path = parts.path
    if path.utf8.last == UInt8(ascii: "/") { path.removeLast() }
    return parts.normalizedScheme + "://" + (parts.authority ?? "").lowercased() + path
      + (parts.query.map { "?" + $0 } ?? "")
  }
}

extension PageDeclaration {
  fileprivate var isAbsolute: Bool { URLParts(value).isWebPage }
}
