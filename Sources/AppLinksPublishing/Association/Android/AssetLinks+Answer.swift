internal import AppLinks

extension AssetLinks {
  /// Returns which apps may open a URL, by which rule, and why the others do not.
  ///
  /// The answer assumes that the manifest of each app declares the URL, and that the installed app
  /// is signed with one of the certificates. For an app whose manifest and certificates are known,
  /// use ``AndroidApp/answer(for:files:release:)``.
  ///
  /// - Parameters:
  ///   - url: The URL, as written in a link.
  ///   - domain: The host of the file, or `*.` and the host for its subdomains.
  ///   - release: The release of Android. Dynamic rules count from 15 on.
  /// - Returns: The answer, for each app of the file in its order.
  /// - Complexity: O(*n* *m*) in the lengths of the URL and of the rules, within a limit.
  public func answer(for url: String, at domain: String, release: Int = 15) -> AssociationAnswer {
    var work = MatchWork()
    return answer(for: url, at: domain, release: release, &work)
  }

  func answer(
    for url: String,
    at domain: String,
    release: Int = 15,
    _ work: inout MatchWork
  ) -> AssociationAnswer {
    let link = AssociatedURL(url, domain: domain)
    var apps: [AssociationAnswer.App] = []
    if link.obstacle == nil {
      let matcher = DynamicRuleMatcher(parts: link.parts)
      for (package, statements) in statementsByPackage() {
        let decision = decide(statements, release: release, matcher, &work)
        apps.append(decision.app(package, doubt: link.doubt, &work))
      }
    }
    return AssociationAnswer(
      platform: .android,
      url: url,
      domain: domain,
      obstacle: link.obstacle,
      apps: apps
    )
  }

  /// Returns the decision of the statements about one app.
  func decide(
    _ statements: [(index: Int, statement: Statement)],
    release: Int,
    _ matcher: DynamicRuleMatcher,
    _ work: inout MatchWork
  ) -> AssociationDecision {
    var decision = AssociationDecision()
    decision.add(doubts: doubts)
    for (_, statement) in statements { decision.add(doubts: statement.doubts) }
    let lists = statements.filter { $0.statement.rules?.isEmpty == false }
    if release >= 15 {
      for (_, statement) in statements { decision.add(doubts: statement.doubtsOfRules) }
    }
    guard release >= 15, let list = lists.first else {
      decision.open()
      return decision
    }
    if statements.count > 1 {
      decision.add(
        doubts: ["several statements name the app, and it is not known whose dynamic rules count"]
      )
    }
    let subject = "[\(list.index)].dynamic_app_link_components"
    decision.add(matcher.comparisons(with: list.statement.rules ?? [], subject, &work))
    return decision
  }

  /// Returns the statements that let apps open URLs, by package in the order of the file.
  func statementsByPackage() -> [(
    package: String, statements: [(index: Int, statement: Statement)]
  )] {
    var order: [(package: String, statements: [(index: Int, statement: Statement)])] = []
    var places: [String: Int] = [:]
    for (index, statement) in statements.enumerated() where statement.opensURLs {
      guard case .app(let package, _) = statement.target else { continue }
      if let place = places[package] {
        order[place].statements.append((index, statement))
      } else {
        places[package] = order.count
        order.append((package, [(index, statement)]))
      }
    }
    return order
  }
}
