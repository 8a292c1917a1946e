import AppLinksPublishing
import HTTPTypes
import Hummingbird
import JSONValues
import NIOCore

/// The API for one page: `/api/v1/page` and `/api/v1/why`.
struct QuestionRoutes: Sendable {
  let index: LinkIndex
  let rates: RateLimit
  let clock: WallClock
  let limits: RequestLimits
  let threads: AnswerThreads
  let answers: SharedAnswers

  func add(to group: RouterGroup<ServerContext>) {
    group.get("page") { request, context in try await page(request, context) }
    group.get("why") { request, context in try await why(request, context) }
  }

  private func page(_ request: Request, _ context: ServerContext) async throws -> Response {
    let client = try context.knownClient
    let asked = try limits.page(in: request)
    try rates.charge(client, 1)
    let copy = try await index.page(asked, again: request.wantsNew, for: client)
    let resolution = try copy.content.resolved
    let answer = try await answers.answer(to: "page \(asked.place)", about: [copy.entry]) {
      CachedAnswer(
        PageContent.json(
          asked,
          resolution,
          findings: copy.content.findings,
          devices: try await DeviceReport.all(resolution)
        )
      )
    }
    return answer.response(
      to: request,
      maximumAge: (copy.entry.freshUntil - clock.now()) / 1000,
      stale: (copy.entry.staleUntil - copy.entry.freshUntil) / 1000,
      isPrivate: client.hasKey
    )
  }

  private func why(_ request: Request, _ context: ServerContext) async throws -> Response {
    let client = try context.knownClient
    let asked = try limits.page(in: request)
    try rates.charge(client, 1)
    let domain = try request.uri.queryParameters["domain"].map { text throws(Problem) in
      try AskedDomain(String(text), maximum: 255)
    }
    let name = domain?.host ?? asked.host
    let copy = try await index.host(name, again: request.wantsNew, for: client)
    let question = "why \(domain?.text ?? "") \(asked.text)"
    let answer = try await answers.answer(to: question, about: [copy.entry]) {
      try await threads.run {
        var host = copy.content.linked
        host.domain = domain?.text
        return CachedAnswer(WhyReport(asked, host).json)
      }
    }
    return answer.response(
      to: request,
      maximumAge: (copy.entry.freshUntil - clock.now()) / 1000,
      isPrivate: client.hasKey
    )
  }
}
