import AppLinksTool
import Testing

@Suite("the command line")
struct UsageTests {
  @Test(
    "what makes no sense is one line that says what to do, and 64",
    arguments: [
      (["frobnicate"], "There are: resolve, open, parse, lint, tags, link. See 'applinks --help'."),
      (["--frobnicate"], "Unknown option '--frobnicate'. See 'applinks --help'."),
      (["help", "frobnicate"], "There is no subcommand 'frobnicate'."),
      (["open", "a.html", "--extras", #"{"a": 1, "a": 2}"#], "line 1, column 10"),
      (["resolve"], "Missing expected argument '<page>'. See 'applinks resolve --help'."),
      (["resolve", ""], "Give a URL, a file, or - for standard input."),
      (["resolve", "a.html", "--idiom", "fone"], "phone, pad, other, android, windows-phone"),
      (["resolve", "a.html", "--frobnicate"], "Unknown option '--frobnicate'"),
      (["resolve", "https://"], "no host"),
      (["resolve", "shop.example:8080/socks"], "'shop.example' looks like a host."),
      (["open", "localhost:8080"], "begin with 'https://'"),
      (["resolve", "https://a.example:x/"], "Check its host and port"),
      (["resolve", "a.html", "--source", "shop.example"], "no scheme"),
      (["resolve", "https://a.example/", "--source", "https://b.example/"], "Leave it out."),
      (["resolve", "https://a.example/", "--timeout", "0"], "more than 0"),
      (["resolve", "https://a.example/", "--timeout", "nan"], "more than 0"),
      (["resolve", "https://a.example/", "--timeout", "soon"], "'soon' is invalid"),
      (["resolve", "https://a.example/", "--header", "oops"], "Accept-Language: de"),
      (["resolve", "https://a.example/", "--header", "a b: c"], "not the name of a header"),
      (["resolve", "https://a.example/", "--header", "a: b\r\nc: d"], "line break"),
      (["open", "a.html", "--store", "soon"], "before-web"),
      (["link", "--target", "a://"], "--source"),
      (["lint"], "There is no page."),
      (["lint", "a.html", "--explain", "no-tags"], "Leave one of them out."),
      (["lint", "--explain", "frobnicate"], "There are: control-character, "),
      (["lint", "shop://7"], "Give a page."),
      (["tags"], "as in '--ios-url shop://socks/7'"),
      (["tags", "--ios-url", "a://", "--web-url", "b://", "--no-web-fallback"], "Leave one out."),
      (["tags", "--ios-url", "a://", "--indent", "81"], "0 to 80"),
    ]
  )
  func misuse(arguments: [String], hint: String) async {
    let run = await ToolRun(arguments)
    #expect(run.code == 64)
    #expect(run.output == "")
    #expect(run.errors.count == 1)
    let line = run.errors.first ?? ""
    #expect(line.hasPrefix("applinks: ") && line.contains(hint) && !line.contains("\n"), "\(line)")
  }

  @Test("a line stays readable when an argument is not", arguments: [["--extras"], ["--extras="]])
  func longArguments(option: [String]) async {
    let value = String(repeating: "[", count: 50_000)
    let words = option[0].hasSuffix("=") ? [option[0] + value] : option + [value]
    let run = await ToolRun(["link", "--target", "a://", "--source", "b://"] + words)
    #expect(run.code == 64)
    #expect(run.errors.count == 1)
    #expect((run.errors.first?.count ?? 0) < 300)
    #expect(run.errors.first?.contains("It is not JSON") == true)
  }

  @Test(
    "help goes to standard output and has examples",
    arguments: [
      [], ["resolve"], ["open"], ["parse"], ["lint"], ["tags"], ["link"],
    ]
  )
  func help(subcommand: [String]) async {
    let run = await ToolRun(subcommand + ["--help"])
    #expect(run.code == 0)
    #expect(run.errors == [])
    #expect(run.output.contains("EXAMPLES\n  applinks "))
    let other = await ToolRun(["help"] + subcommand)
    #expect(other.code == 0)
    #expect(other.output == run.output)
  }

  @Test("the help names every exit code")
  func exitCodes() async {
    let run = await ToolRun("--help")
    for code in ["0 ", "1 ", "2 ", "64"] { #expect(run.output.contains("\n  \(code)  ")) }
  }

  @Test("text is coloured only if the console says so")
  func color() async {
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
