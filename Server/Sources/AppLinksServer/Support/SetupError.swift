/// An error in the configuration of the server.
package struct SetupError: Error, CustomStringConvertible {
  /// What is wrong, and what to do.
  package let description: String

  package init(_ description: String) { self.description = description }
}
