#if canImport(UIKit) && !os(watchOS)
public import UIKit

/// A UIKit banner that takes the user back to the referring app.
///
/// Pin the edges of the view to a safe area layout guide. The view is hidden while its model is not
/// visible, so it takes no space in a stack view.
@MainActor
public final class ReturnToReferrerView: UIView {
  /// The model of the banner.
  ///
  /// The buttons of the view change it.
  public var banner: ReturnToReferrer { didSet { update() } }

  /// A closure that is called when the user wants to go back, with the link to navigate.
  public var goBack: ((AppLink) -> Void)?

  private let backButton = UIButton(type: .system)
  private let closeButton = UIButton(type: .system)

  /// Creates a view.
  ///
  /// - Parameters:
  ///   - banner: The model of the banner.
  ///   - goBack: A closure that is called when the user wants to go back, with the link to
  ///     navigate.
  public init(
    banner: ReturnToReferrer = ReturnToReferrer(),
    goBack: ((AppLink) -> Void)? = nil
  ) {
    self.banner = banner
    self.goBack = goBack
    super.init(frame: .zero)
    build()
    update()
  }

  /// Returns `nil`: nibs are not supported.
  ///
  /// - Parameter coder: Ignored.
  public required init?(coder: NSCoder) { nil }

  private func build() {
    backgroundColor = UIColor(red: 0, green: 0.38, blue: 0.8, alpha: 1)
    backButton.contentHorizontalAlignment = .leading
    closeButton.setImage(UIImage(systemName: "xmark"), for: .normal)
    for button in [backButton, closeButton] {
      button.tintColor = .white
      button.titleLabel?.font = UIFont.preferredFont(forTextStyle: .footnote)
      button.titleLabel?.adjustsFontForContentSizeCategory = true
      button.titleLabel?.numberOfLines = 0
    }
    backButton.addAction(UIAction { [weak self] _ in self?.takeBack() }, for: .touchUpInside)
    closeButton.addAction(UIAction { [weak self] _ in self?.banner.close() }, for: .touchUpInside)

    let stack = UIStackView(arrangedSubviews: [backButton, closeButton])
    stack.translatesAutoresizingMaskIntoConstraints = false
    addSubview(stack)
    NSLayoutConstraint.activate([
      stack.leadingAnchor.constraint(equalTo: safeAreaLayoutGuide.leadingAnchor, constant: 12),
      stack.trailingAnchor.constraint(equalTo: safeAreaLayoutGuide.trailingAnchor),
      stack.topAnchor.constraint(equalTo: topAnchor),
      stack.bottomAnchor.constraint(equalTo: bottomAnchor),
      backButton.heightAnchor.constraint(greaterThanOrEqualToConstant: 44),
      closeButton.widthAnchor.constraint(greaterThanOrEqualToConstant: 44),
      closeButton.heightAnchor.constraint(greaterThanOrEqualToConstant: 44),
    ])
  }

  private func update() {
    isHidden = !banner.isVisible
    backButton.setTitle(banner.text, for: .normal)
    backButton.accessibilityLabel = banner.text
    closeButton.accessibilityLabel = banner.wording.close
  }

  private func takeBack() {
    if let link = banner.takeBack() { goBack?(link) }
  }
}
#endif
