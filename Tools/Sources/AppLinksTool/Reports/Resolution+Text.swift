import AppLinks
import AppLinksResolving
import Foundation
import ToolSupport

extension Resolution {
  /// Returns the resolution for people.
  func text(_ style: TextStyle) -> String {
    var text = facts(style, hasDevice: true) + "\n"
    if targets.isEmpty {
      text += noTargets + "\n"
    } else {
      text += TextTable(titles, rows: targets.enumerated().map(row)).rendered(style)
    }
    return text + Notes(diagnostics).text(style)
  }

  /// Returns all known information except the apps.
  func facts(_ style: TextStyle, hasDevice: Bool) -> String {
    var rows = [[TextTable.Cell("Page"), .init(page.shownName, .bold)]] + page.routeRows
    if let status = page.status, !(200..<300).contains(status) {
      rows.append([.init("Status"), .init("\(status)", .yellow)])
    }
    if hasDevice { rows.append([.init("Device"), .init(idiom.rawValue)]) }
    switch fallback {
    case .url(let url): rows.append([.init("Fallback"), .init(page.shown(url))])
    case .forbidden: rows.append([.init("Fallback"), .init("none", .dim)])
    case .unknownPage: rows.append([.init("Fallback"), .init("the page itself", .dim)])
    }
    return TextTable(rows: rows).rendered(style)
  }

  /// The reason why there is no app for the device.
  var noTargets: String {
    if platforms.isEmpty {
      let hasTags = page.metadata?.tags.isEmpty == false
      return hasTags
        ? "The page has App Links tags for the web, but for no app."
        : "The page has no App Links tags."
    }
    return "No app for \(idiom.rawValue). The page has tags for: "
      + platforms.joined(separator: ", ").printable + "."
  }

  private var titles: [String] {
    switch idiom {
    case .phone, .pad, .other: ["#", "App", "URL", "App Store ID"]
    case .android: ["#", "App", "URL", "Package", "Class"]
    case .windowsPhone, .windows, .windowsUniversal: ["#", "App", "URL", "App ID"]
    }
  }

  private func row(_ index: Int, _ target: AppLinkTarget) -> [TextTable.Cell] {
    let cells = [
      TextTable.Cell("\(index + 1)"), .init(target.appName),
      .init(target.rawURL.map(page.shown), .green),
    ]
    switch target {
    case .apple(let app): return cells + [.init(app.appStoreID)]
    case .android(let app): return cells + [.init(app.packageName), .init(app.className)]
    case .windows(let app): return cells + [.init(app.appID)]
    }
  }
}
