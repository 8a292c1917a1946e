#if Page
import Foundation
import Hummingbird
import Logging

/// Middleware that refuses requests whose host is not this computer.
///
/// Another site can make its name resolve to this computer after its page was loaded (DNS
/// rebinding). The browser then treats both as one site; only the host of the request differs.
struct LocalNames: RouterMiddleware {
  func handle(
    _ request: Request,
    context: PageContext,
    next: (Request, PageContext) async throws -> Response
  ) async throws -> Response {
    guard Self.isLocal(request.head.authority ?? "", port: context.port) else {
      throw HTTPError(
        .misdirectedRequest,
        message: "The page is for this computer only, at http://localhost:\(context.port ?? 8080)."
      )
    }
    return try await next(request, context)
  }

  /// Whether a request is for this computer.
  ///
  /// - Parameters:
  ///   - authority: The name and the port that the request is for.
  ///   - port: The port that the server listens on; `nil` if it has none.
  /// - Returns: Whether both are those of the server.
  static func isLocal(_ authority: String, port: Int?) -> Bool {
    guard let parts = authority.lowercased().wholeMatch(of: /(.*?)(?::([0-9]{1,5}))?/) else {
      return false
    }
    let isRightPort = port.map { $0 == parts.2.flatMap { Int($0) } ?? 80 } ?? true
    return isRightPort && ["localhost", "127.0.0.1", "[::1]"].contains(parts.1)
  }
}

/// Middleware that refuses forms sent from a page of another site.
struct SameOriginForms<Context: RequestContext>: RouterMiddleware {
  func handle(
    _ request: Request,
    context: Context,
    next: (Request, Context) async throws -> Response
  ) async throws -> Response {
    guard request.method == .post else { return try await next(request, context) }
    let site = request.headers[.init("Sec-Fetch-Site")!] ?? "none"
    let own = "http://\(request.head.authority ?? "")"
    // A browser sends at least one of the headers; a program such as curl sends neither.
    guard ["same-origin", "none"].contains(site), (request.headers[.origin] ?? own) == own else {
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
      let text = error.status == .contentTooLarge ? "The form is too long." : "Check the address."
      return Response(error.status, Pages.failure("This did not work", text))
    } catch {
      context.logger.error("\(error)")
      // A write that was not answered may be in the store.
      let text =
        request.method == .post
        ? "The store of the orders has not answered. It may still have done what you asked for: look "
          + "at the list of orders before you try again."
        : "The store of the orders has not answered. Try again."
      return Response(.serviceUnavailable, Pages.failure("The store is away", text))
    }
  }
}
#endif
