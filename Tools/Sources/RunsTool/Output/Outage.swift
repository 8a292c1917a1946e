import ToolSupport

/// Says once that the store is away, until it is back.
struct Outage {
  private var isTold = false

  mutating func end() { isTold = false }

  mutating func complain(_ error: ToolError, on console: Console) {
    if !isTold { console.complain(Self.text(error)) }
    isTold = true
  }

  static func text(_ error: ToolError) -> String { "\(error.message) The watch goes on." }
}
