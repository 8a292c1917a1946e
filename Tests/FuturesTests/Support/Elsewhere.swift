import Dispatch
import TestSupport

/// Runs a closure on another thread, and returns when the thread has ended.
func elsewhere(_ body: @escaping @Sendable () -> Void) {
  let thread = ThreadBox(body)
  thread.start()
  thread.join()
}

/// Waits until the main actor has done what was submitted to it before this call.
func mainActorIsIdle() async {
  await withCheckedContinuation { done in DispatchQueue.main.async { done.resume() } }
}
