import AppLinks
import AppLinksPublishing

/// The fields, ended by NUL, are the path of a page, a file for Apple devices, one for Android, and
/// the page.
@_cdecl("LLVMFuzzerTestOneInput")
public func run(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  var input = FuzzInput(data, count)
  let url = "https://shop.example" + input.field()
  let apple = AppleAppSiteAssociation(parsing: input.field())
  let android = AssetLinks(parsing: input.field())
  let bytes = input.rest
  let page = LinkedPage(html: bytes, url: url, redirects: ["https://go.example/"])
  require(page == LinkedPage(html: bytes, url: url, redirects: page.redirects), "not the same")
  let host = LinkedHost(host: "shop.example", appleFile: apple, androidFile: android)
  let codes = Set((LintExplanation.consistency + LintExplanation.associationFiles).map(\.code))
  let lines = 1 + bytes.count { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
  for hosts in [[], [host]] {
    let findings = ConsistencyLinter().lint(page, hosts: hosts)
    require(findings.count <= 100, "\(findings.count) findings")
    for finding in findings {
      require(codes.contains(finding.code), "no explanation: \(finding)")
      require(!finding.message.isEmpty && !finding.advice.isEmpty, "no words: \(finding)")
      require(!"\(finding)".contains { $0.isNewline }, "several lines: \(finding)")
      require((1...lines).contains(finding.line ?? 1), "no such line: \(finding)")
    }
  }
  for declaration in page.declarations {
    require(!declaration.value.isEmpty, "a statement without a value: \(declaration)")
    require((1...lines).contains(declaration.line ?? 1), "no such line: \(declaration)")
  }
  return 0
}
