import AppLinksResolving
import Synchronization

/// A transport that records the last response, whose header fields say how long it may be kept.
struct RecordingTransport: PageTransport {
  /// The last response to the loads of a task.
  final class Record: Sendable {
    private let state = Mutex<PageResponse?>(nil)

    var response: PageResponse? {
      get { state.withLock { $0 } }
      set { state.withLock { $0 = newValue } }
    }
  }

  @TaskLocal static var record: Record?

  let base: any PageTransport

  func load(_ request: PageRequest, into receiver: PageReceiver) async throws {
    try await base.load(request, into: receiver)
    Self.record?.response = receiver.response
  }
}
