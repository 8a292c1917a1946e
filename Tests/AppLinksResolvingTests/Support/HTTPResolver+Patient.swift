import AppLinks
import AppLinksResolving

extension HTTPResolver.Options {
  /// Options for tests that do not depend on time, on machines that can be busy.
  static var patient: Self { Self(timeout: .seconds(300), idleTimeout: .seconds(300)) }
}

extension HTTPResolver {
  /// A resolver for tests that do not depend on time, on machines that can be busy.
  static var patient: Self { Self(options: .patient) }
}
