import BenchmarkHarness
import Dispatch

extension Side {
  /// A side whose work is a task of the default executor; the calling thread waits for it.
  ///
  /// - Parameters:
  ///   - name: What the side is called.
  ///   - work: Returns how many values it received: they may have arrived on any thread.
  init(_ name: String, task work: @escaping @Sendable (_ iterations: Int) async throws -> Int) {
    self.init(name) { iterations in
      let received = Slot<Int>()
      let done = DispatchSemaphore(value: 0)
      Task {
        // A failure leaves nothing received, which the check for equal work reports.
        received.put((try? await work(iterations)) ?? 0)
        done.signal()
      }
      done.wait()
      noteBlackHole(received.take() ?? 0)
    }
  }
}
