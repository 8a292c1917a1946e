import FlyingFox
import FlyingSocks
import Foundation
import ToolSupport

/// The server of a screen, on this computer only.
package struct ScreenServer: Sendable {
  private let screen: RunsScreen
  private let port: UInt16

  /// The places, which leave descriptors for the store where a process has 256.
  private static let places = Places(
    Places.Capacity(strangers: 32, waiting: 24, reading: 64, following: 40)
  )

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
    let pool = HTTPServer.defaultPool()
    let listener: AsyncSocket
    do {
      try await pool.prepare()
      listener = try AsyncSocket(socket: Self.listening(at: port), pool: pool)
    } catch {
      throw ToolError(.failed, "No page can be served at 127.0.0.1:\(port): \(error).")
    }
    defer { try? listener.close() }
    guard case .ip4(_, let port) = try listener.socket.sockname() else { return }
    do {
      try await withThrowingTaskGroup(of: Void.self) { group in
        defer { group.cancelAll() }
        group.addTask { try await pool.run() }
        group.addTask { await accept(from: listener) }
        try isReady(port)
        try await group.next()
      }
    } catch {
      if !Task.isCancelled { throw error }
    }
  }

  private static func listening(at port: UInt16) throws -> Socket {
    let socket = try Socket(domain: Int32(AF_INET))
    do {
      try socket.setValue(true, for: .localAddressReuse)
      try socket.bind(to: .inet(ip4: "127.0.0.1", port: port))
      try socket.listen()
    } catch {
      try? socket.close()
      throw error
    }
    return socket
  }

  private func accept(from listener: AsyncSocket) async {
    let lobby = Lobby(Self.places)
    await withDiscardingTaskGroup { group in
      while !Task.isCancelled {
        guard let socket = try? await listener.accept() else {
          // There are no descriptors left until a connection ends.
          try? await Task.sleep(for: .milliseconds(200))
          continue
        }
        let (entered, leaving) = lobby.enter { number in
          await ScreenConnection(socket: socket, screen: screen, lobby: lobby, number: number)
            .serve()
        }
        group.addTask {
          await withTaskCancellationHandler {
            await entered.value
          } onCancel: {
            entered.cancel()
          }
        }
        // Its descriptor is free again before the next connection comes.
        leaving?.cancel()
        await leaving?.value
      }
    }
  }
}
