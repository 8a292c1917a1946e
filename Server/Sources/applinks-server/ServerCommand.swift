import AppLinksPublishing
import AppLinksServer
import ArgumentParser
import Foundation
import Logging
import ServiceLifecycle
import UnixSignals

@main
struct ServerCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "applinks-server",
    abstract: "Serves an index of App Links, and a page that explains links.",
    discussion: """
      The server loads pages and the association files of their hosts, keeps them in a file, and \
      answers for all devices which app opens a link. It loads from public addresses only.

      EXAMPLES
        applinks-server
        curl 'localhost:8080/api/v1/index?ids=https://shop.example/socks/7'
        curl 'localhost:8080/api/v1/page?url=https://shop.example/socks/7'
        curl 'localhost:8080/api/v1/why?url=https://shop.example/socks/7'
        applinks-server --store postgres://links@db.example/links
        applinks-server --site links.example=apps.json --address 0.0.0.0

      /openapi.json describes the API. Ctrl-C shuts down when all requests are answered, at \
      the latest five seconds after --timeout.
      """,
    version: Version.text
  )

  @Option(help: "The address to listen on; 0.0.0.0 for all of the machine.")
  var address = "127.0.0.1"

  @Option(help: "The port to listen on; 0 for a free one.")
  var port = 8080

  @Option(
    help: ArgumentHelp(
      "Where to keep what was loaded: a file, which servers of one machine can share; 'memory'; or "
        + "a URL postgres://…, for servers on many machines. Default: the variable APPLINKS_STORE, "
        + "which others do not see in the list of processes, or applinks.sqlite.",
      valueName: "store"
    ),
    completion: .file()
  )
  var store: String?

  @Option(help: ArgumentHelp("The schema of the tables in PostgreSQL.", valueName: "name"))
  var schema = "applinks"

  @OptionGroup(title: "For what is loaded")
  var loading: LoadingOptions

  @OptionGroup(title: "For clients")
  var clients: ClientOptions

  @Option(
    help: ArgumentHelp(
      "Serve the association files of a host, from a description of apps as 'applinks associate' "
        + "takes it.",
      valueName: "host=file"
    )
  )
  var site: [String] = []

  @Option(help: "How much to log: debug also prints every request.")
  var logLevel = LogLevel.info

  @Option(help: "How to log: text, or json for one object a line.")
  var logFormat = LogFormat.text

  func validate() throws {
    if !(0...65535).contains(port) { throw ValidationError("--port must be from 0 to 65535.") }
  }

  func run() async throws {
    let logger = logger
    do {
      let place = try StoreAddress(
        store ?? ProcessInfo.processInfo.environment["APPLINKS_STORE"] ?? "applinks.sqlite",
        schema: schema
      )
      let server = try await AppLinksServer(
        options: options(),
        logger: logger,
        store: place.open()
      ) { port in
        logger.notice(
          "listening",
          metadata: ["url": "http://\(address):\(port)/", "store": "\(place)"]
        )
      }
      var configuration = ServiceGroupConfiguration(
        services: [server],
        gracefulShutdownSignals: [.sigterm, .sigint],
        logger: logger
      )
      // A page, and no more: who waits in a line, or does not end a request, is left.
      configuration.maximumGracefulShutdownDuration = .seconds(loading.timeout + 5)
      let group = ServiceGroup(configuration: configuration)
      try await group.run()
    } catch let error as SetupError {
      throw ValidationError(error.description)
    }
  }

  private var logger: Logger {
    var logger = Logger(label: "applinks-server") { label in
      switch logFormat {
      case .text: StreamLogHandler.standardError(label: label)
      case .json: JSONLogHandler(label: label)
      }
    }
    logger.logLevel = logLevel.level
    return logger
  }

  private func options() throws -> ServerOptions {
    var options = ServerOptions()
    options.address = address
    options.port = port
    try loading.apply(to: &options)
    try clients.apply(to: &options)
    for pair in site {
      let (host, file) = try HostPair.parse(pair, option: "--site")
      do {
        options.sites[host] = try AssociationDescription(parsing: InputFile.bytes(at: file))
      } catch let error as AssociationDescriptionError {
        throw SetupError("'\(file)' does not describe apps: \(error)")
      }
    }
    return options
  }
}

enum LogFormat: String, ExpressibleByArgument, CaseIterable {
  case text, json
}

/// The levels of the log.
enum LogLevel: String, ExpressibleByArgument, CaseIterable {
  case debug, info, notice, warning, error

  var level: Logger.Level { Logger.Level(rawValue: rawValue) ?? .info }
}
