import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// What can be wrong with an answer.
extension WeatherError {
  /// No place has the name asked for.
  package static func unknownCity(advice: String) -> WeatherError {
    WeatherError(.unknownCity, "no city of this name is known", advice: advice)
  }

  /// The answer did not come in time.
  package static func noAnswer(within limit: Duration) -> WeatherError {
    WeatherError(
      .timedOut,
      "the server did not answer within \(limit.formatted(.units(width: .wide)))",
      advice: "try again in a few minutes"
    )
  }

  /// Explains what `URLSession` failed with.
  package init(transport error: any Error) {
    switch error {
    case is CancellationError: self = .cancellation
    case let error as WeatherError: self = error
    case let error as URLError: self.init(error)
    default: self.init(.broken, "the request failed (\(error))", advice: "try again")
    }
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

  /// Refuses an answer that is not a success.
  package static func check(_ response: URLResponse, _ body: Data) throws(WeatherError) {
    guard let status = (response as? HTTPURLResponse)?.statusCode else { return }
    switch status {
    case 200..<300:
      return
    case 408, 429, 500...:
      throw WeatherError(
        .serverTrouble,
        "the server answered \(status)",
        advice: "try again in a few minutes"
      )
    default:
      let reason = (try? JSONDecoder().decode(ErrorResponse.self, from: body))?.reason
      throw WeatherError(
        .refused,
        "the server answered \(status)\(reason.map { " (\($0))" } ?? "")",
        advice: "look for a newer version of this program"
      )
    }
  }

  /// Reads a JSON body.
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
