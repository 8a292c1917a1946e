internal import Futures

/// Spreads the one diagnostics hook of the process over all recorders that listen.
final class RecorderHub: Sendable {
  static let shared = RecorderHub()

  private struct State {
    var recorders: [DiagnosticsRecorder] = []
    var previous: Diagnostics.Handler?
  }

  private let state = Locked(State())

  func add(_ recorder: DiagnosticsRecorder) {
    state.withLock { state in
      if state.recorders.contains(where: { $0 === recorder }) { return }
      state.recorders.append(recorder)
      if state.recorders.count > 1 { return }
      state.previous = Diagnostics.setHandler { RecorderHub.shared.handle($0) }
    }
  }

  func remove(_ recorder: DiagnosticsRecorder) {
    state.withLock { state in
      guard let position = state.recorders.firstIndex(where: { $0 === recorder }) else { return }
      state.recorders.remove(at: position)
      guard state.recorders.isEmpty else { return }
      Diagnostics.setHandler(state.previous)
      state.previous = nil
    }
  }

  private func handle(_ diagnostic: Diagnostic) {
    let (recorders, previous) = state.withLock { ($0.recorders, $0.previous) }
    var isWanted = false
    for recorder in recorders where recorder.record(diagnostic) { isWanted = true }
    if !isWanted { previous?(diagnostic) }
  }
}
