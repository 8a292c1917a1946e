import HTTPTypes
import Hummingbird
import NIOCore

/// The server's static documents: the description of its API, and the files that its pages use.
struct DocumentRoutes: Sendable {
  func add(to router: Router<ServerContext>) {
    add("openapi.json", PackageResources.openapi_json, "application/json", to: router)
    add("style.css", PackageResources.style_css, "text/css; charset=utf-8", to: router)
    add("copy.js", PackageResources.copy_js, "text/javascript; charset=utf-8", to: router)
  }

  private func add(
    _ path: RouterPath,
    _ bytes: [UInt8],
    _ contentType: String,
    to router: Router<ServerContext>
  ) {
    let answer = CachedAnswer(String(decoding: bytes, as: UTF8.self), contentType: contentType)
    router.get(path) { request, _ in answer.response(to: request, maximumAge: 3600) }
  }
}
