import Foundation

/// The photos on the server, as an SDK with async/await offers them.
nonisolated protocol PhotoService: Sendable {
  /// Downloads a photo. Cancelling the task stops the download.
  func photo(at url: URL) async throws -> Data
}
