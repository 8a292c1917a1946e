package import AppLinks

/// A text with all characters escaped that a query cannot contain.
package func escaped(_ text: String) -> String {
  String(URLParts("").setting("", to: text).text.dropFirst(2))
}

/// A link with the given App Link data.
package func inbound(_ json: String, scheme: String = "bolts://") -> InboundLink {
  InboundLink(scheme + "?al_applink_data=" + escaped(json))
}
