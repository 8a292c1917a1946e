#if PostgreSQL
import Foundation

/// Returns the name of a schema that does not exist.
func newSchema(_ prefix: String) -> String {
  "\(prefix)_\(UUID().uuidString.prefix(8).lowercased())"
}
#endif
