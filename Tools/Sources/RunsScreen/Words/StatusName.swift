package import DurableWorkflows

/// A status in addresses and in the output: words separated by hyphens.
package enum StatusName: String, CaseIterable, Sendable {
  case queued, waiting, running, succeeded, failed, cancelled
  case setAside = "set-aside"

  package init(_ status: DurableRunStatus) {
    switch status {
    case .queued: self = .queued
    case .waiting: self = .waiting
    case .running: self = .running
    case .succeeded: self = .succeeded
    case .failed: self = .failed
    case .cancelled: self = .cancelled
    case .setAside: self = .setAside
    }
  }

  package var status: DurableRunStatus {
    switch self {
    case .queued: .queued
    case .waiting: .waiting
    case .running: .running
    case .succeeded: .succeeded
    case .failed: .failed
    case .cancelled: .cancelled
    case .setAside: .setAside
    }
  }
}
