import AppLinksPublishing

/// Fingerprints of the form that Android accepts.
enum Fingerprint {
  static let play = Array(repeating: "A1", count: 32).joined(separator: ":")
  static let upload = Array(repeating: "0F", count: 32).joined(separator: ":")
}

/// A file with statements.
func links(_ statements: String...) -> AssetLinks {
  AssetLinks(parsing: "[\(statements.joined(separator: ","))]")
}

/// A statement that lets the app of the tests open URLs.
func statement(
  rules: String? = nil,
  relation: String = AssetLinks.handleAllURLs,
  package: String = "com.example.app",
  fingerprints: String = #""\#(Fingerprint.play)""#
) -> String {
  let extensions = rules.map {
    #","relation_extensions":{"\#(AssetLinks.handleAllURLs)":{"dynamic_app_link_components":[\#($0)]}}"#
  }
  return #"{"relation":["\#(relation)"],"target":{"namespace":"android_app","package_name":"#
    + #""\#(package)","sha256_cert_fingerprints":[\#(fingerprints)]}\#(extensions ?? "")}"#
}

/// The app of the tests.
func app(
  _ hosts: [String] = ["example.com"],
  paths: [AndroidApp.Path] = [],
  signedWith fingerprint: String = Fingerprint.play
) -> AndroidApp {
  AndroidApp(
    package: "com.example.app",
    fingerprints: [fingerprint],
    filters: [.init(hosts: hosts, paths: paths)]
  )
}

extension AssociationAnswer {
  /// The verdict about the only app.
  var verdict: Verdict { apps.first?.verdict ?? .unverified }
}
