// What this project uses of UIKit, as declarations without behaviour. See scripts/stages/apple.sh.
@_exported import Foundation

// swift-format-ignore: AlwaysUseLowerCamelCase
public let NSUserActivityTypeBrowsingWeb = "NSUserActivityTypeBrowsingWeb"

open class NSUserActivity: NSObject {
  open var activityType: String { "" }
  open var webpageURL: URL?
}

@MainActor open class UIResponder: NSObject {}

@MainActor open class UIView: UIResponder {
  public init(frame: CGRect) {}
  public required init?(coder: NSCoder) { nil }
  open var backgroundColor: UIColor?
  open var tintColor: UIColor?
  open var isHidden: Bool = false
  open var accessibilityLabel: String?
  open var translatesAutoresizingMaskIntoConstraints = true
  open var safeAreaLayoutGuide: UILayoutGuide { UILayoutGuide() }
  open var leadingAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor() }
  open var trailingAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor() }
  open var topAnchor: NSLayoutYAxisAnchor { NSLayoutYAxisAnchor() }
  open var bottomAnchor: NSLayoutYAxisAnchor { NSLayoutYAxisAnchor() }
  open var widthAnchor: NSLayoutDimension { NSLayoutDimension() }
  open var heightAnchor: NSLayoutDimension { NSLayoutDimension() }
  open func addSubview(_ view: UIView) {}
}

@MainActor open class UILayoutGuide: NSObject {
  open var leadingAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor() }
  open var trailingAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor() }
}

@MainActor open class NSLayoutConstraint: NSObject {
  open class func activate(_ constraints: [NSLayoutConstraint]) {}
}

@MainActor open class NSLayoutXAxisAnchor: NSObject {
  open func constraint(
    equalTo anchor: NSLayoutXAxisAnchor,
    constant: CGFloat = 0
  ) -> NSLayoutConstraint { NSLayoutConstraint() }
}

@MainActor open class NSLayoutYAxisAnchor: NSObject {
  open func constraint(
    equalTo anchor: NSLayoutYAxisAnchor,
    constant: CGFloat = 0
  ) -> NSLayoutConstraint { NSLayoutConstraint() }
}

@MainActor open class NSLayoutDimension: NSObject {
  open func constraint(greaterThanOrEqualToConstant constant: CGFloat) -> NSLayoutConstraint {
    NSLayoutConstraint()
  }
}

open class UIColor: NSObject, @unchecked Sendable {
  public init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {}
  open class var white: UIColor { UIColor(red: 1, green: 1, blue: 1, alpha: 1) }
}

open class UIFont: NSObject, @unchecked Sendable {
  public struct TextStyle: Sendable {
    public static let footnote = TextStyle()
  }
  open class func preferredFont(forTextStyle style: TextStyle) -> UIFont { UIFont() }
}

open class UIImage: NSObject, @unchecked Sendable {
  public init?(systemName: String) {}
}

@MainActor open class UILabel: UIView {
  open var font: UIFont?
  open var adjustsFontForContentSizeCategory = false
  open var numberOfLines = 1
}

@MainActor open class UIAction: NSObject {
  public convenience init(handler: @escaping @MainActor (UIAction) -> Void) { self.init() }
}

@MainActor open class UIControl: UIView {
  public struct State: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let normal = State([])
  }
  public struct Event: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let touchUpInside = Event(rawValue: 64)
  }
  public enum ContentHorizontalAlignment: Int, Sendable {
    case center, left, right, fill, leading, trailing
  }
  open var contentHorizontalAlignment = ContentHorizontalAlignment.center
  open func addAction(_ action: UIAction, for events: Event) {}
}

@MainActor open class UIButton: UIControl {
  public enum ButtonType: Int, Sendable { case custom, system }
  public convenience init(type: ButtonType) { self.init(frame: .zero) }
  open var titleLabel: UILabel? { nil }
  open func setTitle(_ title: String?, for state: UIControl.State) {}
  open func setImage(_ image: UIImage?, for state: UIControl.State) {}
}

@MainActor open class UIStackView: UIView {
  public convenience init(arrangedSubviews: [UIView]) { self.init(frame: .zero) }
}

@MainActor open class UIApplication: UIResponder {
  public struct OpenExternalURLOptionsKey: Hashable, Sendable {
    public static let universalLinksOnly = OpenExternalURLOptionsKey()
  }
  open class var shared: UIApplication { UIApplication() }
  open func canOpenURL(_ url: URL) -> Bool { false }
  open func open(_ url: URL, options: [OpenExternalURLOptionsKey: Any] = [:]) async -> Bool {
    false
  }
}
