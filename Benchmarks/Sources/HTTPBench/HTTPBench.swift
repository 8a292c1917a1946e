import Foundation

/// `http-bench`: what requests cost over Transfers, beside AsyncHTTPClient and `URLSession` alone.
///
///     http-bench [PART…]               prints tables; the parts are request, session, page, data
///                                      and file
///     http-bench check                 fails if a request allocates too much
///     http-bench profile PART SIDE N   runs one side, ours or peer, N times
///     http-bench serve                 serves a page until its input ends, and prints the port
///
/// `Benchmarks/scripts/http-bench.sh` builds and runs it.
@main
struct HTTPBench {
  static func main() async throws {
    #if AsyncHTTPClient
    let arguments = Array(CommandLine.arguments.dropFirst())
    switch arguments.first {
    case "serve": try await PageServer.run()
    case "check": try await Suite.check()
    case "profile" where arguments.count == 4:
      try await Suite.profile(arguments[1], arguments[2], Int(arguments[3]) ?? 1000)
    case "profile":
      print("usage: http-bench profile request|session|page|data ours|peer NUMBER")
      exit(2)
    default: try await Suite.run(arguments)
    }
    #else
    print("AsyncHTTPClient is not built in; build with --traits AsyncHTTPClient")
    exit(2)
    #endif
  }
}
