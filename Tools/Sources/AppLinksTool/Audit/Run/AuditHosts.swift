import AppLinks
import AppLinksPublishing

/// The hosts of an audit, each of which is loaded once for all its pages.
actor AuditHosts {
  /// The information about a host that is loaded before its pages are read.
  struct Known: Sendable {
    let host: LinkedHost
    let counterpart: LinkedHost?
    let robots: RobotsFile
  }

  private let site: WebSite
  private let usesRobots: Bool
  private var loads: [String: Task<Known, Never>] = [:]

  init(_ site: WebSite, usesRobots: Bool) {
    self.site = site
    self.usesRobots = usesRobots
  }

  /// Returns the information about the host of a URL.
  func host(of url: String) async -> Known {
    let origin = SiteServer?.origin(of: url).lowercased()
    let load =
      loads[origin]
      ?? Task { [site, usesRobots] in
        await Self.load(origin, site, usesRobots: usesRobots)
      }
    loads[origin] = load
    return await load.value
  }

  private static func load(
    _ origin: String,
    _ site: WebSite,
    usesRobots: Bool
  ) async -> Known {
    let robots = usesRobots ? (try? await site.robots(of: origin)) ?? .closed : .empty
    let name = (URLParts(origin).host ?? "").lowercased()
    let host = (try? await site.host(of: origin)) ?? LinkedHost(host: name)
    var counterpart: LinkedHost?
    if site.server == nil, site.server.origin(ofFilesFor: origin) == nil, hasCounterpart(name) {
      let other = LinkedHost.counterpart(of: name)
      counterpart = try? await site.host(of: "https://\(other)")
    }
    return Known(host: host, counterpart: counterpart, robots: robots)
  }

  /// Returns whether a name can have a counterpart with `www.`; addresses and deep names cannot.
  private static func hasCounterpart(_ name: String) -> Bool {
    let labels = name.split(separator: ".")
    guard labels.count > 1, labels.last?.allSatisfy(\.isNumber) == false, !name.contains("[") else {
      return false
    }
    return labels.count <= 3
  }
}
