public import Dispatch

extension DispatchSemaphore {
  /// Runs tasks on the thread that submits them, between `wait()` and `signal()`.
  ///
  /// It blocks that thread while the semaphore is taken. Callbacks of one future need no such
  /// context: they never overlap.
  public var context: ExecutionContext {
    { task in
      self.wait()
      task()
      self.signal()
    }
  }
}
