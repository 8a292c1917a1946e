#if canImport(FoundationNetworking)
internal import Foundation
package import FoundationNetworking
#else
package import Foundation
#endif

/// The longest time between two bytes, as requests and configurations give it.
package enum IdleLimit {
  /// What a request has if nothing else is set, in seconds.
  private static let standard = 60.0

  /// A day in seconds, since clients trap on numbers that are much larger.
  private static let longest = 86_400.0

  /// Returns the limit of a request.
  ///
  /// - Parameter request: The request. Without a positive limit it has that of 60 seconds.
  /// - Returns: The limit in seconds, a day at most.
  package static func seconds(of request: URLRequest) -> Double {
    seconds(request.timeoutInterval)
  }

  private static func seconds(_ seconds: Double) -> Double {
    seconds > 0 ? min(seconds, longest) : standard
  }

  #if canImport(FoundationNetworking)
  /// Returns a request whose limit a session of Linux observes.
  ///
  /// Such a session ignores a limit that was passed to the initializer, cuts off the fraction of
  /// a second, so that less than a second ends at once, and traps on infinity. So the limit is
  /// rounded up and assigned. A request with the default of 60 seconds has that of the session.
  static func applied(to request: URLRequest) -> URLRequest {
    if request.timeoutInterval == standard { return request }
    var request = request
    request.timeoutInterval = seconds(of: request).rounded(.up)
    return request
  }

  /// Changes the limit of a configuration to one that a session of Linux observes.
  static func apply(to configuration: URLSessionConfiguration) {
    let limit = seconds(configuration.timeoutIntervalForRequest)
    configuration.timeoutIntervalForRequest = limit.rounded(.up)
  }
  #endif
}
