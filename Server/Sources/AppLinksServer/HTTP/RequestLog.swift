import Hummingbird
import Logging

/// Logs and measures requests without the URLs they ask about, and answers errors as problems.
struct RequestLog: RouterMiddleware {
  typealias Context = ServerContext

  let metrics: RequestMetrics

  func handle(
    _ request: Request,
    context: ServerContext,
    next: (Request, ServerContext) async throws -> Response
  ) async throws -> Response {
    let start = ContinuousClock.now
    let response: Response
    var failure: (any Error)?
    do {
      response = try await next(request, context)
    } catch let problem as Problem {
      response = problem.response
    } catch let error as any HTTPResponseError {
      // Handlers throw problems; this error comes from the router.
      let problem = error.status == .notFound ? AllowedMethods.problem(of: request) : nil
      response = (problem ?? Problem(error)).response
    } catch is CancellationError {
      // The time of the shutdown is over, and nobody receives the answer.
      response = Problem.internalError.response
    } catch {
      failure = error
      response = Problem.internalError.response
    }
    let time = ContinuousClock.now - start
    metrics.record(time, of: context.endpointPath, response.status)
    let level: Logger.Level =
      if failure != nil { .error } else if response.status.code >= 500 { .info } else { .debug }
    context.logger.log(
      level: level,
      "request",
      metadata: [
        "method": "\(request.method)", "path": "\(request.uri.path)",
        "status": "\(response.status.code)",
        "microseconds": "\(Int(time / .microseconds(1)))",
        "client": "\(context.remoteAddress?.ipAddress ?? "unknown")",
        "error": failure.map { "\($0)" } ?? "none",
      ]
    )
    return response
  }
}
