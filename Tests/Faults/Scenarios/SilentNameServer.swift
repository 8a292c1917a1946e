import AppLinksResolving
import Foundation
import FoundationNetworking
import Futures
import LoopbackServer
import TestSupport
import Transfers

extension Scenario {
  /// A name server on this machine that is silent about some names, which the system asks.
  ///
  /// The lookups are those of the system, in a process of their own: only that process sees another
  /// `/etc/resolv.conf`, in a mount namespace, which takes root. Nothing is sent to other machines.
  static let silentNameServer = Scenario(name: "silent-name-server", short: 1, long: 20) { trial in
    guard getuid() == 0 else { return say("note: needs root, and was left out") }
    let server = try NameServer()
    let configuration = trial.folder.appendingPathComponent("resolv.conf")
    // The system waits much longer than a lookup may take.
    let text = "nameserver \(NameServer.address)\noptions timeout:30 attempts:1\n"
    try Data(text.utf8).write(to: configuration)
    for _ in 0..<trial.rounds {
      let child = try ChildProcess(
        program: "/usr/bin/env",
        [
          "unshare", "--mount", "sh", "-c",
          #"mount --bind "$1" /etc/resolv.conf || exit 77; exec "$0" look-up"#,
          CommandLine.arguments[0], configuration.path,
        ]
      )
      let (output, problem) = child.finish()
      if problem == "exit code 77" || problem == "exit code 127" || output.contains("unshare:") {
        return say("note: mounting is not possible, and it was left out")
      }
      if let problem { trial.find("the lookups ended with \(problem): \(output.suffix(400))") }
      for line in output.split(separator: "\n") {
        let parts = line.split(separator: " ", maxSplits: 1)
        if parts.count == 2, let count = Int(parts[0]) {
          trial.count(String(parts[1]), count)
        } else {
          trial.find(String(line))
        }
      }
    }
    trial.count("queries without an answer", server.silentCount)
    trial.expect(server.silentCount > 0, "the name server was not asked")
  }
}

/// Lookups of the system in a process that asks a ``NameServer``.
enum SystemLookups {
  /// Resolves pages of hosts whose names are known, besides others about which the server is
  /// silent.
  static func run() async {
    var options = HTTPResolver.Options(timeout: .seconds(100))
    options.network = .server
    let resolver = HTTPResolver(options: options, transport: OnePage())
    let silent = (0..<64).map { resolver.futureResolve(url("silent\($0)")) }
    var found = 0
    var latest = Duration.zero
    for number in 0..<20 {
      let start = ContinuousClock.now
      let outcome = await resolver.futureResolve(url("page\(number)")).result
      latest = max(latest, ContinuousClock.now - start)
      if let error = outcome.failure {
        say("page\(number) ends with \(error)")
      } else {
        found += 1
      }
    }
    say("\(found) pages beside silent names")
    say("\(Int(latest / .milliseconds(1))) ms until the latest")
    var timedOut = 0
    for future in silent {
      let error = await future.result.failure as? AppLinkResolveError
      if (error?.underlying as? URLError)?.code == .timedOut {
        timedOut += 1
      } else {
        say("a silent name ends with \(error as Any)")
      }
    }
    say("\(timedOut) silent names that timed out")
  }

  private static func url(_ name: String) -> URL {
    guard let url = URL(string: "https://\(name).example/") else { preconditionFailure(name) }
    return url
  }
}

/// A name server that knows all names but those that begin with "silent", and is silent about them.
private final class NameServer: Sendable {
  static let address = "127.0.53.53"

  private let silent = Counter()

  /// How often it did not answer.
  var silentCount: Int { silent.value }

  init() throws {
    let descriptor = socket(AF_INET, Int32(SOCK_DGRAM.rawValue), 0)
    var place = sockaddr_in()
    place.sin_family = sa_family_t(AF_INET)
    place.sin_port = in_port_t(53).bigEndian
    place.sin_addr.s_addr = inet_addr(Self.address)
    let status = withUnsafePointer(to: place) { place in
      place.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard status == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EINVAL) }
    // Ends with the process.
    Thread.detachNewThread { [silent] in Self.serve(descriptor, silent) }
  }

  private static func serve(_ descriptor: Int32, _ silent: Counter) {
    var bytes = [UInt8](repeating: 0, count: 1500)
    while true {
      var peer = sockaddr_storage()
      var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
      withUnsafeMutablePointer(to: &peer) { peer in
        peer.withMemoryRebound(to: sockaddr.self, capacity: 1) { peer in
          let count = recvfrom(descriptor, &bytes, bytes.count, 0, peer, &length)
          guard count > 12 else { return }
          guard let answer = answer(to: Array(bytes[..<count])) else {
            silent.add()
            return
          }
          sendto(descriptor, answer, answer.count, 0, peer, length)
        }
      }
    }
  }

  /// Returns the answer to a query; `nil` for none.
  private static func answer(to query: [UInt8]) -> [UInt8]? {
    // A query has a header of 12 bytes, then the labels of the name, each after its length.
    if String(decoding: query[13...], as: UTF8.self).hasPrefix("silent") { return nil }
    guard let end = query[12...].firstIndex(of: 0), end + 5 <= query.count else { return nil }
    let isVersion4 = query[end + 1] == 0 && query[end + 2] == 1
    let counts: [UInt8] = [0, 1, 0, isVersion4 ? 1 : 0, 0, 0, 0, 0]
    let header = query[..<2] + [0x81, 0x80] + counts
    let record: [UInt8] = [0xC0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, 8, 8, 8, 8]
    return header + query[12..<end + 5] + (isVersion4 ? record : [])
  }
}
