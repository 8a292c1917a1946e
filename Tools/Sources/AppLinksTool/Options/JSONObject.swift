import ArgumentParser
import JSONValues

/// A parser for options with a JSON object.
enum JSONObject {
  static func parse(_ text: String) throws -> [String: JSONValue] {
    let value: JSONValue
    do {
      value = try JSONValue(parsing: text)
    } catch {
      throw ValidationError("It is not JSON: \(error)")
    }
    guard let object = value.objectValue else {
      throw ValidationError(
        #"It is JSON, but not an object. Write an object, such as {"coupon": "A1"}."#
      )
    }
    return object
  }
}
