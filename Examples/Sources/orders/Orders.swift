import ArgumentParser
import Foundation
import OrdersKit

@main
struct Orders: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "orders",
    abstract: "Fulfils orders that survive kill -9, in a SQLite file or on PostgreSQL.",
    discussion: """
      An order is reserved, charged, waits for three seconds and for an approval, and is packed \
      and shipped. A bank of its own keeps a ledger, and knows what it was asked for twice.

      EXAMPLES
        orders demo                     the whole story, with three kills
        orders submit --count 3         three orders
        orders work --die-in charge     the process kills itself in the first charge
        orders work --die-in charge:2   the same in the second one, whichever order it is for
        orders work                     goes on, until Ctrl-C
        orders approve order-1          in another terminal
        orders list                     how they stand
        orders serve                    works, with a page of the orders (trait Page)
        orders reopen order-1           if it has killed its process too often
        orders report                   what ran twice, and what did not

      EXIT CODES
        0    done
        1    an order was not charged once, or something went wrong
        64   the command line makes no sense
        74   the output cannot be written
        137  the process has killed itself, as asked
      """,
    subcommands: [
      Demo.self, Submit.self, Work.self, Serve.self, Approve.self, List.self, Reopen.self,
      ReportCommand.self,
    ]
  )
}

/// The location of the files of the shop.
struct Location: ParsableArguments {
  @Option(
    help: """
      The folder of the bank, the journal and, unless another store is named, the orders. Default: \
      beside the file of the store, or a temporary folder.
      """
  )
  var folder: String?

  @Option(
    help: ArgumentHelp(
      "The store: a file, or a database postgres://… (trait PostgreSQL). Default: the variable "
        + "TENON_STORE, or a file in the folder.",
      valueName: "store"
    )
  )
  var store: String?

  func validate() throws {
    if folder == "" { throw ValidationError("--folder is empty; name a folder.") }
    if store == "" { throw ValidationError("--store is empty; name a file, or postgres://….") }
  }

  /// Opens the shop at this location.
  @MainActor func open(
    doom: Doom? = nil,
    pause: Duration = .milliseconds(150),
    release: Int = 1,
    print: @escaping @Sendable (String) -> Void = { _ in }
  ) async throws -> Shop {
    let variable = ProcessInfo.processInfo.environment["TENON_STORE"]
    let store = store ?? variable.flatMap { $0.isEmpty ? nil : $0 }
    return try await Shop.open(
      in: folder.map { URL(filePath: $0, directoryHint: .isDirectory) },
      store: store,
      doom: doom,
      pause: pause,
      release: release,
      print: print
    )
  }
}

/// Prints a line without buffering, because the process may end at any time.
///
/// Control characters are escaped: an identifier from another program may have some, which a
/// terminal would obey.
func say(_ line: String) {
  let scalars = line.unicodeScalars.map { scalar in
    scalar.properties.generalCategory == .control && scalar != "\n"
      ? scalar.escaped(asASCII: true) : String(scalar)
  }
  print(scalars.joined())
  // Such as when the disk with the output is full.
  if fflush(nil) != 0 {
    FileHandle.standardError.write(Data("orders: the output cannot be written\n".utf8))
    exit(74)
  }
}
