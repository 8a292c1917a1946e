#if PostgreSQL
import Foundation
import FoundationNetworking
import Futures
import LoopbackServer
import TestSupport
import Transfers

extension Scenario {
  /// SIGKILL for one of two servers of App Links on one database, while both load pages.
  ///
  /// The other one answers about all pages, and what was answered once is not loaded again: not by
  /// the other one, and not by the killed one when it is back.
  static let killedServers = Scenario(name: "pg-servers", short: 5, long: 100) { trial in
    guard let program = ProcessInfo.processInfo.environment["FAULTS_SERVER"] else {
      say("note: left out: FAULTS_SERVER is no applinks-server that is built with PostgreSQL")
      return
    }
    guard let database = try FaultyServer() else {
      say("note: left out: there is no PostgreSQL here")
      return
    }
    let pair = try ServerPair(trial, program, database)
    var random = trial.random()
    for round in 0..<trial.rounds { try await pair.kill(round, &random) }
    for index in [0, 1] { try await pair.expectAllAnswered(by: index, "in the end") }
    pair.end()
    withExtendedLifetime(database) {}
  }
}

/// How often each page of the site was loaded.
private final class PageLoads: Sendable {
  let counts = Locked<[String: Int]>([:])
}

/// Two servers on one database, and the site whose pages they load.
private final class ServerPair {
  private let trial: Trial
  private let program: String
  private let database: FaultyServer
  private let site: LoopbackServer
  private let session = TransferSession()
  private let loads = PageLoads()
  private var servers: [(process: ChildProcess, address: String)] = []
  /// The pages about which a server has answered, and how often each was loaded then.
  private var answered: [String: Int] = [:]

  init(_ trial: Trial, _ program: String, _ database: FaultyServer) throws {
    self.trial = trial
    self.program = program
    self.database = database
    site = try LoopbackServer { [loads] connection in
      let path = try connection.readRequest().target
      loads.counts.withLock { $0[path, default: 0] += 1 }
      // Long enough to be in progress when a server ends.
      usleep(.random(in: 0..<60_000))
      let tag = "<meta property='al:ios:url' content='shop:/\(path)'>"
      // A server that was killed does not read it.
      try? connection.respond(headers: ["Content-Type": "text/html"], body: tag.utf8)
    }
    for _ in 0..<2 { servers.append(try start()) }
  }

  private func start() throws -> (process: ChildProcess, address: String) {
    // A lease lasts twice the time limit.
    let process = try ChildProcess(
      program: program,
      [
        "--port", "0", "--store", database.url, "--trust-host", "127.0.0.1", "--timeout", "2",
        "--urls-per-minute", "0",
      ]
    )
    var output = ""
    while true {
      let more = process.waitForOutput()
      output += more
      if let address = output.firstMatch(of: /http:\/\/127\.0\.0\.1:[0-9]+(?=\/)/) {
        return (process, String(address.output))
      }
      guard !more.isEmpty else { throw NotStarted(output: output) }
    }
  }

  private struct NotStarted: Error {
    let output: String
  }

  /// Asks both servers about new pages, and kills one of them meanwhile.
  func kill(_ round: Int, _ random: inout SeededRandom) async throws {
    let place = "round \(round)"
    let pages = (0..<24).map { "/\(round)/\($0)" }
    let answers = [0, 1].map { index in pages.map { ask(servers[index].address, about: $0) } }
    usleep(.random(in: 0..<500_000, using: &random))
    let killed = Int.random(in: 0...1, using: &random)
    servers[killed].process.kill()
    trial.count("kills")
    for (page, answer) in zip(pages, answers[killed]) {
      switch await answer.result {
      case .success(let text): note(page, text, place)
      case .failure: trial.count("answers cut off")
      }
    }
    for (page, answer) in zip(pages, answers[1 - killed]) {
      switch await answer.result {
      case .success(let text): note(page, text, place)
      case .failure(let error): trial.find("\(place): the other one answers \(page) with \(error)")
      }
    }
    try await expectAllAnswered(by: 1 - killed, place)
    servers[killed] = try start()
    try await expectAllAnswered(by: killed, place)
    trial.expect(servers[1 - killed].process.isRunning, "\(place): the other one has failed")
  }

  private func ask(_ server: String, about page: String) -> Future<String, any Error> {
    let address = "\(server)/api/v1/page?url=\(site.url(page).absoluteString)"
    guard let url = URL(string: address) else { return Future(error: URLError(.badURL)) }
    return session.data(for: URLRequest(url: url, timeoutInterval: 60))
      .map { String(decoding: $0.0, as: UTF8.self) }
  }

  private func note(_ page: String, _ text: String, _ place: String) {
    trial.expect(text.contains("\"shop:/\(page)\""), "\(place): \(page) is answered with \(text)")
    if answered[page] == nil { trial.count("pages") }
    answered[page] = loads.counts.withLock { $0[page] }
  }

  /// Expects that a server answers about all pages about which one has answered.
  func expectAllAnswered(by index: Int, _ place: String) async throws {
    let answers = answered.keys.map { page in
      (page, ask(servers[index].address, about: page))
    }
    for (page, answer) in answers {
      switch await answer.result {
      case .success(let text):
        let loaded = loads.counts.withLock { $0[page] }
        trial.expect(loaded == answered[page], "\(place): \(page) was loaded again")
        note(page, text, place)
      case .failure(let error): trial.find("\(place): \(page) is lost: \(error)")
      }
    }
  }

  /// Ends both, and counts the pages that were loaded twice, by the killed server and by the other.
  func end() {
    for (process, _) in servers { process.kill() }
    let loaded = loads.counts.withLock { $0 }
    trial.count("loaded twice", loaded.values.count { $0 == 2 })
    trial.expect(loaded.values.allSatisfy { $0 <= 2 }, "a page was loaded more than twice")
    site.stop()
  }
}
#endif
