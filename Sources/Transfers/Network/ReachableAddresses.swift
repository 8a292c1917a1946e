internal import Foundation
internal import Futures

/// Finds the address of a host that accepts connections.
///
/// A client connects to one address, and detects only after its full timeout that the address is
/// unreachable. If a host has several addresses, overlapping attempts are therefore made beforehand
/// (RFC 8305), and the first address that accepts a connection is used. It is remembered for a
/// minute, so that most requests need no attempts.
package final class ReachableAddresses: Sendable {
  package static let shared = ReachableAddresses()

  private struct Place: Hashable {
    let addresses: [IPAddress]
    let port: Int
  }

  private struct Found {
    let address: IPAddress
    let end: ContinuousClock.Instant
  }

  /// The maximum number of places to remember.
  private static let capacity = 1000

  private let found = Locked<[Place: Found]>([:])
  private let pause: Duration

  /// Creates a finder.
  ///
  /// - Parameter pause: The time after which the next attempt begins.
  package init(pause: Duration = .milliseconds(250)) { self.pause = pause }

  /// Returns an address that accepts connections.
  ///
  /// Cancelling the task closes the connections.
  ///
  /// - Parameters:
  ///   - addresses: The addresses, in the order in which the system prefers them. A single address
  ///     is returned without an attempt.
  ///   - port: The port.
  ///   - seconds: The timeout.
  /// - Returns: The address; `nil` if there are none.
  /// - Throws: `URLError` with the code `cannotConnectToHost` or `timedOut`, or
  ///   `CancellationError`.
  package func first(
    of addresses: [IPAddress],
    port: Int,
    within seconds: Double
  ) async throws -> IPAddress? {
    guard addresses.count > 1 else { return addresses.first }
    let place = Place(addresses: addresses, port: port)
    if let known = found.withLock({ $0[place] }), known.end > .now { return known.address }
    let race = ConnectionRace(
      Self.alternating(addresses),
      port: port,
      within: .seconds(seconds),
      pause: pause
    )
    let address = try await race.winner()
    found.withLock { found in
      if found.count >= Self.capacity { found = found.filter { $0.value.end > .now } }
      if found.count >= Self.capacity { found = [:] }
      found[place] = Found(address: address, end: .now + .seconds(60))
    }
    return address
  }

  /// Records the error of a request, so that an address that did not answer is no longer
  /// remembered.
  package func didFail(_ address: IPAddress?, _ error: (any Error)?) {
    guard let address, let error = error as? URLError,
      [.cannotConnectToHost, .timedOut].contains(error.code)
    else { return }
    found.withLock { found in found = found.filter { $0.value.address != address } }
  }

  /// Returns the addresses with alternating versions, beginning with that of the first address.
  static func alternating(_ addresses: [IPAddress]) -> [IPAddress] {
    var first = addresses.filter { $0.isVersion6 == addresses.first?.isVersion6 }[...]
    var second = addresses.filter { $0.isVersion6 != addresses.first?.isVersion6 }[...]
    var result: [IPAddress] = []
    while let next = first.popFirst() {
      result.append(next)
      if let other = second.popFirst() { result.append(other) }
    }
    return result + second
  }
}
