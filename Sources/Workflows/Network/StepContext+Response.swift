internal import Futures
internal import Transfers

#if canImport(FoundationNetworking)
internal import Foundation
public import FoundationNetworking
#else
public import Foundation
#endif

extension RunKey where Value == URLResponse {
  /// The response to the last transfer of the run.
  ///
  /// A durable run records it with the step, without the cookies that it sets.
  ///
  /// It replaces BkTask's content value `urlResponse`.
  public static let response = RunKey("response")
}

extension StepContext {
  /// The response to the last transfer before this point; `nil` if there was none or it was not
  /// HTTP.
  ///
  /// It replaces BkTask's content value `httpURLResponse`.
  public var httpResponse: HTTPURLResponse? { self[.response] as? HTTPURLResponse }

  /// Waits for a transfer and stores its response.
  nonisolated(nonsending) func transfer<Body>(
    _ future: Future<(Body, URLResponse), any Error>
  ) async throws -> Body {
    do {
      let (body, response) = try await value(of: future)
      self[.response] = response
      return body
    } catch let error as HTTPStatusError {
      self[.response] = error.response
      throw error
    }
  }

  func report(_ progress: TransferProgress) {
    if let fraction = progress.fraction { report(fraction) }
  }
}
