#if PostgreSQL
#if canImport(Darwin)
internal import Darwin
#elseif canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

/// A pipe that wakes a thread that waits for a socket.
///
/// It passes a pointer to a local byte to the system for the duration of a call.
final class WakePipe: Sendable {
  private let descriptors: (read: Int32, write: Int32)

  init?() {
    var descriptors: [Int32] = [-1, -1]
    guard pipe(&descriptors) == 0 else { return nil }
    for descriptor in descriptors {
      _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
      _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    }
    self.descriptors = (descriptors[0], descriptors[1])
  }

  deinit {
    close(descriptors.read)
    close(descriptors.write)
  }

  /// Wakes the thread, or prevents it from going to sleep.
  func wake() {
    var byte: UInt8 = 1
    // A full pipe wakes the thread, too.
    _ = write(descriptors.write, &byte, 1)
  }

  /// The events that ended a wait.
  struct Events: OptionSet {
    let rawValue: Int
    static let woken = Events(rawValue: 1)
    static let readable = Events(rawValue: 2)
    static let writable = Events(rawValue: 4)
  }

  /// Waits for a socket, or to be woken.
  ///
  /// - Parameters:
  ///   - socket: The socket; `nil` to wait without one.
  ///   - events: What to wait for.
  ///   - deadline: The deadline; `nil` for none.
  /// - Returns: The events; empty if the deadline has passed.
  func wait(
    for socket: Int32?,
    _ events: Events = .readable,
    until deadline: ContinuousClock.Instant?
  ) -> Events {
    var polled = [pollfd(fd: descriptors.read, events: Int16(POLLIN), revents: 0)]
    if let socket {
      var interest: Int16 = 0
      if events.contains(.readable) { interest |= Int16(POLLIN) }
      if events.contains(.writable) { interest |= Int16(POLLOUT) }
      polled.append(pollfd(fd: socket, events: interest, revents: 0))
    }
    var timeout: Int32 = -1
    if let deadline {
      let rest = ContinuousClock.now.duration(to: deadline) / .milliseconds(1)
      timeout = Int32(min(max(rest.rounded(.up), 0), 3_600_000))
    }
    let count = poll(&polled, nfds_t(polled.count), timeout)
    guard count > 0 else { return [] }
    var happened: Events = []
    if polled[0].revents != 0 {
      happened.insert(.woken)
      var bytes = [UInt8](repeating: 0, count: 64)
      while read(descriptors.read, &bytes, bytes.count) > 0 {}
    }
    if polled.count > 1 {
      let returned = polled[1].revents
      if returned & Int16(POLLOUT) != 0 { happened.insert(.writable) }
      // Errors and the end of the stream appear when the socket is read.
      if returned & ~Int16(POLLOUT) != 0 { happened.insert(.readable) }
    }
    return happened
  }
}
#endif
