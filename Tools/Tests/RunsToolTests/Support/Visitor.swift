@_spi(Stores) import DurableWorkflows
import FlyingFox
import Foundation
import FuturesTesting
import RunsScreen

/// A browser that looks at the screen of a store.
struct Visitor {
  let screen: RunsScreen
  /// The clock of the looks at the store.
  let clock = ManualClock()
  var headers: [String: String] = ["Host": "127.0.0.1:8080"]

  static let token = "0123456789abcdef0123456789abcdef"

  /// Creates a browser without a token for a screen without one.
  init(
    of store: RunStore,
    file: StoreFile? = nil,
    token: String? = nil,
    isReadOnly: Bool = false,
    maximumPages: Int = 32
  ) throws {
    let runs = try DurableRuns(store: store, workflows: [])
    let options = ScreenOptions(
      store: "runs.sqlite",
      file: file,
      token: token,
      isReadOnly: isReadOnly,
      maximumPages: maximumPages,
      clock: clock
    )
    screen = try RunsScreen(runs, in: store, options: options)
  }

  /// What a screen has answered.
  struct Answer {
    let code: Int
    let headers: HTTPHeaders
    let text: String

    /// The value of a hidden field.
    func field(_ name: String) -> String? {
      let start = text.range(of: "name=\"\(name)\" value=\"")?.upperBound
      return start.map { String(text[$0...].prefix { $0 != "\"" }) }
    }
  }

  /// Lets the next look at the store happen.
  func look() async throws {
    try await clock.waitForPendingTimers()
    clock.advance(by: .seconds(1))
  }

  func ask(_ method: HTTPMethod, _ target: String, _ body: String = "") async throws -> HTTPResponse
  {
    let parts = target.split(separator: "?", maxSplits: 1).map(String.init)
    var all = HTTPHeaders()
    for (name, value) in headers { all[HTTPHeader(name)] = value }
    if !body.isEmpty { all[.contentLength] = "\(body.utf8.count)" }
    let request = HTTPRequest(
      method: method,
      version: .http11,
      target: .init(path: parts[0], query: parts.count == 2 ? parts[1] : ""),
      headers: all,
      body: HTTPBodySequence(data: Data(body.utf8))
    )
    return await screen.answer(request)
  }

  func get(_ target: String) async throws -> Answer { try await answer(.GET, target) }

  func post(_ target: String, _ body: String) async throws -> Answer {
    try await answer(.POST, target, body)
  }

  /// Follows a link to an action, and confirms it.
  func confirm(_ address: String, _ fields: String = "") async throws -> Answer {
    let page = try await get(address)
    let form = page.field("form") ?? ""
    let query = address.split(separator: "?", maxSplits: 1).last ?? ""
    return try await post("/act", "form=\(form)&\(query)&\(fields)")
  }

  /// What the page says to which an action has led.
  func notice(_ answer: Answer) async throws -> String? {
    let page = try await get(answer.headers[.location] ?? "/").text
    return page.firstMatch(of: #/<p class="notice" role="status">([^<]*)</#).map { String($0.1) }
  }

  func answer(_ method: HTTPMethod, _ target: String, _ body: String = "") async throws -> Answer {
    let response = try await ask(method, target, body)
    return Answer(
      code: response.statusCode.code,
      headers: response.headers,
      text: String(decoding: try await response.bodyData, as: UTF8.self)
    )
  }
}
