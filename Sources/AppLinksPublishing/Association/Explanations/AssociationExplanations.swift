internal import AppLinks

/// The explanations of all findings about association files.
enum AssociationExplanations {
  static let all = files + apple + android + fetching

  static let byCode = Dictionary(all.map { ($0.code, $0) }) { first, _ in first }
}

extension LintExplanation {
  /// The explanations of all codes of findings about association files.
  ///
  /// <doc:AssociationFiles> lists the same texts.
  public static var associationFiles: [LintExplanation] { AssociationExplanations.all }
}
