internal import AppLinks
public import AppLinksResolving
internal import Foundation

extension LinkedHost {
  /// The address of Apple's CDN, before the name of a host.
  public static let appleCDN = "https://app-site-association.cdn-apple.com/a/v1/"

  /// Loads the association files of a host.
  ///
  /// As verifiers do, the method follows no redirects. If Apple's file is missing at
  /// `/.well-known/`, the root is tried. A file that is found is requested once more with the user
  /// agent of a verifier. The files that `assetlinks.json` includes are loaded, at most ten, and
  /// their statements are part of ``androidFile``. ``includeFindings`` has those that are not used.
  ///
  /// - Parameters:
  ///   - host: The host, such as `shop.example`.
  ///   - origin: The server to load from instead of the host, such as `http://127.0.0.1:8080` for
  ///     one that is not public yet, or `nil` for the host over `https`. Findings name the host.
  ///   - resolver: The resolver whose limits and network policy apply.
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
    let origin = origin ?? "https://\(host)"
    var loader = HostLoader(host: host, origin: origin, resolver: resolver)
    return try await loader.load(copies: copies)
  }
}

/// A loader of the association files of one host.
private struct HostLoader {
  typealias Platform = AssociationAnswer.Platform

  let host: String
  let origin: String
  let resolver: HTTPResolver

  private var failures: [Platform: String] = [:]

  /// One byte more than is parsed, to detect a file that is too large.
  private static let maximumBytes = AssociationReader.maximumBytes + 1
  private static let verifier = "AASA-Bot/1.0.0"

  init(host: String, origin: String, resolver: HTTPResolver) {
    self.host = host
    self.origin = origin
    self.resolver = resolver
  }

  nonisolated(nonsending) mutating func load(copies: String?) async throws -> LinkedHost {
    let android = try await file("/.well-known/\(Platform.android.fileName)", .android)
    let (apple, path) = try await appleFile()
    var linked = LinkedHost(host: host, apple: apple, android: android)
    linked.failures = failures
    if let apple, apple.status == 200 {
      linked.statusForVerifier = try await status(of: origin + path)
      if let copies { linked.appleCopy = try await copy(at: copies + host) }
    }
    if let file = linked.androidFile, !file.includes.isEmpty {
      let (files, findings) = try await included(by: file)
      linked.androidFile = file.including(files)
      linked.includeFindings = findings
    }
    return linked
  }

  /// Returns the answer with the file for Apple devices, and its path.
  private nonisolated(nonsending) mutating func appleFile() async throws -> (
    answer: AssociationResponse?, path: String
  ) {
    let root = "/\(Platform.apple.fileName)"
    let usual = "/.well-known" + root
    let answer = try await file(usual, .apple)
    if answer?.status == 404, let other = try await file(root, .apple), other.status == 200 {
      return (other, root)
    }
    return (answer, usual)
  }

  /// Returns the answer for a path, or `nil` if there is none, which becomes a failure.
  private nonisolated(nonsending) mutating func file(
    _ path: String,
    _ platform: Platform
  ) async throws -> AssociationResponse? {
    do {
      var answer = try await answer(origin + path)
      answer.url = "https://\(host)\(path)"
      return answer
    } catch let error as AppLinkResolveError {
      failures[platform] = error.message
      return nil
    }
  }

  private nonisolated(nonsending) func answer(
    _ address: String
  ) async throws -> AssociationResponse {
    guard let url = URL(string: address) else {
      return AssociationResponse(url: address, status: 400)
    }
    let answer = try await resolver.answer(at: url, maximumBytes: Self.maximumBytes)
    return AssociationResponse(
      url: address,
      status: answer.response.status,
      headers: answer.response.headers,
      body: answer.body
    )
  }

  /// Returns the copy of a CDN, or `nil` if there is no answer.
  private nonisolated(nonsending) func copy(
    at address: String
  ) async throws -> AssociationResponse? {
    do {
      return try await answer(address)
    } catch is AppLinkResolveError {
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

  /// Returns the included files that are used, by their addresses, and findings about the others.
  private nonisolated(nonsending) func included(
    by file: AssetLinks
  ) async throws -> (files: [String: AssetLinks], findings: [LintFinding]) {
    var files: [String: AssetLinks] = [:]
    var report = ConsistencyReport()
    for address in file.includes.prefix(AssetLinks.maximumIncludes) where files[address] == nil {
      let name = "'\(shown(address, maximumLength: 120))'"
      let answer: AssociationResponse
      do {
        answer = try await self.answer(address)
      } catch let error as AppLinkResolveError {
        report.add(.includeNotUsed, "\(name) could not be loaded: \(error.message).")
        continue
      }
      let included = AssetLinks(parsing: answer.body)
      let refusal = (answer.transferFindings(for: .android) + included.findings)
        .refusal(on: .android)
      if let refusal {
        report.add(.includeNotUsed, "\(name) is not used: \(refusal.phrase).")
        continue
      }
      if let other = included.includes.first {
        report.add(.nestedInclude, "\(name) includes '\(shown(other, maximumLength: 120))'.")
      }
      files[address] = included
    }
    return (files, report.findings)
  }
}
