internal import CExplorer
internal import Glibc

/// The result of exploring a scenario.
public struct Report: Sendable {
  /// The name of the scenario.
  public let scenario: String
  /// The number of threads.
  public let threads: Int
  /// The number of schedules that ran.
  public let schedules: Int
  /// The processor time of the exploration.
  public let time: Duration
  /// The finding, or `nil` if no schedule went wrong.
  public let finding: Finding?
}

/// A defect, and the schedule that shows it.
public struct Finding: Sendable, CustomStringConvertible {
  /// A description of what went wrong.
  public let defect: String
  /// The schedule of the threads.
  public let schedule: Schedule

  /// The defect and the schedule.
  public var description: String { "\(defect)\nschedule: \(schedule)" }
}

/// The bounds of an exploration.
public struct Bounds: Sendable {
  /// How many times in one schedule the explorer may interrupt a thread that could continue, or let
  /// it read a value that is not the newest.
  public var preemptions: Int
  /// How many times in one schedule a weak exchange may fail spuriously.
  public var spuriousFailures: Int

  /// Creates bounds.
  public init(preemptions: Int, spuriousFailures: Int = 0) {
    self.preemptions = preemptions
    self.spuriousFailures = spuriousFailures
  }
}

extension Scenario {
  /// Runs the scenario under every schedule within bounds, depth first, until one goes wrong.
  ///
  /// - Parameter bounds: The bounds of the schedules.
  /// - Returns: The finding, if any, and the number of schedules.
  public func explore(_ bounds: Bounds) -> Report {
    warmUp()
    explorer_set_spurious_failures(UInt32(bounds.spuriousFailures))
    explorer_start(UInt32(bounds.preemptions))
    let start = processorTime()
    var schedules = 0
    var finding: Finding?
    var isOver = false
    while !isOver {
      finding = runOnce()
      schedules += 1
      if finding != nil {
        isOver = true
      } else if explorer_restart() {
        schedules = 0
      } else {
        isOver = !explorer_advance()
      }
    }
    return Report(
      scenario: name,
      threads: threads,
      schedules: schedules,
      time: processorTime() - start,
      finding: finding
    )
  }

  /// Runs the scenario under one schedule.
  ///
  /// - Parameters:
  ///   - schedule: The schedule, as printed in a finding.
  ///   - tracing: Whether to print every operation to standard error.
  /// - Returns: The finding, or `nil` if nothing went wrong.
  public func replay(_ schedule: Schedule, tracing: Bool = false) -> Finding? {
    warmUp()
    explorer_set_spurious_failures(UInt32.max)
    let turns = schedule.turns
    explorer_start_replay(turns.map(\.position), turns.map(\.option), turns.count)
    explorer_set_tracing(tracing)
    defer { explorer_set_tracing(false) }
    return runOnce()
  }

  /// Runs the scenario once without checks, to create what the process creates on first use.
  private func warmUp() {
    explorer_set_checking(false)
    explorer_set_spurious_failures(0)
    explorer_start(0)
    _ = runOnce()
    explorer_set_checking(true)
  }

  private func runOnce() -> Finding? {
    let live = explorer_live()
    let run = Run(body)
    let passed = withExtendedLifetime(run) {
      explorer_execute(
        { Unmanaged<Run>.fromOpaque($0!)._withUnsafeGuaranteedRef { $0.execute() } },
        Unmanaged.passUnretained(run).toOpaque()
      )
    }
    if !passed {
      let defect = explorer_failure().map { String(cString: $0) } ?? "failed"
      return Finding(defect: defect, schedule: .current)
    }
    let left = Int(explorer_live()) - Int(live)
    if left == 0 { return nil }
    return Finding(defect: "leak: \(left) cells are alive at the end", schedule: .current)
  }
}

/// Returns the processor time of the calling thread, which other processes affect less than a
/// clock.
private func processorTime() -> Duration {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
}
