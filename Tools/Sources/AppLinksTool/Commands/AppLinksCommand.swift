import ArgumentParser

/// The root command, which only has subcommands.
struct AppLinksCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "applinks",
    abstract: "Reads, simulates, checks and writes App Links.",
    discussion: """
      A page names the apps that show its content in <meta property="al:…"> tags. A link to an \
      app carries data in the parameter al_applink_data. This tool works with both.

      A page is a URL, a file, or - for standard input.

      EXAMPLES
        applinks resolve https://shop.example/socks       which apps show this page?
        applinks resolve page.html --idiom android --json
        applinks open page.html --installed shop          what does tapping a link to it do?
        applinks parse 'shop://socks?al_applink_data=…'   what does the app receive?
        applinks lint page.html                           are its tags correct?
        applinks audit shop.example                       is everything on this site consistent?
        applinks associate apps.json                      association files for a site
        applinks why https://shop.example/socks           what does a tap do, by which rule?
        applinks tags --ios-url shop://socks              tags for a page
        applinks link --target shop://socks --source https://shop.example/socks

      \(ExitCodes.help)
      """,
    version: Version.number,
    subcommands: [
      ResolveCommand.self, OpenCommand.self, ParseCommand.self, LintCommand.self,
      AuditCommand.self, WhyCommand.self, AssociateCommand.self, TagsCommand.self, LinkCommand.self,
    ]
  )
}
