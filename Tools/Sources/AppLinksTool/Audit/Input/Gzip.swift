import NIOCore
import NIOEmbedded
import NIOHTTP1
import NIOHTTPCompression

/// Files in gzip, decompressed with the decompressor for HTTP bodies.
enum Gzip {
  static func isGzip(_ bytes: [UInt8]) -> Bool { bytes.starts(with: [0x1F, 0x8B]) }

  /// Decompresses a file.
  ///
  /// - Parameters:
  ///   - bytes: The file.
  ///   - limit: The maximum number of bytes to decompress.
  /// - Returns: The content.
  /// - Throws: A ``SitemapError`` if the file is damaged, or if it contains more than the limit.
  static func unpacked(_ bytes: [UInt8], limit: Int) throws(SitemapError) -> [UInt8] {
    do {
      let handler = NIOHTTPRequestDecompressor(limit: .size(limit))
      let channel = EmbeddedChannel(handler: handler)
      defer { _ = try? channel.finish(acceptAlreadyClosed: true) }
      let fields: HTTPHeaders = [
        "Content-Encoding": "gzip", "Content-Length": "\(bytes.count)",
      ]
      let head = HTTPRequestHead(version: .http1_1, method: .POST, uri: "/", headers: fields)
      try channel.writeInbound(HTTPServerRequestPart.head(head))
      try channel.writeInbound(HTTPServerRequestPart.body(ByteBuffer(bytes: bytes)))
      try channel.writeInbound(HTTPServerRequestPart.end(nil))
      var content: [UInt8] = []
      while let part = try channel.readInbound(as: HTTPServerRequestPart.self) {
        if case .body(let piece) = part { content += piece.readableBytesView }
      }
      return content
    } catch {
      if case NIOHTTPDecompression.DecompressionError.limit = error {
        throw SitemapError(reason: "it unpacks to more than \(limit >> 20) MiB")
      }
      throw SitemapError(reason: "it is not a complete file in gzip")
    }
  }
}
