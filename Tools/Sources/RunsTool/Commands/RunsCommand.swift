import ArgumentParser

/// The root command, which only has subcommands.
struct RunsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tenon-runs",
    abstract: "Shows the durable runs of a store, and acts on them.",
    discussion: """
      A store is a file of SQLite, or a database of PostgreSQL with a URL of libpq. Name it with \
      --store, or in the variable TENON_STORE, which does not show in the list of processes. What \
      the URL does not say, such as the password, is taken from PGPASSWORD and the files of libpq. \
      The processes that work on the store can go on meanwhile.

      EXAMPLES
        tenon-runs list --store runs.sqlite                 which runs are there?
        tenon-runs list --store postgres://mia@db/orders    the same on a server
        tenon-runs list --status failed --status set-aside  which ones need a person?
        tenon-runs show order-17                            what has it done, and how long did it take?
        tenon-runs show order-17 --trace svg >order-17.svg  the same as a picture
        tenon-runs watch order-17                           what does it do now?
        tenon-runs top                                      what needs a person, and what happens?
        tenon-runs serve                                    all of it in a browser
        tenon-runs send order-17 approval '{"by": "Mia"}'
        tenon-runs cancel order-17
        tenon-runs retry order-17                           from the step that has failed
        tenon-runs purge --older-than 30d
        tenon-runs check --definitions new.json             which runs does a new build set aside?
        tenon-runs schedules                                when is which workflow due?
        tenon-runs queues                                   where do runs wait?
        tenon-runs pause-queue mail

      \(ExitCodes.help)
      """,
    version: Version.number,
    subcommands: [
      ListCommand.self, ShowCommand.self, WatchCommand.self, TopCommand.self,
      CancelCommand.self, RetryCommand.self, SendCommand.self, WithdrawCommand.self,
      PurgeCommand.self, SchedulesCommand.self, TriggerCommand.self, PauseScheduleCommand.self,
      ResumeScheduleCommand.self, UnscheduleCommand.self, CheckCommand.self, QueuesCommand.self,
      PauseQueueCommand.self, ResumeQueueCommand.self, LimitQueueCommand.self, ServeCommand.self,
    ]
  )
}
