import Hummingbird
import NIOCore

extension Request {
  /// Returns the body.
  ///
  /// - Parameter maximum: The maximum number of bytes.
  /// - Returns: The body.
  /// - Throws: A ``Problem`` of the client if the body is too large, malformed or incomplete, or
  ///   `CancellationError` if the server shuts down.
  func body(upTo maximum: Int) async throws -> ByteBuffer {
    do {
      return try await body.collect(upTo: maximum)
    } catch is NIOTooManyBytesError {
      throw Problem.bodyTooLarge(maximum)
    } catch let error as CancellationError {
      throw error
    } catch {
      throw Problem.badRequest("The body is malformed, or ended too early.")
    }
  }
}
