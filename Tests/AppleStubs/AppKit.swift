// What this project uses of AppKit, as declarations without behaviour. See scripts/stages/apple.sh.
@_exported import Foundation

open class NSRunningApplication: NSObject, @unchecked Sendable {}

open class NSWorkspace: NSObject, @unchecked Sendable {
  open class OpenConfiguration: NSObject {
    open var requiresUniversalLinks = false
  }
  open class var shared: NSWorkspace { NSWorkspace() }
  open func urlForApplication(toOpen url: URL) -> URL? { nil }
  @discardableResult
  open func open(
    _ url: URL,
    configuration: OpenConfiguration
  ) async throws -> NSRunningApplication { NSRunningApplication() }
}
