import DurableWorkflows
import RunsScreen
import ToolSupport

extension TextTable.Cell {
  /// A status in its color, or a text about runs with that status.
  init(_ status: DurableRunStatus, text: String? = nil) {
    let look: TextStyle.Look =
      switch status {
      case .queued, .waiting: .dim
      case .running: .blue
      case .succeeded: .green
      case .failed, .setAside: .red
      case .cancelled: .yellow
      }
    self.init(text ?? StatusName(status).rawValue, look)
  }
}
