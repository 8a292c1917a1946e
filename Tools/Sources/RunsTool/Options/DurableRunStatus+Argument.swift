import ArgumentParser
import DurableWorkflows

/// A status on the command line and in the output: words separated by hyphens.
enum StatusName: String, CaseIterable, ExpressibleByArgument {
  case queued, waiting, running, succeeded, failed, cancelled
  case setAside = "set-aside"

  init(_ status: DurableRunStatus) {
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

  var status: DurableRunStatus {
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
