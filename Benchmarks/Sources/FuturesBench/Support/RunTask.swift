import BenchmarkHarness
import Dispatch

extension Side {
  /// Creates a side whose work is a task of the default executor, for which the calling thread
  /// waits.
  ///
  /// - Parameters:
  ///   - name: The name of the side.
  ///   - work: Returns how many values it received, which may have arrived on any thread.
  init(_ name: String, task work: @escaping @Sendable (_ iterations: Int) async throws -> Int) {
    self.init(name) { iterations in
      let received = Slot<Int>()
      let done = DispatchSemaphore(value: 0)
      Task {
        // After a failure the side has received nothing, which the check for equal work reports.
        received.put((try? await work(iterations)) ?? 0)
        done.signal()
      }
      done.wait()
      noteBlackHole(received.take() ?? 0)
    }
  }
}
