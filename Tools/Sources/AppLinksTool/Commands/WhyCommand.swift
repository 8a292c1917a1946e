import AppLinks
import AppLinksPublishing
import ArgumentParser
import ToolSupport

/// Explains what a tap on a link does, and by which rule.
struct WhyCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "why",
    abstract: "Explains what a tap on a link does on each platform, and by which rule.",
    discussion: """
      The association files of the link's host decide which apps may open the link. The command \
      loads them, without following redirects, and says for each state of a device what opens. It \
      assumes an app that declares the host and is signed with a certificate of the file. What is \
      not known about a system is uncertain, with the reason.

      EXAMPLES
        applinks why https://shop.example/socks/7
        applinks why https://shop.example/socks/7 --cdn apple
        applinks why https://shop.example/socks/7 --server http://127.0.0.1:8080
        applinks why https://shop.example/socks/7 --apple-file apple-app-site-association
        applinks why https://de.shop.example/socks/7 --domain '*.shop.example'

      The exit code is 1 if no app opens the link on any platform, and 0 if that is uncertain.
      """
  )

  @Argument(
    help: ArgumentHelp("The link, which begins with https:// or http://.", valueName: "url"),
    transform: URLArgument.parsePage
  )
  var url: URLArgument

  @Option(
    help: ArgumentHelp(
      "Use this file in place of the host's 'apple-app-site-association'.",
      valueName: "file"
    ),
    completion: .file()
  )
  var appleFile: String?

  @Option(
    help: ArgumentHelp(
      "Use this file in place of the host's 'assetlinks.json'.",
      valueName: "file"
    ),
    completion: .file()
  )
  var androidFile: String?

  @Option(
    help: ArgumentHelp(
      "The domain in the entitlement or manifest of the app, such as '*.shop.example'.",
      discussion: "Its files are loaded in place of those of the link's host.",
      valueName: "domain"
    )
  )
  var domain: String?

  @OptionGroup var site: SiteOptions

  @OptionGroup(title: "For web pages")
  var request: RequestOptions

  @Flag(help: "Print JSON for programs.")
  var json = false

  @Flag
  var secrets: SecretDisplay?

  @OptionGroup var display: DisplayOptions

  var color: ColorChoice { display.color }

  func validate() throws {
    guard URLParts(url.text).isWeb else {
      throw ValidationError(
        "'\(url.text)' is the URL of an app, which needs no association file. Specify a web link."
      )
    }
    if let domain {
      let host = Self.host(of: domain)
      let isHost = host.allSatisfy {
        $0.isASCII && ($0.isLetter || $0.isNumber || "-.".contains($0))
      }
      guard isHost, host.contains(where: \.isLetter) else {
        throw ValidationError(
          "'\(domain)' is not a domain. Write a host, or '*.' and a host, without 'applinks:'."
        )
      }
    }
    if appleFile == "-", androidFile == "-" {
      throw ValidationError("Standard input can be read only once. Specify one '-'.")
    }
  }

  func run(on console: Console) async throws(ToolError) -> Int32 {
    let host = try await host(on: console)
    let linter = ConsistencyLinter(apps: try site.description(on: console))
    let report = WhyReport(
      url: url.text,
      isRedacted: secrets.isRedacted(isJSON: json),
      taps: host.taps(on: url.text),
      answers: [host.answer(for: url.text, on: .apple), host.answer(for: url.text, on: .android)]
        .compactMap(\.self),
      findings: linter.lint(host)
    )
    try console.write(json ? report.json.rendered() : report.text(console.style))
    return report.opensAnApp ? 0 : ToolError.Code.negative.rawValue
  }

  /// Returns the host of the link with its files, or with the files from the command line.
  private func host(on console: Console) async throws(ToolError) -> LinkedHost {
    let name = domain.map(Self.host) ?? (URLParts(url.text).host ?? "").lowercased()
    var host = LinkedHost(host: name)
    if appleFile == nil, androidFile == nil {
      host = try await WebSite(request, site).host(of: url.text, named: name)
    }
    host.domain = domain?.lowercased()
    if let appleFile {
      host.appleFile = AppleAppSiteAssociation(
        parsing: try LocalFile.bytes(at: appleFile, on: console)
      )
    }
    if let androidFile {
      host.androidFile = AssetLinks(parsing: try LocalFile.bytes(at: androidFile, on: console))
    }
    return host
  }

  /// Returns the host whose files answer for a domain.
  private static func host(of domain: String) -> String {
    let domain = domain.lowercased()
    return domain.hasPrefix("*.") ? String(domain.dropFirst(2)) : domain
  }
}
