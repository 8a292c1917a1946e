/// Text of unknown origin for a message: on one line, harmless, and not too long.
///
/// Diagnostics, findings and reasons quote pages and links, and end up in terminals and logs.
func shown(_ text: some StringProtocol, maximumLength: Int = 80) -> String {
  SafeText.displayable(String(text), maximumLength: maximumLength)
}
