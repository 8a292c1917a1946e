// swift-tools-version: 6.2
import PackageDescription

// The scanner as a program that scripts/oracle.sh compares with another parser. A package of its
// own, so that the root package ships no such program.
let package = Package(
  name: "html-oracle",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "tenon", path: "../..")],
  targets: [
    .executableTarget(
      name: "scan-pages",
      dependencies: [
        .product(name: "AppLinks", package: "tenon"),
        .product(name: "AppLinksResolving", package: "tenon"),
      ]
    )
  ],
  swiftLanguageModes: [.v6]
)
