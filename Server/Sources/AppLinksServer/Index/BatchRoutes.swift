import AppLinksResolving
import Hummingbird
import JSONValues
import NIOCore

/// The API for several pages: `/api/v1/index`.
///
/// The JSON of each page is kept until the page is loaded again. Answers are assembled from it.
struct BatchRoutes: Sendable {
  private struct KnownMember {
    let page: AskedPage
    let loaded: Int64
    let member: IndexMember
  }

  private struct Answer {
    let member: IndexMember
    var freshUntil: Int64 = 0
    var isStoreAway = false
  }

  let index: LinkIndex
  let rates: RateLimit
  let clock: WallClock
  let limits: RequestLimits
  private let known = MemoryCopies<KnownMember>(maximumBytes: 32 << 20)

  func add(to group: RouterGroup<ServerContext>) {
    group.get("index") { request, context in
      let ids = try request.value(of: "ids", maximum: limits.maximumBody)
      let urls = ids.split(separator: ",", omittingEmptySubsequences: true).map(String.init)
      return try await batch(urls, request, context)
    }
    group.post("index") { request, context in
      try await batch(try await urls(in: request), request, context)
    }
  }

  private func urls(in request: Request) async throws -> [String] {
    let body = try await request.body(upTo: limits.maximumBody)
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
    let answers = await answers(to: urls.sortedWithoutDuplicates(), client)
    if answers.allSatisfy(\.isStoreAway) { throw Problem.storeAway }
    let end = answers.map(\.freshUntil).min() ?? 0
    return CachedAnswer(answers.map(\.member)).response(
      to: request,
      maximumAge: (end - clock.now()) / 1000,
      isPrivate: client.hasKey
    )
  }

  /// Returns the answers in the order of the URLs.
  private func answers(to urls: [String], _ client: Client) async -> [Answer] {
    var answers = urls.map(knownAnswer)
    let missing = answers.indices.filter { answers[$0] == nil }
    if missing.count == 1 {
      answers[missing[0]] = await answer(to: urls[missing[0]], client)
    } else if !missing.isEmpty {
      await withTaskGroup(of: (Int, Answer).self) { group in
        for position in missing {
          group.addTask { (position, await answer(to: urls[position], client)) }
        }
        for await (position, answer) in group { answers[position] = answer }
      }
    }
    return answers.compactMap(\.self)
  }

  /// Returns the answer about a URL if its page is fresh and its JSON is known.
  private func knownAnswer(to url: String) -> Answer? {
    guard let known = known[url], let copy = index.freshPage(known.page),
      copy.entry.loaded == known.loaded
    else { return nil }
    return Answer(member: known.member, freshUntil: copy.entry.freshUntil)
  }

  private func answer(to url: String, _ client: Client) async -> Answer {
    do {
      let page = try AskedPage(url, maximum: limits.maximumURL)
      let copy = try await index.page(page, for: client)
      let member = IndexMember(url, copy.content.indexEntry())
      keep(member, url, page, copy.entry)
      return Answer(member: member, freshUntil: copy.entry.freshUntil)
    } catch let problem as Problem {
      return Answer(
        member: IndexMember(url, .failure(message: problem.detail)),
        isStoreAway: problem.code == Problem.storeAway.code
      )
    } catch {
      let message = "the server shuts down; ask again"
      return Answer(member: IndexMember(url, .failure(message: message)))
    }
  }

  private func keep(_ member: IndexMember, _ url: String, _ page: AskedPage, _ entry: Entry) {
    guard url.isASCII else { return }
    known.keep(
      KnownMember(page: page, loaded: entry.loaded, member: member),
      for: url,
      bytes: member.bytes.readableBytes + url.utf8.count * 4
    )
  }
}

extension [String] {
  /// The texts in the order of their bytes, without duplicates.
  fileprivate func sortedWithoutDuplicates() -> [String] {
    if count == 1 { return self }
    var texts: [String] = []
    for text in sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) })
    where texts.last.map({ !$0.utf8.elementsEqual(text.utf8) }) ?? true {
      texts.append(text)
    }
    return texts
  }
}
