package import JSONValues

/// The part of JSON Schema that the schemas of the tools use.
package struct JSONSchema {
  private let root: JSONValue

  package init(_ root: JSONValue) { self.root = root }

  /// Returns the violations of a value.
  ///
  /// The array is empty if the value conforms.
  package func problems(with value: JSONValue) -> [String] { problems(with: value, root, "$") }

  private func problems(with value: JSONValue, _ schema: JSONValue, _ path: String) -> [String] {
    var found: [String] = []
    for (keyword, rule) in schema.objectValue ?? [:] {
      switch keyword {
      case "$schema", "$defs", "title", "description", "additionalProperties": break
      case "$ref":
        let name = rule.stringValue?.split(separator: "/").last.map(String.init) ?? ""
        found += problems(with: value, root["$defs"]?[name] ?? false, path)
      case "type":
        let types = rule.arrayValue ?? [rule]
        if !types.contains(where: { Self.isOf($0.stringValue ?? "", value) }) {
          found.append("\(path) is \(value) and not of the type \(rule)")
        }
      case "enum":
        if rule.arrayValue?.contains(value) != true { found.append("\(path) is \(value)") }
      case "oneOf":
        let matches = (rule.arrayValue ?? []).count { problems(with: value, $0, path).isEmpty }
        if matches != 1 { found.append("\(path) matches \(matches) of the alternatives") }
      case "required":
        let missing = (rule.arrayValue ?? []).filter { value[$0.stringValue ?? ""] == nil }
        if value.objectValue != nil, !missing.isEmpty { found.append("\(path) lacks \(missing)") }
      case "properties":
        for (name, member) in value.objectValue ?? [:] {
          if let schema = rule[name] {
            found += problems(with: member, schema, "\(path).\(name)")
          } else if schema["additionalProperties"] == false {
            found.append("\(path).\(name) is not in the schema")
          }
        }
      case "items":
        for (index, element) in (value.arrayValue ?? []).enumerated() {
          found += problems(with: element, rule, "\(path)[\(index)]")
        }
      case "prefixItems":
        for (index, schema) in (rule.arrayValue ?? []).enumerated() {
          if let element = value[index] {
            found += problems(with: element, schema, "\(path)[\(index)]")
          }
        }
      case "minItems", "maxItems":
        let count = value.arrayValue?.count ?? 0
        let isRight =
          keyword == "minItems" ? count >= rule.intValue ?? 0 : count <= rule.intValue ?? 0
        if !isRight { found.append("\(path) has \(count) elements") }
      default: found.append("\(path): the test does not know the keyword '\(keyword)'")
      }
    }
    return found
  }

  private static func isOf(_ type: String, _ value: JSONValue) -> Bool {
    switch (type, value) {
    case ("null", .null), ("boolean", .bool), ("string", .string), ("array", .array),
      ("object", .object), ("integer", .integer):
      true
    default: false
    }
  }
}
