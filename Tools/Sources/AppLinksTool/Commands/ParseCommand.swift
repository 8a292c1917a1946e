import AppLinks
import ArgumentParser
import ToolSupport

/// Shows what an app would receive.
struct ParseCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "parse",
    abstract: "Shows what an app receives with the URL that opens it.",
    discussion: """
      You can parse any URL. Damage that known senders cause is repaired and reported. Values that \
      look like tokens or passwords are redacted, except in JSON, which is for programs and \
      contains everything as received.

      EXAMPLES
        applinks parse 'shop://socks/7?al_applink_data=%7B%22target_url%22%3A…%7D'
        applinks parse --json 'shop://socks/7?ref=mail'
        applinks parse --show-secrets - <url.txt
      """
  )

  @Argument(help: ArgumentHelp("The URL, or - to read it from standard input.", valueName: "url"))
  var url: String

  @Flag(help: "Print JSON for programs.")
  var json = false

  @Flag
  var secrets: SecretDisplay?

  @OptionGroup var display: DisplayOptions

  var color: ColorChoice { display.color }

  func run(on console: Console) async throws(ToolError) -> Int32 {
    let link = InboundLink(try url == "-" ? LocalPage.line(on: console) : url)
    if link.input.text.isEmpty {
      throw ToolError(.usage, "The URL is missing. Specify one, in quotes because of its '&'.")
    }
    let report = ParseReport(link, isRedacted: secrets.isRedacted(isJSON: json))
    try console.write(json ? report.json.rendered() : report.text(console.style))
    return 0
  }
}
