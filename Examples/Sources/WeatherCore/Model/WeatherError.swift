import Futures

/// The reason why a city has no row in the table: what went wrong and what to do about it.
package struct WeatherError: Error, Hashable, Sendable {
  /// The kinds of failure.
  package struct Code: Hashable, Sendable, CustomStringConvertible {
    private enum Kind: Hashable {
      case unknownCity, refused, serverTrouble, broken, unreadable, timedOut, cancelled
    }

    private let kind: Kind

    package var description: String { "\(kind)" }

    /// No place has the requested name.
    package static let unknownCity = Code(kind: .unknownCity)
    /// The server refused the request; repeating it gives the same answer.
    package static let refused = Code(kind: .refused)
    /// The server answered with a status that says "not now".
    package static let serverTrouble = Code(kind: .serverTrouble)
    /// There was no connection, or it was cut before the answer was complete.
    package static let broken = Code(kind: .broken)
    /// The answer was complete, but does not match the API.
    package static let unreadable = Code(kind: .unreadable)
    /// The answer did not arrive in time.
    package static let timedOut = Code(kind: .timedOut)
    /// The answer was no longer needed.
    package static let cancelled = Code(kind: .cancelled)
  }

  /// The kind of failure.
  package let code: Code
  /// What went wrong, as a clause: "the server answered 500".
  package let problem: String
  /// What to do about it, as a clause: "try again in a few minutes".
  package let advice: String
  /// The city of the request, once known.
  package private(set) var city: String?
  /// The number of attempts.
  package private(set) var attempts = 1

  /// Creates a description of a failure.
  package init(_ code: Code, _ problem: String, advice: String) {
    self.code = code
    self.problem = problem.printable
    self.advice = advice
  }

  /// Whether another attempt may succeed.
  package var isTransient: Bool {
    [.serverTrouble, .broken, .unreadable, .timedOut].contains(code)
  }

  /// Returns the same error with the city that it is about and the number of attempts.
  package func about(_ city: String, attempts: Int) -> WeatherError {
    var error = self
    error.city = city
    error.attempts = attempts
    return error
  }
}

extension WeatherError: CustomStringConvertible {
  /// The failure in one line, with the city and the remedy.
  package var description: String {
    let subject = city.map { "\($0): " } ?? ""
    let effort = isTransient && attempts > 1 ? "gave up after \(attempts) attempts: " : ""
    return "\(subject)\(effort)\(problem); \(advice)"
  }
}

/// Makes a typed future cancellable: ``Futures/CancellationSource`` needs an error to fail it with.
extension WeatherError: CancellationRepresentable {
  package static let cancellation = WeatherError(
    .cancelled,
    "cancelled before the answer came",
    advice: "run it again"
  )

  package var isCancellation: Bool { code == .cancelled }
}
