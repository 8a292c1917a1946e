/// A way in which the sample server can misbehave.
package enum SampleFault: Hashable, Sendable {
  /// Answers 500.
  case serverError
  /// Closes the connection halfway through the body.
  case cutBody
  /// Sends a complete body that is not JSON.
  case badJSON
}

/// The faults of a place's requests when the sample server is told to misbehave.
package enum SampleFaults: Hashable, Sendable {
  /// These faults, one per request, then good answers.
  case atFirst([SampleFault])
  /// This fault, whatever happens.
  case always(SampleFault)

  /// Returns the fault for the request with this number, counted from 0.
  package func fault(forRequest number: Int) -> SampleFault? {
    switch self {
    case .atFirst(let faults): number < faults.count ? faults[number] : nil
    case .always(let fault): fault
    }
  }
}
