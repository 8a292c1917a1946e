import AppLinks
import AppLinksResolving

extension HTTPResolver.Options {
  /// Options with long timeouts, so that tests pass on busy machines.
  static var patient: Self { Self(timeout: .seconds(300), idleTimeout: .seconds(300)) }
}

extension HTTPResolver {
  /// A resolver with long timeouts, so that tests pass on busy machines.
  static var patient: Self { Self(options: .patient) }
}
