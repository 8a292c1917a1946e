import AppLinks
import AppLinksResolving

extension HTTPResolver.Options {
  /// Options for tests in which time does not matter, on machines that may be busy.
  static var patient: Self { Self(timeout: .seconds(300), idleTimeout: .seconds(300)) }
}

extension HTTPResolver {
  /// A resolver for tests in which time does not matter, on machines that may be busy.
  static var patient: Self { Self(options: .patient) }
}
