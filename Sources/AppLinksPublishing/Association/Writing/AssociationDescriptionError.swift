/// An error that describes why no association file can be written from a description.
public struct AssociationDescriptionError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong and what to do, as a sentence.
  public let description: String
}
