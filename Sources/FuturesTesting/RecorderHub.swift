internal import Futures

/// A hub that distributes the diagnostics of the process to all active recorders.
final class RecorderHub: Sendable {
  static let shared = RecorderHub()

  /// The time from the start of the first recorder to the stop of the last one.
  ///
  /// The installed hook retains its session, and with it the previous handler: a thread that has
  /// read the hook before it was restored may call it after the session.
  private final class Session: Sendable {
    let previous = Locked(Previous())
  }

  /// A separate struct: a bare closure would be wrapped again at each read.
  private struct Previous {
    var handler: Diagnostics.Handler?
  }

  private struct State {
    var recorders: [DiagnosticsRecorder] = []
    var session: Session?
  }

  private let state = Locked(State())

  func add(_ recorder: DiagnosticsRecorder) {
    state.withLock { state in
      if state.recorders.contains(where: { $0 === recorder }) { return }
      state.recorders.append(recorder)
      if state.recorders.count > 1 { return }
      let session = Session()
      state.session = session
      let previous = Diagnostics.setHandler { RecorderHub.shared.handle($0, in: session) }
      session.previous.withLock { $0.handler = previous }
    }
  }

  func remove(_ recorder: DiagnosticsRecorder) {
    state.withLock { state in
      guard let position = state.recorders.firstIndex(where: { $0 === recorder }) else { return }
      state.recorders.remove(at: position)
      guard state.recorders.isEmpty else { return }
      Diagnostics.setHandler(state.session?.previous.withLock { $0.handler })
      state.session = nil
    }
  }

  private func handle(_ diagnostic: Diagnostic, in session: Session) {
    // Read under the lock, so that the session is complete.
    let (recorders, previous) = state.withLock { state in
      (state.session === session ? state.recorders : [], session.previous.withLock { $0.handler })
    }
    var isWanted = false
    for recorder in recorders where recorder.record(diagnostic) { isWanted = true }
    if !isWanted { previous?(diagnostic) }
  }
}
