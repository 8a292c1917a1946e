import Foundation

/// Loads answers of a misbehaving server with the resolver of pages and with transfers, over
/// AsyncHTTPClient.
///
/// What has to hold is that every load ends, in time, with a result or an error that is documented,
/// and that no answer ends the process.
@main
enum HTTPFuzz {
  static func main() async {
    #if AsyncHTTPClient
    let arguments = CommandLine.arguments.dropFirst()
    let numbers = arguments.dropFirst().compactMap { Int($0) }
    let isClean: Bool
    switch (arguments.first, numbers.count) {
    case ("fuzz", 2):
      let end = ContinuousClock.now + .seconds(numbers[0])
      let loads = ClientLoads(seed: UInt64(numbers[1].magnitude))
      isClean = await loads.run(0..<Int.max, until: end)
    case ("load", 3) where numbers[1] <= numbers[2]:
      let loads = ClientLoads(seed: UInt64(numbers[0].magnitude))
      isClean = await loads.run(numbers[1]..<numbers[2])
    default:
      fail(
        """
        usage: HTTPFuzz fuzz SECONDS SEED  loads answers
               HTTPFuzz load SEED FIRST END  loads those with these numbers
        """
      )
    }
    if !isClean { exit(1) }
    #else
    fail("AsyncHTTPClient is not built in; build with --traits AsyncHTTPClient")
    #endif
  }
}

/// Says something at once, since the process may end at any time.
func say(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }

/// Ends the process.
func fail(_ message: String) -> Never {
  FileHandle.standardError.write(Data((message + "\n").utf8))
  exit(2)
}
