import Foundation
import FoundationNetworking
import Futures
import LoopbackServer
import TestSupport
import Transfers

extension Scenario {
  /// Hosts whose first addresses answer no attempt to connect, as those of a black hole, or refuse
  /// it, over `URLSession`.
  static let deadAddress = Scenario(name: "dead-address", short: 10, long: 200) { trial in
    try await DeadAddress.visit(trial, over: TransferSession())
  }
}

/// Loads from hosts of which only the last address is alive.
enum DeadAddress {
  /// The idle time limit, all of which a dead address must not cost.
  private static let idleTime = 60.0
  /// The longest time until the answer, on a machine with much else to do.
  private static let longest = Duration.seconds(20)

  static func visit(_ trial: Trial, over session: TransferSession) async throws {
    try await load(trial, -1, over: session)
    let start = Footprint.now()
    var times: [Duration] = []
    for round in 0..<trial.rounds { times.append(try await load(trial, round, over: session)) }
    trial.count("answers", times.count { $0 < longest })
    trial.count("late answers", times.count { $0 >= longest })
    trial.count("ms until the latest", Int((times.max() ?? .zero) / .milliseconds(1)))
    trial.expectNothingRemains(since: start, heap: 4 << 20)
  }

  /// Loads from one host, and returns how long that took.
  @discardableResult
  private static func load(
    _ trial: Trial,
    _ round: Int,
    over session: TransferSession
  ) async throws -> Duration {
    var random = trial.random(round)
    let server = try LoopbackServer { connection in
      try connection.readRequest()
      try connection.respond(body: "there".utf8)
    }
    defer { server.stop() }
    var sockets: [Socket] = []
    defer { for socket in sockets { socket.closeDescriptor() } }
    // The first address is deaf, and after it there are up to three that are deaf or refuse.
    var numbers: [UInt8] = []
    for number in 0...UInt8.random(in: 0...3, using: &random) {
      numbers.append(9 + number)
      if number > 0, Bool.random(using: &random) { continue }
      sockets += try Socket.deaf(at: 9 + number, port: server.port)
    }
    var options = TransferOptions()
    options.network.pins = (numbers + [1]).compactMap { IPAddress("127.0.0.\($0)") }
    guard let url = URL(string: "http://host.invalid:\(server.port)/") else { return .zero }
    let request = URLRequest(url: url, timeoutInterval: idleTime)
    let start = ContinuousClock.now
    let outcome = await session.data(for: request, options: options).result
    let time = ContinuousClock.now - start
    let place = "round \(round), with \(numbers.count) addresses before"
    switch outcome {
    case .success((let data, _)):
      trial.expect(data == Data("there".utf8), "\(place): the bytes are wrong")
    case .failure(let error): trial.find("\(place): ends with \(error)")
    }
    trial.expect(time < longest, "\(place): took \(time)")
    return time
  }
}
