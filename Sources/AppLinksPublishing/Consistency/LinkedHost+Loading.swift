public import AppLinksResolving
internal import Foundation

extension LinkedHost {
  /// The address of Apple's CDN, before the name of a host.
  public static let appleCDN = "https://app-site-association.cdn-apple.com/a/v1/"

  /// Loads the association files of a host.
  ///
  /// As verifiers do, the method follows no redirects. If Apple's file is missing at
  /// `/.well-known/`, the root is tried. A file that is found is requested once more with the user
  /// agent of a verifier. The files that `assetlinks.json` includes are loaded, at most ten.
  ///
  /// - Parameters:
  ///   - host: The host, such as `shop.example`.
  ///   - origin: The server to load from, such as `http://127.0.0.1:8080`, or `nil` for the host
  ///     over https.
  ///   - resolver: The resolver whose limits and network policy count.
  ///   - copies: The address of a CDN, such as ``appleCDN``, whose copy is compared, or `nil`.
  /// - Returns: The host. Files that could not be loaded are in ``failures``.
  /// - Throws: `CancellationError` if the task is cancelled.
  public nonisolated(nonsending) static func load(
    _ host: String,
    from origin: String? = nil,
    using resolver: HTTPResolver,
    copies: String? = nil
  ) async throws -> LinkedHost {
    let host = host.lowercased()
    let loader = HostLoader(host: host, origin: origin ?? "https://\(host)", resolver: resolver)
    return try await loader.host(copies: copies)
  }
}

/// A loader of the association files of one host.
private struct HostLoader {
  let host: String
  let origin: String
  let resolver: HTTPResolver

  private typealias Platform = AssociationAnswer.Platform

  /// One byte more than is parsed, so that a file that is too large is seen to be.
  private static let maximumBytes = AssociationReader.maximumBytes + 1
  private static let maximumIncludes = 10
  private static let verifier = "AASA-Bot/1.0.0"

  nonisolated(nonsending) func host(copies: String?) async throws -> LinkedHost {
    var failures: [AssociationAnswer.Platform: String] = [:]
    let name = AssociationAnswer.Platform.apple.fileName
    var apple = try await answer("\(origin)/.well-known/\(name)", .apple, &failures)
    if apple?.status == 404,
      let atRoot = try await answer("\(origin)/\(name)", .apple, &failures), atRoot.status == 200
    {
      apple = atRoot
    }
    let android = try await answer(
      "\(origin)/.well-known/\(AssociationAnswer.Platform.android.fileName)",
      .android,
      &failures
    )
    var linked = LinkedHost(host: host, apple: apple, android: android)
    linked.failures = failures
    if let apple, apple.status == 200 {
      linked.statusForVerifier = try await status(of: apple.url)
      if let copies {
        var ignored: [AssociationAnswer.Platform: String] = [:]
        linked.appleCopy = try await answer(copies + host, .apple, &ignored)
      }
    }
    if let file = linked.androidFile {
      linked.androidFile = try await file.including(included(by: file))
    }
    return linked
  }

  private nonisolated(nonsending) func answer(
    _ address: String,
    _ platform: AssociationAnswer.Platform,
    _ failures: inout [AssociationAnswer.Platform: String]
  ) async throws -> AssociationResponse? {
    guard let url = URL(string: address) else {
      failures[platform] = "its address is not a URL"
      return nil
    }
    do {
      let answer = try await resolver.answer(at: url, maximumBytes: Self.maximumBytes)
      return AssociationResponse(
        url: address,
        status: answer.response.status,
        headers: answer.response.headers,
        body: answer.body
      )
    } catch let error as AppLinkResolveError {
      failures[platform] = error.message
      return nil
    }
  }

  /// Returns the status of the answer to a verifier, or `nil` if there is no answer.
  private nonisolated(nonsending) func status(of address: String) async throws -> Int? {
    guard let url = URL(string: address) else { return nil }
    do {
      return try await resolver.answer(at: url, maximumBytes: 0, userAgent: Self.verifier)
        .response.status
    } catch is AppLinkResolveError {
      return nil
    }
  }

  private nonisolated(nonsending) func included(
    by file: AssetLinks
  ) async throws -> [String: AssetLinks] {
    var files: [String: AssetLinks] = [:]
    for address in file.includes.prefix(Self.maximumIncludes) {
      var ignored: [AssociationAnswer.Platform: String] = [:]
      guard let answer = try await answer(address, .android, &ignored), answer.status == 200 else {
        continue
      }
      files[address] = AssetLinks(parsing: answer.body)
    }
    return files
  }
}
