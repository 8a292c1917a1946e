package import AppLinks

extension AppLinkDiagnostic.Code {
  package static let noAppLinkDetails = Self(rawValue: "no-applinks-details")
  package static let malformedApplicationID = Self(rawValue: "malformed-application-id")
  package static let noAppIDs = Self(rawValue: "no-app-ids")
  package static let bothAppIDs = Self(rawValue: "both-app-ids")
  package static let componentsAndPaths = Self(rawValue: "components-and-paths")
  package static let noRules = Self(rawValue: "no-rules")
  package static let appsNotEmpty = Self(rawValue: "apps-not-empty")
  package static let catchAllRule = Self(rawValue: "catch-all-rule")
  package static let unreachableRule = Self(rawValue: "unreachable-rule")
  package static let fragmentInPath = Self(rawValue: "fragment-in-path")
  package static let queryInPath = Self(rawValue: "query-in-path")
  package static let impossiblePattern = Self(rawValue: "impossible-pattern")
  package static let malformedNot = Self(rawValue: "malformed-not")
  package static let nonStringQuery = Self(rawValue: "non-string-query")
  package static let undefinedVariable = Self(rawValue: "undefined-variable")
  package static let builtInVariable = Self(rawValue: "built-in-variable")
  package static let malformedVariable = Self(rawValue: "malformed-variable")
}

extension AssociationExplanations {
  /// The explanations of findings about `apple-app-site-association`.
  static let apple = [
    LintExplanation(
      .noAppLinkDetails,
      .warning,
      "The file has no 'applinks' with 'details', so no app opens links of the domain.",
      advice: "Add an entry with 'appIDs' and 'components'.",
      example: """
        {"webcredentials": {"apps": ["ABCDE12345.com.example.shop"]}}
        """
    ),
    LintExplanation(
      .malformedApplicationID,
      .error,
      "An application identifier is not a prefix of ten characters, a dot and a bundle "
        + "identifier, so it stands for no app.",
      advice: "Copy the prefix, usually the team identifier, from the developer account: "
        + "'ABCDE12345.com.example.shop'.",
      example: """
        {"appIDs": ["com.example.shop"], "components": []}
        """
    ),
    LintExplanation(
      .noAppIDs,
      .error,
      "An entry names no app, so its rules have no effect.",
      advice: "Add 'appIDs'.",
      example: """
        {"components": [{"/": "/buy/*"}]}
        """
    ),
    LintExplanation(
      .bothAppIDs,
      .warning,
      "An entry has both 'appID' and 'appIDs'. It is not known whether systems read both.",
      advice: "List all apps in 'appIDs'.",
      example: """
        {"appID": "ABCDE12345.com.example.shop", "appIDs": ["ABCDE12345.com.example.lite"]}
        """
    ),
    LintExplanation(
      .componentsAndPaths,
      .warning,
      "An entry has both 'components' and 'paths'. Systems read 'components' since iOS "
        + "13, and 'paths' before.",
      advice: "If you support iOS 12, check that both say the same. If not, remove 'paths'.",
      example: """
        {"appIDs": ["ABCDE12345.com.example.shop"], "components": [{"/": "/buy/*"}], "paths": ["/buy/*"]}
        """
    ),
    LintExplanation(
      .noRules,
      .warning,
      "An entry has neither 'components' nor 'paths'. It is not known whether it matches "
        + "every URL or none.",
      advice: "Add 'components'.",
      example: """
        {"appIDs": ["ABCDE12345.com.example.shop"]}
        """
    ),
    LintExplanation(
      .appsNotEmpty,
      .warning,
      "The 'apps' of 'applinks' is not empty. iOS 12 and earlier expect an empty array, "
        + "later systems none.",
      advice: "Write '\"apps\": []', or remove it if you do not support iOS 12.",
      example: """
        {"applinks": {"apps": ["ABCDE12345.com.example.shop"], "details": []}}
        """
    ),
    LintExplanation(
      .catchAllRule,
      .note,
      "A rule matches every URL of the domain.",
      advice: "If this is intended, no change is necessary.",
      example: """
        {"appIDs": ["ABCDE12345.com.example.shop"], "components": [{"/": "*"}]}
        """
    ),
    LintExplanation(
      .unreachableRule,
      .warning,
      "An earlier rule matches every URL that this one matches, and the first match "
        + "decides.",
      advice: "Move the rule before the other one, or remove it.",
      example: """
        {"components": [{"/": "/a/*"}, {"/": "/a/private/*", "exclude": true}]}
        """
    ),
    LintExplanation(
      .fragmentInPath,
      .error,
      "A pattern for a path contains '#', which is never part of a path.",
      advice: "Move the text after '#' into a pattern for the fragment: '\"#\": \"/market*\"'.",
      example: """
        {"/": "/#/market*"}
        """
    ),
    LintExplanation(
      .queryInPath,
      .warning,
      "A pattern for a path seems to contain a query. In a path, '?' stands for any one "
        + "character.",
      advice: "Move the text after '?' into a pattern for the query: '\"?\": {\"id\": \"*\"}'.",
      example: """
        {"/": "/buy?id=*"}
        """
    ),
    LintExplanation(
      .impossiblePattern,
      .error,
      "A pattern contains text that a URL never has at this place, so the rule never "
        + "matches.",
      advice: "Write escapes as they occur in links, such as '%20', and characters as they are "
        + "where 'percentEncoded' is false. For Android, begin paths with '/'.",
      example: """
        {"/": "/red socks"}
        """
    ),
    LintExplanation(
      .malformedNot,
      .error,
      "A path begins with an incorrect 'NOT', so it excludes nothing and never matches.",
      advice: "Write 'NOT', one space and the path, as in 'NOT /private/*'.",
      example: """
        {"paths": ["NOT/private/*", "*"]}
        """
    ),
    LintExplanation(
      .nonStringQuery,
      .error,
      "A pattern for a query item is not a string. Systems then ignore all items, and the"
        + " rule matches more.",
      advice: "Write a string, such as '\"true\"' or '\"?*\"'.",
      example: """
        {"?": {"page": "1", "flag": true}}
        """
    ),
    LintExplanation(
      .undefinedVariable,
      .error,
      "A pattern uses a variable that 'substitutionVariables' does not define. Names are "
        + "case-sensitive.",
      advice: "Define the list, or correct the name.",
      example: """
        {"/": "/$(food)/"}
        """
    ),
    LintExplanation(
      .builtInVariable,
      .warning,
      "A list has the name of a built-in variable. It is not known which of the two "
        + "counts.",
      advice: "Choose another name.",
      example: """
        {"substitutionVariables": {"lang": ["en", "de"]}}
        """
    ),
    LintExplanation(
      .malformedVariable,
      .error,
      "The name of a list contains '$', '(' or ')', or one of its values contains a "
        + "variable.",
      advice: "Use letters and digits for names, and values without variables.",
      example: """
        {"substitutionVariables": {"$(food)": ["pizza"]}}
        """
    ),
  ]
}
