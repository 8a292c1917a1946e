import AppLinks
import AppLinksPublishing
import AppLinksResolving
import Foundation

/// The view of the answer about a page.
struct PageView {
  let title: String
  let url: String

  /// The URL as the heading, shortened so that the answer is on the first screen.
  let heading: String

  /// The whole URL if the heading is shortened.
  let whole: String?
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

  /// The maximum number of tags on the page.
  private static let maximumTags = 100

  /// The maximum number of bytes of the corrected tags on the page.
  private static let maximumCorrection = 16 << 10

  /// The maximum number of bytes of the URL in the heading.
  private static let maximumHeading = 120

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
    heading = asked.text.cut(Self.maximumHeading)
    whole = heading == asked.text ? nil : asked.text
    let query = "?url=" + QueryText.escaped(asked.text)
    permalink = "/" + query
    pageJSON = "/api/v1/page" + query
    whyJSON = "/api/v1/why" + query
    facts = Self.facts(copy, resolution)
    self.devices = devices.map(DeviceView.init)
    platforms = [.apple, .android].map { PlatformView($0, report, host: asked.host) }
    let contradictions = copy.content.page.map { ConsistencyLinter().lint($0, hosts: hosts) } ?? []
    let all =
      resolution.transferDiagnostics.map { FindingView($0) }
      + (copy.content.findings + contradictions).sorted { $0.severity > $1.severity }
      .map { FindingView($0) }
    findings = FindingView.list(all)
    hasFindings = !findings.isEmpty
    count = all.count
    tagCount = resolution.metadata.tags.count
    var tags = resolution.metadata.tags.prefix(Self.maximumTags).map { tag in
      Tag(
        line: tag.line.map { "\($0)" } ?? "",
        property: tag.property.cut(100),
        content: tag.content?.cut(300) ?? "(no content)"
      )
    }
    if tagCount > tags.count {
      tags.append(Tag(line: "", property: "…", content: "and \(tagCount - tags.count) more tags"))
    }
    self.tags = tags
    hasTags = !tags.isEmpty
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
          value: route.map { $0.absoluteString.cut(1_000) }.joined(separator: "\n")
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
      let html = try AppLinkDescription(metadata).html()
      if html.utf8.count > maximumCorrection {
        return (nil, "The corrected tags are too long for this page; 'applinks lint' prints them.")
      }
      return (html, "")
    } catch {
      return (nil, "The tags cannot be corrected by themselves: \(error)")
    }
  }
}
