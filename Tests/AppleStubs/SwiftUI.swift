// What this project uses of SwiftUI, as declarations without behaviour. See
// scripts/stages/apple.sh.
@_exported import Foundation

@MainActor @preconcurrency public protocol View {
  associatedtype Body: View
  @ViewBuilder @MainActor @preconcurrency var body: Body { get }
}

extension Never: View {
  public var body: Never { return fatalError() }
}

extension Optional: View where Wrapped: View {
  public var body: Never { return fatalError() }
}

public struct Opaque: View {
  public var body: Never { return fatalError() }
}

@resultBuilder public enum ViewBuilder {
  public static func buildExpression<Content: View>(_ content: Content) -> Content { content }
  public static func buildBlock<each Content: View>(_ content: repeat each Content) -> Opaque {
    Opaque()
  }
  public static func buildIf<Content: View>(_ content: Content?) -> Content? { content }
}

@frozen @propertyWrapper @dynamicMemberLookup public struct Binding<Value> {
  private let get: () -> Value
  public init(get: @escaping () -> Value, set: @escaping (Value) -> Void) { self.get = get }
  public var wrappedValue: Value {
    get { get() }
    nonmutating set {}
  }
  public var projectedValue: Binding<Value> { self }
  public subscript<Subject>(
    dynamicMember path: WritableKeyPath<Value, Subject>
  ) -> Binding<Subject> { fatalError() }
}

public struct Alignment: Sendable {
  public static let center = Alignment()
  public static let leading = Alignment()
}

public struct VerticalAlignment: Sendable {
  public static let center = VerticalAlignment()
}

public enum Edge: Sendable {
  public struct Set: OptionSet, Sendable {
    public let rawValue: Int8
    public init(rawValue: Int8) { self.rawValue = rawValue }
    public static let leading = Set(rawValue: 2)
  }
}

public struct Font: Sendable {
  public static let footnote = Font()
}

public protocol ShapeStyle: Sendable {}

public struct Color: ShapeStyle {
  public init(red: Double, green: Double, blue: Double, opacity: Double = 1) {}
  public static let white = Color(red: 1, green: 1, blue: 1)
  public var body: Never { return fatalError() }
}

extension ShapeStyle where Self == Color {
  public static var white: Color { Color.white }
}

public struct Text: View {
  public init(verbatim content: String) {}
  public var body: Never { return fatalError() }
}

public struct Image: View {
  public init(systemName: String) {}
  public var body: Never { return fatalError() }
}

public struct HStack<Content: View>: View {
  public init(
    alignment: VerticalAlignment = .center,
    spacing: CGFloat? = nil,
    @ViewBuilder content: () -> Content
  ) {}
  public var body: Never { return fatalError() }
}

public struct Button<Label: View>: View {
  public init(action: @escaping @MainActor () -> Void, @ViewBuilder label: () -> Label) {}
  public var body: Never { return fatalError() }
}

public protocol PrimitiveButtonStyle {}
public struct PlainButtonStyle: PrimitiveButtonStyle {}
extension PrimitiveButtonStyle where Self == PlainButtonStyle {
  public static var plain: PlainButtonStyle { PlainButtonStyle() }
}

extension View {
  public func font(_ font: Font?) -> some View { Opaque() }
  public func frame(
    minWidth: CGFloat? = nil,
    idealWidth: CGFloat? = nil,
    maxWidth: CGFloat? = nil,
    minHeight: CGFloat? = nil,
    idealHeight: CGFloat? = nil,
    maxHeight: CGFloat? = nil,
    alignment: Alignment = .center
  ) -> some View { Opaque() }
  public func padding(_ edges: Edge.Set, _ length: CGFloat? = nil) -> some View { Opaque() }
  public func accessibilityLabel(_ label: Text) -> some View { Opaque() }
  public func buttonStyle<Style: PrimitiveButtonStyle>(_ style: Style) -> some View { Opaque() }
  public func foregroundStyle<Style: ShapeStyle>(_ style: Style) -> some View { Opaque() }
  public func background<Style: ShapeStyle>(_ style: Style) -> some View { Opaque() }
}
