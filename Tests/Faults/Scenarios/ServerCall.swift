import AppLinksResolving
import Foundation
import FoundationNetworking
import Futures
import Transfers
import Workflows

/// A way to call a server.
enum ServerCall: String, CaseIterable {
  case fetch, download, downloadAnew, retriedDownload, uploadData, uploadFile, resolve

  var isDownload: Bool { self == .download || self == .downloadAnew || self == .retriedDownload }
}

extension ServerStorm {
  private static let options = TransferOptions(
    maximumBodyBytes: 2_000_000,
    maximumErrorBodyBytes: 10_000
  )

  /// Returns the bytes that were loaded, or the contents of the tags of a page.
  func perform(
    _ call: ServerCall,
    _ url: URL,
    _ file: URL,
    _ context: StepContext,
    _ token: CancellationToken
  ) async throws -> Data? {
    let request = URLRequest(url: url, timeoutInterval: Self.idleTime)
    switch call {
    case .fetch:
      return try await FetchData(request, session: session, options: Self.options)
        .run((), in: context)
    case .download, .downloadAnew:
      let step = DownloadFile(
        request,
        to: file,
        session: session,
        resuming: call == .download,
        options: Self.options
      )
      return try await loaded(step, context)
    case .retriedDownload:
      let step = DownloadFile(request, to: file, session: session, options: Self.options)
        .retry(.transfers(attempts: 3, backoff: .none))
      return try await loaded(step, context)
    case .uploadData:
      _ = try await UploadData(for: request, session: session, options: Self.options)
        .run(Content.make(1, size: 100_000), in: context)
    case .uploadFile:
      _ = try await UploadFile(upload, for: request, session: session, options: Self.options)
        .run((), in: context)
    case .resolve:
      return try await withTaskCancellation(by: token) {
        let tags = try await self.resolver.resolve(url).metadata.tags
        return Data(tags.compactMap(\.content).joined(separator: " ").utf8)
      }
    }
    return nil
  }

  /// Returns the bytes of a download; `nil` if the server sent none because nothing has changed.
  private func loaded(
    _ step: some Step<Void, URL>,
    _ context: StepContext
  ) async throws -> Data? {
    let file = try await step.run((), in: context)
    return try? Data(contentsOf: file)
  }
}

/// Runs work in a task that a token cancels.
private func withTaskCancellation<Output: Sendable>(
  by token: CancellationToken,
  _ work: @escaping @Sendable () async throws -> Output
) async throws -> Output {
  try await Future<Output, any Error>(cancellation: token, operation: work).value
}
