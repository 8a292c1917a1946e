import AppLinks
import ArgumentParser

/// An app for Windows desktops and tablets.
struct WindowsOptions: ParsableArguments, TargetOptions {
  @Option(name: .customLong("windows-url"), help: .url)
  var url: String?

  @Option(name: .customLong("windows-app-id"), help: .appID)
  var appID: String?

  @Option(name: .customLong("windows-app-name"), help: .appName)
  var appName: String?

  var target: AppLinkTarget? {
    if url == nil, appID == nil, appName == nil { return nil }
    return .windows(.init(platform: .windows, rawURL: url, appID: appID, appName: appName))
  }
}
