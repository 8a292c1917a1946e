import Foundation

/// `http-bench`: what pages and transfers cost over AsyncHTTPClient, and over `URLSession`.
///
///     http-bench         prints a table
///     http-bench serve   serves a page until its input ends, and prints the port
///
/// `Benchmarks/scripts/http-bench.sh` builds and runs it.
@main
struct HTTPBench {
  static func main() async throws {
    #if AsyncHTTPClient
    switch CommandLine.arguments.dropFirst().first {
    case nil: try await Comparison.run()
    case "serve": try await PageServer.run()
    default:
      print("usage: http-bench [serve]")
      exit(2)
    }
    #else
    print("AsyncHTTPClient is not built in; build with --traits AsyncHTTPClient")
    exit(2)
    #endif
  }
}
