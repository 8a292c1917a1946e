import DurableWorkflows
import RunsScreen
import ToolSupport

extension TextTable.Cell {
  /// A status, in its color.
  init(_ status: DurableRunStatus) {
    let look: TextStyle.Look =
      switch status {
      case .queued, .waiting: .dim
      case .running: .blue
      case .succeeded: .green
      case .failed, .setAside: .red
      case .cancelled: .yellow
      }
    self.init(StatusName(status).rawValue, look)
  }
}
