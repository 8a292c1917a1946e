import AppLinksPublishing
import AppLinksResolving
import Foundation
import HTTPTypes
import Hummingbird
import Logging
import NIOCore

/// The pages for people: `/`, and `/again`, which loads a page again.
struct PageRoutes: Sendable {
  let index: LinkIndex
  let rates: RateLimit
  let limits: RequestLimits
  let threads: AnswerThreads
  private let templates: PageTemplates

  init(index: LinkIndex, rates: RateLimit, limits: RequestLimits, threads: AnswerThreads) throws {
    self.index = index
    self.rates = rates
    self.limits = limits
    self.threads = threads
    templates = try PageTemplates()
  }

  func add(to group: RouterGroup<ServerContext>) {
    group.get("/") { request, context in await answer(request, context) }
    group.post("again") { request, context in await again(request, context) }
    group.get("problems") { _, _ in problems() }
  }

  // MARK: Explaining

  private func answer(_ request: Request, _ context: ServerContext) async -> Response {
    let text = QueryText.value(of: "url", in: request.uri.query ?? "") ?? ""
    if text.isEmpty { return html("start", Start()) }
    return await explaining(text, context) { asked, client in
      try await explanation(of: asked, client)
    }
  }

  /// Loads a page again and redirects to its shareable address.
  private func again(_ request: Request, _ context: ServerContext) async -> Response {
    let body = try? await request.body.collect(upTo: limits.maximumURL * 3 + 1024)
    let text = body.flatMap { QueryText.value(of: "url", in: String(buffer: $0)) } ?? ""
    return await explaining(text, context) { asked, client in
      async let page = index.page(asked, again: true, for: client)
      async let host = index.host(asked.host, again: true, for: client)
      _ = try await (page, host)
      return .redirect(to: "/?url=" + QueryText.escaped(asked.text), type: .normal)
    }
  }

  private func explaining(
    _ text: String,
    _ context: ServerContext,
    _ body: (AskedPage, Client) async throws -> Response
  ) async -> Response {
    do {
      let asked = try AskedPage(PageAddress.completed(text), maximum: limits.maximumURL)
      let client = try context.knownClient
      try rates.charge(client, 1)
      return try await body(asked, client)
    } catch let problem as Problem {
      return html("problem", ProblemView(problem, about: text), problem.status, problem.headers)
    } catch {
      context.logger.error("a page has failed", metadata: ["error": "\(error)"])
      let problem = Problem.internalError
      return html("problem", ProblemView(problem, about: text), problem.status)
    }
  }

  private func explanation(of asked: AskedPage, _ client: Client) async throws -> Response {
    async let ownHost = index.host(asked.host, for: client)
    async let otherHost = index.host(LinkedHost.counterpart(of: asked.host), for: client)
    let copy = try await index.page(asked, for: client)
    guard let resolution = copy.content.resolution, copy.content.failure == nil else {
      throw copy.content.problem ?? .internalError
    }
    let own = try await ownHost.content
    var end: HostContent?
    if let host = resolution.finalURL?.host()?.lowercased(), host != asked.host {
      end = try await index.host(host, for: client).content
    }
    let contents = [own, end].compactMap(\.self)
    let counterpart = try await otherHost.content
    let devices = try await DeviceReport.all(resolution)
    let text = try await threads.run {
      let hosts = contents.map(\.linked)
      let view = PageView(
        asked,
        copy,
        resolution,
        devices: devices,
        hosts: hosts,
        report: WhyReport(asked, hosts[0], counterpart: counterpart.linked)
      )
      return templates.page("page", view)
    }
    return html(text)
  }

  private func problems() -> Response { html("problems", ProblemsView()) }

  private func html(
    _ name: String,
    _ values: Any,
    _ status: HTTPResponse.Status = .ok,
    _ headers: HTTPFields = [:]
  ) -> Response {
    html(templates.page(name, values), status, headers)
  }

  private func html(
    _ text: String,
    _ status: HTTPResponse.Status = .ok,
    _ headers: HTTPFields = [:]
  ) -> Response {
    var headers = headers
    headers[.contentType] = "text/html; charset=utf-8"
    headers[.cacheControl] = "no-cache"
    return Response(
      status: status,
      headers: headers,
      body: ResponseBody(byteBuffer: ByteBuffer(string: text))
    )
  }
}

/// The first page.
private struct Start {
  let title = "App Links, explained"
  let url = ""
  let version = Version.text
}
