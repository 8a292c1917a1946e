import FlyingFox
import FlyingSocks
import Foundation
import ToolSupport

/// The server of a screen, on this computer only.
package struct ScreenServer: Sendable {
  private let screen: RunsScreen
  private let port: UInt16

  /// Creates a server.
  ///
  /// - Parameters:
  ///   - screen: The screen.
  ///   - port: The port; 0 for one that is free.
  package init(_ screen: RunsScreen, port: UInt16 = 0) {
    self.screen = screen
    self.port = port
  }

  /// Answers requests until the task is cancelled.
  ///
  /// - Parameter isReady: A closure that is called with the port once the server listens.
  /// - Throws: ``ToolError`` if the server cannot listen.
  package func run(_ isReady: @Sendable (_ port: UInt16) throws -> Void) async throws {
    var known: UInt16?
    while !Task.isCancelled {
      let asked = known ?? port
      let server = HTTPServer(
        address: try .inet(ip4: "127.0.0.1", port: asked),
        logger: .disabled,
        handler: ScreenHandler(screen: screen)
      )
      let listening = Task { try await server.waitUntilListening() }
      let running = Task {
        defer { listening.cancel() }
        try await server.run()
      }
      let end = try await withTaskCancellationHandler {
        _ = await listening.result
        if known == nil, case .ip4(_, let port) = await server.listeningAddress {
          known = port
          do {
            try isReady(port)
          } catch {
            running.cancel()
            throw error
          }
        }
        return await running.result
      } onCancel: {
        running.cancel()
      }
      if known == nil, !Task.isCancelled, case .failure(let error) = end {
        throw ToolError(.failed, "No page can be served at 127.0.0.1:\(asked): \(error).")
      }
      // The server ends when it has no descriptors left for more connections. It has closed all.
      try? await Task.sleep(for: .milliseconds(200))
    }
  }
}

/// Passes requests to a screen.
private struct ScreenHandler: HTTPHandler {
  let screen: RunsScreen

  func handleRequest(_ request: HTTPRequest) async throws -> HTTPResponse {
    await screen.answer(request)
  }
}
