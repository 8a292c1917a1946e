/// Waiters that have not run yet, and the settled cell that they wait for.
struct Frame {
  let source: Unmanaged<Cell>
  let waiters: UInt
  /// Whether the frame owns a reference to `source`; otherwise a frame further out on the stack
  /// does.
  var ownsSource = true
}

/// Frames in the order in which they were deferred.
struct FrameQueue {
  private(set) var frames: [Frame] = []
  private var next = 0

  mutating func append(_ frame: Frame) { frames.append(frame) }

  /// Removes the oldest frame.
  ///
  /// Removed frames leave a gap, which is closed when it makes up half of the storage.
  ///
  /// - Complexity: Amortized O(1).
  mutating func popFirst() -> Frame? {
    guard next < frames.count else { return nil }
    let frame = frames[next]
    next += 1
    if next == frames.count {
      frames.removeAll(keepingCapacity: next <= 64)
      next = 0
    } else if next >= 1024 && next * 2 >= frames.count {
      frames.removeFirst(next)
      next = 0
    }
    return frame
  }
}
