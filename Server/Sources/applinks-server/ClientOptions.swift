import AppLinksServer
import ArgumentParser

struct ClientOptions: ParsableArguments {
  @Option(help: "The URLs that a client may ask about per minute; 0 for any number.")
  var urlsPerMinute = 600

  @Option(help: "The URLs that a client may ask about in one request.")
  var urlsPerRequest = 50

  @Option(help: "The pages that are loaded for a client at the same time.")
  var lookupsAtOnce = 16

  @Option(
    help: ArgumentHelp("A file with API keys and their limits, in JSON.", valueName: "file"),
    completion: .file()
  )
  var keys: String?

  @Flag(help: "Refuse requests of the API without a key.")
  var requireKey = false

  @Flag(help: "Believe the last address of X-Forwarded-For, which a proxy of yours has added.")
  var behindProxy = false

  func validate() throws {
    guard urlsPerMinute >= 0, urlsPerRequest > 0, lookupsAtOnce > 0 else {
      throw ValidationError("Limits must be above 0, and --urls-per-minute at least 0.")
    }
    if requireKey, keys == nil { throw ValidationError("--require-key needs --keys.") }
  }

  func apply(to options: inout ServerOptions) throws {
    options.anonymous = ClientLimits(
      urlsPerMinute: urlsPerMinute == 0 ? nil : urlsPerMinute,
      urlsPerRequest: urlsPerRequest,
      lookupsAtOnce: lookupsAtOnce
    )
    if let keys {
      options.keys = try APIKeys(
        parsing: InputFile.bytes(at: keys),
        defaults: options.anonymous
      )
    }
    options.requiresKey = requireKey
    options.isBehindProxy = behindProxy
  }
}
