import AppLinks
import AppLinksPublishing
import ArgumentParser
import ToolSupport

/// Writes the tags of a page.
struct TagsCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "tags",
    abstract: "Writes the tags that name the apps of a page, for its head.",
    discussion: """
      The tags are escaped and checked: an invalid option is an error, and other problems are \
      reported on standard error.

      EXAMPLES
        applinks tags --ios-url shop://socks/7 --ios-app-store-id 123456789 \\
          --android-package com.example.shop
        applinks tags --windows-universal-url shop://socks/7 --no-web-fallback
        applinks tags --ios-url 'shop://socks/{{id}}' --placeholder '{{id}}'
      """
  )

  @OptionGroup(title: "App for all Apple devices")
  var ios: IOSOptions

  @OptionGroup(title: "App for iPhones only")
  var iphone: IPhoneOptions

  @OptionGroup(title: "App for iPads only")
  var ipad: IPadOptions

  @OptionGroup(title: "App for Android")
  var android: AndroidOptions

  @OptionGroup(title: "App for Windows 10 and later")
  var windowsUniversal: WindowsUniversalOptions

  @OptionGroup(title: "App for Windows desktops and tablets")
  var windows: WindowsOptions

  @OptionGroup(title: "App for Windows Phone")
  var windowsPhone: WindowsPhoneOptions

  @OptionGroup(title: "Without an app")
  var web: WebOptions

  @Option(
    help: ArgumentHelp(
      "A text in values that your template replaces. It is written as it is.",
      valueName: "text"
    )
  )
  var placeholder: [String] = []

  @Flag(help: "Close the tags as XHTML requires.")
  var xhtml = false

  @Flag(help: "Write all characters except ASCII as character references.")
  var ascii = false

  @Option(
    help: ArgumentHelp(
      "The number of spaces at the beginning of each line.",
      valueName: "count"
    )
  )
  var indent = 0

  func validate() throws {
    guard (0...80).contains(indent) else {
      throw ValidationError("'--indent' is \(indent). Specify 0 to 80 spaces.")
    }
    if placeholder.contains("") {
      throw ValidationError("'--placeholder' is empty. Specify a text such as '{{id}}'.")
    }
    if targets.isEmpty {
      throw ValidationError("The app is missing. Specify one, as in '--ios-url shop://socks/7'.")
    }
  }

  func run(on console: Console) async throws(ToolError) -> Int32 {
    let description = AppLinkDescription(
      targets: targets,
      web: web.fallback,
      placeholders: Set(placeholder)
    )
    let findings = TagFindings(description)
    let html: String
    do throws(AppLinkDescriptionError) {
      html = try description.html(indentation: indent, isXML: xhtml, isASCII: ascii)
    } catch {
      let lines = findings.lines(.error)
      for line in lines.dropLast() { console.complain(line) }
      throw ToolError(.usage, lines.last ?? error.description)
    }
    for line in findings.lines(.warning) { console.complain(line) }
    try console.write(html + "\n")
    return 0
  }

  private var targets: [AppLinkTarget] {
    let all: [any TargetOptions] = [
      ios, iphone, ipad, android, windowsUniversal, windows, windowsPhone,
    ]
    return all.compactMap(\.target)
  }
}
