import ArgumentParser
import Foundation
import NIOSSL
import ToolSupport

/// The certificates of a PEM file, for `--cacert`.
struct CertificateFile: Sendable {
  let certificates: [NIOSSLCertificate]

  /// Reads a file.
  ///
  /// - Parameter path: The path of the file.
  /// - Returns: The certificates.
  /// - Throws: `ValidationError`, with a message that says what to do, if the file contains no
  ///   certificate.
  static func parse(_ path: String) throws -> CertificateFile {
    let bytes: [UInt8]
    do {
      let file = try FileHandle(forReadingFrom: URL(filePath: path))
      defer { try? file.close() }
      bytes = try [UInt8](file.readToEnd() ?? Data())
    } catch {
      let reason = SystemReason(error)
      switch reason.number {
      case ENOENT, ENOTDIR: throw ValidationError("The file does not exist. Check the path.")
      case EISDIR: throw ValidationError("It is a folder. Specify a file in it.")
      default: throw ValidationError("The file could not be read: \(reason).")
      }
    }
    if String(decoding: bytes, as: UTF8.self).contains("-----BEGIN CERTIFICATE-----") {
      if let certificates = try? NIOSSLCertificate.fromPEMBytes(bytes), !certificates.isEmpty {
        return CertificateFile(certificates: certificates)
      }
      throw ValidationError("A certificate in the file is damaged. Export it again.")
    }
    throw ValidationError(
      "The file has no certificate in PEM format, which begins with '-----BEGIN CERTIFICATE-----'. "
        + "Convert one with 'openssl x509 -inform der -in FILE'."
    )
  }
}
