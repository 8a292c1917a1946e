import AppLinks
import ArgumentParser
import JSONValues
import ToolSupport

/// Creates the URL that opens an app.
struct LinkCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "link",
    abstract: "Creates the URL that opens an app, with App Link data.",
    discussion: """
      The data is inserted before a fragment and replaces existing data of the target. The rest of \
      the target remains unchanged. The same options always result in the same URL.

      EXAMPLES
        applinks link --target shop://socks/7 --source https://shop.example/socks/7
        applinks link --target shop://socks/7 --source https://shop.example/socks/7 \\
          --extras '{"coupon": "SOCKS10"}' \\
          --data '{"referer_app_link": {"url": "mail://back", "app_name": "Mail"}}'
      """
  )

  @Option(
    help: ArgumentHelp("The URL that opens the app, or the page.", valueName: "url"),
    transform: URLArgument.parse
  )
  var target: URLArgument

  @Option(
    help: ArgumentHelp("The URL of the content, usually of a web page.", valueName: "url"),
    transform: URLArgument.parse
  )
  var source: URLArgument

  @Option(
    help: ArgumentHelp(
      "Additional data to send, as an object: referer_app_link, …",
      valueName: "json"
    ),
    transform: JSONObject.parse
  )
  var data: [String: JSONValue] = [:]

  @Option(
    help: ArgumentHelp("The extras to pass to the app, as an object.", valueName: "json"),
    transform: JSONObject.parse
  )
  var extras: [String: JSONValue] = [:]

  @Option(help: ArgumentHelp("The software that creates the link.", valueName: "text"))
  var userAgent: String = OutboundData.defaultUserAgent

  func run(on console: Console) async throws(ToolError) -> Int32 {
    try check(target, "--target", on: console)
    try check(source, "--source", on: console)
    let outbound = OutboundData(
      source: source.text,
      data: data,
      extras: extras,
      userAgent: userAgent
    )
    let url: String
    do throws(OutboundLinkError) {
      url = try outbound.text(for: target.text)
    } catch {
      throw ToolError(.usage, error.description)
    }
    try console.write(url + "\n")
    return 0
  }

  /// Rejects a URL that apps never open, and warns about a URL that they open only after asking.
  private func check(
    _ url: URLArgument,
    _ option: String,
    on console: Console
  ) throws(ToolError) {
    let parts = URLParts(url.text)
    let scheme = (parts.scheme ?? "").lowercased()
    switch SchemePolicy.standard.verdict(for: parts, as: .app) {
    case .allowed: break
    case .needsConfirmation:
      console.complain("warning: \(option): apps open '\(scheme)' only if the user agrees.")
    case .refused:
      throw ToolError(
        .usage,
        "\(option): apps never open the scheme '\(scheme)'. Use that of an app, or 'https'."
      )
    }
  }
}
