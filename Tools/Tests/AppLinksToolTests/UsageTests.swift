import AppLinksTool
import Foundation
import Testing
import ToolSupport
import ToolTestSupport

@Suite struct UsageTests {
  @Test(arguments: [
    (
      ["frobnicate"],
      "Use one of: resolve, open, parse, lint, audit, why, associate, tags, link. See 'applinks"
    ),
    (["--frobnicate"], "Unknown option '--frobnicate'. See 'applinks --help'."),
    (["help", "frobnicate"], "The subcommand 'frobnicate' does not exist."),
    (["open", "a.html", "--extras", #"{"a": 1, a: 2}"#], "line 1, column 10"),
    (["resolve"], "Missing expected argument '<page>'. See 'applinks resolve --help'."),
    (["resolve", ""], "Specify a URL, a file, or - for standard input."),
    (["resolve", "a.html", "--idiom", "fone"], "phone, pad, other, android, windows-phone"),
    (["resolve", "a.html", "--all", "--idiom", "pad"], "Remove one of them."),
    (["open", "a.html", "--all", "--idiom", "pad"], "Remove one of them."),
    (["resolve", "https:evil.example"], "no host"),
    (["open", "https:/evil.example"], "no host"),
    (["lint", "https:evil.example"], "no host"),
    (["resolve", "a.html", "--source", "https:evil.example"], "no host"),
    (["resolve", "https://a.example/", "--max-redirects=-1"], "0 to 100"),
    (["resolve", "https://a.example/", "--max-redirects", "101"], "0 to 100"),
    (["resolve", "a.html", "--color", "sometimes"], "one of 'auto', 'always' or 'never'"),
    (["lint", "-", "-"], "Specify one '-'."),
    (["lint", "--explain", "no-tags", "--json"], "Remove '--json'."),
    (["resolve", "a.html", "--frobnicate"], "Unknown option '--frobnicate'"),
    (["resolve", "https://"], "no host"),
    (["resolve", "shop.example:8080/socks"], "'shop.example' looks like a host."),
    (["open", "localhost:8080"], "Begin the URL of a web page"),
    (["resolve", "https://a.example:x/"], "Check its host and port"),
    (["resolve", "a.html", "--source", "shop.example"], "no scheme"),
    (["resolve", "https://a.example/", "--source", "https://b.example/"], "Remove '--source'."),
    (["resolve", "https://a.example/", "--timeout", "0"], "more than 0"),
    (["resolve", "https://a.example/", "--timeout", "nan"], "more than 0"),
    (["resolve", "https://a.example/", "--timeout", "soon"], "'soon' is invalid"),
    (["resolve", "https://a.example/", "--header", "oops"], "Accept-Language: de"),
    (["resolve", "https://a.example/", "--header", "a b: c"], "not the name of a header"),
    (["resolve", "https://a.example/", "--header", "a: b\r\nc: d"], "line break"),
    (["resolve", "https://a.example/", "--cacert", "nothing.pem"], "does not exist. Check the"),
    (["open", "https://a.example/", "--cacert", Pages.folder.path], "is a folder"),
    (["lint", "https://a.example/", "--cacert", Pages.socks], "no certificate in PEM format"),
    (
      ["resolve", "https://a.example/", "--resolve", "a.example"], "'shop.example:443:127.0.0.1'"
    ),
    (["open", "https://a.example/", "--resolve", "a.example:443"], "It has no address."),
    (["lint", "https://a.example/", "--resolve", "a.example:443:b"], "'b' is not an address"),
    (["lint", "https://a.example/", "--resolve", "a:99999:1.2.3.4"], "Specify 1 to 65535."),
    (["lint", "https://a.example/", "--resolve", "a:80:1.2.3.4,"], "'' is not an address"),
    (["lint", "https://a.example/", "--resolve", ":80:1.2.3.4"], "'' is not the name of a host"),
    (["lint", "https://a.example/", "--resolve", "*:80:1.2.3.4"], "'*' is not the name of a"),
    (["lint", "https://a.example/", "--resolve", "b\u{FC}cher:80:1.2.3.4"], "host in ASCII"),
    (["lint", "https://a.example/", "--resolve", "1.2.3.4:80:1.2.3.4"], "is an address. Write"),
    (["open", "a.html", "--store", "soon"], "before-web"),
    (["link", "--target", "a://"], "--source"),
    (["lint"], "The page is missing."),
    (["lint", "a.html", "--explain", "no-tags"], "Remove one of them."),
    (["lint", "--explain", "frobnicate"], "'applinks lint --explain all' lists all codes."),
    (["lint", "-home.html"], "Write './-home.html' for a file"),
    (["resolve", "-help"], "two hyphens for an option"),
    (["lint", "a.html", "--jobs", "0"], "1 to 64"),
    (["lint", "shop://7"], "Specify a page."),
    (["tags"], "as in '--ios-url shop://socks/7'"),
    (["tags", "--ios-url", "a://", "--web-url", "b://", "--no-web-fallback"], "Remove one"),
    (["tags", "--ios-url", "a://", "--indent", "81"], "0 to 80"),
  ]
  )
  func anInvalidCommandLineIsAnErrorOnOneLineWithTheCode64(arguments: [String], hint: String) async
  {
    let run = await ToolRun(arguments)
    #expect(run.code == 64)
    #expect(run.output == "")
    #expect(run.errors.count == 1)
    let line = run.errors.first ?? ""
    #expect(line.hasPrefix("applinks: ") && line.contains(hint) && !line.contains("\n"), "\(line)")
  }

  @Test(arguments: [["--extras"], ["--extras="]]
  )
  func aMessageRemainsReadableIfAnArgumentIsNot(option: [String]) async {
    let value = String(repeating: "[", count: 50_000)
    let words = option[0].hasSuffix("=") ? [option[0] + value] : option + [value]
    let run = await ToolRun(["link", "--target", "a://", "--source", "b://"] + words)
    #expect(run.code == 64)
    #expect(run.errors.count == 1)
    #expect((run.errors.first?.count ?? 0) < 300)
    #expect(run.errors.first?.contains("It is not JSON") == true)
  }

  @Test(arguments: [
    [], ["resolve"], ["open"], ["parse"], ["lint"], ["tags"], ["link"],
  ]
  )
  func helpIsWrittenToStandardOutputAndHasExamples(subcommand: [String]) async {
    let run = await ToolRun(subcommand + ["--help"])
    #expect(run.code == 0)
    #expect(run.errors == [])
    #expect(run.output.contains("EXAMPLES\n  applinks "))
    let other = await ToolRun(["help"] + subcommand)
    #expect(other.code == 0)
    #expect(other.output == run.output)
  }

  @Test func theHelpNamesEveryExitCode() async {
    let run = await ToolRun("--help")
    for code in ["0 ", "1 ", "2 ", "64"] { #expect(run.output.contains("\n  \(code)  ")) }
  }

  @Test func theVersionIsANumberAndNothingElse() async {
    let run = await ToolRun("--version")
    #expect(run.code == 0)
    #expect(run.output == "0.9.0\n")
    #expect(run.errors == [])
  }

  @Test(arguments: ["always", "never", "auto"]
  )
  func theColorOptionOverridesTheConsole(_ choice: String) async {
    for arguments in [
      ["resolve", Pages.socks], ["resolve", "--all", Pages.socks], ["open", Pages.socks],
      ["open", "--all", Pages.socks], ["parse", "shop://a?b=c"], ["lint", Pages.mistakes],
      ["lint", "--explain", "no-tags"],
    ] {
      for hasColor in [true, false] {
        let run = await ToolRun(arguments + ["--color", choice], hasColor: hasColor)
        let isColored = run.output.contains("\u{1B}[")
        #expect(isColored == (choice == "auto" ? hasColor : choice == "always"), "\(arguments)")
      }
    }
  }

  @Test func textIsColoredOnlyIfTheConsoleSupportsIt() async {
    for arguments in [
      ["resolve", Pages.socks], ["open", Pages.socks], ["parse", "shop://a?b=c"],
    ] {
      let plain = await ToolRun(arguments)
      let colored = await ToolRun(arguments, hasColor: true)
      #expect(!plain.output.contains("\u{1B}"))
      #expect(colored.output.contains("\u{1B}["))
      #expect(colored.output.replacing(#/\u{1B}\[\d+m/#, with: "") == plain.output)
    }
  }
}
