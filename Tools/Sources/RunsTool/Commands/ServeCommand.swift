import ArgumentParser
import DurableWorkflows
import RunsScreen
import ToolSupport

/// Serves a screen of a store to a browser on this computer.
struct ServeCommand: StoreCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve",
    abstract: "Shows the runs in a browser on this computer, and acts on them.",
    discussion: """
      Open the printed address. It contains a token, which keeps other users of this computer out; \
      the pages follow the store while they are open. Press Ctrl-C to stop.

      Only this computer can reach the screen. To look from another one, make a tunnel, such as \
      'ssh -L 8080:127.0.0.1:8080 host' with --port 8080. The pages show inputs, outputs and \
      signals, which may be secret.

      EXAMPLES
        tenon-runs serve
        tenon-runs serve --read-only --port 8080
      """
  )

  @OptionGroup var options: StoreOptions

  @Option(help: ArgumentHelp("The port. Default: one that is free.", valueName: "number"))
  var port: UInt16 = 0

  @Flag(help: "Let everyone on this computer look, without a token.")
  var noToken = false

  @Flag(help: "Only show; there are no actions.")
  var readOnly = false

  @Option(
    help: ArgumentHelp(
      "The time between looks at the store while a page is open, such as 5s. Default: 1s.",
      valueName: "time"
    ),
    transform: TimeSpan.parse
  )
  var interval: Duration = .seconds(1)

  var isReadOnly: Bool { readOnly }

  func validate() throws {
    guard interval > .zero else {
      throw ValidationError("'--interval' is 0. Specify a second or more, such as 5s.")
    }
  }

  func run(_ opened: OpenedStore, on console: Console) async throws(ToolError) -> Int32 {
    let screenOptions = ScreenOptions(
      store: options.shownName,
      file: options.path.map(StoreFile.init),
      token: noToken ? nil : Secret.random(),
      isReadOnly: readOnly,
      interval: interval,
      clock: ToolContext.current.clock
    )
    return try await opened.ask { opened in
      let screen = try RunsScreen(opened.runs, in: opened.store, options: screenOptions)
      try await ScreenServer(screen, port: port).run { port in
        let token = screenOptions.token.map { "?token=\($0)" } ?? ""
        try console.write("The screen is at http://127.0.0.1:\(port)/\(token)\n")
      }
      return 0
    }
  }
}
