#if PostgreSQL
import DurableWorkflowsPostgreSQL
#endif

/// The place of a store: memory, a file, or a database.
package enum StoreAddress: Sendable, Hashable {
  case memory
  case file(String)
  /// A PostgreSQL database. The URL may contain a password.
  case postgreSQL(url: String, schema: String)

  /// Parses an argument: `memory`, a URL such as `postgres://host/database`, or the path of a file.
  ///
  /// - Parameters:
  ///   - text: The argument.
  ///   - schema: The schema of the tables in a database.
  /// - Throws: A ``SetupError`` that does not repeat the argument, which may contain a password.
  package init(_ text: String, schema: String = "applinks") throws(SetupError) {
    guard let scheme = text.firstRange(of: "://").map({ text[..<$0.lowerBound].lowercased() }),
      !scheme.contains("/")
    else {
      self = text == "memory" ? .memory : .file(text)
      return
    }
    guard scheme == "postgres" || scheme == "postgresql" else {
      throw SetupError(
        "The store must be a file, 'memory', or a URL that begins with 'postgres://'; "
          + "'\(scheme)://' is something else."
      )
    }
    guard (1...63).contains(schema.utf8.count), !schema.utf8.contains(0) else {
      throw SetupError("The schema '\(schema.prefix(70))' must have 1 to 63 bytes.")
    }
    self = .postgreSQL(url: scheme + text.dropFirst(scheme.count), schema: schema)
  }

  /// Opens the store.
  ///
  /// - Parameter clock: The clock.
  /// - Returns: The store.
  /// - Throws: A ``SetupError`` if it cannot be used.
  package func open(clock: WallClock = WallClock()) async throws(SetupError) -> any EntryStore {
    do {
      switch self {
      case .memory: return try SQLiteEntryStore(clock: clock)
      case .file(let path): return try SQLiteEntryStore(path: path, clock: clock)
      case .postgreSQL(let url, let schema):
        return try await Self.openPostgreSQL(url, schema: schema, clock: clock)
      }
    } catch let error as SetupError {
      throw error
    } catch {
      throw SetupError("The store cannot be used: \(error)")
    }
  }

  #if PostgreSQL
  private static func openPostgreSQL(
    _ url: String,
    schema: String,
    clock: WallClock
  ) async throws -> any EntryStore {
    // This connection waits while other servers create the tables.
    let patient = try LibPQDatabase(
      url,
      options: LibPQDatabase.Options(maxConnections: 1, statementTimeout: .seconds(60))
    )
    defer { patient.close() }
    try await EntrySchema(schema).migrate(patient)
    // Clients wait for the statements of these connections.
    let options = LibPQDatabase.Options(
      connectTimeout: .seconds(1),
      statementTimeout: .seconds(2)
    )
    return try await PostgreSQLEntryStore(
      LibPQDatabase(url, options: options),
      schema: EntrySchema(schema),
      clock: clock
    )
  }
  #else
  private static func openPostgreSQL(
    _ url: String,
    schema: String,
    clock: WallClock
  ) async throws -> any EntryStore {
    throw SetupError(
      "PostgreSQL is not built into this applinks-server. Build it with "
        + "'swift build -c release --package-path Server --traits PostgreSQL', which needs libpq."
    )
  }
  #endif
}

extension StoreAddress: CustomStringConvertible {
  /// The address without a password.
  package var description: String {
    switch self {
    case .memory: "memory"
    case .file(let path): path
    case .postgreSQL(let url, let schema): "\(Self.place(url)), schema \(schema)"
    }
  }

  private static func place(_ url: String) -> String {
    #if PostgreSQL
    // libpq parses the URL, because its rules decide which part is the password.
    if let database = try? LibPQDatabase(url) { return database.description }
    #endif
    return "PostgreSQL"
  }
}

extension StoreAddress: CustomReflectable {
  /// Without the URL.
  package var customMirror: Mirror { Mirror(self, children: ["store": description]) }
}
