import AppLinks
import AppLinksResolving
import Foundation

/// What a kind of device does with a link, with and without the page's apps.
struct DeviceReport: Sendable {
  let idiom: DeviceIdiom
  let link: AppLink
  let installed: NavigationPreview
  let notInstalled: NavigationPreview

  /// Simulates a tap on a kind of device.
  ///
  /// - Throws: An `OutboundLinkError` if the URL of the page cannot be sent to an app.
  init(_ resolution: AppLinkResolution, _ idiom: DeviceIdiom) async throws {
    self.idiom = idiom
    link = resolution.appLink(for: idiom)
    let urls = link.targets.compactMap(\.rawURL).map { URLParts($0) }
    let packages = link.targets.compactMap { target in
      if case .android(let app) = target { app.packageName } else { nil }
    }
    let everything = SimulatedOpener(
      schemes: Set(urls.filter { !$0.isWeb }.compactMap(\.scheme).map { $0.lowercased() }),
      universalLinkHosts: Set(urls.filter(\.isWeb).compactMap(\.host).map { $0.lowercased() }),
      packages: Set(packages)
    )
    installed = try await Self.navigator(everything).preview(link)
    notInstalled = try await Self.navigator(SimulatedOpener()).preview(link)
  }

  private static func navigator(_ opener: SimulatedOpener) -> AppLinkNavigator {
    AppLinkNavigator(opener: opener, options: NavigationOptions(appStore: .insteadOfNothing))
  }

  /// Returns the reports for all kinds of devices.
  static func all(_ resolution: AppLinkResolution) async throws -> [DeviceReport] {
    var reports: [DeviceReport] = []
    for idiom in DeviceIdiom.allCases { reports.append(try await DeviceReport(resolution, idiom)) }
    return reports
  }
}
