import Foundation
import Futures
import JSONValues
import Transfers

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Errors about answers.
extension WeatherError {
  /// Returns the error that no place has the requested name.
  package static func unknownCity(advice: String) -> WeatherError {
    WeatherError(.unknownCity, "no city of this name is known", advice: advice)
  }

  /// Returns the error that the answer did not arrive in time.
  package static func noAnswer(within limit: Duration) -> WeatherError {
    WeatherError(
      .timedOut,
      "the server did not answer within \(limit.formatted(.units(width: .wide)))",
      advice: "try again in a few minutes"
    )
  }

  /// Creates an explanation of the error of a step.
  package init(describing error: any Error) {
    switch error {
    case is CancellationError: self = .cancellation
    case let error as WeatherError: self = error
    case let error as TimeoutError: self = .noAnswer(within: error.limit)
    case let error as HTTPStatusError: self.init(error)
    case let error as TransferError: self.init(error)
    case let error as URLError: self.init(error)
    default: self.init(.broken, "the request failed (\(error))", advice: "try again")
    }
  }

  private init(_ error: TransferError) {
    let whole = error.bytesExpected.map { " of \($0)" } ?? ""
    self.init(
      .broken,
      "the connection ended after \(error.bytesReceived)\(whole) bytes",
      advice: "try again in a few minutes"
    )
  }

  private init(_ error: URLError) {
    let host = error.failingURL?.host() ?? "the server"
    switch error.code {
    case .cancelled:
      self = .cancellation
    case .notConnectedToInternet, .cannotFindHost, .dnsLookupFailed:
      self.init(
        .broken,
        "\(host) could not be found",
        advice: "check the network connection, or leave --live out to see sample data"
      )
    case .cannotConnectToHost:
      self.init(.broken, "\(host) could not be reached", advice: "check the network connection")
    case .timedOut:
      self.init(.timedOut, "\(host) did not answer in time", advice: "try again in a few minutes")
    default:
      self.init(
        .broken,
        "the connection failed (\(error.localizedDescription))",
        advice: "try again in a few minutes"
      )
    }
  }

  private init(_ error: HTTPStatusError) {
    if error.isTransient || error.status >= 500 {
      self.init(
        .serverTrouble,
        "the server answered \(error.status)",
        advice: "try again in a few minutes"
      )
    } else {
      let answer = try? JSONDecoder().decode(ErrorResponse.self, from: error.body)
      let reason = answer.map { " (\($0.reason))" } ?? ""
      self.init(
        .refused,
        "the server answered \(error.status)\(reason)",
        advice: "look for a newer version of this program"
      )
    }
  }

  /// Decodes a JSON body.
  package static func decode<Answer: Decodable>(
    _ type: Answer.Type,
    from body: Data
  ) throws(WeatherError) -> Answer {
    do {
      return try JSONDecoder().decode(type, from: body)
    } catch DecodingError.keyNotFound(let key, _) {
      throw unreadable("has no \"\(key.stringValue)\"")
    } catch DecodingError.typeMismatch(_, let context),
      DecodingError.valueNotFound(_, let context)
    {
      let path = context.codingPath.map(\.stringValue).joined(separator: ".")
      throw unreadable("has no usable \"\(path)\"")
    } catch {
      throw unreadable("was not JSON")
    }
  }

  private static func unreadable(_ how: String) -> WeatherError {
    WeatherError(.unreadable, "the server's answer \(how)", advice: "try again in a few minutes")
  }
}
