package import AppLinksPublishing
import HTTPTypes
import Hummingbird

/// The domains whose association files the server serves.
///
/// The files are served without redirects, limits or keys, as verifiers require.
package struct LinkedSites: Sendable {
  private struct Files {
    let apple: CachedAnswer
    let android: CachedAnswer
  }

  private let files: [String: Files]

  /// Creates the files of domains.
  ///
  /// - Parameter apps: The descriptions of apps by domain.
  /// - Throws: A ``SetupError`` if a description cannot be written as a file.
  package init(_ apps: [String: AssociationDescription] = [:]) throws(SetupError) {
    var files: [String: Files] = [:]
    for (domain, apps) in apps {
      do throws(AssociationDescriptionError) {
        files[domain.lowercased()] = Files(
          apple: CachedAnswer(try apps.appleFile().encoded(), contentType: "application/json"),
          android: CachedAnswer(try apps.androidFile().encoded(), contentType: "application/json")
        )
      } catch {
        throw SetupError("The apps of '\(domain)' cannot be written: \(error).")
      }
    }
    self.files = files
  }

  func add(to router: Router<ServerContext>) {
    for path in [".well-known/apple-app-site-association", "apple-app-site-association"] {
      router.get("\(path)") { request, _ in try answer(to: request, \.apple) }
    }
    router.get(".well-known/assetlinks.json") { request, _ in try answer(to: request, \.android) }
  }

  private func answer(
    to request: Request,
    _ file: any KeyPath<Files, CachedAnswer> & Sendable
  ) throws(Problem) -> Response {
    let host = (request.head.authority ?? "").prefix { $0 != ":" }.lowercased()
    guard let files = files[host] else {
      throw Problem(
        "no-such-domain",
        .notFound,
        "The server has no association files for this host.",
        "Start it with '--site HOST=FILE' to serve them."
      )
    }
    return files[keyPath: file].response(to: request, maximumAge: 3600)
  }
}
