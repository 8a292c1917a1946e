import ArgumentParser

/// The tool itself, which does nothing but know its subcommands.
struct AppLinksCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "applinks",
    abstract: "Reads, tries out, checks and writes App Links.",
    discussion: """
      A page names the apps that show its content in <meta property="al:…"> tags, and a link to an \
      app carries data in the parameter al_applink_data. This tool works with both.

      A page is the address of one on the web, a file, or - for standard input.

      EXAMPLES
        applinks resolve https://shop.example/socks       which apps show this page?
        applinks resolve page.html --idiom android --json
        applinks open page.html --installed shop          what would a tap on it do?
        applinks parse 'shop://socks?al_applink_data=…'   what would the app be told?
        applinks lint page.html                           are its tags right?
        applinks tags --ios-url shop://socks              tags for a page
        applinks link --target shop://socks --source https://shop.example/socks

      \(ExitCodes.help)
      """,
    version: Version.number,
    subcommands: [
      ResolveCommand.self, OpenCommand.self, ParseCommand.self, LintCommand.self,
      TagsCommand.self, LinkCommand.self,
    ]
  )
}
