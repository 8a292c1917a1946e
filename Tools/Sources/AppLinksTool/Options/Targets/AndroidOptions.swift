import AppLinks
import ArgumentParser

/// An app for Android devices.
struct AndroidOptions: ParsableArguments, TargetOptions {
  @Option(
    name: .customLong("android-url"),
    help: ArgumentHelp(
      "The URL that opens the app. The default is that of the page.",
      valueName: "url"
    )
  )
  var url: String?

  @Option(
    name: .customLong("android-package"),
    help: ArgumentHelp("The package of the app, such as com.example.shop.", valueName: "name")
  )
  var package: String?

  @Option(
    name: .customLong("android-class"),
    help: ArgumentHelp("The activity to start, including its package.", valueName: "name")
  )
  var className: String?

  @Option(name: .customLong("android-app-name"), help: .appName)
  var appName: String?

  var target: AppLinkTarget? {
    if url == nil, package == nil, className == nil, appName == nil { return nil }
    return .android(
      .init(rawURL: url, packageName: package, className: className, appName: appName)
    )
  }
}
