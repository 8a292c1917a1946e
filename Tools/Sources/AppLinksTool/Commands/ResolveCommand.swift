import AppLinks
import ArgumentParser
import ToolSupport

/// Shows which apps can open a page.
struct ResolveCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "resolve",
    abstract: "Shows which apps can open a page, and the fallback without them.",
    discussion: """
      A page without tags is not an error: it has no apps, and its fallback is the page itself.

      EXAMPLES
        applinks resolve https://shop.example/socks/7
        applinks resolve --idiom android page.html
        applinks resolve --all page.html
        applinks resolve --json --source https://shop.example/socks/7 page.html
        curl -s https://shop.example/socks/7 | applinks resolve -
      """
  )

  @OptionGroup var input: PageOptions

  @OptionGroup var devices: DeviceOptions

  @Flag(help: "Print JSON for programs.")
  var json = false

  @Flag
  var secrets: SecretDisplay?

  @OptionGroup var display: DisplayOptions

  var color: ColorChoice { display.color }

  func run(on console: Console) async throws(ToolError) -> Int32 {
    let page = try await input.load(on: console).with(secrets, isJSON: json)
    let idiom = devices.idiom ?? .phone
    if json {
      let json = devices.all ? DeviceTable(of: page).json : Resolution(of: page, for: idiom).json
      try console.write(json.rendered())
    } else {
      let style = console.style
      let text = page.text(style) { page in
        devices.all
          ? DeviceTable(of: page).text(style) : Resolution(of: page, for: idiom).text(style)
      }
      try console.write(text)
    }
    return 0
  }
}
