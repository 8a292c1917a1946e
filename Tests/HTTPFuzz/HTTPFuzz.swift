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
      if await ClientLoads(seed: UInt64(numbers[1].magnitude)).run(numbers[0]) > 0 { exit(1) }
      #else
      fail("AsyncHTTPClient is not built in; build with --traits AsyncHTTPClient")
      #endif
    case ("load", 3) where numbers[1] <= numbers[2]:
      await Loads(seed: UInt64(numbers[0].magnitude)).run(numbers[1]..<numbers[2])
    case ("trap", 0):
      guard let trap = FoundationTrap.all.first(where: { $0.name == arguments.last }) else {
        fail("there is no such trap")
      }
      await Loads.run(HTTPAnswer(pieces: [Array(trap.answer.utf8)], ending: .end))
    default:
      fail(
        """
        usage: HTTPFuzz fuzz COUNT SEED  loads this many answers
               HTTPFuzz client COUNT SEED  loads them as pages with AsyncHTTPClient
               HTTPFuzz load SEED FIRST END  loads those with these numbers in this process
               HTTPFuzz trap NAME  loads what a known trap needs
        """
      )
    }
  }
}

/// Says something at once, since the process may end at any time.
func say(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }

/// Ends the process.
func fail(_ message: String) -> Never {
  FileHandle.standardError.write(Data((message + "\n").utf8))
  exit(2)
}
