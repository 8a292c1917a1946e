import ArgumentParser
import DurableWorkflows
import ToolSupport

/// Lists schedules.
struct SchedulesCommand: StoreCommand {
  static let configuration = CommandConfiguration(
    commandName: "schedules",
    abstract: "Lists the schedules of a store, and when each is due.",
    discussion: """
      Programs make schedules whenever they begin. To end one for good, remove it there, too.

      EXAMPLES
        tenon-runs schedules
        tenon-runs schedules --json
      """
  )

  @OptionGroup var options: StoreOptions

  @Flag(help: "Print JSON for programs.")
  var json = false

  @OptionGroup var display: DisplayOptions

  var color: ColorChoice { display.color }

  func run(_ opened: OpenedStore, on console: Console) async throws(ToolError) -> Int32 {
    let list = ScheduleList(schedules: try await opened.ask { try await $0.runs.schedules() })
    try console.write(json ? list.json.rendered() : list.text(console.style))
    return 0
  }
}

/// Submits runs of schedules now.
struct TriggerCommand: StoreCommand {
  static let configuration = CommandConfiguration(
    commandName: "trigger",
    abstract: "Submits a run of a schedule now, and prints its identifier.",
    discussion: """
      The times of the schedule stay as they are, and a pause does not matter. If the runs of the \
      schedule have a key, and another run has it and stays, the identifier is that of the other run.

      EXAMPLES
        tenon-runs trigger 'nightly report'
      """
  )

  @Argument(help: ArgumentHelp("The names of the schedules.", valueName: "schedule"))
  var names: [String]

  @OptionGroup var options: StoreOptions

  func run(_ opened: OpenedStore, on console: Console) async throws(ToolError) -> Int32 {
    try await opened.changeSchedules(names, on: console) { runs, name in
      try await runs.trigger(schedule: name)
    }
  }
}

/// Pauses schedules.
struct PauseScheduleCommand: StoreCommand {
  static let configuration = CommandConfiguration(
    commandName: "pause-schedule",
    abstract: "Pauses schedules: they submit no runs.",
    discussion: """
      The pause lasts also if a program makes the schedule anew when it begins.

      EXAMPLES
        tenon-runs pause-schedule 'nightly report'
      """
  )

  @Argument(help: ArgumentHelp("The names of the schedules.", valueName: "schedule"))
  var names: [String]

  @OptionGroup var options: StoreOptions

  func run(_ opened: OpenedStore, on console: Console) async throws(ToolError) -> Int32 {
    try await opened.changeSchedules(names, on: console) { runs, name in
      try await runs.pause(schedule: name) ? "Schedule '\(name)' is paused." : nil
    }
  }
}

/// Resumes schedules.
struct ResumeScheduleCommand: StoreCommand {
  static let configuration = CommandConfiguration(
    commandName: "resume-schedule",
    abstract: "Resumes schedules that were paused, with the next of their times.",
    discussion: """
      EXAMPLES
        tenon-runs resume-schedule 'nightly report'
      """
  )

  @Argument(help: ArgumentHelp("The names of the schedules.", valueName: "schedule"))
  var names: [String]

  @OptionGroup var options: StoreOptions

  func run(_ opened: OpenedStore, on console: Console) async throws(ToolError) -> Int32 {
    try await opened.changeSchedules(names, on: console) { runs, name in
      try await runs.resume(schedule: name) ? "Schedule '\(name)' is not paused." : nil
    }
  }
}

/// Removes schedules.
struct UnscheduleCommand: StoreCommand {
  static let configuration = CommandConfiguration(
    commandName: "unschedule",
    abstract: "Ends schedules. The runs that they have submitted go on.",
    discussion: """
      A program that makes the schedule anew when it begins has it again then.

      EXAMPLES
        tenon-runs unschedule 'nightly report'
      """
  )

  @Argument(help: ArgumentHelp("The names of the schedules.", valueName: "schedule"))
  var names: [String]

  @OptionGroup var options: StoreOptions

  func run(_ opened: OpenedStore, on console: Console) async throws(ToolError) -> Int32 {
    try await opened.changeSchedules(names, on: console) { runs, name in
      try await runs.removeSchedule(name) ? "Schedule '\(name)' was removed." : nil
    }
  }
}

extension OpenedStore {
  /// Changes schedules one after another, and says what has become of each.
  ///
  /// - Parameters:
  ///   - names: The names of the schedules.
  ///   - console: Where the answers go.
  ///   - change: Changes one, and returns the answer, or `nil` if there is none of that name.
  /// - Returns: The exit code.
  /// - Throws: `ToolError` if the store fails.
  fileprivate func changeSchedules(
    _ names: [String],
    on console: Console,
    _ change: @escaping @Sendable (DurableRuns, String) async throws -> String?
  ) async throws(ToolError) -> Int32 {
    var code: Int32 = 0
    for name in names {
      if let answer = try await ask({ try await change($0.runs, name) }) {
        try console.write(answer.printable + "\n")
      } else {
        console.complain(
          "There is no schedule '\(name)'. 'tenon-runs schedules' names those of a store."
        )
        code = ToolError.Code.negative.rawValue
      }
    }
    return code
  }
}
