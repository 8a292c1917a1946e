import ArgumentParser
import Foundation

/// A list of names, separated by commas.
struct InstalledApps: ExpressibleByArgument {
  let names: [String]

  /// Creates a list.
  ///
  /// Schemes can also be written as in URLs, such as `shop://`.
  init?(argument: String) {
    names = argument.split(separator: ",").map { name in
      let name = Substring(name.trimmingCharacters(in: .whitespaces))
      return String(
        name.hasSuffix("://") ? name.dropLast(3) : name.hasSuffix(":") ? name.dropLast() : name
      )
    }
  }
}
