#if AsyncHTTPClient
internal import AsyncHTTPClient
internal import Foundation
internal import FuturesFoundation
internal import NIOCore
internal import NIOHTTP1
internal import Transfers

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

extension HTTPClientRequest {
  /// Creates the request of a client.
  ///
  /// - Parameters:
  ///   - request: The method and the header fields.
  ///   - target: The URL.
  ///   - body: The body, if there is one.
  init(_ request: URLRequest, to target: ClientTarget, _ body: RequestBody?) {
    self.init(url: target.text)
    method = HTTPMethod(rawValue: request.httpMethod ?? "GET")
    for (name, value) in request.allHTTPHeaderFields ?? [:] {
      headers.replaceOrAdd(name: name, value: value)
    }
    guard let body else { return }
    let length = body.source.length
    self.body =
      length == 0
      ? .bytes(ByteBuffer()) : .stream(body, length: length.map { .known($0) } ?? .unknown)
  }
}

/// The parts of the body of a request.
///
/// A part is read when the connection has accepted the previous one, which then counts as sent.
struct RequestBody: AsyncSequence, Sendable {
  enum Source {
    case data(Data)
    case file(URL, Int64?)
    /// The stream of a request.
    case stream(URLRequest)

    /// Creates the source of a body; `nil` if there is no body.
    init?(_ body: TransferBody, of request: URLRequest) throws {
      switch body {
      case .data(let data): self = .data(data)
      case .file(let file): self = .file(file, try RequestBody.length(of: file))
      case .ofRequest:
        if let data = request.httpBody {
          self = .data(data)
        } else if request.httpBodyStream != nil {
          self = .stream(request)
        } else {
          return nil
        }
      }
    }

    /// The number of bytes; `nil` if it is unknown.
    var length: Int64? {
      switch self {
      case .data(let data): Int64(data.count)
      case .file(_, let length): length
      case .stream: nil
      }
    }
  }

  /// The maximum size of a part, in bytes.
  private static let partSize = 65_536

  let source: Source
  private let transfer: any TransferEvents
  private let executor: TransferExecutor?
  private let watch: IdleWatch

  /// Creates the body of a request; returns `nil` if there is none.
  ///
  /// - Parameters:
  ///   - body: The body.
  ///   - request: The request, which may contain the body.
  ///   - transfer: Receives the progress of the body.
  ///   - executor: The executor on which the body is read and its progress is delivered.
  ///   - watch: Records that the connection accepts parts of the body.
  /// - Throws: A `FileError`.
  init?(
    _ body: TransferBody,
    of request: URLRequest,
    for transfer: any TransferEvents,
    on executor: TransferExecutor?,
    _ watch: IdleWatch
  ) throws {
    guard let source = try Source(body, of: request) else { return nil }
    self.source = source
    self.transfer = transfer
    self.executor = executor
    self.watch = watch
  }

  /// Whether the body can be read a second time.
  var canBeSentAgain: Bool {
    if case .stream = source { return false }
    return true
  }

  func makeAsyncIterator() -> Iterator { Iterator(body: self) }

  struct Iterator: AsyncIteratorProtocol {
    private enum Reader {
      case data(Data)
      case file(FileHandle, URL)
      case stream(InputStream)
      case none
    }

    private let body: RequestBody
    private var reader: Reader?
    private var sent: Int64 = 0

    init(body: RequestBody) { self.body = body }

    mutating func next() async throws -> ByteBuffer? {
      try await withTaskExecutorPreference(body.executor) {
        // The connection accepts parts; the time to read one does not count as network time.
        defer { body.watch.touch() }
        if sent > 0 { body.transfer.didSend(sent, of: body.source.length ?? -1) }
        guard let part = try read(), !part.isEmpty else { return nil }
        sent += Int64(part.count)
        return ByteBuffer(bytes: part)
      }
    }

    private mutating func read() throws -> Data? {
      let reader = try reader ?? open()
      self.reader = reader
      switch reader {
      case .data(let rest):
        self.reader = .data(rest.dropFirst(partSize))
        return rest.prefix(partSize)
      case .file(let handle, let file):
        do {
          return try handle.read(upToCount: partSize)
        } catch {
          throw FileError(.load, file.path, error)
        }
      case .stream(let stream):
        var bytes = [UInt8](repeating: 0, count: partSize)
        let count = stream.read(&bytes, maxLength: partSize)
        if count < 0 { throw stream.streamError ?? URLError(.requestBodyStreamExhausted) }
        return Data(bytes.prefix(count))
      case .none: return nil
      }
    }

    private func open() throws -> Reader {
      switch body.source {
      case .data(let data): return .data(data)
      case .file(let file, _):
        do {
          return .file(try FileHandle(forReadingFrom: file), file)
        } catch {
          throw FileError(.load, file.path, error)
        }
      case .stream(let request):
        guard let stream = request.httpBodyStream else { return .none }
        stream.open()
        return .stream(stream)
      }
    }
  }

  /// The length of a regular file.
  private static func length(of file: URL) throws -> Int64? {
    guard FileKind.of(file.path) == .regular else { return nil }
    do {
      let handle = try FileHandle(forReadingFrom: file)
      defer { try? handle.close() }
      return SystemFile.size(of: handle)
    } catch {
      throw FileError(.load, file.path, error)
    }
  }
}
#endif
