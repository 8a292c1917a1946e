#if canImport(SwiftUI)
public import SwiftUI

/// The banner that leads back to the app a user came from, for SwiftUI.
///
/// It takes no room while the model is not visible. Put it into a safe area:
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

  /// Makes a bar.
  ///
  /// - Parameters:
  ///   - banner: What it shows. Its buttons change it.
  ///   - goBack: Called on the main actor with the link to navigate, when the user wants to go
  ///     back.
  public init(
    _ banner: Binding<ReturnToReferrer>,
    goBack: @escaping @MainActor (AppLink) -> Void
  ) {
    _banner = banner
    self.goBack = goBack
  }

  /// The bar, or nothing.
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
