import JSONValues

/// The first elements of a list as JSON, as many as fit.
///
/// Pages and files come from the web, so their size must not decide that of an answer.
struct CappedList {
  let values: [JSONValue]

  /// The number of other elements.
  let more: Int

  /// Creates a list.
  ///
  /// - Parameters:
  ///   - elements: The elements.
  ///   - maximumBytes: The maximum number of bytes of their JSON.
  ///   - json: Returns the JSON of an element.
  init<Element>(_ elements: [Element], maximumBytes: Int, _ json: (Element) -> JSONValue) {
    var values: [JSONValue] = []
    var rest = maximumBytes
    for element in elements {
      let value = json(element)
      rest -= value.text.utf8.count + 1
      if rest < 0 { break }
      values.append(value)
    }
    self.values = values
    more = elements.count - values.count
  }
}

extension [String: JSONValue] {
  /// Adds a list under a name, and the number of elements that are left out, if there are any,
  /// under the name with `more_` in front.
  mutating func set(_ name: String, _ list: CappedList) {
    self[name] = .array(list.values)
    if list.more > 0 { self["more_\(name)"] = .integer(Int64(list.more)) }
  }
}
