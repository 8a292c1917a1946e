import AppLinks
import AppLinksPublishing

/// The fields, ended by NUL, are a URL, a domain, and an `apple-app-site-association` file.
@_cdecl("LLVMFuzzerTestOneInput")
public func run(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  var input = FuzzInput(data, count)
  let url = input.field()
  let domain = input.field()
  let bytes = input.rest
  let file = AppleAppSiteAssociation(parsing: bytes)
  require(file == AppleAppSiteAssociation(parsing: bytes), "not the same when read again")
  requirePlaces(file.findings, bytes)
  for rule in file.entries.flatMap(\.rules) {
    require(rule.line.map { $0 >= 1 } ?? true, "a rule at line \(rule.line ?? 0)")
  }
  for url in [url, "https://\(domain)\(url)"] {
    let answer = file.answer(for: url, at: domain)
    requireReasons(answer)
    require(answer.apps.count <= 2_000, "\(answer.apps.count) apps")
    for app in answer.apps where app.verdict == .opens || app.verdict == .excluded {
      require(app.rule != nil, "no rule decides about \(app)")
    }
  }
  requireSelfMatch(URLParts(url).path)
  return 0
}

/// A path without wildcards, escapes and odd segments is a pattern for itself.
func requireSelfMatch(_ path: String) {
  let special = Set("*?$%#".utf8)
  let segments = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
  guard path.utf8.first == UInt8(ascii: "/"),
    path.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && !special.contains($0) }),
    segments.dropFirst().allSatisfy({ !$0.isEmpty && $0.contains { $0 != UInt8(ascii: ".") } })
  else { return }
  let rule = AppleAppSiteAssociation.Rule(path: path)
  let file = AppleAppSiteAssociation(entries: [.init(appIDs: ["ABCDE12345.a"], rules: [rule])])
  let answer = file.answer(for: "https://e.com" + path, at: "e.com")
  require(answer.apps.map(\.verdict) == [.opens], "\(answer)")
}
