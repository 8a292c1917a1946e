#if Page
import Foundation
import Hummingbird
import Logging

/// Middleware that refuses forms sent from a page of another site.
struct SameOriginForms<Context: RequestContext>: RouterMiddleware {
  func handle(
    _ request: Request,
    context: Context,
    next: (Request, Context) async throws -> Response
  ) async throws -> Response {
    guard request.method == .post else { return try await next(request, context) }
    let site = request.headers[.init("Sec-Fetch-Site")!]
    let origin = request.headers[.origin].flatMap { URL(string: $0) }
    let host = origin.map { url in (url.host ?? "") + (url.port.map { ":\($0)" } ?? "") }
    // A browser sends at least one of the headers; a program such as curl sends neither.
    let isOther = site.map { $0 != "same-origin" && $0 != "none" } ?? false
    if isOther || request.headers[.origin] != nil && host != request.head.authority {
      throw HTTPError(.forbidden, message: "The form comes from another site.")
    }
    return try await next(request, context)
  }
}

/// Middleware that answers errors with pages.
struct ErrorPages<Context: RequestContext>: RouterMiddleware {
  func handle(
    _ request: Request,
    context: Context,
    next: (Request, Context) async throws -> Response
  ) async throws -> Response {
    do {
      return try await next(request, context)
    } catch let error as HTTPError {
      let title = error.status == .notFound ? "Not found" : "This did not work"
      return Response(error.status, Pages.failure(title, error.body ?? "Check the address."))
    } catch let error as any HTTPResponseError {
      return Response(error.status, Pages.failure("This did not work", "Check the address."))
    } catch {
      context.logger.error("\(error)")
      let text = "The store of the orders has not answered. Nothing is lost; try again."
      return Response(.serviceUnavailable, Pages.failure("The store is away", text))
    }
  }
}
#endif
