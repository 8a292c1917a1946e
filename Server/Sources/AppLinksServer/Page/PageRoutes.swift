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
  private let answers: SharedAnswers

  init(
    index: LinkIndex,
    rates: RateLimit,
    limits: RequestLimits,
    threads: AnswerThreads,
    answers: SharedAnswers
  ) throws {
    self.index = index
    self.rates = rates
    self.limits = limits
    self.threads = threads
    self.answers = answers
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
      // Its address can be shared, and it is checked each time whether it has changed.
      try await explanation(of: asked, client).response(to: request, cacheControl: "no-cache")
    }
  }

  /// Loads a page again and redirects to its shareable address.
  private func again(_ request: Request, _ context: ServerContext) async -> Response {
    let form: ByteBuffer
    do {
      form = try await request.body(upTo: limits.maximumURL * 3 + 1024)
    } catch {
      return failure(error, about: "", context)
    }
    let text = QueryText.value(of: "url", in: String(buffer: form)) ?? ""
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
    } catch {
      return failure(error, about: text, context)
    }
  }

  /// Returns the page about an error.
  private func failure(_ error: any Error, about text: String, _ context: ServerContext) -> Response
  {
    let problem = error as? Problem ?? .internalError
    // After a cancellation, the time of the shutdown is over, and nobody receives the page.
    if !(error is Problem || error is CancellationError) {
      context.logger.error("a page has failed", metadata: ["error": "\(error)"])
    }
    return html("problem", ProblemView(problem, about: text), problem.status, problem.headers)
  }

  /// A page with its host, and the host with `www.` added or removed.
  private struct Copies {
    let page: KeptCopy<PageContent>
    let resolution: AppLinkResolution
    let own: KeptCopy<HostContent>
    let counterpart: KeptCopy<HostContent>
  }

  private func copies(of asked: AskedPage, _ client: Client) async throws -> Copies {
    let name = LinkedHost.counterpart(of: asked.host)
    // Starting tasks takes longer than what they do if all is in memory.
    if let other = index.freshHost(name), let own = index.freshHost(asked.host),
      let page = index.freshPage(asked)
    {
      return Copies(page: page, resolution: try page.content.resolved, own: own, counterpart: other)
    }
    async let own = index.host(asked.host, for: client)
    async let other = index.host(name, for: client)
    let page = try await index.page(asked, for: client)
    return Copies(
      page: page,
      resolution: try page.content.resolved,
      own: try await own,
      counterpart: try await other
    )
  }

  private func explanation(of asked: AskedPage, _ client: Client) async throws -> CachedAnswer {
    let copies = try await copies(of: asked, client)
    let (copy, resolution, counterpart) = (copies.page, copies.resolution, copies.counterpart)
    var hosts = [copies.own]
    if let host = resolution.finalURL?.host()?.lowercased(), host != asked.host {
      hosts.append(try await index.host(host, for: client))
    }
    let entries = [copy.entry, counterpart.entry] + hosts.map(\.entry)
    return try await answers.answer(to: "html \(asked.text)", about: entries) { [hosts] in
      let devices = try await DeviceReport.all(resolution)
      return try await threads.run {
        let linked = hosts.map(\.content.linked)
        let view = PageView(
          asked,
          copy,
          resolution,
          devices: devices,
          hosts: linked,
          report: WhyReport(asked, linked[0], counterpart: counterpart.content.linked)
        )
        return CachedAnswer(templates.page("page", view), contentType: Self.contentType)
      }
    }
  }

  private func problems() -> Response { html("problems", ProblemsView()) }

  private func html(
    _ name: String,
    _ values: Any,
    _ status: HTTPResponse.Status = .ok,
    _ headers: HTTPFields = [:]
  ) -> Response {
    var headers = headers
    headers[.contentType] = Self.contentType
    headers[.cacheControl] = "no-cache"
    return Response(
      status: status,
      headers: headers,
      body: ResponseBody(byteBuffer: ByteBuffer(string: templates.page(name, values)))
    )
  }

  private static let contentType = "text/html; charset=utf-8"
}

/// The first page.
private struct Start {
  let title = "App Links, explained"
  let url = ""
  let version = Version.text
}
