import AppLinks
import AppLinksServer
import ArgumentParser

struct LoadingOptions: ParsableArguments {
  @Option(help: "The seconds that a page may take, with its redirects.")
  var timeout = 15

  @Option(help: "The least seconds for which an answer is used, whatever its header fields say.")
  var minimumLifetime = 60

  @Option(help: "The seconds for which an answer is used whose header fields say nothing.")
  var lifetime = 3600

  @Option(help: "The most seconds for which an answer is used, whatever its header fields say.")
  var maximumLifetime = 86_400

  @Option(help: "The seconds for which an old answer is used while a new one is loaded.")
  var staleLifetime = 86_400

  @Option(help: "The seconds after which a failure is tried again.")
  var failureLifetime = 30

  @Option(help: "The pages and hosts that the store keeps; the oldest ones make room.")
  var maximumEntries = 1_000_000

  @Option(help: "The mebibytes of copies in memory.")
  var memory = 128

  @Option(
    help: ArgumentHelp(
      "A host that may have addresses and ports that are not public, such as one of your own. "
        + "Every client can then make the server send requests to it.",
      valueName: "host"
    )
  )
  var trustHost: [String] = []

  @Option(
    help: ArgumentHelp(
      "Load the association files of a host from this server, such as one that is not public yet.",
      valueName: "host=url"
    )
  )
  var origin: [String] = []

  func validate() throws {
    let times = [
      timeout, minimumLifetime, lifetime, maximumLifetime, staleLifetime, failureLifetime,
    ]
    guard times.allSatisfy({ (0...31_536_000).contains($0) }), timeout > 0, failureLifetime > 0
    else { throw ValidationError("Times must be seconds from 0 to 31536000; two must be above 0.") }
    guard minimumLifetime <= maximumLifetime else {
      throw ValidationError("--minimum-lifetime must not be above --maximum-lifetime.")
    }
    guard maximumEntries > 0, (1...1_048_576).contains(memory) else {
      throw ValidationError("--maximum-entries and --memory must be above 0.")
    }
  }

  func apply(to options: inout ServerOptions) throws {
    options.timeout = .seconds(timeout)
    options.lifetimes = Lifetimes(
      minimum: .seconds(minimumLifetime),
      usual: .seconds(lifetime),
      maximum: .seconds(maximumLifetime),
      failure: .seconds(failureLifetime),
      stale: .seconds(staleLifetime)
    )
    options.maximumEntries = maximumEntries
    options.memory = memory << 19
    for host in trustHost {
      options.trustedHosts.insert(try HostArgument.parse(host, option: "--trust-host"))
    }
    for pair in origin {
      let (host, url) = try HostPair.parse(pair, option: "--origin")
      guard URLParts(url).isWeb, let name = URLParts(url).host, !name.isEmpty else {
        throw SetupError("'\(url)' of '--origin' must be a URL, such as http://127.0.0.1:9090.")
      }
      options.origins[host] = url.hasSuffix("/") ? String(url.dropLast()) : url
    }
  }
}
