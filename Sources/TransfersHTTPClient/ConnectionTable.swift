#if AsyncHTTPClient
internal import Futures
internal import NIOCore

/// The open connections of a pool, with a limit on those that are idle.
///
/// A client keeps a connection open for further requests to the same host. Requests to many hosts
/// would use up the file descriptors of the process, so the connections that have been idle for the
/// longest time are closed.
package final class ConnectionTable: Sendable {
  private struct State {
    var idle: [ObjectIdentifier: (channel: any Channel, since: Int)] = [:]
    var uses = 0
    var openCount = 0
    /// Completes when no connection is open; `nil` if nothing waits for that.
    var end: Promise<Void, Never>?
  }

  private let state = Locked(State())
  private let maximumIdle: Int

  /// Creates a table.
  ///
  /// - Parameter maximumIdle: The number of idle connections to keep open.
  init(maximumIdle: Int) { self.maximumIdle = maximumIdle }

  /// The number of idle connections.
  var idleCount: Int { state.withLock { $0.idle.count } }

  /// Records a new connection, until it is closed.
  func didOpen(_ channel: any Channel) {
    state.withLock { $0.openCount += 1 }
    channel.closeFuture.whenComplete { [self] _ in
      let end = state.withLock { state -> Promise<Void, Never>? in
        state.openCount -= 1
        guard state.openCount == 0 else { return nil }
        defer { state.end = nil }
        return state.end
      }
      end?.succeed()
    }
  }

  /// Waits until no connection is open.
  func waitForEnd() async {
    let end = state.withLock { state -> Promise<Void, Never>? in
      guard state.openCount > 0 else { return nil }
      let end = state.end ?? Promise()
      state.end = end
      return end
    }
    await end?.future.value
  }

  /// Records that a connection no longer serves a request.
  func didBecomeIdle(_ channel: any Channel) {
    let surplus = state.withLock { state -> (any Channel)? in
      state.uses += 1
      state.idle[ObjectIdentifier(channel)] = (channel, state.uses)
      guard state.idle.count > maximumIdle else { return nil }
      let oldest = state.idle.min { $0.value.since < $1.value.since }
      return oldest.flatMap { state.idle.removeValue(forKey: $0.key)?.channel }
    }
    // The guard of the connection decides, because no request can begin at the same time there.
    surplus?.pipeline.fireUserInboundEventTriggered(ConnectionIsSurplus())
  }

  /// Records that a connection serves a request, or is closed.
  func didLeave(_ channel: any Channel) {
    state.withLock { _ = $0.idle.removeValue(forKey: ObjectIdentifier(channel)) }
  }
}

/// Tells the guard of a connection to close it unless it serves a request.
struct ConnectionIsSurplus {}
#endif
