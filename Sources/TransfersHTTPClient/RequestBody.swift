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
  ///   - request: The URL, the method and the header fields.
  ///   - body: The body.
  ///   - transfer: Receives the progress of the body.
  ///   - executor: Where the body is read and its progress is delivered.
  /// - Throws: A `URLError` for a URL that the client does not support, or a `FileError`.
  init(
    _ request: URLRequest,
    _ body: TransferBody,
    for transfer: any TransferEvents,
    on executor: any TaskExecutor
  ) throws {
    let target = try ClientTarget(request.url?.absoluteString ?? "")
    self.init(url: target.text)
    method = HTTPMethod(rawValue: request.httpMethod ?? "GET")
    for (name, value) in request.allHTTPHeaderFields ?? [:] {
      headers.replaceOrAdd(name: name, value: value)
    }
    guard let source = try RequestBody.Source(body, of: request) else { return }
    let length = source.length
    if length == 0 {
      self.body = .bytes(ByteBuffer())
      return
    }
    let parts = RequestBody(source: source, transfer: transfer, executor: executor)
    self.body = .stream(parts, length: length.map { .known($0) } ?? .unknown)
  }
}

/// The parts of the body of a request.
///
/// A part is read when the connection has taken the one before it, which then counts as sent.
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

  /// The most bytes of a part.
  private static let partSize = 65_536

  let source: Source
  let transfer: any TransferEvents
  let executor: any TaskExecutor

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
