public import AppLinks
public import ArgumentParser

/// The idioms by name, such as `windows-phone`, and by the names of Apple devices.
extension DeviceIdiom: @retroactive ExpressibleByArgument {
  private static let aliases: KeyValuePairs<String, DeviceIdiom> = [
    "ios": .phone, "iphone": .phone, "ipad": .pad,
  ]

  /// Creates an idiom from its name.
  ///
  /// - Parameter argument: A raw value, `ios` or `iphone` for ``phone``, or `ipad` for ``pad``.
  public init?(argument: String) {
    let alias = Self.aliases.first { $0.key == argument }?.value
    guard let idiom = alias ?? DeviceIdiom(rawValue: argument) else { return nil }
    self = idiom
  }

  /// The names that the command line accepts.
  public static var allValueStrings: [String] {
    allCases.map(\.rawValue) + aliases.map(\.key)
  }
}
