import AppLinks
import AppLinksResolving
import Foundation
import Futures
import LoopbackServer
import Transfers

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Loads answers, one after the other, and prints what it finds.
///
/// It prints `at NUMBER` before each answer, `finding: TEXT` for what must not be, and `ended:
/// WORDS` with one word for each outcome.
struct Loads {
  let seed: UInt64

  /// The most bytes of a page and of a body.
  private static let limit = 4096
  /// How long a server that says nothing is waited for, in seconds.
  private static let idleTime = CommandLine.arguments.contains("trap") ? 20 : 0.25
  /// When a load is taken for one that does not end.
  private static let longest = Duration.seconds(60)

  func run(_ numbers: Range<Int>) async {
    for number in numbers {
      say("at \(number)")
      // Ends the process if nothing else does.
      alarm(120)
      let outcomes = await Self.run(HTTPAnswer(seed: seed, number: number))
      say("ended: " + outcomes.joined(separator: " "))
    }
  }

  /// Loads one answer in every way.
  ///
  /// - Returns: One word for each outcome.
  @discardableResult
  static func run(_ answer: HTTPAnswer) async -> [String] {
    do {
      let server = try LoopbackServer { connection in
        try connection.readRequest()
        try answer.send(through: connection)
      }
      defer { server.stop() }
      return await [resolve(server.url()), load(server.url()), download(server.url())]
    } catch {
      fail("no server: \(error)")
    }
  }

  /// Loads a page.
  ///
  /// - Returns: One word for the outcome.
  static func resolve(
    _ url: URL,
    with transport: any PageTransport = URLSessionTransport.shared
  ) async -> String {
    let options = HTTPResolver.Options(
      scanner: AppLinkScanner.Options(maximumBytes: limit),
      timeout: .seconds(20),
      idleTimeout: .seconds(idleTime)
    )
    let resolver = HTTPResolver(options: options, transport: transport)
    let outcome = await resolver.futureResolve(url, cancellation: .never).timeout(longest).outcome()
    switch outcome {
    case .success: return "page"
    case .failure(is AppLinkResolveError): return "no-page"
    case .failure(let error):
      find("resolving ends with \(error)")
      return "finding"
    }
  }

  private static func load(_ url: URL) async -> String {
    let options = TransferOptions(maximumBody: limit, maximumErrorBody: limit)
    let outcome = await session.data(for: request(url), options: options).timeout(longest).outcome()
    if case .success((let data, _)) = outcome, data.count > limit { find("\(data.count) bytes") }
    return word(for: outcome.map { _ in () }, "data")
  }

  private static func download(_ url: URL) async -> String {
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("http-fuzz-\(ProcessInfo.processInfo.processIdentifier)")
    defer { try? FileManager.default.removeItem(at: file) }
    let options = TransferOptions(maximumBody: limit, maximumErrorBody: limit)
    let outcome = await session.download(
      for: request(url),
      to: file,
      resuming: false,
      options: options
    ).timeout(longest).outcome()
    let size = try? FileManager.default.attributesOfItem(atPath: file.path)[.size] as? Int
    if case .success((_, let response)) = outcome {
      let isUnchanged = (response as? HTTPURLResponse)?.statusCode == 304
      if size == nil, !isUnchanged { find("there is no file") }
      if let size, size > limit { find("the file has \(size) bytes") }
    } else if size != nil {
      find("there is a file, though the download failed")
    }
    return word(for: outcome.map { _ in () }, "file")
  }

  private static let session = TransferSession(configuration: .ephemeral)

  private static func request(_ url: URL) -> URLRequest {
    var request = URLRequest(url: url)
    request.timeoutInterval = idleTime
    return request
  }

  /// Looks whether a transfer ended as it may.
  private static func word(for outcome: Result<Void, any Error>, _ word: String) -> String {
    switch outcome {
    case .success: return word
    case .failure(let error as HTTPStatusError):
      if error.body.count > limit { find("\(error.body.count) bytes of an error") }
      return "no-\(word)"
    case .failure(is TransferError), .failure(is URLError): return "no-\(word)"
    case .failure(let error):
      find("a transfer ends with \(error)")
      return "finding"
    }
  }

  private static func find(_ text: String) { say("finding: \(text)") }
}
