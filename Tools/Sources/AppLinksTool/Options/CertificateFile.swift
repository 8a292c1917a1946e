/// The certificates of the user, for `--cacert`.
///
/// A command-line program cannot pass certificates to `URLSession`. On Linux, a session reads only
/// the system's store: no environment variable names another file, and there is no challenge for a
/// delegate to answer. On Apple platforms, it reads the keychains. The option is therefore an error
/// with a message that names the alternative. Continuing without the certificates would fail with
/// an unclear message.
enum CertificateFile {
  #if os(macOS)
  static let refusal =
    "'--cacert' is not supported on this system, because URLSession trusts only the keychains. "
    + "Add the certificate there, with 'security add-trusted-cert -r trustRoot -k login.keychain "
    + "FILE'."
  #else
  static let refusal =
    "'--cacert' is not supported on this system, because URLSession trusts only the certificates "
    + "of the system. Add the file to /usr/local/share/ca-certificates and run "
    + "'update-ca-certificates', or load the page with another program and pipe it, as in 'curl "
    + "--cacert FILE URL | applinks lint -'."
  #endif
}
