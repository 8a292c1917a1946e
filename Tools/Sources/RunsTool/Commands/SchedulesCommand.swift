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
    var code: Int32 = 0
    for name in names {
      if try await opened.ask({ try await $0.runs.removeSchedule(name) }) {
        try console.write("Schedule '\(name)' was removed.".printable + "\n")
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
