import Foundation

/// Prevents requests to this computer from going through a proxy that the environment names.
///
/// On Linux, `URLSession` obeys `http_proxy` even for 127.0.0.1, and has no setting to prevent it.
enum LoopbackProxy {
  /// Adds 127.0.0.1 to `no_proxy`, once per process; call it before the first request.
  static func bypass() { added }

  private static let added: Void = {
    let environment = ProcessInfo.processInfo.environment
    let exceptions = [environment["no_proxy"] ?? environment["NO_PROXY"], "127.0.0.1"]
    setenv("no_proxy", exceptions.compactMap(\.self).joined(separator: ","), 1)
  }()
}
