@_spi(Stores) package import DurableWorkflows
package import FlyingFox
import Foundation
import Futures
import ToolSupport
import Workflows

/// The pages of a store of runs, as answers to requests.
package struct RunsScreen: Sendable {
  let runs: DurableRuns
  let storage: any RunStorage
  let options: ScreenOptions
  let gate: Gate
  let templates: PageTemplates
  let notices = Notices()
  private let live: LivePages
  /// A few pages at a time; one whose reader has left is not begun.
  private let pages = ConcurrencyLimit(4)
  /// Requests for a page that is being made share it.
  private let shared = SharedLoads<String, Content, any Error>(
    keeping: .nothing,
    detached: true
  )
  /// One picture at a time, so that the pages have the other processors.
  private let pictures = ConcurrencyLimit(1)

  /// Creates a screen.
  ///
  /// - Parameters:
  ///   - runs: The runs of the store, whatever their workflows.
  ///   - store: The store.
  ///   - options: What the screen shows and allows.
  /// - Throws: An error from the parser of the templates.
  package init(_ runs: DurableRuns, in store: RunStore, options: ScreenOptions) throws {
    self.runs = runs
    storage = store.storage
    self.options = options
    gate = Gate(token: options.token)
    templates = try PageTemplates()
    live = LivePages(options)
  }

  /// Answers a request.
  package func answer(_ request: HTTPRequest) async -> HTTPResponse {
    var response: HTTPResponse
    do {
      response = try await route(request)
    } catch let refusal as Refusal {
      response = failure(refusal)
    } catch {
      let isChange = request.method == .POST
      let text =
        isChange
        ? "It may still have done what you asked for: look before you try again."
        : "Try again. This page tells you nothing about the runs."
      response = failure(
        Refusal(.serviceUnavailable, "The store has not answered", "\(error) \(text)")
      )
    }
    response.harden()
    if request.method == .HEAD { response.removeBody() }
    return response
  }

  /// Whether a request comes from who has shown the token.
  func admits(_ request: HTTPRequest) -> Bool {
    do {
      try gate.requireOwnSite(request)
      try gate.requireToken(request)
      return true
    } catch {
      return false
    }
  }

  /// Answers what is no request.
  func answer(_ refusal: Refusal) -> HTTPResponse {
    var response = failure(refusal)
    response.harden()
    return response
  }

  private func failure(_ refusal: Refusal) -> HTTPResponse {
    var page = Content(title: refusal.title, text: refusal.text)
    page.find = refusal.find
    return html(page, refusal.status)
  }

  private func route(_ request: HTTPRequest) async throws -> HTTPResponse {
    try gate.requireOwnSite(request)
    let path = request.target.path()
    switch path {
    case "/style.css": return resource(PackageResources.style_css, "text/css")
    case "/icon.svg": return resource(PackageResources.icon_svg, "image/svg+xml")
    case "/live.js": return resource(PackageResources.live_js, "text/javascript")
    default: break
    }
    let fields = FormFields(request.target.query())
    if path == "/", let entry = try gate.entry(request, fields) { return entry }
    try gate.requireToken(request)
    try requireStore()
    if request.method == .POST {
      guard path == "/act", !options.isReadOnly else { throw Refusal.method }
      return try await act(request)
    }
    guard [HTTPMethod.GET, .HEAD].contains(request.method) else { throw Refusal.method }
    switch path {
    case "/value": return try await pages.withPermit { try await value(fields) }
    case "/trace.svg": return try await picture(fields)
    case "/events": return try await events(fields)
    case "/act" where !options.isReadOnly: return try await confirmation(fields)
    default:
      let page = try await page(path, request.target.query())
      return html(page, page.status)
    }
  }

  /// Returns what a page shows, and the notice that its address names.
  private func page(_ path: String, _ query: String) async throws -> Content {
    let fields = FormFields(query)
    var page = try await shared.value(for: "\(path)?\(query)") {
      try await pages.withPermit { try await content(path, fields) }
    }
    page.notice = notices.take(fields["said"])
    return page
  }

  /// Makes pages anew that show the store before a change.
  func forgetPages() { shared.removeAll() }

  private func requireStore() throws {
    if let file = options.file, !file.isThere { throw Refusal.lostStore }
  }

  private func resource(_ bytes: [UInt8], _ type: String) -> HTTPResponse {
    HTTPResponse(
      statusCode: .ok,
      headers: HTTPHeaders([.contentType: "\(type); charset=utf-8"]),
      body: Data(bytes)
    )
  }

  /// Returns a page.
  func html(_ page: Content, _ status: HTTPStatusCode = .ok) -> HTTPResponse {
    HTTPResponse(status, "text/html; charset=utf-8", templates.page(page, options))
  }

  /// Returns what a page shows.
  func content(_ path: String, _ fields: FormFields) async throws -> Content {
    switch path {
    case "/": try await list(fields)
    case "/run": try await run(fields)
    case "/queues": try await queues()
    case "/schedules": try await schedules()
    default: throw Refusal.noSuchPage
    }
  }

  private func picture(_ fields: FormFields) async throws -> HTTPResponse {
    let svg = try await pictures.withPermit {
      let id = try await load(fields).details.id
      let trace = try await runs.trace(of: id)
      try Task.checkCancellation()
      return trace.svg(title: id)
    }
    // The same characters are numbers here and in the pages.
    let lines = svg.split(separator: "\n", omittingEmptySubsequences: false)
      .map { String($0).printable }
    return HTTPResponse(.ok, "image/svg+xml; charset=utf-8", lines.joined(separator: "\n"))
  }

  private func events(_ fields: FormFields) async throws -> HTTPResponse {
    let parts = (fields["page"] ?? "/").split(separator: "?", maxSplits: 1)
    let path = String(parts.first ?? "/")
    let query = FormFields(parts.count == 2 ? String(parts[1]) : "")
    guard ["/", "/run", "/queues", "/schedules"].contains(path) else { throw Refusal.noSuchPage }
    let stream = await live.open(fields["page"] ?? "/", seen: fields["seen"] ?? "") {
      do {
        try requireStore()
        return try await content(path, query).seen
      } catch is Refusal {
        return "gone"
      }
    }
    guard let stream else {
      throw Refusal(.serviceUnavailable, "Too many pages are open", "Close some of them.")
    }
    return HTTPResponse(
      statusCode: .ok,
      headers: HTTPHeaders([.contentType: "text/event-stream"]),
      body: HTTPBodySequence(from: EventStream(events: stream))
    )
  }

  /// The body of a form, which is short.
  func form(_ request: HTTPRequest) async throws -> FormFields {
    guard !RequestReader.hasUnreadBody(request) else {
      throw Refusal(.payloadTooLarge, "The form is too long", "Send the value with the tool.")
    }
    return FormFields(String(decoding: try await request.bodyData, as: UTF8.self))
  }
}
