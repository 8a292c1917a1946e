import AppLinks
import ArgumentParser

/// An app for devices with Windows 10 or later.
struct WindowsUniversalOptions: ParsableArguments, TargetOptions {
  @Option(name: .customLong("windows-universal-url"), help: .url)
  var url: String?

  @Option(name: .customLong("windows-universal-app-id"), help: .appID)
  var appID: String?

  @Option(name: .customLong("windows-universal-app-name"), help: .appName)
  var appName: String?

  var target: AppLinkTarget? {
    if url == nil, appID == nil, appName == nil { return nil }
    return .windows(.init(platform: .windowsUniversal, rawURL: url, appID: appID, appName: appName))
  }
}
