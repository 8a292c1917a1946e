/// The version of the server.
package enum Version {
  package static let text = "0.9.0"
}
