import AppLinks
import ArgumentParser
import JSONValues
import ToolSupport

/// Shows what opening a link would do.
struct OpenCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "open",
    abstract: "Shows step by step what a device would do with a link, without opening it.",
    discussion: """
      Apps are tried in the order of the page, followed by its web fallback. You specify the apps \
      of the device by the schemes of their URLs, by their Android packages, or by the hosts whose \
      pages they open.

      EXAMPLES
        applinks open --installed fb,pinterest https://www.pinterest.com/pin/1
        applinks open --idiom android --installed com.pinterest page.html \\
          --source https://www.pinterest.com/pin/1
        applinks open --installed shop shop://socks/7 --extras '{"coupon": "A1"}'
        applinks open --all --installed shop,com.example.shop page.html

      The exit code is 1 if nothing would open, or with --all, if nothing would open on any device.
      """
  )

  @OptionGroup var input: PageOptions

  @OptionGroup var devices: DeviceOptions

  @Option(
    help: ArgumentHelp(
      "The apps of the device: schemes, packages or hosts, separated by commas.",
      valueName: "apps"
    )
  )
  var installed: [InstalledApps] = []

  @Option(
    help: ArgumentHelp("When to offer the app's page in the App Store.", valueName: "when")
  )
  var store = StoreChoice.never

  @Option(
    help: ArgumentHelp("The extras to pass to the app, as an object.", valueName: "json"),
    transform: JSONObject.parse
  )
  var extras: [String: JSONValue] = [:]

  @Flag(help: "Print JSON for programs.")
  var json = false

  @Flag
  var secrets: SecretDisplay?

  @OptionGroup var display: DisplayOptions

  var color: ColorChoice { display.color }

  func run(on console: Console) async throws(ToolError) -> Int32 {
    let page = try await input.load(on: console).with(secrets, isJSON: json)
    var reports: [OpenReport] = []
    for idiom in devices.all ? DeviceIdiom.allCases : [devices.idiom ?? .phone] {
      reports.append(try await report(Resolution(of: page, for: idiom)))
    }
    if json {
      let json = devices.all ? OpenTable(of: page, reports).json : reports[0].json
      try console.write(json.rendered())
    } else {
      let style = console.style
      let text = page.text(style) { page in
        let reports = reports.map { $0.about(page) }
        return devices.all ? OpenTable(of: page, reports).text(style) : reports[0].text(style)
      }
      try console.write(text)
    }
    let isNothing = reports.allSatisfy { $0.preview.kind == .failed }
    return isNothing ? ToolError.Code.negative.rawValue : 0
  }

  private func report(_ resolution: Resolution) async throws(ToolError) -> OpenReport {
    guard let link = resolution.link else {
      throw ToolError(.usage, "'\(resolution.page.shownName)' is not a URL that can be sent.")
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
    return OpenReport(try await preview(link, with: navigator), of: resolution)
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
