import AppLinksResolving
import Foundation
import HTTPTypes
import Hummingbird
import JSONValues
import NIOCore

/// The API: `/api/v1/index`, `/api/v1/page` and `/api/v1/why`.
struct IndexRoutes: Sendable {
  let index: LinkIndex
  let rates: RateLimit
  let clock: WallClock
  let limits: RequestLimits
  private let rendered = MemoryCopies<(loaded: Int64, answer: CachedAnswer)>(
    maximumBytes: 64 << 20
  )

  init(index: LinkIndex, rates: RateLimit, clock: WallClock, limits: RequestLimits) {
    self.index = index
    self.rates = rates
    self.clock = clock
    self.limits = limits
  }

  func add(to group: RouterGroup<ServerContext>) {
    group.get("index") { request, context in
      let ids = try request.value(of: "ids", maximum: limits.maximumBody)
      let urls = ids.split(separator: ",", omittingEmptySubsequences: true).map(String.init)
      return try await batch(urls, request, context)
    }
    group.post("index") { request, context in
      try await batch(try await urls(in: request), request, context)
    }
    group.get("page") { request, context in try await page(request, context) }
    group.get("why") { request, context in try await why(request, context) }
  }

  // MARK: Batches

  private func urls(in request: Request) async throws -> [String] {
    let body: ByteBuffer
    do {
      body = try await request.body.collect(upTo: limits.maximumBody)
    } catch is NIOTooManyBytesError {
      throw Problem.bodyTooLarge(limits.maximumBody)
    }
    let json: JSONValue
    do throws(JSONParseError) {
      json = try JSONValue(parsing: body.readableBytesView)
    } catch {
      throw Problem.badRequest("The body is not JSON: \(error).")
    }
    guard let ids = json["ids"]?.arrayValue else {
      throw Problem.badRequest(#"Send an object such as {"ids": ["https://shop.example/"]}."#)
    }
    return try ids.map { id in
      guard let text = id.stringValue else {
        throw Problem.badRequest("Every member of 'ids' must be the text of a URL.")
      }
      return text
    }
  }

  private func batch(
    _ urls: [String],
    _ request: Request,
    _ context: ServerContext
  ) async throws -> Response {
    let client = try context.knownClient
    guard urls.count <= client.limits.urlsPerRequest else {
      throw Problem.tooManyURLs(client.limits.urlsPerRequest)
    }
    guard !urls.isEmpty else {
      throw Problem.badRequest("Name at least one URL in 'ids', separated by commas.")
    }
    try rates.charge(client, urls.count)
    let answers = await answers(to: Set(urls), client)
    if answers.values.allSatisfy(\.isStoreAway) { throw Problem.storeAway }
    let answer = IndexAnswer(entries: answers.mapValues(\.entry))
    let end = answers.values.map(\.freshUntil).min() ?? 0
    return CachedAnswer(answer.json).response(
      to: request,
      maximumAge: (end - clock.now()) / 1000,
      isPrivate: client.hasKey
    )
  }

  private struct Answer {
    var entry: IndexAnswer.Entry
    var freshUntil: Int64 = 0
    var isStoreAway = false
  }

  private func answers(to urls: Set<String>, _ client: Client) async -> [String: Answer] {
    await withTaskGroup(of: (String, Answer).self) { group in
      for url in urls {
        group.addTask { (url, await answer(to: url, client)) }
      }
      var answers: [String: Answer] = [:]
      for await (url, answer) in group { answers[url] = answer }
      return answers
    }
  }

  private func answer(to url: String, _ client: Client) async -> Answer {
    do {
      let page = try AskedPage(url, maximum: limits.maximumURL)
      let copy = try await index.page(page, for: client)
      return Answer(entry: copy.content.indexEntry(), freshUntil: copy.entry.freshUntil)
    } catch let problem as Problem {
      return Answer(
        entry: .failure(message: problem.detail),
        isStoreAway: problem.code == Problem.storeAway.code
      )
    } catch {
      return Answer(entry: .failure(message: "the server shuts down; ask again"))
    }
  }

  // MARK: One page

  private func page(_ request: Request, _ context: ServerContext) async throws -> Response {
    let client = try context.knownClient
    let asked = try limits.page(in: request)
    try rates.charge(client, 1)
    let copy = try await index.page(asked, again: request.wantsNew, for: client)
    guard let resolution = copy.content.resolution, copy.content.failure == nil else {
      throw copy.content.problem ?? .internalError
    }
    let answer = try await answer("page \(asked.place)", copy.entry) {
      PageContent.json(
        asked,
        resolution,
        findings: copy.content.findings,
        devices: try await DeviceReport.all(resolution)
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
    let copy = try await index.host(asked.host, again: request.wantsNew, for: client)
    let answer = await answer("why \(asked.text)", copy.entry) {
      WhyReport(asked, copy.content.linked).json
    }
    return answer.response(
      to: request,
      maximumAge: (copy.entry.freshUntil - clock.now()) / 1000,
      isPrivate: client.hasKey
    )
  }

  /// Returns an answer about an entry, which is made once for all who ask until it is loaded again.
  private func answer(
    _ key: String,
    _ entry: Entry,
    _ make: () async throws -> JSONValue
  ) async rethrows -> CachedAnswer {
    if let known = rendered[key], known.loaded == entry.loaded { return known.answer }
    let answer = CachedAnswer(try await make())
    rendered.keep(
      (entry.loaded, answer),
      for: key,
      bytes: answer.body.readableBytes + key.utf8.count
    )
    return answer
  }
}

extension ServerContext {
  /// Who sent the request.
  var knownClient: Client {
    get throws(Problem) {
      guard let client else { throw .internalError }
      return client
    }
  }
}

extension RateLimit {
  /// Takes from the allowance of a client, or refuses.
  func charge(_ client: Client, _ count: Int) throws(Problem) {
    let seconds = take(count, from: client)
    if seconds > 0 { throw .tooManyRequests(retryAfter: seconds) }
  }
}

extension Request {
  /// Whether the client asks for a new load, with `Cache-Control: no-cache`.
  var wantsNew: Bool { headers[.cacheControl]?.lowercased().contains("no-cache") ?? false }

  /// Returns the value of a query item.
  func value(of name: String, maximum: Int) throws(Problem) -> String {
    guard (uri.query?.utf8.count ?? 0) <= maximum else { throw .urlTooLong(maximum) }
    guard let value = uri.queryParameters[name[...]] else {
      throw .badRequest("The query item '\(name)' is missing.")
    }
    return String(value)
  }
}
