#if canImport(SwiftUI)
public import SwiftUI

/// A SwiftUI banner that takes the user back to the referring app.
///
/// The banner takes no space while its model is not visible. Place it in a safe area:
///
/// ```swift
/// content.safeAreaInset(edge: .top, spacing: 0) {
///   ReturnToReferrerBar($banner) { back in
///     Task { try await navigator.navigate(back) }
///   }
/// }
/// ```
public struct ReturnToReferrerBar: View {
  @Binding private var banner: ReturnToReferrer
  private let goBack: @MainActor (AppLink) -> Void

  /// Creates a banner.
  ///
  /// - Parameters:
  ///   - banner: The model of the banner. The buttons of the banner change it.
  ///   - goBack: A closure that is called on the main actor when the user wants to go back.
  ///     Navigate the link that it receives.
  public init(
    _ banner: Binding<ReturnToReferrer>,
    goBack: @escaping @MainActor (AppLink) -> Void
  ) {
    _banner = banner
    self.goBack = goBack
  }

  /// The content of the banner, empty while the model is not visible.
  public var body: some View {
    if banner.isVisible {
      HStack(spacing: 0) {
        Button {
          if let link = banner.takeBack() { goBack(link) }
        } label: {
          Text(verbatim: banner.text)
            .font(.footnote)
            .frame(maxWidth: .infinity, minHeight: 44, alignment: .leading)
            .padding(.leading, 12)
        }
        .accessibilityLabel(Text(verbatim: banner.text))
        Button {
          banner.close()
        } label: {
          Image(systemName: "xmark").frame(minWidth: 44, minHeight: 44)
        }
        .accessibilityLabel(Text(verbatim: banner.wording.close))
      }
      .buttonStyle(.plain)
      .foregroundStyle(.white)
      .background(Color(red: 0, green: 0.38, blue: 0.8))
    }
  }
}
#endif
