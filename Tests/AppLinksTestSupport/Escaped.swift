import AppLinks

/// A text with everything escaped that a query must not contain as it is.
func escaped(_ text: String) -> String {
  String(URLParts("").setting("", to: text).text.dropFirst(2))
}

/// A link with the given App Link data.
func inbound(_ json: String, scheme: String = "bolts://") -> InboundLink {
  InboundLink(scheme + "?al_applink_data=" + escaped(json))
}
