/// Certificates of the user's own, for `--cacert`.
///
/// They cannot be handed to `URLSession` in a program for the command line. On Linux it reads the
/// store of the system and nothing else: no variable of the environment names another file there,
/// and there is no challenge that a delegate could answer. On Apple's systems it reads the
/// keychains. So the option is refused, with what to do in its place; to go on without the
/// certificates would fail in a way that explains nothing.
enum CertificateFile {
  #if os(macOS)
  static let refusal =
    "'--cacert' cannot be used on this system, whose URLSession trusts the keychains only. Add the "
    + "certificate there, with 'security add-trusted-cert -r trustRoot -k login.keychain FILE'."
  #else
  static let refusal =
    "'--cacert' cannot be used on this system, whose URLSession trusts the system's certificates "
    + "only. Add the file to /usr/local/share/ca-certificates and run 'update-ca-certificates', or "
    + "load the page with another program and pipe it, as in 'curl --cacert FILE URL | applinks "
    + "lint -'."
  #endif
}
