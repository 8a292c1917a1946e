internal import Foundation
internal import Futures

#if canImport(Darwin)
internal import Darwin
#elseif canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

/// Overlapping attempts to connect to several addresses.
///
/// Each race runs on a dedicated thread and sends nothing.
struct ConnectionRace: Sendable {
  private struct Attempt {
    let descriptor: Int32
    let address: IPAddress
  }

  /// The longest time until a cancellation is noticed, in milliseconds.
  private static let longestWait = 100.0

  private let addresses: [IPAddress]
  private let port: Int
  private let limit: Duration
  private let pause: Duration

  init(_ addresses: [IPAddress], port: Int, within limit: Duration, pause: Duration) {
    self.addresses = addresses
    self.port = port
    self.limit = limit
    self.pause = pause
  }

  /// Returns the first address that accepts a connection.
  ///
  /// - Throws: `URLError` with the code `cannotConnectToHost` or `timedOut`, or
  ///   `CancellationError`.
  func winner() async throws -> IPAddress {
    let promise = Promise<IPAddress, any Error>()
    Thread.detachNewThread {
      promise.complete(Result { try run { promise.future.isSettled } })
    }
    return try await withTaskCancellationHandler {
      try await promise.future.value
    } onCancel: {
      promise.cancel()
    }
  }

  /// Runs the race; blocks.
  private func run(isOver: () -> Bool) throws -> IPAddress {
    var rest = addresses[...]
    var open: [Attempt] = []
    defer { for attempt in open { close(attempt.descriptor) } }
    let end = ContinuousClock.now + limit
    var nextStart = ContinuousClock.now
    while !isOver() {
      let now = ContinuousClock.now
      if now >= end { throw URLError(.timedOut) }
      if let address = rest.first, open.isEmpty || now >= nextStart {
        rest.removeFirst()
        if let descriptor = connect(to: address) {
          open.append(Attempt(descriptor: descriptor, address: address))
          nextStart = now + pause
        }
        continue
      }
      if open.isEmpty { throw URLError(.cannotConnectToHost) }
      let wake = rest.isEmpty ? end : min(end, nextStart)
      var polls = open.map { pollfd(fd: $0.descriptor, events: Int16(POLLOUT), revents: 0) }
      let time = min(Self.longestWait, ((wake - now) / .milliseconds(1)).rounded(.up))
      guard poll(&polls, nfds_t(polls.count), Int32(time)) > 0 else { continue }
      for (attempt, result) in zip(open, polls) where result.revents != 0 {
        if isConnected(attempt.descriptor) { return attempt.address }
        close(attempt.descriptor)
        open.removeAll { $0.descriptor == attempt.descriptor }
        nextStart = now
      }
    }
    throw CancellationError()
  }

  /// Begins to connect, and returns the descriptor of the socket; `nil` if that is impossible.
  private func connect(to address: IPAddress) -> Int32? {
    // Lets the system create the socket address, which avoids rebinding pointers.
    var hints = addrinfo()
    #if canImport(Glibc)
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    #else
    hints.ai_socktype = SOCK_STREAM
    #endif
    hints.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV
    var first: UnsafeMutablePointer<addrinfo>?
    guard getaddrinfo(address.description, "\(port)", &hints, &first) == 0 else { return nil }
    defer { freeaddrinfo(first) }
    guard let info = first?.pointee else { return nil }
    let descriptor = socket(info.ai_family, info.ai_socktype, info.ai_protocol)
    if descriptor < 0 { return nil }
    if fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK) == 0,
      fcntl(descriptor, F_SETFD, FD_CLOEXEC) == 0,
      systemConnect(descriptor, info.ai_addr, info.ai_addrlen) == 0 || errno == EINPROGRESS
    {
      return descriptor
    }
    close(descriptor)
    return nil
  }

  private func isConnected(_ descriptor: Int32) -> Bool {
    var error: Int32 = 0
    var size = socklen_t(MemoryLayout<Int32>.size)
    return getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &error, &size) == 0 && error == 0
  }
}

/// The system's function, which a method of the same name hides.
private func systemConnect(
  _ descriptor: Int32,
  _ address: UnsafePointer<sockaddr>?,
  _ length: socklen_t
) -> Int32 {
  connect(descriptor, address, length)
}
