internal import CExplorer

extension ThreadState {
  /// Calls `body` with the state of the scenario's calling thread.
  static func withCurrent(_ body: (ThreadState) -> Void) {
    let address = explorer_thread_state() ?? makeCurrent()
    Unmanaged<ThreadState>.fromOpaque(address)._withUnsafeGuaranteedRef(body)
  }

  private static func makeCurrent() -> UnsafeMutableRawPointer {
    let address = Unmanaged.passRetained(ThreadState()).toOpaque()
    explorer_set_thread_state(address) { state in
      if let state { Unmanaged<ThreadState>.fromOpaque(state).release() }
    }
    return address
  }
}

/// Suspends the calling thread until another thread has changed something.
func letOthersRun(after rounds: Int) { explorer_yield() }
