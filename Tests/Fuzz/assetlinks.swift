import AppLinksPublishing

/// The fields, ended by NUL, are a URL, a domain, and an `assetlinks.json` file.
@_cdecl("LLVMFuzzerTestOneInput")
public func run(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  var input = FuzzInput(data, count)
  let url = input.field()
  let domain = input.field()
  let bytes = input.rest
  let file = AssetLinks(parsing: bytes)
  require(file == AssetLinks(parsing: bytes), "not the same when read again")
  requirePlaces(file.findings, bytes)
  for statement in file.statements {
    require(!statement.relations.isEmpty, "a statement without a relation")
    guard case .app(let package, let fingerprints) = statement.target else { continue }
    require(!fingerprints.isEmpty, "an app without a fingerprint")
    require(fingerprints.allSatisfy(AssetLinks.isFingerprint), "\(fingerprints)")
    let app = AndroidApp(
      package: package,
      fingerprints: fingerprints,
      filters: [.init(hosts: [domain], paths: [])]
    )
    for release in [11, 12, 15] {
      requireReasons(app.answer(for: url, files: [domain: file], release: release))
    }
    break
  }
  for url in [url, "https://\(domain)\(url)"] {
    requireReasons(file.answer(for: url, at: domain))
    let early = file.answer(for: url, at: domain, release: 14)
    require(early.apps.allSatisfy { $0.rule == nil }, "a dynamic rule before Android 15: \(early)")
  }
  return 0
}
