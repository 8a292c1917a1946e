package import AppLinks
package import Foundation

/// Returns the URL of a valid text.
package func url(_ text: String) -> URL { URL(string: text) ?? URL(fileURLWithPath: "/not-a-url") }

/// A link with Apple targets.
package func link(
  _ targets: String?...,
  web: String? = "https://e.com/",
  source: String = "https://e.com/",
  storeID: String? = nil
) -> AppLink {
  AppLink(
    sourceURL: url(source),
    targets: targets.map { .apple(.init(rawURL: $0, appStoreID: storeID, appName: "App")) },
    webURL: web.map(url)
  )
}
