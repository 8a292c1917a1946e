import AppLinks
import AppLinksPublishing
import AppLinksResolving
import Foundation
import Synchronization

/// A transport that answers by URL, and counts requests.
final class FakeSite: PageTransport {
  struct Answer: Sendable {
    var status = 200
    var headers = ["Content-Type": "application/json"]
    var body = ""
  }

  private let answers: [String: Answer]
  private let answersToVerifiers: [String: Answer]
  private let asked = Mutex<[String]>([])

  init(_ answers: [String: Answer], toVerifiers: [String: Answer] = [:]) {
    self.answers = answers
    answersToVerifiers = toVerifiers
  }

  /// The URLs in the order of the requests.
  var requests: [String] { asked.withLock { $0 } }

  func load(_ request: PageRequest, into receiver: PageReceiver) async throws {
    let url = request.url.absoluteString
    asked.withLock { $0.append(url) }
    let isVerifier = request.headers["User-Agent"]?.hasPrefix("AASA-Bot") == true
    let special = isVerifier ? answersToVerifiers[url] : nil
    let answer = special ?? answers[url] ?? Answer(status: 404, headers: [:])
    if answer.status == 0 { throw URLError(.cannotConnectToHost) }
    guard receiver.receive(PageResponse(status: answer.status, headers: answer.headers)) else {
      return
    }
    receiver.receive(Array(answer.body.utf8))
  }

  /// A resolver that looks up no names.
  var resolver: HTTPResolver {
    let limit = Duration.seconds(300)
    let options = HTTPResolver.Options(timeout: limit, idleTimeout: limit)
    return HTTPResolver(options: options, transport: self)
  }
}

/// The addresses of the files of a host.
func appleAddress(_ host: String) -> String {
  "https://\(host)/.well-known/apple-app-site-association"
}

func androidAddress(_ host: String) -> String { "https://\(host)/.well-known/assetlinks.json" }
