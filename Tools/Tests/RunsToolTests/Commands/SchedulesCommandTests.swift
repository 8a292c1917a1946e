@_spi(Stores) import DurableWorkflows
import DurableWorkflowsTesting
import Foundation
import Testing
import ToolTestSupport

@Suite struct SchedulesCommandTests {
  @Test func schedulesAreListedWithTheirTimes() async throws {
    let orders = Orders()
    let none = await ToolRun("schedules", on: orders.store)
    #expect(none.output == "There are no schedules in this store.\n")
    try await orders.schedule()
    let run = await ToolRun("schedules", on: orders.store)
    #expect(run.code == 0)
    #expect(
      run.output == """
        Schedule        Workflow  Version  Times                    Missed times        Next (UTC)
        nightly report  report    1        30 2 * * mon-fri in GMT  last one caught up  2025-03-17 02:30:00
        often           report    1        every 10 min             last one caught up  2025-03-14 09:03:20
        strange         report    1        –                        –                   –

        """
    )
  }

  @Test func aScheduleIsRemoved() async throws {
    let orders = Orders()
    try await orders.schedule()
    let run = await ToolRun("unschedule", "often", "never", on: orders.store)
    #expect(run.code == 1)
    #expect(run.output == "Schedule 'often' was removed.\n")
    #expect(run.errors.count == 1)
    #expect(run.errors.first?.contains("There is no schedule 'never'.") == true)
    #expect(
      try await orders.store.storage.schedules().map(\.name) == ["nightly report", "strange"]
    )
  }

  @Test func aScheduleIsPausedResumedAndTriggered() async throws {
    let orders = Orders()
    try await orders.schedule()
    let pause = await ToolRun("pause-schedule", "often", "never", on: orders.store)
    #expect(pause.code == 1)
    #expect(pause.output == "Schedule 'often' is paused.\n")
    #expect(pause.errors.first?.contains("There is no schedule 'never'.") == true)
    let list = await ToolRun("schedules", on: orders.store)
    #expect(list.lines.contains { $0.hasPrefix("often") && $0.hasSuffix("paused") })
    let json = await ToolRun("schedules", "--json", on: orders.store)
    #expect(json.output.contains("\"is_paused\": true"))
    let trigger = await ToolRun("trigger", "often", on: orders.store)
    #expect(trigger.code == 0)
    let id = trigger.output.trimmingCharacters(in: .newlines)
    #expect(id.hasPrefix("often@2025-03-14T"))
    #expect(try await orders.status(of: id) == .queued)
    let resume = await ToolRun("resume-schedule", "often", on: orders.store)
    #expect(resume.output == "Schedule 'often' is not paused.\n")
    #expect(try await orders.store.storage.schedules().map(\.isPaused) == [false, false, false])
  }

  @Test func aRunShowsItsPlaceInAQueue() async throws {
    let orders = Orders()
    let place = QueuePlace("mail", partition: "shop", priority: 5, key: "mia")
    try await orders.submit("order-1", in: place)
    let run = await ToolRun("show", "order-1", on: orders.store)
    #expect(run.output.contains("Queue      mail, partition 'shop', priority 5, key 'mia'\n"))
  }
}
