import Synchronization

/// The connections in their places.
final class Lobby: Sendable {
  private struct State {
    var places: Places
    var connections: [Int: Task<Void, Never>] = [:]
    var lastNumber = 0
  }

  private let state: Mutex<State>

  init(_ places: Places) { state = Mutex(State(places: places)) }

  /// Gives a new connection a place.
  ///
  /// - Parameter serve: Serves the connection with a number, until it is cancelled.
  /// - Returns: The task of the connection, and that of the one that leaves for it.
  func enter(
    _ serve: @escaping @Sendable (_ number: Int) async -> Void
  ) -> (entered: Task<Void, Never>, leaving: Task<Void, Never>?) {
    state.withLock { state in
      state.lastNumber += 1
      let number = state.lastNumber
      let leaving = state.places.enter(number).flatMap { state.connections.removeValue(forKey: $0) }
      let task = Task {
        await serve(number)
        leave(number)
      }
      state.connections[number] = task
      return (task, leaving)
    }
  }

  /// Moves a connection to another place; the one that leaves for it is cancelled.
  func move(_ move: (inout Places) -> Int?) {
    state.withLock { state in
      move(&state.places).flatMap { state.connections.removeValue(forKey: $0) }?.cancel()
    }
  }

  private func leave(_ number: Int) {
    state.withLock { state in
      state.places.leave(number)
      state.connections[number] = nil
    }
  }
}
