import ArgumentParser
import Foundation

/// Names with commas between them.
struct InstalledApps: ExpressibleByArgument {
  let names: [String]

  /// Takes schemes also as they stand in URLs, as in `shop://`.
  init?(argument: String) {
    names = argument.split(separator: ",").map { name in
      let name = Substring(name.trimmingCharacters(in: .whitespaces))
      return String(
        name.hasSuffix("://") ? name.dropLast(3) : name.hasSuffix(":") ? name.dropLast() : name
      )
    }
  }
}
