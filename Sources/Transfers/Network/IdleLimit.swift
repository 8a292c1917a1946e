#if canImport(FoundationNetworking)
internal import Foundation
package import FoundationNetworking
#else
package import Foundation
#endif

/// The longest time between two bytes that requests and configurations specify.
package enum IdleLimit {
  /// The limit of a request that sets none, in seconds.
  private static let standard = 60.0

  /// A day in seconds; clients trap on much larger numbers.
  private static let longest = 86_400.0

  /// Returns the limit of a request.
  ///
  /// - Parameter request: The request. Without a positive limit, the limit is 60 seconds.
  /// - Returns: The limit in seconds, at most a day.
  package static func seconds(of request: URLRequest) -> Double {
    seconds(request.timeoutInterval)
  }

  private static func seconds(_ seconds: Double) -> Double {
    seconds > 0 ? min(seconds, longest) : standard
  }

  #if canImport(FoundationNetworking)
  /// Returns a request whose limit a session on Linux observes.
  ///
  /// Such a session ignores a limit that was passed to the initializer, truncates fractions of a
  /// second, so that a limit of less than a second expires at once, and traps on infinity. The
  /// limit is therefore rounded up and assigned. A request with the default of 60 seconds uses the
  /// limit of the session.
  static func applied(to request: URLRequest) -> URLRequest {
    if request.timeoutInterval == standard { return request }
    var request = request
    request.timeoutInterval = seconds(of: request).rounded(.up)
    return request
  }

  /// Changes the limit of a configuration to one that a session on Linux observes.
  static func apply(to configuration: URLSessionConfiguration) {
    let limit = seconds(configuration.timeoutIntervalForRequest)
    configuration.timeoutIntervalForRequest = limit.rounded(.up)
  }
  #endif
}
