#if AsyncHTTPClient
import AppLinksHTTPClient
import Foundation
import LoopbackServer

/// Loads answers as pages with AsyncHTTPClient, one after the other in this process.
///
/// It prints what ``Loads`` prints. No answer may end the process.
struct ClientLoads {
  let seed: UInt64

  /// Loads answers.
  ///
  /// - Parameter count: The number of answers.
  /// - Returns: The number of findings.
  func run(_ count: Int) async -> Int {
    let transport = HTTPClientTransport()
    var outcomes: [String: Int] = [:]
    for number in 0..<count {
      say("at \(number)")
      // Ends the process if nothing else does.
      alarm(120)
      let answer = HTTPAnswer(seed: seed, number: number)
      do {
        let server = try LoopbackServer { connection in
          try connection.readRequest()
          try answer.send(through: connection)
        }
        defer { server.stop() }
        outcomes[await Loads.resolve(server.url(), with: transport), default: 0] += 1
      } catch {
        fail("no server: \(error)")
      }
    }
    await transport.shutdown()
    let words = outcomes.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }
    say("ended: " + words.joined(separator: ", "))
    return outcomes["finding"] ?? 0
  }
}
#endif
