import AppLinks
import ArgumentParser

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

  @OptionGroup var display: DisplayOptions

  var color: ColorChoice { display.color }

  func run(on console: Console) async throws(ToolError) -> Int32 {
    let page = try await input.load(on: console)
    if devices.all {
      let table = DeviceTable(of: page)
      try console.write(json ? table.json.rendered() : table.text(console.style))
    } else {
      let resolution = Resolution(of: page, for: devices.idiom ?? .phone)
      try console.write(json ? resolution.json.rendered() : resolution.text(console.style))
    }
    return 0
  }
}
