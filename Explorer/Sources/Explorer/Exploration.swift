internal import CExplorer
internal import Glibc

/// What became of the exploration of a scenario.
public struct Report: Sendable {
  /// The scenario.
  public let scenario: String
  /// The number of threads.
  public let threads: Int
  /// How many schedules ran.
  public let schedules: Int
  /// The processor time that took.
  public let time: Duration
  /// What was found, or `nil`.
  public let finding: Finding?
}

/// A defect, and the schedule that shows it.
public struct Finding: Sendable, CustomStringConvertible {
  /// What went wrong.
  public let defect: String
  /// How the threads ran.
  public let schedule: Schedule

  /// The defect and the schedule.
  public var description: String { "\(defect)\nschedule: \(schedule)" }
}

/// The bounds of an exploration.
public struct Bounds: Sendable {
  /// How many times in one schedule a thread is interrupted that could go on, or reads a value that
  /// is not the newest.
  public var preemptions: Int
  /// How many times in one schedule a weak exchange fails for no reason.
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
  /// - Parameter bounds: How far the schedules may go.
  /// - Returns: What was found, and how many schedules ran.
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
  ///   - schedule: The schedule, as a finding has it.
  ///   - tracing: Whether to print every operation to the standard error.
  /// - Returns: What went wrong, or `nil`.
  public func replay(_ schedule: Schedule, tracing: Bool = false) -> Finding? {
    warmUp()
    explorer_set_spurious_failures(UInt32.max)
    let turns = schedule.turns
    explorer_start_replay(turns.map(\.position), turns.map(\.option), turns.count)
    explorer_set_tracing(tracing)
    defer { explorer_set_tracing(false) }
    return runOnce()
  }

  /// Runs it once without looking, so that what the process makes on first use is there.
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

/// The processor time of the calling thread, which depends on other processes less than a clock.
private func processorTime() -> Duration {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
}
