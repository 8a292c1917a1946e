internal import CExplorer

extension ThreadState {
  /// Gives `body` the state of the calling thread of a scenario.
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

/// Lets the calling thread go on only when another has changed something.
func letOthersRun(after rounds: Int) { explorer_yield() }
