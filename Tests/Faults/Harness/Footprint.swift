import Foundation
import TestSupport

/// What the process holds: file descriptors, threads and memory.
struct Footprint {
  let descriptors: Int
  let threads: Int
  /// Bytes in use on the heap.
  let heap: Int
  /// Bytes in RAM.
  let resident: Int

  static func now() -> Footprint {
    Allocator.trim()
    return Footprint(
      // The one that lists them is among them.
      descriptors: count("/proc/self/fd") - 1,
      threads: count("/proc/self/task"),
      heap: Allocator.bytesInUse,
      resident: ResidentMemory.now
    )
  }

  private static func count(_ folder: String) -> Int {
    (try? FileManager.default.contentsOfDirectory(atPath: folder).count) ?? 0
  }

  /// What was added between two moments.
  struct Change: CustomStringConvertible {
    let descriptors: Int
    let threads: Int
    let heap: Int
    let resident: Int

    var description: String {
      "\(descriptors.signed) fds, \(threads.signed) threads, heap \((heap / 1024).signed) KiB, "
        + "resident \((resident / 1024).signed) KiB"
    }
  }

  func change(since other: Footprint) -> Change {
    Change(
      descriptors: descriptors - other.descriptors,
      threads: threads - other.threads,
      heap: heap - other.heap,
      resident: resident - other.resident
    )
  }
}

extension Int {
  fileprivate var signed: String { self > 0 ? "+\(self)" : "\(self)" }
}

extension Trial {
  /// Compares what the process holds with an earlier moment, and reports what has leaked.
  ///
  /// Connections and threads end a moment after what used them, so this waits until they have.
  ///
  /// - Parameters:
  ///   - start: The earlier moment, after the same work was done before.
  ///   - threads: The threads that a pool may add.
  ///   - heap: The bytes that the heap may grow by.
  ///   - patience: The longest time to wait.
  func expectNothingRemains(
    since start: Footprint,
    threads: Int = 4,
    heap: Int,
    patience: Duration = .seconds(20)
  ) {
    let end = ContinuousClock.now + patience
    var change = Footprint.now().change(since: start)
    while change.descriptors > 0 || change.threads > threads || change.heap > heap,
      ContinuousClock.now < end
    {
      usleep(50_000)
      change = Footprint.now().change(since: start)
    }
    remained(change)
    expect(change.descriptors <= 0, "\(change.descriptors) file descriptors were left open")
    expect(change.threads <= threads, "\(change.threads) threads were left")
    expect(change.heap <= heap, "\(change.heap) bytes were left on the heap")
  }
}
