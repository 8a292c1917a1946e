import AppLinks
import AppLinksPublishing
import AppLinksResolving
import Foundation

/// The view of the answer about a page.
struct PageView {
  let title: String
  let url: String
  let version = Version.text
  let permalink: String
  let pageJSON: String
  let whyJSON: String
  let facts: [Fact]
  let devices: [DeviceView]
  let platforms: [PlatformView]
  let findings: [FindingView]
  let hasFindings: Bool
  let tags: [Tag]
  let hasTags: Bool
  let count: Int
  let tagCount: Int
  let corrected: String?
  let uncorrectable: String

  /// A line about how the page was loaded.
  struct Fact {
    let name: String
    let value: String
  }

  /// A tag of the page.
  struct Tag {
    let line: String
    let property: String
    let content: String
  }

  /// - Parameters:
  ///   - asked: The page.
  ///   - copy: The loaded page.
  ///   - resolution: The page's status, redirects and tags.
  ///   - devices: What each device does.
  ///   - hosts: Its host and the host of the link, with their files.
  ///   - report: What systems do according to the files.
  init(
    _ asked: AskedPage,
    _ copy: KeptCopy<PageContent>,
    _ resolution: AppLinkResolution,
    devices: [DeviceReport],
    hosts: [LinkedHost],
    report: WhyReport
  ) {
    title = "\(asked.host): App Links, explained"
    url = asked.text
    let query = "?url=" + QueryText.escaped(asked.text)
    permalink = "/" + query
    pageJSON = "/api/v1/page" + query
    whyJSON = "/api/v1/why" + query
    facts = Self.facts(copy, resolution)
    self.devices = devices.map(DeviceView.init)
    platforms = [.apple, .android].map { PlatformView($0, report, host: asked.host) }
    let contradictions = copy.content.page.map { ConsistencyLinter().lint($0, hosts: hosts) } ?? []
    findings =
      resolution.transferDiagnostics.map(FindingView.init)
      + (copy.content.findings + contradictions).sorted { $0.severity > $1.severity }
      .map(FindingView.init)
    hasFindings = !findings.isEmpty
    count = findings.count
    tags = resolution.metadata.tags.map { tag in
      Tag(
        line: tag.line.map { "\($0)" } ?? "",
        property: tag.property,
        content: tag.content ?? "(no content)"
      )
    }
    hasTags = !tags.isEmpty
    tagCount = tags.count
    (corrected, uncorrectable) = Self.corrected(resolution.metadata)
  }

  private static func facts(
    _ copy: KeptCopy<PageContent>,
    _ resolution: AppLinkResolution
  ) -> [Fact] {
    var facts: [Fact] = []
    if let status = resolution.status { facts.append(Fact(name: "Status", value: "\(status)")) }
    if !resolution.redirects.isEmpty {
      let route = resolution.redirects + [resolution.finalURL].compactMap(\.self)
      facts.append(
        Fact(
          name: "Redirects",
          value: route.map(\.absoluteString).joined(separator: "\n")
        )
      )
    }
    let date = Date(timeIntervalSince1970: Double(copy.entry.loaded) / 1000)
    facts.append(Fact(name: "Loaded", value: date.formatted(.iso8601)))
    return facts
  }

  private static func corrected(
    _ metadata: AppLinkMetadata
  ) -> (tags: String?, reason: String) {
    guard !metadata.tags.isEmpty else {
      return (nil, "There are no tags to correct.")
    }
    do throws(AppLinkDescriptionError) {
      return (try AppLinkDescription(metadata).html(), "")
    } catch {
      return (nil, "The tags cannot be corrected by themselves: \(error)")
    }
  }
}
