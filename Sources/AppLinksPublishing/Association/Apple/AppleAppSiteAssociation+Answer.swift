internal import AppLinks

extension AppleAppSiteAssociation {
  /// Returns which apps may open a URL, by which rule, and why the others do not.
  ///
  /// The file of a domain also answers for `*.` and the domain, if an app's entitlement has that
  /// form. Pass the entitlement without `applinks:`, such as `example.com` or `*.example.com`.
  ///
  /// ```swift
  /// let file = AppleAppSiteAssociation(parsing: bytes)
  /// let answer = file.answer(
  ///   for: "https://example.com/buy/42",
  ///   at: "example.com"
  /// )
  /// answer.apps[0].verdict  // opens
  /// ```
  ///
  /// If systems are not known to agree, the verdict is ``AssociationAnswer/Verdict/uncertain``,
  /// with the reason. That includes files that are too large to decide: the number of comparisons
  /// and the text about them are limited, so that an answer takes bounded time and memory for any
  /// file and any URL.
  ///
  /// - Parameters:
  ///   - url: The URL, as written in a link.
  ///   - domain: The domain of the entitlement.
  /// - Returns: The answer, for each app of the file in its order.
  /// - Complexity: O(*n* *m*) in the lengths of the URL and of the rules, within a limit.
  public func answer(for url: String, at domain: String) -> AssociationAnswer {
    var work = MatchWork()
    return answer(for: url, at: domain, &work)
  }

  func answer(for url: String, at domain: String, _ work: inout MatchWork) -> AssociationAnswer {
    let link = AssociatedURL(url, domain: domain)
    let matcher = AppleRuleMatcher(file: self, parts: link.parts)
    var lists: [Int: RuleComparisons] = [:]
    var apps: [AssociationAnswer.App] = []
    let obstacle = link.obstacle ?? findings.refusal(on: .apple)?.phrase
    if obstacle == nil {
      for (id, indices) in entriesByApp() {
        if let fault = AppleApplicationID.fault(of: id) {
          apps.append(AssociationAnswer.App(unverified: id, because: fault))
          continue
        }
        var decision = AssociationDecision()
        decision.add(doubts: doubts)
        for index in indices where !decision.isDecided {
          let entry = entries[index]
          let list = lists[index] ?? matcher.comparisons(with: entry, at: index, &work)
          lists[index] = list
          decision.add(doubts: entry.doubts)
          decision.add(
            list,
            doubt: entry.doubtfulAppIDs.contains(id)
              ? "it is not known whether both 'appID' and 'appIDs' count" : nil
          )
        }
        apps.append(decision.app(id, doubt: link.doubt, &work))
      }
    }
    return AssociationAnswer(
      platform: .apple,
      url: url,
      domain: domain,
      obstacle: obstacle,
      apps: apps
    )
  }

  /// Returns the apps in the order of the file, each with the indices of its entries.
  private func entriesByApp() -> [(id: String, indices: [Int])] {
    var order: [(id: String, indices: [Int])] = []
    var places: [String: Int] = [:]
    for (index, entry) in entries.enumerated() {
      for id in entry.appIDs {
        if let place = places[id] {
          if order[place].indices.last != index { order[place].indices.append(index) }
        } else {
          places[id] = order.count
          order.append((id, [index]))
        }
      }
    }
    return order
  }
}
