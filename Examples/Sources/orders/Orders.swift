import ArgumentParser
import Foundation
import OrdersKit

@main
struct Orders: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "orders",
    abstract: "Fulfils orders that survive kill -9, in a SQLite file.",
    discussion: """
      An order is reserved, charged, waits for three seconds and for an approval, and is packed \
      and shipped. A bank of its own keeps a ledger, and knows what it was asked for twice.

      EXAMPLES
        orders demo                     the whole story, with three kills
        orders submit --count 3         three orders
        orders work --die-in charge     the process kills itself when order 1 is charged
        orders work                     goes on, until Ctrl-C
        orders approve order-1          in another terminal
        orders list                     how they stand
        orders reopen order-1           if it has killed its process too often
        orders report                   what ran twice, and what did not

      EXIT CODES
        0    done
        1    an order was not charged once, or something went wrong
        64   the command line makes no sense
        137  the process has killed itself, as asked
      """,
    subcommands: [
      Demo.self, Submit.self, Work.self, Approve.self, List.self, Reopen.self, ReportCommand.self,
    ]
  )
}

/// Where the files of the shop are.
struct Location: ParsableArguments {
  @Option(help: "The folder of the files.")
  var folder = FileManager.default.temporaryDirectory.appending(path: "tenon-orders").path

  var url: URL { URL(filePath: folder, directoryHint: .isDirectory) }
}

/// Prints a line at once, because the process may end at any time.
func say(_ line: String) {
  print(line)
  fflush(nil)
}
