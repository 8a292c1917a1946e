#if Page
import DurableWorkflows
import Foundation
import Hummingbird
import OrdersKit
import Workflows

/// The server of the pages, which lists orders, shows one order, and acts on orders.
package struct OrderServer: Sendable {
  private let book: OrderBook
  private static let limit = 60

  /// Creates a server.
  package init(_ book: OrderBook) { self.book = book }

  /// The routes.
  package var router: Router<PageContext> {
    let router = Router(context: PageContext.self, options: .autoGenerateHeadEndpoints)
    router.add(middleware: ErrorPages())
    router.add(middleware: LocalNames())
    router.add(middleware: SameOriginForms())
    router.get("/") { request, _ in try await list(request) }
    router.get("/style.css") { _, _ in
      Response(.ok, "text/css; charset=utf-8", Style.sheet, policy: "default-src 'none'")
    }
    router.post("/orders") { request, _ in try await add(request) }
    router.get("/orders/{id}") { request, context in
      let order = try await order(context)
      let page = Pages.order(order, notice: notice(request), refresh: refresh(request))
      return Response(.ok, page)
    }
    router.get("/orders/{id}/trace.svg") { _, context in
      let order = try await order(context)
      let svg = try await book.trace(order.id).svg(title: order.id)
      let policy = "default-src 'none'; style-src 'unsafe-inline'"
      return Response(.ok, "image/svg+xml; charset=utf-8", svg, policy: policy)
    }
    router.post("/orders/{id}/approve") { request, context in
      try await approve(request, context)
    }
    router.post("/orders/{id}/cancel") { request, context in try await cancel(request, context) }
    return router
  }

  private func list(_ request: Request) async throws -> Response {
    let page = Pages.list(
      try await book.orders(limit: Self.limit),
      counts: try await book.counts(),
      notice: notice(request),
      refresh: refresh(request)
    )
    return Response(.ok, page)
  }

  private func order(_ context: PageContext) async throws -> OrderView {
    let part = try context.parameters.require("id")
    let id = part.removingPercentEncoding ?? part
    // No store has a run with that character, and some refuse to look for one.
    guard !id.utf8.contains(0), let order = try await book.order(id) else {
      throw HTTPError(.notFound, message: "There is no such order. It may have been removed.")
    }
    return order
  }

  // MARK: Forms

  private struct NewOrder: Decodable {
    let item: String
    let amount: Int
  }

  private struct Action: Decodable {
    var by: String?
    var back: String?
  }

  private func add(_ request: Request) async throws -> Response {
    let form = try await form(request, as: NewOrder.self)
    let item = try checked(form.item, "The item")
    guard 1...100_000 ~= form.amount else {
      throw HTTPError(.badRequest, message: "The amount is from 1 to 100000.")
    }
    try await book.add(item, amount: form.amount)
    return .seeOther("/", .added)
  }

  private func approve(
    _ request: Request,
    _ context: PageContext
  ) async throws -> Response {
    let form = try await form(request, as: Action.self)
    let id = try await order(context).id
    switch try await book.approve(id, by: try checked(form.by ?? "", "The name")) {
    case .kept: return back(from: id, form, .approved)
    case .taken: return back(from: id, form, .approvedBefore)
    case .ended, .unknown: return back(from: id, form, .hasEnded)
    }
  }

  private func cancel(
    _ request: Request,
    _ context: PageContext
  ) async throws -> Response {
    let form = try await form(request, as: Action.self)
    let id = try await order(context).id
    switch try await book.cancel(id) {
    case .cancelled: return back(from: id, form, .cancelled)
    case .requested: return back(from: id, form, .willBeCancelled)
    case .refused: return back(from: id, form, .hasEnded)
    }
  }

  private func back(from id: String, _ form: Action, _ notice: Notice) -> Response {
    .seeOther(form.back == "list" ? "/" : "/orders/\(id.inPath)", notice)
  }

  private func form<Form: Decodable>(_ request: Request, as type: Form.Type) async throws -> Form {
    let body = try await request.body.collect(upTo: 4096)
    do {
      return try URLEncodedFormDecoder().decode(type, from: String(buffer: body))
    } catch {
      throw HTTPError(.badRequest, message: "The form is incomplete.")
    }
  }

  private func checked(_ text: String, _ name: String) throws -> String {
    let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
    guard !text.isEmpty, text.count <= 80 else {
      throw HTTPError(.badRequest, message: "\(name) has 1 to 80 characters.")
    }
    return text
  }

  private func notice(_ request: Request) -> Notice? {
    request.uri.queryParameters["said"].flatMap { Notice(rawValue: String($0)) }
  }

  private func refresh(_ request: Request) -> Int? {
    request.uri.queryParameters["refresh"].flatMap { Int($0) }.map { min(max($0, 1), 60) }
  }
}

extension Response {
  /// Creates a response with a page.
  init(_ status: HTTPResponse.Status, _ page: Layout) {
    let policy =
      "default-src 'none'; style-src 'self'; img-src 'self' data:; form-action 'self'; "
      + "frame-ancestors 'none'; base-uri 'none'"
    self.init(status, "text/html; charset=utf-8", page.html.source, policy: policy)
  }

  init(_ status: HTTPResponse.Status, _ type: String, _ text: String, policy: String) {
    self.init(
      status: status,
      headers: [
        .contentType: type, .contentSecurityPolicy: policy, .cacheControl: "no-store",
        .xContentTypeOptions: "nosniff", .init("Referrer-Policy")!: "same-origin",
      ],
      body: ResponseBody(byteBuffer: ByteBuffer(string: text))
    )
  }

  /// Returns a redirect to the page to load after a form, so that reloading does not submit the
  /// form again.
  static func seeOther(_ path: String, _ notice: Notice) -> Response {
    Response(status: .seeOther, headers: [.location: "\(path)?said=\(notice.rawValue)"])
  }
}
#endif
