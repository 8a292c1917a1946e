import AppLinks
import ArgumentParser
import FuturesFoundation

/// Shows what would happen if a link were opened.
struct OpenCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "open",
    abstract: "Shows what a device would do with a link, step by step, and opens nothing.",
    discussion: """
      Apps are tried in the order of the page, then its web fallback. Which apps the device has is \
      for you to say, by the schemes of their URLs, their packages on Android, or the hosts whose \
      pages they open.

      EXAMPLES
        applinks open --installed fb,pinterest https://www.pinterest.com/pin/1
        applinks open --idiom android --installed com.pinterest page.html \\
          --source https://www.pinterest.com/pin/1
        applinks open --installed shop shop://socks/7 --extras '{"coupon": "A1"}'

      The exit code is 1 if nothing would be opened.
      """
  )

  @OptionGroup var input: PageOptions

  @Option(help: "The kind of device.")
  var idiom = DeviceIdiom.phone

  @Option(
    help: ArgumentHelp(
      "What the device has: schemes, packages or hosts, with commas between them.",
      valueName: "apps"
    )
  )
  var installed: [InstalledApps] = []

  @Option(
    help: ArgumentHelp("When to show the app in the App Store.", valueName: "when")
  )
  var store = StoreChoice.never

  @Option(
    help: ArgumentHelp("What to tell the app, as an object.", valueName: "json"),
    transform: JSONObject.parse
  )
  var extras: [String: JSONValue] = [:]

  func run(on console: Console) async throws(ToolError) -> Int32 {
    let resolution = Resolution(of: try await input.load(on: console), for: idiom)
    guard let link = resolution.link else {
      throw ToolError(.usage, "'\(resolution.page.name)' is not a URL that can be sent along.")
    }
    let names = installed.flatMap(\.names)
    let navigator = AppLinkNavigator(
      opener: SimulatedOpener(
        schemes: Set(names),
        universalLinkHosts: Set(names),
        packages: Set(names)
      ),
      options: NavigationOptions(appStore: store.option)
    )
    let report = OpenReport(try await preview(link, with: navigator), of: resolution)
    try console.write(report.text(console.style))
    return report.preview.kind == .failed ? ToolError.Code.negative.rawValue : 0
  }

  private func preview(
    _ link: AppLink,
    with navigator: AppLinkNavigator
  ) async throws(ToolError) -> NavigationPreview {
    do throws(OutboundLinkError) {
      return try await navigator.preview(link, extras: extras)
    } catch {
      throw ToolError(.usage, error.description)
    }
  }
}
