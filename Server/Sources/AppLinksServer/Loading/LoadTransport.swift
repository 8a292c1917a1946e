import AppLinks
import AppLinksResolving
import Synchronization

/// The transport of all loads.
///
/// It limits the requests to each host, also those of redirects and included files, and records the
/// last response, whose header fields say how long it may be kept.
struct LoadTransport: PageTransport {
  /// A load in progress.
  final class Load: Sendable {
    /// The host in whose limit the load is counted.
    let host: String
    private let state = Mutex<PageResponse?>(nil)

    init(host: String) { self.host = host }

    /// The last response.
    fileprivate(set) var response: PageResponse? {
      get { state.withLock { $0 } }
      set { state.withLock { $0 = newValue } }
    }
  }

  @TaskLocal static var current: Load?

  /// The maximum number of requests in progress to one host.
  static let requestsPerHost = 8

  let base: any PageTransport
  let hosts: KeyedLimits

  func load(_ request: PageRequest, into receiver: PageReceiver) async throws {
    let current = Self.current
    let host = URLParts(request.url).host?.lowercased() ?? ""
    if host == current?.host {
      try await base.load(request, into: receiver)
    } else {
      try await hosts.run(host, atOnce: Self.requestsPerHost) {
        try await base.load(request, into: receiver)
      }
    }
    current?.response = receiver.response
  }
}
