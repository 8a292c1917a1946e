import Foundation

/// A kind of document, of 50 MB.
enum Shape: String, CaseIterable {
  case records, wide, nested, integers, doubles, strings, short

  private static let length = 50_000_000

  /// An array with as many elements as make 50 MB.
  var document: Data {
    var document = Data("[".utf8)
    // As many as there will be: growing would be part of the peak.
    document.reserveCapacity(Shape.length + 1000)
    var number = 0
    while document.count < Shape.length {
      if number > 0 { document.append(UInt8(ascii: ",")) }
      document.append(contentsOf: element(number).utf8)
      number += 1
    }
    document.append(UInt8(ascii: "]"))
    return document
  }

  private func element(_ number: Int) -> String {
    switch self {
    case .records:
      #"{"id":\#(number),"name":"Person number \#(number)","email":"person\#(number)@example.com","#
        + #""active":\#(number % 2 == 0),"score":\#(Double(number) / 8)}"#
    case .wide:
      #"{"a long name of a member \#(number % 50)":{"another long name of a member":\#(number),"#
        + #""the third long name of all":null}}"#
    case .nested:
      #"[[\#(number),[\#(number % 10)]],{"a":[true,null],"b":{}}]"#
    case .integers: "\(number * 7919 % 100_000_007)"
    case .doubles: "\(Double(number) / 1024)"
    case .strings: #""a text of about forty bytes, number \#(number)""#
    case .short: #""s\#(number % 10_000)""#
    }
  }
}
