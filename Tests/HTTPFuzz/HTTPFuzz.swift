import Foundation

/// Loads answers of a misbehaving server with the resolver of pages and with transfers.
///
/// Answers are loaded in processes of their own, since Foundation traps on some of them. What has
/// to hold is that every load ends, in time, with a result or an error that is documented, and that
/// no process ends in another way than those listed in ``FoundationTrap/all``, every one of which
/// must still be there.
@main
enum HTTPFuzz {
  static func main() async throws {
    let arguments = CommandLine.arguments.dropFirst()
    let numbers = arguments.dropFirst().compactMap { Int($0) }
    switch (arguments.first, numbers.count) {
    case ("fuzz", 2):
      #if os(macOS) || os(Linux)
      try Campaign(seed: UInt64(numbers[1].magnitude), count: numbers[0]).run()
      #else
      fail("there are no processes here")
      #endif
    case ("client", 2):
      #if AsyncHTTPClient
      let end = ContinuousClock.now + .seconds(numbers[0])
      let loads = ClientLoads(seed: UInt64(numbers[1].magnitude))
      if await !loads.run(0..<Int.max, until: end) { exit(1) }
      #else
      fail(noClient)
      #endif
    case ("client-load", 3) where numbers[1] <= numbers[2]:
      #if AsyncHTTPClient
      let loads = ClientLoads(seed: UInt64(numbers[0].magnitude))
      if await !loads.run(numbers[1]..<numbers[2]) { exit(1) }
      #else
      fail(noClient)
      #endif
    case ("load", 3) where numbers[1] <= numbers[2]:
      await Loads.foundation.run(numbers[1]..<numbers[2], of: UInt64(numbers[0].magnitude))
    case ("trap", 0):
      guard let trap = FoundationTrap.all.first(where: { $0.name == arguments.last }) else {
        fail("there is no such trap")
      }
      await Loads.foundation.run(HTTPAnswer(pieces: [Array(trap.answer.utf8)], ending: .end))
    default:
      fail(
        """
        usage: HTTPFuzz fuzz COUNT SEED  loads this many answers
               HTTPFuzz client SECONDS SEED  loads answers with AsyncHTTPClient
               HTTPFuzz client-load SEED FIRST END  loads those with these numbers so
               HTTPFuzz load SEED FIRST END  loads those with these numbers in this process
               HTTPFuzz trap NAME  loads what a known trap needs
        """
      )
    }
  }
}

/// The message of a program without the client.
let noClient = "AsyncHTTPClient is not built in; build with --traits AsyncHTTPClient"

/// Says something at once, since the process may end at any time.
func say(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }

/// Ends the process.
func fail(_ message: String) -> Never {
  FileHandle.standardError.write(Data((message + "\n").utf8))
  exit(2)
}
