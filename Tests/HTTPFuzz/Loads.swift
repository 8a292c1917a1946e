import AppLinks
import AppLinksResolving
import Foundation
import Futures
import LoopbackServer
import TestSupport
import Transfers

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Loads answers in every way, and prints what it finds.
///
/// It prints `finding: TEXT` for what must not be.
struct Loads: Sendable {
  /// Loads pages, data and files, and sends data.
  let session: TransferSession

  /// The number of findings.
  static let findings = Counter()

  /// The most bytes of a page and of a body.
  private static let limit = 4096
  /// How long a server that says nothing is waited for, in seconds.
  private static let idleTime = 0.25
  /// When a load is taken for one that does not end.
  private static let longest = Duration.seconds(60)

  /// Loads one answer in every way.
  ///
  /// - Parameters:
  ///   - answer: The answer.
  ///   - isEarly: Whether the server answers a request before it has read its body.
  ///   - isRepeated: Whether the server answers further requests on a connection.
  /// - Returns: One word for each outcome.
  @discardableResult
  func run(
    _ answer: HTTPAnswer,
    early isEarly: Bool = false,
    repeated isRepeated: Bool = false
  ) async -> [String] {
    do {
      let server = try LoopbackServer { connection in
        // The client may close the connection at any time.
        try? Self.serve(answer, on: connection, isEarly, isRepeated)
      }
      defer { server.stop() }
      let url = server.url()
      return await [resolve(url), load(url), download(url), upload(to: url)]
    } catch {
      fail("no server: \(error)")
    }
  }

  private static func serve(
    _ answer: HTTPAnswer,
    on connection: LoopbackConnection,
    _ isEarly: Bool,
    _ isRepeated: Bool
  ) throws {
    repeat {
      if isEarly { _ = try connection.readBytes() } else { try connection.readRequest() }
      try answer.send(through: connection)
    } while isRepeated
  }

  private func resolve(_ url: URL) async -> String {
    let options = HTTPResolver.Options(
      scanner: AppLinkScanner.Options(maximumBytes: Self.limit),
      timeout: .seconds(20),
      idleTimeout: .seconds(Self.idleTime)
    )
    let resolver = HTTPResolver(options: options, transport: session)
    let outcome = await resolver.futureResolve(url, cancellation: .never).timeout(Self.longest)
      .result
    switch outcome {
    case .success: return "page"
    case .failure(is AppLinkResolveError): return "no-page"
    case .failure(let error):
      find("resolving ends with \(error)")
      return "finding"
    }
  }

  private func load(_ url: URL) async -> String {
    let transfer = session.data(for: request(url), options: options)
    return await word(for: transfer.timeout(Self.longest), "data")
  }

  private func upload(to url: URL) async -> String {
    var request = request(url)
    request.httpMethod = "POST"
    let upload = session.upload(Self.content, for: request, options: options)
    return await word(for: upload.timeout(Self.longest), "sent")
  }

  /// What an upload sends: more than a connection takes at once.
  private static let content = Data(repeating: 0x61, count: 5_000_000)

  private func word(
    for transfer: Future<(Data, URLResponse), any Error>,
    _ word: String
  ) async -> String {
    let outcome = await transfer.result
    if case .success((let data, _)) = outcome, data.count > Self.limit {
      find("\(data.count) bytes")
    }
    return self.word(for: outcome.map { _ in () }, word)
  }

  private func download(_ url: URL) async -> String {
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("http-fuzz-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: file) }
    let outcome = await session.download(
      for: request(url),
      to: file,
      resuming: false,
      options: options
    ).timeout(Self.longest).result
    let size = try? FileManager.default.attributesOfItem(atPath: file.path)[.size] as? Int
    if case .success((_, let response)) = outcome {
      let isUnchanged = (response as? HTTPURLResponse)?.statusCode == 304
      if size == nil, !isUnchanged { find("there is no file") }
      if let size, size > Self.limit { find("the file has \(size) bytes") }
    } else if size != nil {
      find("there is a file, though the download failed")
    }
    return word(for: outcome.map { _ in () }, "file")
  }

  private var options: TransferOptions {
    TransferOptions(maximumBodyBytes: Self.limit, maximumErrorBodyBytes: Self.limit)
  }

  private func request(_ url: URL) -> URLRequest {
    URLRequest(url: url, timeoutInterval: Self.idleTime)
  }

  /// Looks whether a transfer ended as it may.
  private func word(for outcome: Result<Void, any Error>, _ word: String) -> String {
    switch outcome {
    case .success: return word
    case .failure(let error as HTTPStatusError):
      if error.body.count > Self.limit { find("\(error.body.count) bytes of an error") }
      return "no-\(word)"
    case .failure(is TransferError), .failure(is URLError): return "no-\(word)"
    case .failure(let error):
      find("a transfer ends with \(error)")
      return "finding"
    }
  }

  private func find(_ text: String) {
    Self.findings.add()
    say("finding: \(text)")
  }
}
