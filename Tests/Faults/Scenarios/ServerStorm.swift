import AppLinksResolving
import Foundation
import FoundationNetworking
import Futures
import FuturesFoundation
import LoopbackServer
import TestSupport
import Transfers
import Workflows

extension Scenario {
  /// A server with every kind of misbehaviour against steps and resolvers.
  ///
  /// Left out is what ends a process in Foundation on Linux: a header that the end of the
  /// connection cuts, trailer fields, and lengths near 2^63.
  static let misbehavingServer = Scenario(name: "misbehaving-server", short: 300, long: 10_000) {
    trial in
    let configuration = URLSessionConfiguration.ephemeral
    configuration.timeoutIntervalForRequest = ServerStorm.idleTime
    configuration.httpMaximumConnectionsPerHost = 2 * ServerStorm.width
    try await ServerStorm(trial, over: TransferSession(configuration: configuration)).run()
  }
}

/// Many calls of a server whose answers are wrong.
final class ServerStorm: Sendable {
  private let trial: Trial
  let session: TransferSession
  let upload: URL
  /// A port that refuses connections.
  private let refusing: Socket
  let resolver: CachingResolver

  /// The most calls at a time.
  static let width = 16
  /// The longest time of a call.
  private static let longest = Duration.seconds(30)
  /// The time that a transfer waits for a byte; Foundation on Linux counts whole seconds.
  static let idleTime = 1.0

  /// Creates a storm.
  ///
  /// - Parameters:
  ///   - trial: The run of a scenario.
  ///   - session: What calls the server.
  ///   - transport: What loads pages.
  /// - Throws: The errors of files and sockets.
  init(
    _ trial: Trial,
    over session: TransferSession,
    transport: any PageTransport = TransferSession.isolated()
  ) throws {
    self.trial = trial
    self.session = session
    upload = trial.folder.appendingPathComponent("upload")
    try Content.make(1, size: 100_000).write(to: upload)
    refusing = try Socket.reserved()
    let temporary = trial.folder.appendingPathComponent("temporary")
    try FileManager.default.createDirectory(at: temporary, withIntermediateDirectories: true)
    setenv("TMPDIR", temporary.path, 1)
    resolver = CachingResolver(
      HTTPResolver(
        options: HTTPResolver.Options(
          timeout: .seconds(5),
          idleTimeout: .seconds(Self.idleTime)
        ),
        transport: transport
      ),
      limits: CacheLimits(count: 50)
    )
  }

  /// Makes all calls, and looks for what remains.
  func run() async throws {
    // What pools and sessions keep is there after the first calls.
    try await run(0..<(trial.rounds < 1000 ? 150 : 1000), isCounted: false)
    let start = Footprint.now()
    try await run(100_000..<100_000 + trial.rounds, isCounted: true)
    trial.expectNothingRemains(since: start, threads: 8, heap: 4 << 20)
    try finish()
  }

  /// Makes calls, several at a time.
  private func run(_ rounds: Range<Int>, isCounted: Bool) async throws {
    var rest = rounds
    while !rest.isEmpty {
      // A server remembers its connections.
      let server = try Self.server()
      let batch = rest.prefix(200)
      await withTaskGroup(of: Void.self) { group in
        for (index, round) in batch.enumerated() {
          if index >= Self.width { await group.next() }
          group.addTask { await self.call(round, of: server, isCounted: isCounted) }
        }
      }
      server.stop()
      rest = rest.dropFirst(batch.count)
    }
  }

  private static func server() throws -> LoopbackServer {
    // A client that leaves is no failure of the server.
    try LoopbackServer { connection in try? answer(connection) }
  }

  private static func answer(_ connection: LoopbackConnection) throws {
    // The path names the answer.
    let head = try connection.readHead()
    let parts = head.target.split(separator: "/")
    guard let number = parts.last.flatMap({ UInt64($0) }),
      let name = parts.first, let answer = WrongAnswer(rawValue: String(name))
    else { return }
    var random = SeededRandom(seed: number)
    try answer.send(through: connection, head, &random)
  }

  private func finish() throws {
    refusing.closeDescriptor()
    let left = try names(in: trial.folder).filter { $0 != "upload" && $0 != "temporary" }
    trial.expect(left.isEmpty, "files were left behind: \(left.prefix(5))")
    let temporary = try names(in: trial.folder.appendingPathComponent("temporary"))
    trial.expect(temporary.isEmpty, "temporary files were left: \(temporary.prefix(5))")
    let late = trial.total("cancelled as the file was moved")
    trial.expect(late * 50 <= trial.total("cancelled") + 50, "\(late) cancellations came too late")
  }

  private func call(_ round: Int, of server: LoopbackServer, isCounted: Bool) async {
    var random = trial.random(round)
    let answer = WrongAnswer.allCases.randomElement(using: &random) ?? .honest
    let call = ServerCall.allCases.randomElement(using: &random) ?? .fetch
    let isCancelled = Int.random(in: 0..<4, using: &random) == 0
    let pause = Duration.microseconds(Int.random(in: 0..<30_000, using: &random))
    let path = "/\(answer.rawValue)/\(round)"
    guard
      let url = answer == .refused
        ? (try? refusing.localPort()).flatMap({ URL(string: "http://127.0.0.1:\($0)\(path)") })
        : server.url(path)
    else { return }
    let source = CancellationSource()
    let file = trial.folder.appendingPathComponent("download-\(round)")
    let work = Future<Data?, any Error> { [self] in
      try await perform(call, url, file, StepContext(cancellation: source.token), source.token)
    }
    if isCancelled {
      try? await Task.sleep(for: pause)
      source.cancel()
    }
    let outcome = await work.timeout(Self.longest).result
    source.cancel()
    let place = "round \(round), \(call.rawValue) of \(answer.rawValue)"
    let word = word(for: outcome, isCancelled: isCancelled, place)
    if isCounted { trial.count(word) }
    check(call, answer, outcome, file, place)
  }

  /// Returns a word for an outcome, and reports one that must not be.
  private func word(
    for outcome: Result<Data?, any Error>,
    isCancelled: Bool,
    _ place: String
  ) -> String {
    switch outcome {
    case .success: return "answers"
    case .failure(is CancellationError):
      trial.expect(isCancelled, "\(place): ends as cancelled, and was not")
      return "cancelled"
    case .failure(is HTTPStatusError): return "status errors"
    case .failure(is TransferError): return "transfer errors"
    case .failure(is AppLinkResolveError): return "resolve errors"
    case .failure(let error as URLError):
      trial.expect(error.code != .cancelled, "\(place): ends with \(error)")
      return "session errors"
    case .failure(is TimeoutError):
      trial.find("\(place): does not end")
      return "endless"
    case .failure(let error):
      trial.find("\(place): ends with \(error)")
      return "others"
    }
  }

  /// Checks the bytes of a call that ended well.
  private func check(_ data: Data, _ answer: WrongAnswer, of call: ServerCall, _ place: String) {
    if answer == .coding {
      let text = String(decoding: data, as: UTF8.self)
      let isDecoded = text.contains(WrongAnswer.codedText)
      trial.expect(isDecoded, "\(place): ends well with \(data.count) bytes, none decoded")
    }
    // A page may end anywhere.
    if call == .resolve { return }
    if answer == .honest {
      trial.expect(data == WrongAnswer.content, "\(place): the bytes are wrong")
    }
    if answer.isNeverWhole {
      trial.find("\(place): ends well with \(data.count) bytes, a part of the body")
    }
  }

  /// Checks what was loaded, and the file of a download.
  private func check(
    _ call: ServerCall,
    _ answer: WrongAnswer,
    _ outcome: Result<Data?, any Error>,
    _ file: URL,
    _ place: String
  ) {
    if case .success(let data?) = outcome { check(data, answer, of: call, place) }
    let exists = FileManager.default.fileExists(atPath: file.path)
    if case .failure(let error) = outcome, call.isDownload, exists {
      // The only moment in which a cancellation is too late.
      if error is CancellationError {
        trial.count("cancelled as the file was moved")
      } else {
        trial.find("\(place): failed, and there is a file")
      }
    }
    let folder = file.deletingLastPathComponent()
    let part = folder.appendingPathComponent(".\(file.lastPathComponent).part")
    let note = folder.appendingPathComponent(".\(file.lastPathComponent).part.json")
    if FileManager.default.fileExists(atPath: part.path) {
      trial.expect(call == .download || call == .retriedDownload, "\(place): a part was left")
      try? FileManager.default.removeItem(at: part)
      try? FileManager.default.removeItem(at: note)
    }
    try? FileManager.default.removeItem(at: file)
  }
}
