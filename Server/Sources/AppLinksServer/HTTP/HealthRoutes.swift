import HTTPTypes
import Hummingbird
import JSONValues
import NIOCore

/// `/health` for monitoring, and `/metrics` for Prometheus.
struct HealthRoutes: Sendable {
  let store: any EntryStore
  let metrics: MetricsRegistry

  func add(to router: Router<ServerContext>) {
    router.get("health") { _, _ in await health() }
    router.get("metrics") { _, _ in
      Response(
        status: .ok,
        headers: [
          .contentType: "text/plain; version=0.0.4; charset=utf-8", .cacheControl: "no-store",
        ],
        body: ResponseBody(byteBuffer: ByteBuffer(string: metrics.text))
      )
    }
  }

  /// Without its store, the server still answers, but more slowly, so it counts as healthy.
  private func health() async -> Response {
    var storeState = "ok"
    do { _ = try await store.entry("health") } catch { storeState = "away" }
    return Response(
      status: .ok,
      headers: [.contentType: "application/json", .cacheControl: "no-store"],
      body: .json(
        ["status": "ok", "store": .string(storeState), "version": .string(Version.text)]
      )
    )
  }
}
