import Foundation
import Testing
import Transfers

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif
#if AsyncHTTPClient
import TransfersHTTPClient
#endif

/// A back end of sessions, for tests that do not depend on which one it is.
struct Backend: Sendable, CustomTestStringConvertible {
  let testDescription: String
  private let newSession: @Sendable (_ idleTime: TimeInterval) -> TransferSession

  /// All built-in back ends.
  static let all: [Backend] = {
    var all = [
      Backend(testDescription: "URLSession") { idleTime in
        let configuration = URLSessionConfiguration.ephemeral
        configuration.timeoutIntervalForRequest = idleTime
        return TransferSession(configuration: configuration)
      }
    ]
    #if AsyncHTTPClient
    all.append(
      Backend(testDescription: "AsyncHTTPClient") { _ in
        TransferSession(over: shared)
      }
    )
    #endif
    return all
  }()

  #if AsyncHTTPClient
  private static let shared = HTTPClientBackend()
  #endif

  private init(
    testDescription: String,
    newSession: @escaping @Sendable (_ idleTime: TimeInterval) -> TransferSession
  ) {
    self.testDescription = testDescription
    self.newSession = newSession
  }

  /// Creates a session.
  ///
  /// Only one of the back ends lets a request shorten the time between two bytes.
  ///
  /// - Parameter idleTime: The longest time between two bytes.
  /// - Returns: The session.
  func session(idleTime: TimeInterval = 60) -> TransferSession { newSession(idleTime) }
}
