// What this project uses of BackgroundTasks, as declarations without behaviour. See
// scripts/stages/apple.sh.
@_exported import Foundation

open class BGTask: NSObject {
  open var identifier: String { "" }
  open var expirationHandler: (() -> Void)?
  open func setTaskCompleted(success: Bool) {}
}

open class BGProcessingTask: BGTask {}

open class BGAppRefreshTask: BGTask {}

open class BGContinuedProcessingTask: BGTask, ProgressReporting {
  open var progress: Progress { Progress(totalUnitCount: 1) }
}

open class BGTaskRequest: NSObject {
  open var earliestBeginDate: Date?
}

open class BGProcessingTaskRequest: BGTaskRequest {
  public init(identifier: String) {}
  open var requiresNetworkConnectivity = false
  open var requiresExternalPower = false
}

open class BGContinuedProcessingTaskRequest: BGTaskRequest {
  public init(identifier: String, title: String, subtitle: String) {}
}

open class BGTaskScheduler: NSObject, @unchecked Sendable {
  open class var shared: BGTaskScheduler { BGTaskScheduler() }
  @discardableResult
  open func register(
    forTaskWithIdentifier identifier: String,
    using queue: DispatchQueue?,
    launchHandler: @escaping (BGTask) -> Void
  ) -> Bool { true }
  open func submit(_ taskRequest: BGTaskRequest) throws {}
}
