/// The errors of the services.
nonisolated enum FeedError: Error, Hashable {
  case offline
  case overloaded
  case signedOut
  case damagedPhoto

  /// Whether a later attempt can succeed without the user.
  var isTemporary: Bool { self == .offline || self == .overloaded }
}
