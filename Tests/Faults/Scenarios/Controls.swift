import Foundation

extension Scenario {
  /// Faults of the harness's own making, each of which it has to notice.
  static let controls = [
    Scenario(name: "control-torn", short: 10, long: 20, control: "torn") { trial in
      try await kill(.plain, trial)
    },
    Scenario(name: "control-fd", short: 1, long: 1, control: "file descriptors") { trial in
      let start = Footprint.now()
      // The process may close one that it had at the start.
      for _ in 0..<10 { _ = open("/dev/null", O_RDONLY) }
      trial.expectNothingRemains(since: start, heap: 1 << 20, patience: .zero)
    },
    Scenario(name: "control-thread", short: 1, long: 1, control: "threads were left") { trial in
      let start = Footprint.now()
      for _ in 0..<10 { Thread.detachNewThread { sleep(600) } }
      trial.expectNothingRemains(since: start, heap: 1 << 20, patience: .zero)
    },
    Scenario(name: "control-memory", short: 1, long: 1, control: "on the heap") { trial in
      let start = Footprint.now()
      // Never released.
      _ = Unmanaged.passRetained(Kept())
      trial.expectNothingRemains(since: start, heap: 1 << 20, patience: .zero)
    },
  ]
}

private final class Kept {
  let bytes = [UInt8](repeating: 1, count: 2 << 20)
}
