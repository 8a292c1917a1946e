import AppLinks
import ArgumentParser

/// An app for Windows Phones.
struct WindowsPhoneOptions: ParsableArguments, TargetOptions {
  @Option(name: .customLong("windows-phone-url"), help: .url)
  var url: String?

  @Option(name: .customLong("windows-phone-app-id"), help: .appID)
  var appID: String?

  @Option(name: .customLong("windows-phone-app-name"), help: .appName)
  var appName: String?

  var target: AppLinkTarget? {
    if url == nil, appID == nil, appName == nil { return nil }
    return .windows(.init(platform: .windowsPhone, rawURL: url, appID: appID, appName: appName))
  }
}
